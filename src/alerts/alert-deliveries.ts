/** The channels that alerts are sent to, and the deliveries of an alert. */
import { z } from 'zod'
import { deliveryStatuses } from '../../vocabulary/notifications.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { channelKindNamed } from '../notifications/channel-kinds.ts'
import type { Alert } from './alerts.ts'

export const AlertChannel = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.string(),
    kind_label: localizedText().describe('Name of the service, such as Slack.'),
    recipients: z.array(z.string()).nullable().describe('Addresses, for channels of kind `email`.'),
    is_active: z.boolean(),
    is_subscribed: z.boolean().describe('Whether it gets the alerts of rules that name no channels.'),
  })
  .meta({ id: 'AlertChannel' })

export const AlertDeliveries = z
  .object({
    inboxes: z.number().int().describe('Members who have the notification in their inbox.'),
    items: z.array(
      z.object({
        id: z.uuid(),
        channel: z.string().nullable().describe('Name of the channel; null if it was deleted.'),
        kind: z.string().nullable(),
        recipient: z.string().nullable().describe('The address, for channels of kind `email`.'),
        status: z.enum(deliveryStatuses),
        attempts: z.number().int(),
        explanation: localizedText().nullable().describe('Why the last attempt failed.'),
        at: Timestamp.describe('When it was sent or has failed; until then, when it was created.'),
      }),
    ),
  })
  .meta({ id: 'AlertDeliveries' })

/** Lists the channels that can get the alerts of a brand; of all brands without one. */
export async function listAlertChannels(
  ctx: Context,
  brandId: string | null = null,
): Promise<z.input<typeof AlertChannel>[]> {
  const rows = await ctx.db
    .selectFrom('channels')
    .select(['id', 'name', 'kind', 'recipients', 'is_active', 'brand_ids', 'notification_kinds'])
    .where('organization_id', '=', ctx.organizationId)
    // The others get opportunities of a brand.
    .where('brand_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ brand_ids }) => brandId === null || brand_ids === null || brand_ids.includes(brandId))
    .map(({ brand_ids: _, notification_kinds, ...row }) => ({
      ...row,
      kind_label: channelKindNamed(row.kind).label,
      is_subscribed: notification_kinds.includes('alert'),
    }))
}

/** Returns who was notified about an alert, and whether the messages arrived. */
export async function readAlertDeliveries(
  { db, organizationId }: Context,
  { notification_id }: Alert,
): Promise<z.input<typeof AlertDeliveries>> {
  if (notification_id === null) return { inboxes: 0, items: [] }
  const { count } = await db
    .selectFrom('inbox_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('notification_id', '=', notification_id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('deliveries')
    .leftJoin('channels', (join) =>
      join
        .onRef('channels.organization_id', '=', 'deliveries.organization_id')
        .onRef('channels.id', '=', 'channel_id'),
    )
    .select(['deliveries.id', 'channels.name', 'channels.kind', 'recipient', 'status', 'attempts'])
    .select(['explanation', 'finished_at', 'deliveries.created_at'])
    .where('deliveries.organization_id', '=', organizationId)
    .where('notification_id', '=', notification_id)
    .orderBy('deliveries.id')
    .execute()
  return {
    inboxes: count,
    items: rows.map(({ name, explanation, finished_at, created_at, status, ...row }) => ({
      ...row,
      channel: name,
      status: z.enum(deliveryStatuses).parse(status),
      explanation: explanation === null ? null : messageOrText.parse(explanation),
      at: (finished_at ?? created_at).toISOString(),
    })),
  }
}
