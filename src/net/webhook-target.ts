/** The URL and the secret of a webhook as users enter them, and how they are shown. */
import { z } from 'zod'
import { invalid } from '../core/errors.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import type { NetworkPolicy } from './safe-addresses.ts'
import { hasUsableKey, minEncodedBytes } from './webhook-signature.ts'

export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: localizedIssue(message('common.texts.mustBeAnHttpOrHttps')) })
  .max(2_000)

/** Restricted to characters that a header value can contain. */
export const WebhookSecret = z
  .string()
  .max(500)
  .regex(/^[!-~]+( [!-~]+)*$/, {
    error: localizedIssue(message('net.webhookTarget.mustConsistOfPrintableASCIICharacters')),
  })
  .refine(hasUsableKey, {
    error: localizedIssue(message('net.webhookTarget.mustBeBase64OfAtLeast', { minEncodedBytes })),
  })

/** Throws `invalid_request` when a secret would be sent over plain http through the internet. `name`: the field with the URL. */
export function requireEncryption({ config }: NetworkPolicy, url: string, name = 'webhook_url'): void {
  if (new URL(url).protocol === 'https:' || config.ALLOW_PRIVATE_NETWORK.length > 0) return
  throw invalid(name, message('net.webhookTarget.mustStartWithHttpsBecauseThe'))
}

const shownSegment = 4

/** Returns the URL without what can be a secret: the query, and the rest of each path segment. */
export function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const path = pathname
    .split('/')
    .map((segment) => (segment.length > shownSegment ? `${segment.slice(0, shownSegment)}…` : segment))
    .join('/')
  return `${origin}${path}${search === '' ? '' : '?…'}`
}

/** Four characters would reveal too much of a short secret. */
export const maskSecret = (secret: string | null) =>
  `••••${secret !== null && secret.length >= 8 ? secret.slice(-4) : ''}`
