/** Sends a message to one destination and returns the outcome. Writes nothing. */
import type { ChannelKind, NotificationKind } from '../../vocabulary/notifications.ts'
import type { AppContext } from '../core/context.ts'
import { withLocale } from '../languages/localized.ts'
import type { MessageOrText } from '../languages/message.ts'
import { type MailLogo, mailAttachments } from '../mail/layout.ts'
import { type Mail, sendMail } from '../mail/mailer.ts'
import { type PostResult, postJson, postTimeoutMs } from '../net/post-json.ts'
import { signatureHeaders } from '../net/webhook-signature.ts'
import { requireEncryption } from '../net/webhook-target.ts'
import { type NotificationContent, RenderedContent } from './content.ts'
import { type EmailFrame, getSender, renderEmail } from './email.ts'
import { explainResponse, isPermanent } from './failures.ts'
import { discordBody } from './formats/discord.ts'
import { slackBody } from './formats/slack.ts'
import { teamsBody } from './formats/teams.ts'
import type { WebhookBody } from './formats/webhook.ts'
import { parseRetryAfterMs } from './retry-schedule.ts'

export type ChatKind = Exclude<ChannelKind, 'email' | 'webhook'>

export type Destination =
  | { kind: 'email'; recipient: string; frame: Omit<EmailFrame, 'baseUrl'>; unsubscribeUrl: string | null }
  | { kind: ChatKind; url: string }
  | { kind: 'webhook'; url: string; secret: string }

export type OutgoingMessage = {
  /** The id of the delivery: the same for every attempt. */
  deliveryId: string
  isTest: boolean
  notification: {
    id: string
    kind: NotificationKind
    brand: { id: string; name: string; slug: string } | null
    createdAt: Date
    message: NotificationContent
    /** For email of an organization with its own branding. */
    logo: MailLogo | null
  }
}

export type SendResult = {
  success: boolean
  httpStatus: number | null
  response: string | null
  /** What went wrong and what to do; null for a success. */
  error: MessageOrText | null
  durationMs: number
  /** Another attempt cannot succeed. */
  isPermanent: boolean
  retryAfterMs: number | null
}

export const sendToChannel = (
  app: AppContext,
  destination: Destination,
  outgoing: OutgoingMessage,
): Promise<SendResult> =>
  destination.kind === 'email'
    ? sendEmail(app, destination, outgoing)
    : postMessage(app, destination, outgoing)

async function postMessage(
  app: AppContext,
  destination: Exclude<Destination, { kind: 'email' }>,
  outgoing: OutgoingMessage,
): Promise<SendResult> {
  const body = JSON.stringify(bodyFor(destination.kind, outgoing, app.baseUrl))
  const headers = destination.kind === 'webhook' ? signed(app, destination, outgoing, body) : {}
  const url = destination.kind === 'discord' ? withConfirmation(destination.url) : destination.url
  const posted = await postJson(app, url, { body, headers, timeoutMs: postTimeoutMs })
  return {
    success: posted.success,
    httpStatus: posted.http_status,
    response: posted.body,
    error: posted.success ? null : explainResponse(destination.kind, posted),
    durationMs: posted.durationMs,
    isPermanent: !posted.success && isPermanent(destination.kind, posted),
    retryAfterMs: getRetryAfter(posted, app.now()),
  }
}

/** Channels get English, except a content for all readers in another language. */
function bodyFor(kind: ChatKind | 'webhook', outgoing: OutgoingMessage, baseUrl: string): object {
  const { message: content } = outgoing.notification
  const message = withLocale(content.language ?? 'en', () => RenderedContent.parse(content))
  if (kind === 'slack') return slackBody(message, baseUrl)
  if (kind === 'discord') return discordBody(message, baseUrl)
  if (kind === 'teams') return teamsBody(message, baseUrl)
  return webhookBody(outgoing, message, baseUrl)
}

function webhookBody(
  { isTest, notification }: OutgoingMessage,
  message: RenderedContent,
  baseUrl: string,
): WebhookBody {
  const { id, kind, brand, createdAt } = notification
  return {
    event: isTest ? 'notification.test' : 'notification.sent',
    notification: {
      id,
      kind,
      brand,
      url: baseUrl + message.action.path,
      message,
      created_at: createdAt.toISOString(),
    },
    base_url: baseUrl,
  }
}

function signed(
  app: AppContext,
  { url, secret }: { url: string; secret: string },
  { deliveryId }: OutgoingMessage,
  body: string,
): Record<string, string> {
  requireEncryption(app, url, 'url')
  return signatureHeaders({ id: `msg_${deliveryId}`, body, sentAt: app.now() }, [secret])
}

/** Discord then responds after it has stored the message, or with the reason why it has not. */
function withConfirmation(url: string): string {
  const confirmed = new URL(url)
  confirmed.searchParams.set('wait', 'true')
  return confirmed.href
}

/** Discord sends fractions of a second in the body only. */
function getRetryAfter({ http_status, retryAfter, body }: PostResult, now: Date): number | null {
  if (http_status === null || http_status < 400) return null
  const inBody = /"retry_after":\s*(\d{1,9}(?:\.\d{1,9})?)/.exec(body ?? '')?.[1] ?? null
  return parseRetryAfterMs(inBody ?? retryAfter, now)
}

async function sendEmail(
  app: AppContext,
  destination: Destination & { kind: 'email' },
  outgoing: OutgoingMessage,
): Promise<SendResult> {
  const startedMs = performance.now()
  const sent = await sendMail(app, toMail(app, destination, outgoing))
  const durationMs = Math.round(performance.now() - startedMs)
  if (sent.outcome === 'sent')
    return {
      success: true,
      httpStatus: null,
      response: sent.response,
      error: null,
      durationMs,
      isPermanent: false,
      retryAfterMs: null,
    }
  return {
    success: false,
    httpStatus: null,
    response: null,
    error: sent.error,
    durationMs,
    isPermanent: !sent.isTemporary,
    retryAfterMs: null,
  }
}

function toMail(
  { baseUrl }: AppContext,
  { recipient, frame, unsubscribeUrl }: Destination & { kind: 'email' },
  { deliveryId, notification }: OutgoingMessage,
): Mail {
  const { message, logo } = notification
  return {
    to: recipient,
    ...renderEmail(message, { baseUrl, logo, ...frame, language: message.language ?? frame.language }),
    senderName: message.sender?.name ?? undefined,
    messageId: `<${deliveryId}@${new URL(baseUrl).hostname}>`,
    attachments: mailAttachments(getSender(message, { logo })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        // RFC 8058: the mail program unsubscribes with one request.
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
