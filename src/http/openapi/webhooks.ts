/** The requests that the service sends, for the `webhooks` of the OpenAPI document. */
import type { z } from 'zod'
import type { Schemas } from '../json-schemas.ts'
import type { OpenApi, Parameter } from './document.ts'
import { webhookTag } from './tags.ts'

/** Event → the request that delivers it. */
export type WebhookTable = Record<string, { summary: string; description: string; payload: z.ZodType }>

export function describeWebhooks(table: WebhookTable, schemas: Schemas): OpenApi['webhooks'] {
  const entries = Object.entries(table).map(([event, { summary, description, payload }]) => [
    event,
    {
      post: {
        operationId: `receive${event.split(/\W/).map(capitalized).join('')}`,
        tags: [webhookTag],
        summary,
        description,
        // The headers authenticate the sender to the receiver.
        security: [],
        parameters: signatureHeaders,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.add(payload, 'output') } },
        },
        responses: {
          '2XX': { description: 'The receiver accepted the delivery. The body is logged.' },
          '4XX': { description: 'The receiver rejected the delivery.' },
        },
      },
    },
  ])
  return Object.fromEntries(entries)
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** Sent when the webhook has a secret. */
const signatureHeaders = [
  header(
    'X-Webhook-Secret',
    'The secret of the webhook of a brand. Sent if a secret is set, like the other headers. Channels do not send it.',
  ),
  header('webhook-id', 'Unique id of the delivery.'),
  header('webhook-timestamp', 'Time of the delivery, in seconds since 1970.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret as key.',
  ),
]
