/** What goes over the wire to a webhook. Pure. */
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

/** The offset is written out, for readers that do not know `Z`. */
export const testPayload = (now: Date) => ({
  event: 'webhook.test',
  message: 'This is a test of the webhook. If you can read it, opportunities will arrive here too.',
  timestamp: now.toISOString().replace('Z', '+00:00'),
})

/**
 * The headers of a delivery. With a secret: the secret itself, and a signature as Standard Webhooks
 * (https://www.standardwebhooks.com) describes it, which proves that the body is ours and new.
 */
export function signHeaders(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secret: string | null,
): Record<string, string> {
  const plain = { 'content-type': 'application/json; charset=utf-8' }
  if (secret === null) return plain
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signature = createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.${body}`)
  return {
    ...plain,
    'x-webhook-secret': secret,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  }
}

/** A secret in the standard's own form is base64 behind `whsec_`; any other stands for its bytes. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
