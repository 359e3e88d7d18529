/** Generic webhooks, which get notifications as signed JSON. */
import { z } from 'zod'
import { notificationKinds } from '../../../vocabulary/notifications.ts'
import { message } from '../../languages/message.ts'
import { signatureHeaders } from '../../net/webhook-signature.ts'
import { RenderedContent } from '../content.ts'
import type { NotificationChannelKind, OutgoingMessage } from './channel-kind.ts'
import { postMessage, renderContent } from './post-message.ts'

export const webhook = {
  name: 'webhook',
  label: message('notifications.channels.names.webhook'),
  fields: {
    url: { hint: message('notifications.channelForm.urlHints.webhook'), isRequired: true },
    secret: {
      hint: message('notifications.channelForm.newSecretHint'),
      isRequired: false,
      isGenerated: true,
    },
  },
  receives: 'notifications',
  send: (app, { address, secrets }, outgoing) => {
    const body = JSON.stringify(webhookBody(outgoing, app.baseUrl))
    return postMessage(app, {
      url: address,
      body,
      headers: signatureHeaders({ id: `msg_${outgoing.deliveryId}`, body, sentAt: app.now() }, secrets),
      service: message('notifications.failures.theReceiver'),
      // A receiver may answer any other error during a deployment.
      isPermanent: (status) => status === 410,
    })
  },
} as const satisfies NotificationChannelKind

function webhookBody(outgoing: OutgoingMessage, baseUrl: string): z.output<typeof NotificationSent> {
  const { id, kind, brand, createdAt } = outgoing.notification
  const content = renderContent(outgoing)
  return {
    event: outgoing.isTest ? 'notification.test' : 'notification.sent',
    notification: {
      id,
      kind,
      brand,
      url: baseUrl + content.action.path,
      message: content,
      created_at: createdAt.toISOString(),
    },
    base_url: baseUrl,
  }
}

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
