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

/** As in Standard Webhooks, a secret with the prefix `whsec_` is base64; any other is used as UTF-8 bytes. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
