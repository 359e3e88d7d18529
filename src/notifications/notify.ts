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
import { insertDeliveries, type NewDelivery } from './deliveries.ts'

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
  /** Only members and channels that are not limited to brands receive it, and no viewers: it is about keys or spend. */
  isForOrganization?: boolean
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
  await insertInboxItems(tx, inserted.id, brandIds, notification)
  await insertDeliveries(tx, [
    ...(await channelDeliveries(tx, inserted.id, notification, brandIds)),
    ...(await personalEmails(tx, inserted.id, brandIds, notification.emailUserIds ?? [])),
  ])
  return inserted.id
}

async function insertInboxItems(
  tx: Context,
  notificationId: string,
  brandIds: readonly string[],
  { userIds, isForOrganization = false }: NewNotification,
): Promise<void> {
  await sql`
    insert into inbox_items (organization_id, user_id, notification_id)
    select organization_id, user_id, ${notificationId} from members
    where organization_id = ${tx.organizationId}
      and (brand_ids is null or brand_ids @> ${[...brandIds]}::uuid[])
      and (not ${isForOrganization} or (brand_ids is null and role in ('owner', 'admin', 'editor')))
      and (${userIds === undefined} or user_id = any(${[...(userIds ?? [])]}::uuid[]))`.execute(tx.db)
}

/** An email channel gets one delivery per confirmed address, so that a retry for one address does not repeat the others. */
async function channelDeliveries(
  tx: Context,
  notificationId: string,
  { kind, channelIds, isForOrganization = false }: NewNotification,
  brandIds: readonly string[],
): Promise<NewDelivery[]> {
  const { rows } = await sql<{ id: string; recipient: string | null }>`
    select id, recipient from channels
    left join lateral unnest(recipients) as recipient on true
    where organization_id = ${tx.organizationId} and is_active
      and (recipient is null or exists (
        select from confirmed_recipients confirmed
        where confirmed.organization_id = channels.organization_id and confirmed.email = recipient))
      and (brand_ids is null or (brand_ids @> ${[...brandIds]}::uuid[] and not ${isForOrganization}))
      and case when ${channelIds === undefined} then ${kind} = any(notification_kinds)
        else id = any(${[...(channelIds ?? [])]}::uuid[]) end`.execute(tx.db)
  return rows.map(({ id, recipient }) => ({ notificationId, channelId: id, userId: null, recipient }))
}

async function personalEmails(
  tx: Context,
  notificationId: string,
  brandIds: readonly string[],
  userIds: readonly string[],
): Promise<NewDelivery[]> {
  if (userIds.length === 0 || tx.config.SMTP_URL === null) return []
  const { rows } = await sql<{ id: string; email: string }>`
    select users.id, users.email from members join users on users.id = members.user_id
    where members.organization_id = ${tx.organizationId} and users.id = any(${[...userIds]}::uuid[])
      and (members.brand_ids is null or members.brand_ids @> ${[...brandIds]}::uuid[])`.execute(tx.db)
  return rows.map(({ id, email }) => ({ notificationId, channelId: null, userId: id, recipient: email }))
}
