import { notificationKinds } from '../../vocabulary/notifications.ts'
import { readMailLogo } from '../branding/branding.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { NotificationContent } from './content.ts'
import type { OutgoingMessage } from './kinds/channel-kind.ts'

export type OutgoingNotification = OutgoingMessage['notification'] & { brandIds: string[] }

/** Returns a notification with its brand, as channels need it. */
export async function getOutgoingNotification(
  ctx: Context,
  id: string | null,
): Promise<OutgoingNotification> {
  const row = await ctx.db
    .selectFrom('notifications')
    .leftJoin('brands', 'brands.id', 'notifications.brand_id')
    .select(['notifications.id', 'kind', 'message', 'brand_ids', 'notifications.created_at'])
    .select(['brands.id as brandId', 'brands.name', 'brands.slug'])
    .where('notifications.organization_id', '=', ctx.organizationId)
    .where('notifications.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(message('notifications.general.noSuchNotification'))
  const { brandId, name, slug } = row
  const content = NotificationContent.parse(row.message)
  return {
    id: row.id,
    kind: asNotificationKind(row.kind),
    brand: brandId === null ? null : { id: brandId, name: name ?? '', slug: slug ?? '' },
    brandIds: row.brand_ids,
    createdAt: row.created_at,
    message: content,
    logo: content.sender ? await readMailLogo(ctx, ctx.organizationId) : null,
  }
}

/** The database allows only these kinds. */
export function asNotificationKind(kind: string): (typeof notificationKinds)[number] {
  const found = notificationKinds.find((each) => each === kind)
  if (found === undefined) throw new Error(`${kind} is not a kind of notification`)
  return found
}
