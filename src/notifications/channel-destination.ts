/** The URL and the secrets of a channel: encrypted when stored, decrypted to send, and shown so that they reveal no secret. */
import type { Selectable } from 'kysely'
import type { Context } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { newToken } from '../core/ids.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import type { Channels } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { maskSecret, maskUrl, requireEncryption } from '../net/webhook-target.ts'
import type { ChannelKind, Destination } from './kinds/channel-kind.ts'

export type DestinationChange = {
  url?: string | undefined
  /** Null removes it. */
  secret?: string | null | undefined
  secret_overlap_hours?: number | undefined
}

type Channel = Selectable<Channels>
type Stored = Pick<Channel, 'id' | 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'>

const hourMs = 3_600_000

/**
 * Returns the columns of a channel after a change. A replaced secret is kept for the overlap, but never for another origin.
 * Throws `invalid_request` when the stored secret would go to another origin, which prevents a user who does not know it from
 * receiving it, and when a secret would be sent unencrypted. `prefix`: of the names of the fields in the request.
 */
export function changeDestination(
  tx: Context,
  kind: ChannelKind,
  stored: Stored,
  change: DestinationChange,
  prefix = '',
): Omit<Stored, 'id'> {
  const { url, secret, previous_secret, previous_secret_until } = stored
  const before = url && decryptSecret(tx, url, stored.id)
  const isSameOrigin =
    change.url === undefined || (before !== null && new URL(before).origin === new URL(change.url).origin)
  if (!isSameOrigin && secret !== null && change.secret === undefined)
    throw invalid(`${prefix}secret`, message('notifications.channels.isRequiredBecauseTheURLHas'))
  const overlapMs = isSameOrigin && secret && change.secret ? (change.secret_overlap_hours ?? 0) * hourMs : 0
  const changed = {
    url: change.url === undefined ? url : encryptSecret(tx, change.url, stored.id),
    ...(change.secret === undefined
      ? { secret, previous_secret, previous_secret_until }
      : {
          secret: change.secret === null ? null : encryptSecret(tx, change.secret, stored.id),
          previous_secret: overlapMs > 0 ? secret : null,
          previous_secret_until: overlapMs > 0 ? new Date(tx.now().getTime() + overlapMs) : null,
        }),
  }
  const used = change.url ?? before
  if (used !== null && (!kind.allowsHttp || changed.secret !== null))
    requireEncryption(tx, used, `${prefix}url`)
  return changed
}

/** Standard base64, as receivers' libraries expect. */
export const newSecret = () => `whsec_${Buffer.from(newToken(24), 'base64url').toString('base64')}`

/**
 * Returns a channel that is ready for sending. `recipient`: the address, for an email channel. Throws `conflict` when it cannot
 * be decrypted, and `invalid_request` when a secret would be sent unencrypted.
 */
export function openDestination(
  ctx: Context,
  channel: Channel,
  recipient: string | null = null,
): Destination {
  const { id, name, url, secret } = channel
  if (recipient !== null) return { channelName: name, address: recipient, secrets: [] }
  const address = url && decryptSecret(ctx, url, id)
  const current = secret && decryptSecret(ctx, secret, id)
  if (address === null || (secret !== null && current === null))
    throw conflict(message('notifications.destination.theChannelWasEncryptedWithAnother'))
  if (current !== null) requireEncryption(ctx, address, 'url')
  const previous =
    overlapEnd(ctx, channel) && decryptSecret(ctx, channel.previous_secret ?? Buffer.alloc(0), id)
  return { channelName: name, address, secrets: [current, previous].filter((each) => each !== null) }
}

/** Until when the replaced secret signs requests too, or null. */
export const overlapEnd = (ctx: Context, { previous_secret_until: until }: Stored): Date | null =>
  until !== null && until > ctx.now() ? until : null

/** The URL of a chat service is a secret itself. */
export function shownUrl(
  ctx: Context,
  { id, url }: Stored,
  show: (url: string) => string = maskUrl,
): string | null {
  if (url === null) return null
  const decrypted = decryptSecret(ctx, url, id)
  return decrypted === null ? '••••' : show(decrypted)
}

export const shownSecret = (ctx: Context, { id, secret }: Stored): string | null =>
  secret && maskSecret(decryptSecret(ctx, secret, id))
