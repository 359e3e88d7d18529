/** The webhook payload and its headers. Pure. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { Brief } from '../briefs/brief.ts'
import { Impact, SourceData, Type } from '../source-data.ts'

/** The body of `opportunity.sent`. */
export const OpportunitySent = z
  .object({
    event: z.literal('opportunity.sent'),
    opportunity: z.object({
      id: z.uuid(),
      title: z.string(),
      description: z.string(),
      type: Type,
      impact: Impact,
      opportunity_score: z.number().describe('0 to 100.'),
    }),
    prompt: z.object({ text: z.string(), category: z.string() }),
    data: SourceData.describe('The evidence, as in `source_data` of the opportunity.'),
    brief: Brief.nullable().describe('Null if no brief has been written.'),
    brand: z.object({
      name: z.string(),
      domain: z.string(),
      industry: z.string().describe('Empty if not set.'),
    }),
    callback_url: z
      .url()
      .describe(
        'Send PATCH with `{ "status" }` to report progress. Valid for 90 days, without further authentication.',
      ),
  })
  .meta({ id: 'OpportunitySent' })

export type Payload = z.output<typeof OpportunitySent>

/** The body of `webhook.test`. */
const WebhookTest = z
  .object({
    event: z.literal('webhook.test'),
    message: z.string(),
    timestamp: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'WebhookTest' })

/** The UTC offset is spelled out for parsers that do not support `Z`. */
export const testPayload = (now: Date): z.output<typeof WebhookTest> => ({
  event: 'webhook.test',
  message: 'This is a test of the webhook. If you receive it, opportunities can be delivered too.',
  timestamp: now.toISOString().replace('Z', '+00:00'),
})

/** The requests that receivers get, for the API reference. */
export const webhooks = {
  'opportunity.sent': {
    summary: 'Receive an opportunity',
    description:
      'Sent when a user sends an opportunity to the webhook of its brand. Respond with a status from 200 to 299 within 15 seconds. There are no automatic retries.',
    payload: OpportunitySent,
  },
  'webhook.test': {
    summary: 'Receive a test',
    description: 'Sent when a user tests the webhook of a brand. It contains no data of the brand.',
    payload: WebhookTest,
  },
}

/**
 * Returns the headers of a delivery. With a secret they include the secret and a signature as defined by Standard
 * Webhooks (https://www.standardwebhooks.com), so that the receiver can verify origin and freshness.
 */
export function signHeaders(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secrets: { current: string; previous: string | null } | null,
): Record<string, string> {
  const baseHeaders = { 'content-type': 'application/json; charset=utf-8' }
  if (secrets === null) return baseHeaders
  const { current, previous } = secrets
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = [current, ...(previous === null ? [] : [previous])].map(
    (secret) =>
      `v1,${createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    ...baseHeaders,
    'x-webhook-secret': current,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** As in Standard Webhooks, a secret with the prefix `whsec_` is base64; any other is used as UTF-8 bytes. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
