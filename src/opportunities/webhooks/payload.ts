/** The webhook payload and its headers. Pure. */
import { createHmac } from 'node:crypto'

export type Payload = {
  event: 'opportunity.sent'
  opportunity: {
    id: string
    title: string
    description: string
    type: string
    impact: string
    opportunity_score: number
  }
  prompt: { text: string; category: string }
  data: unknown
  brief: unknown
  brand: { name: string; domain: string; industry: string }
  callback_url: string
}

/** The UTC offset is spelled out for parsers that do not support `Z`. */
export const testPayload = (now: Date) => ({
  event: 'webhook.test',
  message: 'This is a test of the webhook. If you can read it, opportunities will arrive here too.',
  timestamp: now.toISOString().replace('Z', '+00:00'),
})

/**
 * Returns the headers of a delivery. With a secret they include the secret and a signature as defined by Standard
 * Webhooks (https://www.standardwebhooks.com), so that the receiver can verify origin and freshness.
 */
export function signHeaders(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secret: string | null,
): Record<string, string> {
  const baseHeaders = { 'content-type': 'application/json; charset=utf-8' }
  if (secret === null) return baseHeaders
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signature = createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.${body}`)
  return {
    ...baseHeaders,
    'x-webhook-secret': secret,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  }
}

/** As in Standard Webhooks, a secret with the prefix `whsec_` is base64; any other is used as UTF-8 bytes. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
