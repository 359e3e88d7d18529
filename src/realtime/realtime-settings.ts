/** The settings of the realtime server. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import {
  hostName,
  httpUrl,
  nonEmptyText,
  optional,
  required,
  type SettingValues,
  wholeNumber,
} from '../core/settings.ts'

const originUrl = httpUrl
  .refine((value) => /^[/]?$/.test(new URL(value).pathname + new URL(value).search), 'must have no path')
  .transform((value) => new URL(value).origin)

const group = 'Push updates to browsers'

export const realtimeSettings = {
  PUSHER_APP_ID: optional(
    group,
    nonEmptyText,
    'App ID at a server that speaks the Pusher protocol; set together with PUSHER_KEY and PUSHER_SECRET.',
    'Browsers should show progress at once instead of asking every few seconds.',
  ),
  PUSHER_KEY: optional(
    group,
    nonEmptyText,
    'Public key of the app; browsers receive it.',
    'You set PUSHER_APP_ID.',
  ),
  PUSHER_SECRET: optional(group, nonEmptyText, 'Secret of the app.', 'You set PUSHER_APP_ID.', 'secret'),
  PUSHER_HOST: optional(
    group,
    hostName,
    'Host of the server, such as one that runs Reverb, Soketi or Sockudo; unset: pusher.com.',
    'You run the server yourself.',
  ),
  PUSHER_PORT: optional(
    group,
    wholeNumber(1, 65535),
    'Port of the server; unset: 443 for https, 80 for http.',
    'Your server uses another port.',
  ),
  PUSHER_SCHEME: required(
    group,
    'https',
    z.enum(['http', 'https']),
    'Protocol of the server.',
    'Your server has no TLS.',
  ),
  PUSHER_CLUSTER: required(
    group,
    'mt1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a cluster, such as eu'),
    'Cluster of the app at pusher.com; ignored when PUSHER_HOST is set.',
    'Your app at pusher.com is in another cluster.',
  ),
  PUSHER_PUBLIC_URL: optional(
    group,
    originUrl,
    'URL of the server for browsers, if it differs from the one the service uses.',
    'Browsers reach your server through a proxy.',
  ),
} as const

type RealtimeConfig = SettingValues<typeof realtimeSettings>

declare module '../core/config.ts' {
  interface Config extends RealtimeConfig {}
}

/** Returns what is wrong with the settings together, in one line, or null. */
export function findRealtimeConflict(config: Config): string | null {
  const needed = ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'] as const
  const related = [...needed, 'PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_PUBLIC_URL'] as const
  const first = related.find((name) => config[name] !== null)
  const missing = needed.filter((name) => config[name] === null)
  return first === undefined || missing.length === 0 ? null : `${first} needs ${missing.join(' and ')}.`
}
