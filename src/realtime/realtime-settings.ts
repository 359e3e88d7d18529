/** The settings of the realtime server. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import {
  hostName,
  httpUrl,
  optional,
  required,
  type SettingValues,
  text,
  wholeNumber,
} from '../core/settings.ts'

const originUrl = httpUrl
  .refine((value) => /^[/]?$/.test(new URL(value).pathname + new URL(value).search), 'must have no path')
  .transform((value) => new URL(value).origin)

export const realtimeSettings = {
  PUSHER_APP_ID: optional(
    'Realtime',
    text,
    'App ID at a server that speaks the Pusher protocol; set together with PUSHER_KEY and PUSHER_SECRET.',
  ),
  PUSHER_KEY: optional('Realtime', text, 'Public key of the app; browsers receive it.'),
  PUSHER_SECRET: optional('Realtime', text, 'Secret of the app.', 'secret'),
  PUSHER_HOST: optional(
    'Realtime',
    hostName,
    'Host of the server, such as one that runs Reverb, Soketi or Sockudo; unset: pusher.com.',
  ),
  PUSHER_PORT: optional(
    'Realtime',
    wholeNumber(1, 65535),
    'Port of the server; unset: 443 for https, 80 for http.',
  ),
  PUSHER_SCHEME: required('Realtime', 'https', z.enum(['http', 'https']), 'Protocol of the server.'),
  PUSHER_CLUSTER: required(
    'Realtime',
    'mt1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a cluster, such as eu'),
    'Cluster of the app at pusher.com; ignored when PUSHER_HOST is set.',
  ),
  PUSHER_PUBLIC_URL: optional(
    'Realtime',
    originUrl,
    'URL of the server for browsers, if it differs from the one the service uses.',
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
