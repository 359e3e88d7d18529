/** The log of deliveries, including tests, and sending a failed delivery again. */
import { z } from 'zod'
import { deliveryStatuses } from '../../vocabulary/notifications.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { ResourceLoader } from '../http/route.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { type Channel, channelInPath, recordChannelEvent } from './channels.ts'
import { NotificationContent } from './content.ts'
import { type Delivery, wakeDeliveryWorker } from './deliveries.ts'

const Titled = z.object({ id: z.uuid(), title: localizedText() }).nullable()

export const DeliveryRecord = z
  .object({
    id: z.uuid(),
    notification: Titled.describe('The notification that was sent.'),
    audit_entry_id: z.uuid().nullable().describe('The entry of the audit log that was sent.'),
    opportunity: Titled.describe('The opportunity that was sent. None of the three: a test.'),
    recipient: z.string().nullable().describe('The address, for channels of kind `email`.'),
    host: z.string().nullable().describe('The host of the URL; the rest of it may contain a secret.'),
    status: z.enum(deliveryStatuses).describe('`waiting` until it is sent or has finally failed.'),
    success: z.boolean().describe('Whether the status is `sent`.'),
    attempts: z.number().int(),
    next_attempt_at: Timestamp.nullable().describe('Null unless waiting.'),
    http_status: z.number().int().nullable(),
    body: z.string().nullable().describe('The first 1,000 characters of the response to the last attempt.'),
    error: z.string().nullable().describe('Why there was no response: timeout, dns, tls, refused …'),
    explanation: localizedText().nullable().describe('Why the last attempt failed, and what to do.'),
    duration_ms: z.number().int().nullable(),
    sent_by: z.string().nullable().describe('The name of the user who sent an opportunity or a test.'),
    at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'Delivery' })

type Filter = { channelId: string } | { brandId: string; opportunityId?: string }

