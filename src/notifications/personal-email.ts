/** Email to a member: a digest or another notification, in the language of the member. */
import { sql } from 'kysely'
import { UserLanguage } from '../accounts/users.ts'
import type { Context } from '../core/context.ts'
import { message } from '../languages/message.ts'
import type { Delivery } from './deliveries.ts'
import { digestFrame, unsubscribeUrls } from './digest-email.ts'
import { notSent, type OutgoingMessage, type SendResult } from './kinds/channel-kind.ts'
import { sendEmail } from './kinds/email.ts'
import type { OutgoingNotification } from './outgoing-notification.ts'

/** Sends nothing to a member who has left or may no longer see all brands of the notification. */
export async function sendPersonalEmail(
  ctx: Context,
  { user_id, recipient }: Delivery,
  outgoing: OutgoingMessage & { notification: OutgoingNotification },
): Promise<SendResult> {
  const { kind, brandIds } = outgoing.notification
  const member = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['user_id', 'users.language'])
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(brand_ids is null or brand_ids @> ${brandIds}::uuid[])`)
    .executeTakeFirst()
  if (!member || recipient === null)
    return notSent(message('notifications.destination.theRecipientCanNoLongerSee'))
  const language = UserLanguage.parse(member.language) ?? 'en'
  const destination =
    kind === 'digest'
      ? {
          frame: { ...digestFrame(ctx, member.user_id), language },
          unsubscribeUrl: unsubscribeUrls(ctx, member.user_id).oneClick,
        }
      : {
          frame: {
            reason: message('notifications.destination.youReceiveThisAsAMember'),
            links: [],
            language,
          },
        }
  return sendEmail(ctx, { recipient, ...destination }, outgoing)
}
