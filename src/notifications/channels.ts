/**
 * A channel is a destination outside the dashboard: email addresses, an incoming webhook of a chat service, or a webhook of the
 * customer. It belongs to the organization and gets notifications, or to a brand and gets opportunities that people send.
 */
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { auditSubscription } from '../../vocabulary/notifications.ts'
import { canSee, listBrands } from '../brands/brands.ts'
import { type Context, hasAccess, requireAccess, transaction } from '../core/context.ts'
import { conflict, invalid, notFound } from '../core/errors.ts'
import { type EventKind, recordEvent } from '../core/events.ts'
import { newId, Uuid } from '../core/ids.ts'
import type { Channels } from '../db/schema.generated.ts'
import { loadById } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { assertSafeUrl } from '../net/guarded-fetch.ts'
import { requireRoom } from '../plans/plans.ts'
import { changeDestination, newSecret, overlapEnd, shownSecret, shownUrl } from './channel-destination.ts'
import { channelFields, channelKindNamed } from './channel-kinds.ts'
import { type ChannelChange, ChannelRecord, type NewChannel } from './channel-records.ts'
import type { ChannelField, ChannelKind } from './kinds/channel-kind.ts'
import { findConfirmed } from './recipients.ts'

export type Channel = Selectable<Channels>

const maxChannels = 100

export const channelInPath = {
  params: { channel: Uuid.describe('Id of the channel.') },
  find: { channel: loadById('channel', getChannel) },
}

const selectChannels = (ctx: Context) =>
  ctx.db.selectFrom('channels').selectAll().where('organization_id', '=', ctx.organizationId)

/** Lists the channels that the caller may use. Owners and admins may use all, and others only channels of brands that they can see. */
export async function listChannels(ctx: Context): Promise<Channel[]> {
  const channels = await selectChannels(ctx).orderBy('id').execute()
  return channels.filter((channel) => mayUse(ctx, channel))
}

const mayUse = (ctx: Context, { brand_id }: Channel): boolean =>
  brand_id === null ? hasAccess(ctx.actor, 'manage') : canSee(ctx, brand_id)

async function getChannel(ctx: Context, id: string): Promise<Channel> {
  const channel = await selectChannels(ctx).where('id', '=', id).executeTakeFirst()
  if (!channel || !mayUse(ctx, channel)) throw notFound(message('notifications.channels.noSuchChannel'))
  return channel
}

/** Returns the channel for the opportunities of a brand. */
export const findBrandChannel = (ctx: Context, brandId: string): Promise<Channel | undefined> =>
  selectChannels(ctx).where('brand_id', '=', brandId).executeTakeFirst()

/** Returns the channel and the signing secret, if one was generated. Throws `unsafe_url` and `conflict`. */
export async function createChannel(
  ctx: Context,
  { url, secret, ...input }: z.output<typeof NewChannel>,
  prefix = '',
): Promise<{ channel: Channel; secret: string | null }> {
  const kind = channelKindNamed(input.kind)
  requireFields(kind, { ...input, url, secret }, { isNew: true })
  requireAuditAccess(ctx, kind, input)
  if (url !== undefined) await assertSafeUrl(ctx, url)
  const generated = kind.fields.secret?.isGenerated && secret === undefined ? newSecret() : null
  return transaction(ctx, async (tx) => {
    // A brand has at most one channel, so only channels of the organization are limited.
    if (kind.receives === 'notifications')
      await requireRoom(tx, {
        max: maxChannels,
        count: async () => (await selectChannels(tx).where('brand_id', 'is', null).execute()).length,
        full: message('notifications.channels.theOrganizationAlreadyHasMaxChannels', { maxChannels }),
      })
    const id = newId(tx.now().getTime())
    const empty = { id, url: null, secret: null, previous_secret: null, previous_secret_until: null }
    const destination = changeDestination(tx, kind, empty, { url, secret: secret ?? generated }, prefix)
    const channel = await tx.db
      .insertInto('channels')
      .values({
        ...input,
        ...destination,
        organization_id: tx.organizationId,
        id,
        recipients: input.recipients ?? null,
        notification_kinds: kind.receives === 'notifications' ? input.notification_kinds : [],
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!channel) throw conflict(message('notifications.channels.theBrandAlreadyHasAWebhook'))
    await recordChannelEvent(tx, 'channel.created', channel, { new_url: shownUrl(tx, channel) })
    return { channel, secret: generated }
  })
}

/** Throws `unsafe_url`, and `invalid_request` when the stored secret would go to another origin. */
export async function changeChannel(
  ctx: Context,
  { id, kind: kindName }: Channel,
  change: z.output<typeof ChannelChange>,
  prefix = '',
): Promise<Channel> {
  const kind = channelKindNamed(kindName)
  requireFields(kind, change, { isNew: false })
  if (change.url !== undefined) await assertSafeUrl(ctx, change.url)
  const { url, secret, secret_overlap_hours, ...plain } = change
  return transaction(ctx, async (tx) => {
    // Locked, so that concurrent changes cannot combine a secret with another origin.
    const before = await selectChannels(tx).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw notFound(message('notifications.channels.noSuchChannel'))
    requireAuditAccess(tx, kind, before)
    const { notification_kinds = before.notification_kinds, brand_ids = before.brand_ids } = change
    requireAuditAccess(tx, kind, { notification_kinds, brand_ids })
    const destination = changeDestination(tx, kind, before, { url, secret, secret_overlap_hours }, prefix)
    const changed = await tx.db
      .updateTable('channels')
      .set({ ...plain, ...(kind.fields.url && destination), updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChannelEvent(tx, 'channel.changed', changed, {
      fields: Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : name)),
      is_active: changed.is_active,
      old_url: shownUrl(tx, before),
      new_url: shownUrl(tx, changed),
    })
    return changed
  })
}

/** Deletes the channel with its waiting deliveries and its log, except deliveries of opportunities. */
export function deleteChannel(ctx: Context, channel: Channel): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('deliveries')
      .set({ channel_id: null })
      .where('organization_id', '=', tx.organizationId)
      .where('channel_id', '=', channel.id)
      .where('opportunity_id', 'is not', null)
      .execute()
    await tx.db
      .deleteFrom('channels')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', channel.id)
      .execute()
    await recordChannelEvent(tx, 'channel.deleted', channel, { old_url: shownUrl(tx, channel) })
  })
}

