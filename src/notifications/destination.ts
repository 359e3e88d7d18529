/** Finds out where a delivery goes: to a channel of the organization, or to the email address of a member. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { decryptSecret } from '../db/encryption.ts'
import type { ChannelDeliveries } from '../db/schema.generated.ts'
import type { Channel } from './channels.ts'
import { digestFrame } from './digest-email.ts'
import type { OutgoingNotification } from './outgoing-notification.ts'
import type { ChatKind, Destination } from './send-to-channel.ts'
import { unsubscribeUrls } from './unsubscribe-token.ts'

/** A destination that cannot be used now, and why. */
export type Unusable = { error: string }

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
  if (!channel?.is_active) return { error: 'The channel is disabled.' }
  return channelDestination(ctx, channel, delivery.recipient)
}

const otherKey =
  'The channel was encrypted with another SECRET_KEY. Enter its URL and secret again, or add the earlier key to SECRET_KEY_PREVIOUS.'

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
        reason: `You receive this because your address is in the channel “${channel.name}”.`,
        links: [{ label: 'Change channels', url: `${ctx.baseUrl}/dashboard/settings/channels` }],
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
    .select('user_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(brand_ids is null or brand_ids @> ${brandIds}::uuid[])`)
    .executeTakeFirst()
  if (!member || recipient === null) return { error: 'The recipient can no longer see this.' }
  if (kind === 'digest')
    return {
      kind: 'email',
      recipient,
      frame: digestFrame(ctx, member.user_id),
      unsubscribeUrl: unsubscribeUrls(ctx, member.user_id).oneClick,
    }
  return {
    kind: 'email',
    recipient,
    frame: { reason: 'You receive this as a member of the organization.', links: [] },
    unsubscribeUrl: null,
  }
}
