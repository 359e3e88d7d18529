/** The inbox of a member: the notifications they received, read or unread. Brands they can no longer see are left out. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { notificationKinds } from '../../vocabulary/notifications.ts'
import { requireUserId } from '../accounts/actors.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { loadById } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { NotificationContent, RenderedContent } from './content.ts'
import { asNotificationKind } from './outgoing-notification.ts'

export const InboxItem = z
  .object({
    id: z.uuid(),
    kind: z.enum(notificationKinds),
    brand: z
      .object({ id: z.uuid(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('Null: about several brands or about the organization.'),
    message: RenderedContent,
    read_at: Timestamp.nullable().describe('Null: unread.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Notification' })

export type InboxRecord = z.input<typeof InboxItem>

export type InboxFilter = {
  unread?: boolean | undefined
  kind?: (typeof notificationKinds)[number] | undefined
  brandId?: string | undefined
}

/** Lists the caller's notifications, newest first. */
export async function listInbox(
  ctx: Context,
  { unread, kind, brandId }: InboxFilter,
  page: Page,
): Promise<{ items: InboxRecord[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await getInbox(ctx)
    .$if(unread === true, (query) => query.where('read_at', 'is', null))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(brandId !== undefined, (query) =>
      query.where(sql<boolean>`${brandId ?? ''}::uuid = any(notifications.brand_ids)`),
    )
    .$if(after !== null, (query) => query.where('notifications.id', '<', after))
    .orderBy('notifications.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showItem), next_cursor }
}

export async function countUnread(ctx: Context): Promise<number> {
  const { count } = await selectVisible(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const inboxItemInPath = {
  params: { notification: Uuid.describe('Id of the notification.') },
  find: { notification: loadById('notification', getInboxItem) },
}

async function getInboxItem(ctx: Context, id: string): Promise<InboxRecord> {
  const row = await getInbox(ctx).where('notifications.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(message('notifications.general.noSuchNotification'))
  return showItem(row)
}

/** Keeps the time of a notification that is read already. */
export async function markNotification(ctx: Context, id: string, isRead: boolean): Promise<InboxRecord> {
  await ctx.db
    .updateTable('inbox_items')
    .set({ read_at: isRead ? sql<Date>`coalesce(read_at, ${ctx.now()})` : null })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', requireUserId(ctx))
    .where('notification_id', '=', id)
    .execute()
  return getInboxItem(ctx, id)
}

export async function markAllRead(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('inbox_items')
    .set({ read_at: ctx.now() })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', requireUserId(ctx))
    .where('read_at', 'is', null)
    .execute()
}

const getInbox = (ctx: Context) =>
  selectVisible(ctx)
    .leftJoin('brands', 'brands.id', 'notifications.brand_id')
    .select(['notifications.id', 'kind', 'message', 'read_at', 'notifications.created_at'])
    .select(['brands.id as brandId', 'brands.name', 'brands.slug'])

const selectVisible = (ctx: Context) =>
  ctx.db
    .selectFrom('inbox_items')
    .innerJoin('notifications', (join) =>
      join
        .onRef('notifications.organization_id', '=', 'inbox_items.organization_id')
        .onRef('notifications.id', '=', 'notification_id'),
    )
    .where('inbox_items.organization_id', '=', ctx.organizationId)
    .where('user_id', '=', requireUserId(ctx))
    .where(isVisible(ctx))

/** The brands of the caller may have changed since the notification. */
function isVisible({ actor }: Context): RawBuilder<boolean> {
  const visible = 'brandIds' in actor ? actor.brandIds : null
  return sql<boolean>`(${visible}::uuid[] is null or notifications.brand_ids <@ ${visible}::uuid[])`
}

type Row = Awaited<ReturnType<ReturnType<typeof getInbox>['executeTakeFirstOrThrow']>>

const showItem = (row: Row): InboxRecord => ({
  id: row.id,
  kind: asNotificationKind(row.kind),
  brand: row.brandId === null ? null : { id: row.brandId, name: row.name ?? '', slug: row.slug ?? '' },
  message: NotificationContent.parse(row.message),
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