/**
 * Only owners read the audit log, so only they decide where it is sent. It is about all brands. Throws `forbidden` and
 * `invalid_request`.
 */
function requireAuditAccess(
  ctx: Context,
  kind: ChannelKind,
  channel: { notification_kinds: readonly string[]; brand_ids: readonly string[] | null },
): void {
  if (!channel.notification_kinds.includes(auditSubscription)) return
  if (kind.receives !== 'notifications' || !kind.sendAuditEntry)
    throw invalid('notification_kinds', message('notifications.channels.onlyWebhooksReceiveTheAuditLog'))
  if (channel.brand_ids !== null)
    throw invalid('brand_ids', message('notifications.channels.mustBeNullForTheAuditLog'))
  requireAccess(ctx.actor, 'own')
}

type EventDetails = NonNullable<NonNullable<Parameters<typeof recordEvent>[2]>['data']>

export const recordChannelEvent = (
  tx: Context,
  event: EventKind,
  { id, brand_id, kind, name }: Channel,
  details: EventDetails,
): Promise<void> =>
  recordEvent(tx, event, {
    ...(brand_id !== null && { brandId: brand_id }),
    data: { channel_id: id, kind, name, ...details },
  })

export async function showChannel(ctx: Context, channel: Channel): Promise<z.input<typeof ChannelRecord>> {
  const [shown] = await showChannels(ctx, [channel])
  if (!shown) throw new Error('A channel was not shown')
  return shown
}

export async function showChannels(
  ctx: Context,
  channels: readonly Channel[],
): Promise<z.input<typeof ChannelRecord>[]> {
  const brands = new Map((await listBrands(ctx)).map((brand) => [brand.id, brand]))
  const confirmed = await findConfirmed(
    ctx,
    channels.flatMap(({ recipients }) => recipients ?? []),
  )
  return channels.map((channel) => ({
    id: channel.id,
    brand: brands.get(channel.brand_id ?? '') ?? null,
    kind: ChannelRecord.shape.kind.parse(channel.kind),
    name: channel.name,
    is_active: channel.is_active,
    brand_ids: channel.brand_ids,
    notification_kinds: ChannelRecord.shape.notification_kinds.parse(channel.notification_kinds),
    recipients: channel.recipients,
    unconfirmed_recipients: channel.recipients?.filter((each) => !confirmed.has(each)) ?? null,
    url: shownUrl(ctx, channel),
    secret: shownSecret(ctx, channel),
    previous_secret_until: overlapEnd(ctx, channel)?.toISOString() ?? null,
    created_at: channel.created_at.toISOString(),
  }))
}

type GivenFields = Partial<Record<ChannelField | 'brand_id' | 'brand_ids' | 'notification_kinds', unknown>>

/** Throws `invalid_request` when a field does not belong to the kind of channel, or a required one is missing. */
function requireFields(
  { name: kind, fields, receives }: ChannelKind,
  given: GivenFields,
  { isNew }: { isNew: boolean },
): void {
  for (const name of channelFields) {
    const field = fields[name]
    if (isNew && field?.isRequired && given[name] === undefined)
      throw invalid(name, message('common.texts.isRequired'))
    if (!field && given[name] !== undefined)
      throw invalid(name, message('notifications.channels.isNotForChannelsOfKind', { kind }))
  }
  if (given.secret === null && fields.secret?.isGenerated)
    throw invalid('secret', message('common.texts.isRequired'))
  for (const name of ['brand_ids', 'notification_kinds'] as const)
    if (!isNew && receives === 'opportunities' && given[name] !== undefined)
      throw invalid(name, message('notifications.channels.isNotForChannelsOfKind', { kind }))
  if (!isNew) return
  if (receives === 'opportunities' && !given.brand_id)
    throw invalid('brand_id', message('common.texts.isRequired'))
  if (receives === 'notifications' && given.brand_id)
    throw invalid('brand_id', message('notifications.channels.isNotForChannelsOfKind', { kind }))
}
