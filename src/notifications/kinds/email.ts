/** Email: one message to each confirmed address of a channel, and personal messages to members. */
import type { AppContext } from '../../core/context.ts'
import { message } from '../../languages/message.ts'
import { mailAttachments } from '../../mail/layout.ts'
import { sendMail } from '../../mail/mailer.ts'
import { type EmailFrame, getSender, renderEmail } from '../email.ts'
import {
  type NotificationChannelKind,
  notSent,
  type OutgoingMessage,
  type SendResult,
} from './channel-kind.ts'

export const email = {
  name: 'email',
  label: message('notifications.channels.names.email'),
  fields: { recipients: { hint: message('notifications.channelForm.recipientsHint'), isRequired: true } },
  receives: 'notifications',
  send: (app, { address, channelName }, outgoing) =>
    sendEmail(
      app,
      {
        recipient: address,
        frame: {
          reason: message('notifications.destination.youReceiveThisBecauseYourAddress', {
            channel: channelName,
          }),
          links: [
            {
              label: message('notifications.destination.changeChannels'),
              url: `${app.baseUrl}/dashboard/settings/channels`,
            },
          ],
          language: 'en',
        },
      },
      outgoing,
    ),
} as const satisfies NotificationChannelKind

export type EmailDestination = {
  recipient: string
  frame: Omit<EmailFrame, 'baseUrl'>
  /** Unsubscribes with one request (RFC 8058). */
  unsubscribeUrl?: string
}

export async function sendEmail(
  app: AppContext,
  { recipient, frame, unsubscribeUrl }: EmailDestination,
  { deliveryId, notification: { message: content, logo } }: OutgoingMessage,
): Promise<SendResult> {
  const { baseUrl } = app
  const startedMs = performance.now()
  const sent = await sendMail(app, {
    to: recipient,
    ...renderEmail(content, { baseUrl, logo, ...frame, language: content.language ?? frame.language }),
    senderName: content.sender?.name ?? undefined,
    messageId: `<${deliveryId}@${new URL(baseUrl).hostname}>`,
    attachments: mailAttachments(getSender(content, { logo })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  })
  const durationMs = Math.round(performance.now() - startedMs)
  return sent.outcome === 'sent'
    ? { ...notSent(''), success: true, response: sent.response, explanation: null, durationMs }
    : { ...notSent(sent.error), durationMs, isPermanent: !sent.isTemporary }
}