/** Lists the deliveries of a channel, of an opportunity or to the webhook of a brand, newest first. */
export async function listDeliveries(
  ctx: Context,
  filter: Filter,
  page: Page,
): Promise<{ items: z.input<typeof DeliveryRecord>[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await selectDeliveries(ctx, filter)
    .$if(after !== null, (query) => query.where('deliveries.id', '<', after))
    .orderBy('deliveries.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: await showDeliveries(ctx, items), next_cursor }
}

function selectDeliveries(ctx: Context, filter: Filter) {
  const all = ctx.db
    .selectFrom('deliveries')
    .leftJoin('notifications', (join) =>
      join
        .onRef('notifications.organization_id', '=', 'deliveries.organization_id')
        .onRef('notifications.id', '=', 'notification_id'),
    )
    .leftJoin('users', 'users.id', 'sent_by')
    .selectAll('deliveries')
    .select(['notifications.message', 'users.name as sender'])
    .where('deliveries.organization_id', '=', ctx.organizationId)
  if ('channelId' in filter) return all.where('channel_id', '=', filter.channelId)
  const ofBrand = all.where('deliveries.brand_id', '=', filter.brandId)
  return filter.opportunityId === undefined
    ? ofBrand
    : ofBrand.where('opportunity_id', '=', filter.opportunityId)
}

type DeliveryRow = Delivery & { message: unknown; sender: string | null }

async function showDeliveries(
  ctx: Context,
  rows: readonly DeliveryRow[],
): Promise<z.input<typeof DeliveryRecord>[]> {
  const titles = await findOpportunityTitles(ctx, rows)
  return rows.map((row) => ({
    id: row.id,
    notification:
      row.notification_id === null
        ? null
        : { id: row.notification_id, title: NotificationContent.parse(row.message).title },
    audit_entry_id: row.audit_entry_id,
    opportunity:
      row.opportunity_id === null
        ? null
        : { id: row.opportunity_id, title: messageOrText.parse(titles.get(row.opportunity_id) ?? '') },
    recipient: row.recipient,
    host: row.host,
    status: DeliveryRecord.shape.status.parse(row.status),
    success: row.status === 'sent',
    attempts: row.attempts,
    next_attempt_at: row.status === 'waiting' ? row.next_attempt_at.toISOString() : null,
    http_status: row.http_status,
    body: row.response,
    error: row.error,
    explanation: row.explanation === null ? null : messageOrText.parse(row.explanation),
    duration_ms: row.duration_ms,
    sent_by: row.sender,
    at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }))
}

/** A page of a log is of one brand. Read separately, because opportunities are on other servers of a cluster. */
async function findOpportunityTitles(
  ctx: Context,
  rows: readonly DeliveryRow[],
): Promise<Map<string, unknown>> {
  const brandId = rows.find(({ opportunity_id }) => opportunity_id !== null)?.brand_id
  if (!brandId) return new Map()
  const found = await ctx.db
    .selectFrom('opportunities')
    .select(['id', 'title'])
    .where('brand_id', '=', brandId)
    .where(
      'id',
      'in',
      rows.flatMap(({ opportunity_id }) => opportunity_id ?? []),
    )
    .execute()
  return new Map(found.map(({ id, title }) => [id, title]))
}

export const deliveryInPath = {
  params: { ...channelInPath.params, delivery: Uuid.describe('Id of the delivery.') },
  find: { ...channelInPath.find, delivery: deliveryOfChannel() },
}

function deliveryOfChannel(): ResourceLoader<DeliveryRow> {
  return {
    in: 'params',
    name: 'delivery',
    schema: Uuid,
    load: (ctx, id, found: { channel?: Channel }) => {
      if (!found.channel) throw new Error('Finding a delivery requires a channel loader before it')
      return getDelivery(ctx, found.channel, String(id))
    },
  }
}

async function getDelivery(ctx: Context, channel: Channel, id: string): Promise<DeliveryRow> {
  const row = await selectDeliveries(ctx, { channelId: channel.id })
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(message('notifications.deliveryLog.noSuchDelivery'))
  return row
}

/** Returns the record of a delivery of the channel. */
export async function showDelivery(
  ctx: Context,
  channel: Channel,
  id: string,
): Promise<z.input<typeof DeliveryRecord>> {
  const [shown] = await showDeliveries(ctx, [await getDelivery(ctx, channel, id)])
  if (!shown) throw new Error('A delivery was not shown')
  return shown
}

/**
 * Sends the notification again with the same id and a new series of attempts. Throws `conflict` for a delivery that cannot be
 * sent again.
 */
export async function resendDelivery(ctx: Context, channel: Channel, delivery: DeliveryRow): Promise<void> {
  requireResendable(channel, delivery)
  const refusal = delivery.recipient === null ? null : await takeMailQuota(ctx, delivery.recipient)
  if (refusal !== null) throw conflict(refusal)
  await transaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('deliveries')
      .set({ status: 'waiting', attempts: 0, next_attempt_at: tx.now(), finished_at: null })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', delivery.id)
      .where('status', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFailed()
    await recordChannelEvent(tx, 'channel.resent', channel, { delivery_id: delivery.id })
    await wakeDeliveryWorker(tx)
  })
}

function requireResendable(
  channel: Channel,
  { status, notification_id, audit_entry_id, opportunity_id, recipient }: Delivery,
): void {
  if (opportunity_id !== null) throw conflict(message('notifications.resend.sendTheOpportunityAgain'))
  if (notification_id === null && audit_entry_id === null)
    throw conflict(message('notifications.resend.testsCannotBeResentSendA'))
  if (status !== 'failed') throw notFailed()
  if (!channel.is_active) throw conflict(message('notifications.resend.theChannelIsDisabledActivateIt'))
  if (recipient !== null && !channel.recipients?.includes(recipient))
    throw conflict(message('notifications.resend.theChannelNoLongerHasThis'))
}

const notFailed = () => conflict(message('notifications.resend.onlyFailedDeliveriesCanBeResent'))
