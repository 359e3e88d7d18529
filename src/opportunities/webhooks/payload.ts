/** The webhook payload and its headers. Pure. */
import { z } from 'zod'
import { signatureHeaders } from '../../net/webhook-signature.ts'
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

/** Returns the headers of a delivery. With a secret they include the secret and a signature. */
export function signHeaders(
  delivery: { id: string; body: string; sentAt: Date },
  secrets: { current: string; previous: string | null } | null,
): Record<string, string> {
  if (secrets === null) return {}
  const { current, previous } = secrets
  return {
    'x-webhook-secret': current,
    ...signatureHeaders(delivery, previous === null ? [current] : [current, previous]),
  }
}
