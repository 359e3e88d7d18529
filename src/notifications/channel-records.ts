/** What the API accepts and returns for channels. */
import { z } from 'zod'
import { channelNotificationKinds, channelSubscriptions } from '../../vocabulary/notifications.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { WebhookSecret, WebhookUrl } from '../net/webhook-target.ts'
import { channelKindNames } from './channel-kinds.ts'

const Recipients = z
  .array(z.email().max(320).toLowerCase())
  .min(1)
  .max(20)
  .transform((addresses) => [...new Set(addresses)])
const NotificationKinds = z
  .array(z.enum(channelSubscriptions))
  .min(1)
  .transform((kinds) => [...new Set(kinds)])
  .describe(
    '`audit_log`: each entry of the audit log, for channels of kind `webhook`. Only owners add or change them.',
  )
export const SecretOverlapHours = z
  .number()
  .int()
  .min(0)
  .max(168)
  .describe(
    'How long the secret that is replaced signs requests too, so that the receiver can change over. Has no effect without a new secret.',
  )
const BrandIds = z.array(Uuid).min(1).max(1_000).nullable().describe('Null: every brand.')

const fields = {
  name: Line(100),
  is_active: z.boolean(),
  brand_ids: BrandIds,
  notification_kinds: NotificationKinds,
  recipients: Recipients.describe('Email addresses; for channels of kind `email`.'),
  url: WebhookUrl.describe('For all other kinds.'),
  secret: WebhookSecret.min(16)
    .nullable()
    .describe('Signs the requests; for webhooks. Null removes it from the webhook of a brand.'),
}

export const NewChannel = z.strictObject({
  ...fields,
  kind: z.enum(channelKindNames),
  brand_id: Uuid.nullable().default(null).describe('Required for the kind `opportunity_webhook`.'),
  is_active: fields.is_active.default(true),
  brand_ids: fields.brand_ids.default(null),
  notification_kinds: fields.notification_kinds.default([...channelNotificationKinds]),
  recipients: fields.recipients.optional(),
  url: fields.url.optional(),
  secret: WebhookSecret.min(16)
    .optional()
    .describe('For webhooks. Generated if omitted for the kind `webhook`.'),
})

export const ChannelChange = z
  .strictObject({ ...fields, secret_overlap_hours: SecretOverlapHours })
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    error: localizedIssue(message('notifications.channels.mustContainAField')),
  })

export const ChannelRecord = z
  .object({
    id: z.uuid(),
    brand: z
      .object({ id: z.uuid(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('The brand whose opportunities it gets. Null: it gets notifications.'),
    kind: z.enum(channelKindNames),
    name: z.string(),
    is_active: z.boolean(),
    brand_ids: z.array(z.uuid()).nullable(),
    notification_kinds: z.array(z.enum(channelSubscriptions)),
    recipients: z.array(z.string()).nullable(),
    unconfirmed_recipients: z
      .array(z.string())
      .nullable()
      .describe(
        'Recipients who have not opened the link that asks for their confirmation. They receive nothing else.',
      ),
    url: z.string().nullable().describe('Shortened, because the URL is a secret.'),
    secret: z
      .string()
      .nullable()
      .describe('Never the secret itself: “••••” and its last four characters; null when none is set.'),
    previous_secret_until: Timestamp.nullable().describe(
      'Until then, requests are also signed with the secret that was replaced. Null: only with the current one.',
    ),
    created_at: Timestamp,
  })
  .meta({ id: 'Channel' })
