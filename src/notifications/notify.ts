/**
 * A notification tells the members of an organization about a brand or about the organization. It is stored once, appears
 * in the inbox of each recipient, and is delivered to each channel that is subscribed to its kind. A channel is a
 * destination outside the dashboard: email addresses, a chat channel or a webhook.
 */
import { sql } from 'kysely'
import type { NotificationKind } from '../../vocabulary/notifications.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { NotificationContent } from './content.ts'
import { wakeDeliveryWorker } from './wake-delivery-worker.ts'

export type NewNotification = {
  /** Null: about several brands or about the organization. */
  brandId: string | null
  /** The brands that a notification without `brandId` is about. Only members who can see all of them receive it. */
  brandIds?: readonly string[]
  kind: NotificationKind
  /** Identifies the cause, unique in the organization: a second notification with the same key is not stored. */
  key: string
  message: NotificationContent
  /** Default: the active channels that are subscribed to the kind and the brand. */
  channelIds?: readonly string[]
  /** Default: all members who can see the brands. */
  userIds?: readonly string[]
  /** Members who also get the message by email, if SMTP is configured. */
  emailUserIds?: readonly string[]
}

/**
 * Stores a notification with its inbox items and deliveries in the transaction of `tx`. Returns its id, or null when one
 * with the same key exists.
 */
export async function notify(tx: Context, notification: NewNotification): Promise<string | null> {
  if (!tx.db.isTransaction) throw new Error('notify requires a transaction')
  const { brandId, kind, key, message } = notification
  const brandIds = brandId === null ? (notification.brandIds ?? []) : [brandId]
  const inserted = await tx.db
    .insertInto('notifications')
    .values({
      organization_id: tx.organizationId,
      id: newId(tx.now().getTime()),
      brand_id: brandId,
      brand_ids: [...brandIds],
      kind,
      dedupe_key: key,
      message: JSON.stringify(NotificationContent.parse(message)),
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await insertInboxItems(tx, inserted.id, brandIds, notification.userIds)
  const count =
    (await insertChannelDeliveries(tx, inserted.id, notification, brandIds)) +
    (await insertPersonalEmails(tx, inserted.id, brandIds, notification.emailUserIds ?? []))
  if (count > 0) await wakeDeliveryWorker(tx)
  return inserted.id
}

async function insertInboxItems(
  tx: Context,
  notificationId: string,
  brandIds: readonly string[],
  userIds: readonly string[] | undefined,
): Promise<void> {
  await sql`
    insert into inbox_items (organization_id, user_id, notification_id)
    select organization_id, user_id, ${notificationId} from members
    where organization_id = ${tx.organizationId}
      and (brand_ids is null or brand_ids @> ${[...brandIds]}::uuid[])
      and (${userIds === undefined} or user_id = any(${[...(userIds ?? [])]}::uuid[]))`.execute(tx.db)
}

/**
 * An email channel gets one delivery per confirmed address, so that a retry for one address does not repeat the others.
 */
async function insertChannelDeliveries(
  tx: Context,
  notificationId: string,
  { kind, channelIds }: NewNotification,
  brandIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string; recipient: string | null }>`
    select id, recipient from channels
    left join lateral unnest(recipients) as recipient on true
    where organization_id = ${tx.organizationId} and is_active
      and (recipient is null or exists (
        select from confirmed_recipients confirmed
        where confirmed.organization_id = channels.organization_id and confirmed.email = recipient))
      and (brand_ids is null or brand_ids @> ${[...brandIds]}::uuid[])
      and case when ${channelIds === undefined} then ${kind} = any(notification_kinds)
        else id = any(${[...(channelIds ?? [])]}::uuid[]) end`.execute(tx.db)
  return insertDeliveries(
    tx,
    rows.map(({ id, recipient }) => ({ notificationId, channelId: id, userId: null, recipient })),
  )
}

async function insertPersonalEmails(
  tx: Context,
  notificationId: string,
  brandIds: readonly string[],
  userIds: readonly string[],
): Promise<number> {
  if (userIds.length === 0 || tx.config.SMTP_URL === null) return 0
  const { rows } = await sql<{ id: string; email: string }>`
    select users.id, users.email from members join users on users.id = members.user_id
    where members.organization_id = ${tx.organizationId} and users.id = any(${[...userIds]}::uuid[])
      and (members.brand_ids is null or members.brand_ids @> ${[...brandIds]}::uuid[])`.execute(tx.db)
  return insertDeliveries(
    tx,
    rows.map(({ id, email }) => ({ notificationId, channelId: null, userId: id, recipient: email })),
  )
}

export type NewDelivery = {
  notificationId: string | null
  channelId: string | null
  userId: string | null
  recipient: string | null
}

/** Stores waiting deliveries. Returns their number. */
async function insertDeliveries(tx: Context, deliveries: readonly NewDelivery[]): Promise<number> {
  if (deliveries.length === 0) return 0
  await tx.db
    .insertInto('channel_deliveries')
    .values(
      deliveries.map(({ notificationId, channelId, userId, recipient }) => ({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        notification_id: notificationId,
        channel_id: channelId,
        user_id: userId,
        recipient,
        next_attempt_at: tx.now(),
        created_at: tx.now(),
      })),
    )
    .execute()
  return deliveries.length
}
