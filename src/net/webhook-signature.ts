/** The signature of outgoing webhooks, as defined by Standard Webhooks (https://www.standardwebhooks.com). Pure. */
import { createHmac } from 'node:crypto'

/** Returns the headers with which a receiver verifies origin and freshness. One signature per secret. */
export function signatureHeaders(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

const encodedPrefix = 'whsec_'

/** As in Standard Webhooks, a secret with the prefix `whsec_` is base64; any other is used as UTF-8 bytes. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith(encodedPrefix)
    ? Buffer.from(secret.slice(encodedPrefix.length), 'base64')
    : Buffer.from(secret)

export const minEncodedBytes = 16

/**
 * Returns whether a secret is not encoded, or is standard base64 of at least `minEncodedBytes` bytes. Node's decoder ignores
 * other characters, so a secret that contains them would be a shorter key than it appears, or an empty one.
 */
export function hasUsableKey(secret: string): boolean {
  if (!secret.startsWith(encodedPrefix)) return true
  const key = signingKey(secret)
  const withoutPadding = (text: string) => text.replace(/={1,2}$/, '')
  return (
    key.length >= minEncodedBytes &&
    withoutPadding(key.toString('base64')) === withoutPadding(secret.slice(encodedPrefix.length))
  )
}
