/** The log of deliveries to a channel, including tests. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { deliveryStatuses } from '../../vocabulary/notifications.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { ChannelDeliveries } from '../db/schema.generated.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import type { Channel } from './channels.ts'
import { NotificationContent } from './content.ts'

export const ChannelDelivery = z
  .object({
    id: z.uuid(),
    notification: z
      .object({ id: z.uuid(), title: localizedText() })
      .nullable()
      .describe('The notification that was sent; null: a test.'),
    recipient: z.string().nullable().describe('The address, for channels of kind `email`.'),
    status: z.enum(deliveryStatuses).describe('`waiting` until it is sent or has finally failed.'),
    attempts: z.number().int(),
    next_attempt_at: Timestamp.nullable().describe('Null unless waiting.'),
    http_status: z.number().int().nullable(),
    response: z.string().nullable().describe('The beginning of the response to the last attempt.'),
    error: localizedText().nullable().describe('Why the last attempt failed, and what to do.'),
    duration_ms: z.number().int().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'ChannelDelivery' })

/** Lists the deliveries of a channel, newest first. */
export async function listChannelDeliveries(
  ctx: Context,
  channel: Channel,
  page: Page,
): Promise<{ items: z.input<typeof ChannelDelivery>[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await getDeliveries(ctx, channel)
    .$if(after !== null, (query) => query.where('channel_deliveries.id', '<', after))
    .orderBy('channel_deliveries.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showDelivery), next_cursor }
}

export async function getChannelDelivery(ctx: Context, channel: Channel, id: string): Promise<DeliveryRow> {
  const row = await getDeliveries(ctx, channel).where('channel_deliveries.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(message('notifications.deliveryLog.noSuchDelivery'))
  return row
}

const getDeliveries = (ctx: Context, { id }: Channel) =>
  ctx.db
    .selectFrom('channel_deliveries')
    .leftJoin('notifications', (join) =>
      join
        .onRef('notifications.organization_id', '=', 'channel_deliveries.organization_id')
        .onRef('notifications.id', '=', 'notification_id'),
    )
    .selectAll('channel_deliveries')
    .select('notifications.message')
    .where('channel_deliveries.organization_id', '=', ctx.organizationId)
    .where('channel_id', '=', id)

export type DeliveryRow = Selectable<ChannelDeliveries> & { message: unknown }

export const showDelivery = (row: DeliveryRow): z.input<typeof ChannelDelivery> => ({
  id: row.id,
  notification:
    row.notification_id === null
      ? null
      : { id: row.notification_id, title: NotificationContent.parse(row.message).title },
  recipient: row.recipient,
  status: ChannelDelivery.shape.status.parse(row.status),
  attempts: row.attempts,
  next_attempt_at: row.status === 'waiting' ? row.next_attempt_at.toISOString() : null,
  http_status: row.http_status,
  response: row.response,
  error: row.error === null ? null : messageOrText.parse(row.error),
  duration_ms: row.duration_ms,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})
