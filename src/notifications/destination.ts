/** Finds out where a delivery goes: to a channel of the organization, or to the email address of a member. */
import { type Selectable, sql } from 'kysely'
import { UserLanguage } from '../accounts/users.ts'
import type { Context } from '../core/context.ts'
import { decryptSecret } from '../db/encryption.ts'
import type { ChannelDeliveries } from '../db/schema.generated.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import type { Channel } from './channels.ts'
import { digestFrame } from './digest-email.ts'
import type { OutgoingNotification } from './outgoing-notification.ts'
import { findConfirmed } from './recipients.ts'
import type { ChatKind, Destination } from './send-to-channel.ts'
import { unsubscribeUrls } from './unsubscribe-token.ts'

/** A destination that cannot be used now, and why. */
export type Unusable = { error: MessageOrText }

type Delivery = Pick<
  Selectable<ChannelDeliveries>,
  'organization_id' | 'channel_id' | 'user_id' | 'recipient'
>

export async function findDestination(
  ctx: Context,
  delivery: Delivery,
  notification: OutgoingNotification,
): Promise<Destination | Unusable> {
  if (delivery.channel_id === null) return personalDestination(ctx, delivery, notification)
  const channel = await ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', delivery.channel_id)
    .executeTakeFirst()
  if (!channel?.is_active) return { error: message('notifications.destination.theChannelIsDisabled') }
  if (
    delivery.recipient !== null &&
    !(await findConfirmed(ctx, [delivery.recipient])).has(delivery.recipient)
  )
    return { error: message('notifications.destination.theAddressIsNotConfirmed') }
  return channelDestination(ctx, channel, delivery.recipient)
}

const otherKey = message('notifications.destination.theChannelWasEncryptedWithAnother')

/** `recipient`: the address, for an email channel. */
export function channelDestination(
  ctx: Context,
  channel: Channel,
  recipient: string | null,
): Destination | Unusable {
  if (channel.kind === 'email')
    return {
      kind: 'email',
      recipient: recipient ?? '',
      frame: {
        reason: message('notifications.destination.youReceiveThisBecauseYourAddress', {
          channel: channel.name,
        }),
        links: [
          {
            label: message('notifications.destination.changeChannels'),
            url: `${ctx.baseUrl}/dashboard/settings/channels`,
          },
        ],
        language: 'en',
      },
      unsubscribeUrl: null,
    }
  const url = channel.url && decryptSecret(ctx, channel.url, channel.id)
  if (url === null) return { error: otherKey }
  if (channel.kind !== 'webhook') return { kind: asChatKind(channel.kind), url }
  const secret = channel.secret && decryptSecret(ctx, channel.secret, channel.id)
  return secret === null ? { error: otherKey } : { kind: 'webhook', url, secret }
}

/** The database allows no other kinds than these, email and webhooks. */
function asChatKind(kind: string): ChatKind {
  if (kind === 'slack' || kind === 'discord' || kind === 'teams') return kind
  throw new Error(`${kind} is not a chat service`)
}

async function personalDestination(
  ctx: Context,
  { user_id, recipient }: Delivery,
  { kind, brandIds }: OutgoingNotification,
): Promise<Destination | Unusable> {
  const member = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['user_id', 'users.language'])
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(brand_ids is null or brand_ids @> ${brandIds}::uuid[])`)
    .executeTakeFirst()
  if (!member || recipient === null)
    return { error: message('notifications.destination.theRecipientCanNoLongerSee') }
  const language = UserLanguage.parse(member.language) ?? 'en'
  if (kind === 'digest')
    return {
      kind: 'email',
      recipient,
      frame: { ...digestFrame(ctx, member.user_id), language },
      unsubscribeUrl: unsubscribeUrls(ctx, member.user_id).oneClick,
    }
  return {
    kind: 'email',
    recipient,
    frame: { reason: message('notifications.destination.youReceiveThisAsAMember'), links: [], language },
    unsubscribeUrl: null,
  }
}
