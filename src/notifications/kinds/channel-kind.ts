/** The description of a kind of channel: its fields, and how it sends a message. */

import type { NotificationKind } from '../../../vocabulary/notifications.ts'
import type { AuditEntry } from '../../accounts/audit-log.ts'
import type { AppContext } from '../../core/context.ts'
import type { Message, MessageOrText } from '../../languages/message.ts'
import type { MailLogo } from '../../mail/layout.ts'
import type { NotificationContent } from '../content.ts'

/** `isGenerated`: the service generates a value when the user enters none. */
type Field = { hint: Message; isRequired: boolean; isGenerated?: true }

/** What a user enters. A kind has either `recipients` or `url`. */
export type ChannelField = 'recipients' | 'url' | 'secret'

type Kind = {
  name: string
  /** The name of the service, as users know it. */
  label: MessageOrText
  fields: Partial<Record<ChannelField, Field>>
  /** Whether the URL may be http while no secret is sent to it. */
  allowsHttp?: true
}

/** Members subscribe channels of this kind to notifications. */
export type NotificationChannelKind = Kind & {
  receives: 'notifications'
  send(app: AppContext, destination: Destination, outgoing: OutgoingMessage): Promise<SendResult>
  /** Channels of a kind without it do not receive the audit log. */
  sendAuditEntry?(
    app: AppContext,
    destination: Destination,
    outgoing: OutgoingAuditEntry,
  ): Promise<SendResult>
}

export type OutgoingAuditEntry = { deliveryId: string; organizationId: string; entry: AuditEntry }

/** A brand has one channel of this kind. It gets the opportunities that a person sends to it, without retries. */
export type OpportunityChannelKind = Kind & {
  receives: 'opportunities'
  send(app: AppContext, destination: Destination, outgoing: OutgoingPayload): Promise<SendResult>
  testPayload(now: Date): object
}

export type ChannelKind = NotificationChannelKind | OpportunityChannelKind

/** A channel that is ready for sending. */
export type Destination = {
  channelName: string
  /** The URL, or the email address of the recipient. */
  address: string
  /** Each signs the request; the current one comes first. */
  secrets: readonly string[]
}

/** `deliveryId` is the same for every attempt. */
export type OutgoingPayload = { deliveryId: string; payload: object; timeoutMs?: number }

export type OutgoingMessage = {
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
  /** The host that was requested; null for email. */
  host: string | null
  httpStatus: number | null
  response: string | null
  /** Why there was no response: `timeout`, `dns` … */
  error: string | null
  /** What went wrong and what to do; null for a success. */
  explanation: MessageOrText | null
  durationMs: number
  /** Another attempt cannot succeed. */
  isPermanent: boolean
  retryAfterMs: number | null
}

/** Returns the result of an attempt that was not made, and cannot succeed later. */
export const notSent = (explanation: MessageOrText, error: string | null = null): SendResult => ({
  success: false,
  host: null,
  httpStatus: null,
  response: null,
  error,
  explanation,
  durationMs: 0,
  isPermanent: true,
  retryAfterMs: null,
})
