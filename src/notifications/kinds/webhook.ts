/** Generic webhooks, which get notifications as signed JSON. */
import { z } from 'zod'
import { notificationKinds } from '../../../vocabulary/notifications.ts'
import { AuditEntry } from '../../accounts/audit-log.ts'
import type { AppContext } from '../../core/context.ts'
import { message } from '../../languages/message.ts'
import { signatureHeaders } from '../../net/webhook-signature.ts'
import { RenderedContent } from '../content.ts'
import type { Destination, NotificationChannelKind, OutgoingMessage, SendResult } from './channel-kind.ts'
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
  send: (app, destination, outgoing) =>
    post(app, destination, outgoing.deliveryId, webhookBody(outgoing, app.baseUrl)),
  sendAuditEntry: (app, destination, { deliveryId, organizationId, entry }) => {
    const body: z.input<typeof AuditRecorded> = {
      event: 'audit.recorded',
      organization_id: organizationId,
      entry,
      base_url: app.baseUrl,
    }
    return post(app, destination, deliveryId, AuditRecorded.parse(body))
  },
} as const satisfies NotificationChannelKind

function post(
  app: AppContext,
  { address, secrets }: Destination,
  deliveryId: string,
  payload: object,
): Promise<SendResult> {
  const body = JSON.stringify(payload)
  return postMessage(app, {
    url: address,
    body,
    headers: signatureHeaders({ id: `msg_${deliveryId}`, body, sentAt: app.now() }, secrets),
    service: message('notifications.failures.theReceiver'),
    // A receiver may answer any other error during a deployment.
    isPermanent: (status) => status === 410,
  })
}

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

const AuditRecorded = z
  .object({
    event: z.literal('audit.recorded'),
    organization_id: z.uuid(),
    entry: AuditEntry.describe('As `GET /api/audit-log` returns it.'),
    base_url: z.url().describe('The URL of the service.'),
  })
  .meta({ id: 'AuditRecorded' })

const retries =
  'Respond with a status from 200 to 299 within 15 seconds. Other responses are retried for about a day with the same `webhook-id`, except 410, which ends the retries.'

/** The requests that receivers get, for the API reference. */
export const notificationWebhooks = {
  'notification.sent': {
    summary: 'Receive a notification',
    description: `Sent for each notification that a channel of kind \`webhook\` is subscribed to. ${retries}`,
    payload: NotificationSent,
  },
  'audit.recorded': {
    summary: 'Receive an entry of the audit log',
    description: `Sent for each entry, if a channel of kind \`webhook\` is subscribed to the audit log. Entries can arrive in another order, and more than once: use \`entry.id\`. ${retries}`,
    payload: AuditRecorded,
  },
  'notification.test': {
    summary: 'Receive a test notification',
    description: 'Sent when a user tests a channel of kind `webhook`. It is sent once.',
    payload: NotificationSent,
  },
}
