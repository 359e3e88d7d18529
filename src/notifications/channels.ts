/**
 * A channel is a destination of the organization outside the dashboard: email addresses, an incoming webhook of a chat
 * service, or a generic webhook. URLs and secrets are encrypted and never returned.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { channelKinds, channelNotificationKinds } from '../../vocabulary/notifications.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId, newToken, Uuid } from '../core/ids.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import type { Channels } from '../db/schema.generated.ts'
import type { ResourceLoader } from '../http/route.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { assertSafeUrl } from '../net/guarded-fetch.ts'
import { maskUrl, requireEncryption, WebhookSecret, WebhookUrl } from '../net/webhook-target.ts'
import { requireRoom } from '../plans/plans.ts'
import { findConfirmed } from './recipients.ts'

export type Channel = Selectable<Channels>

const Recipients = z
  .array(z.email().max(320).toLowerCase())
  .min(1)
  .max(20)
  .transform((addresses) => [...new Set(addresses)])
const NotificationKinds = z
  .array(z.enum(channelNotificationKinds))
  .min(1)
  .transform((kinds) => [...new Set(kinds)])
const BrandIds = z.array(Uuid).min(1).max(1_000).nullable().describe('Null: every brand.')

const fields = {
  name: Line(100),
  is_active: z.boolean(),
  brand_ids: BrandIds,
  notification_kinds: NotificationKinds,
  recipients: Recipients.describe('Email addresses; for channels of kind `email`.'),
  url: WebhookUrl.describe('For all other kinds.'),
  secret: WebhookSecret.min(16).describe('Signs the requests; for channels of kind `webhook`.'),
}

export const NewChannel = z.strictObject({
  ...fields,
  kind: z.enum(channelKinds),
  is_active: fields.is_active.default(true),
  brand_ids: fields.brand_ids.default(null),
  notification_kinds: fields.notification_kinds.default([...channelNotificationKinds]),
  recipients: fields.recipients.optional(),
  url: fields.url.optional(),
  secret: fields.secret.optional().describe('For channels of kind `webhook`; generated if omitted.'),
})

export const ChannelChange = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    error: localizedIssue(message('notifications.channels.mustContainAField')),
  })

export const ChannelRecord = z
  .object({
    id: z.uuid(),
    kind: z.enum(channelKinds),
    name: z.string(),
    is_active: z.boolean(),
    brand_ids: z.array(z.uuid()).nullable(),
    notification_kinds: z.array(z.enum(channelNotificationKinds)),
    recipients: z.array(z.string()).nullable(),
    unconfirmed_recipients: z
      .array(z.string())
      .nullable()
      .describe(
        'Recipients who have not opened the link that asks for their confirmation. They receive nothing else.',
      ),
    url: z.string().nullable().describe('Shortened, because the URL is a secret.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Channel' })

const maxChannels = 100

export const channelInPath = {
  params: { channel: Uuid.describe('Id of the channel.') },
  find: { channel: channelFrom() },
}

function channelFrom(): ResourceLoader<Channel> {
  return { in: 'params', name: 'channel', schema: Uuid, load: (ctx, id) => getChannel(ctx, String(id)) }
}

export const listChannels = (ctx: Context): Promise<Channel[]> =>
  ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .orderBy('id')
    .execute()

async function getChannel(ctx: Context, id: string): Promise<Channel> {
  const channel = await ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!channel) throw notFound(message('notifications.channels.noSuchChannel'))
  return channel
}

/** Returns the channel and the signing secret, if one was generated. Throws `unsafe_url` and `conflict`. */
export async function createChannel(
  ctx: Context,
  input: z.output<typeof NewChannel>,
): Promise<{ channel: Channel; secret: string | null }> {
  const { kind, name, is_active, brand_ids, notification_kinds } = input
  requireFields(kind, input, { isNew: true })
  if (input.url !== undefined) await requireUsableUrl(ctx, input.url)
  const generated = kind === 'webhook' && input.secret === undefined ? `whsec_${newSecret()}` : null
  const secret = input.secret ?? generated
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxChannels,
      count: async () => (await listChannels(tx)).length,
      full: message('notifications.channels.theOrganizationAlreadyHasMaxChannels', {
        maxChannels,
      }),
    })
    const id = newId(tx.now().getTime())
    const channel = await tx.db
      .insertInto('channels')
      .values({
        organization_id: tx.organizationId,
        id,
        kind,
        name,
        is_active,
        brand_ids,
        notification_kinds,
        recipients: input.recipients ?? null,
        url: input.url === undefined ? null : encryptSecret(tx, input.url, id),
        secret: secret === null ? null : encryptSecret(tx, secret, id),
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'channel.created', { data: { channel_id: id, kind, name } })
    return { channel, secret: generated }
  })
}

