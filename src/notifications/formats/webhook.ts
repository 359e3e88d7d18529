/** The requests that generic webhooks get. */
import { z } from 'zod'
import { notificationKinds } from '../../../vocabulary/notifications.ts'
import { RenderedContent } from '../content.ts'

/** The body of both events. */
const NotificationSent = z
  .object({
    event: z.enum(['notification.sent', 'notification.test']).describe('`notification.test`: a test.'),
    notification: z.object({
      id: z.uuid().describe('The same for every delivery of the notification.'),
      kind: z.enum(notificationKinds).describe('A test is `system`. Webhooks do not receive digests.'),
      brand: z
        .object({ id: z.uuid(), name: z.string(), slug: z.string() })
        .nullable()
        .describe('Null: about several brands or about the organization.'),
      url: z.url().describe('The page of the dashboard with the details.'),
      message: RenderedContent.describe('Paths are relative to `base_url`.'),
      created_at: z.iso.datetime(),
    }),
    base_url: z.url().describe('The URL of the service.'),
  })
  .meta({ id: 'NotificationSent' })

export type WebhookBody = z.output<typeof NotificationSent>

const retries =
  'Respond with a status from 200 to 299 within 15 seconds. Other responses are retried for about a day with the same `webhook-id`, except 410, which ends the retries.'

/** The requests that receivers get, for the API reference. */
export const notificationWebhooks = {
  'notification.sent': {
    summary: 'Receive a notification',
    description: `Sent for each notification that a channel of kind \`webhook\` is subscribed to. ${retries}`,
    payload: NotificationSent,
  },
  'notification.test': {
    summary: 'Receive a test notification',
    description: 'Sent when a user tests a channel of kind `webhook`. It is sent once.',
    payload: NotificationSent,
  },
}