/** Standard base64, as receivers' libraries expect. */
const newSecret = () => Buffer.from(newToken(24), 'base64url').toString('base64')

/** Throws `unsafe_url`, and `invalid_request` when the stored secret would go to another origin. */
export async function changeChannel(
  ctx: Context,
  channel: Channel,
  change: z.output<typeof ChannelChange>,
): Promise<Channel> {
  requireFields(channel.kind, change, { isNew: false })
  if (change.url !== undefined) await requireUsableUrl(ctx, change.url)
  const { url, secret, ...plain } = change
  return transaction(ctx, async (tx) => {
    if (url !== undefined && secret === undefined) requireSecretForOrigin(tx, channel, url)
    const changed = await tx.db
      .updateTable('channels')
      .set({
        ...plain,
        ...(url !== undefined && { url: encryptSecret(tx, url, channel.id) }),
        ...(secret !== undefined && { secret: encryptSecret(tx, secret, channel.id) }),
        updated_at: tx.now(),
      })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', channel.id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw notFound(message('notifications.channels.noSuchChannel'))
    await recordEvent(tx, 'channel.changed', {
      data: { channel_id: channel.id, name: changed.name, fields: Object.keys(change) },
    })
    return changed
  })
}

/** Deletes the channel with its waiting deliveries and its log. */
export function deleteChannel(ctx: Context, { id, kind, name }: Channel): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('channels')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'channel.deleted', { data: { channel_id: id, kind, name } })
  })
}

export async function showChannel(ctx: Context, channel: Channel): Promise<z.input<typeof ChannelRecord>> {
  const [shown] = await showChannels(ctx, [channel])
  if (!shown) throw new Error('A channel was not shown')
  return shown
}

export async function showChannels(
  ctx: Context,
  channels: readonly Channel[],
): Promise<z.input<typeof ChannelRecord>[]> {
  const confirmed = await findConfirmed(
    ctx,
    channels.flatMap(({ recipients }) => recipients ?? []),
  )
  return channels.map((channel) => ({
    id: channel.id,
    kind: ChannelRecord.shape.kind.parse(channel.kind),
    name: channel.name,
    is_active: channel.is_active,
    brand_ids: channel.brand_ids,
    notification_kinds: ChannelRecord.shape.notification_kinds.parse(channel.notification_kinds),
    recipients: channel.recipients,
    unconfirmed_recipients: channel.recipients?.filter((each) => !confirmed.has(each)) ?? null,
    url: shownUrl(ctx, channel),
    created_at: channel.created_at.toISOString(),
  }))
}

function shownUrl(ctx: Context, { id, url }: Channel): string | null {
  if (url === null) return null
  const decrypted = decryptSecret(ctx, url, id)
  return decrypted === null ? '••••' : maskUrl(decrypted)
}

/** Throws `invalid_request` when a field does not belong to the kind of channel, or a required one is missing. */
function requireFields(
  kind: string,
  given: { recipients?: unknown; url?: unknown; secret?: unknown },
  { isNew }: { isNew: boolean },
): void {
  const isEmail = kind === 'email'
  if (isEmail && isNew && given.recipients === undefined)
    throw invalid('recipients', message('common.texts.isRequired'))
  if (!isEmail && isNew && given.url === undefined) throw invalid('url', message('common.texts.isRequired'))
  if (!isEmail && given.recipients !== undefined)
    throw invalid('recipients', message('notifications.channels.isOnlyForEmail'))
  if (isEmail && given.url !== undefined)
    throw invalid('url', message('notifications.channels.isNotForChannelsOfKind'))
  if (kind !== 'webhook' && given.secret !== undefined)
    throw invalid('secret', message('notifications.channels.isOnlyForWebhooks'))
}

/** The URL of a chat service is a secret itself. */
async function requireUsableUrl(ctx: Context, url: string): Promise<void> {
  requireEncryption(ctx, url, 'url')
  await assertSafeUrl(ctx, url)
}

/** Prevents a user who does not know the secret from receiving it at their own server. */
function requireSecretForOrigin(ctx: Context, channel: Channel, url: string): void {
  if (channel.secret === null || channel.url === null) return
  const before = decryptSecret(ctx, channel.url, channel.id)
  if (before !== null && new URL(before).origin === new URL(url).origin) return
  throw invalid('secret', message('notifications.channels.isRequiredBecauseTheURLHas'))
}
