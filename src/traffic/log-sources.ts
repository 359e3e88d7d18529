/** A log source sends the log lines of a brand's site to `/api/logs`, and authenticates with a token. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { logSenders, signingSenders } from '../../vocabulary/log-senders.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import type { LogSources } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { senderDescriptions } from './log-senders.ts'

export type LogSourceRow = Selectable<LogSources>

const Sender = z.enum(logSenders)
const optional = { examples: [null] }
const Secret = z.string().min(1).max(500).nullable().meta(optional)
const Code = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .nullable()
  .meta(optional)

const fields = {
  name: Line(100).describe('Distinguishes the sources of a brand.'),
  secret: Secret.describe(
    'What the sender signs its requests with; requests without a valid signature are then rejected. Null means that it does not sign. Only for Vercel.',
  ),
  verification_code: Code.describe(
    'What Vercel expects in the header x-vercel-verify of responses before it sends. Null means nothing.',
  ),
}

export const NewLogSource = z.strictObject({
  sender: Sender.describe('What sends the lines.'),
  name: fields.name,
  secret: fields.secret.default(null),
  verification_code: fields.verification_code.default(null),
})
export const LogSourceChange = z.strictObject(fields).partial()

const Count = z.number().int().min(0)
export const LogSource = z
  .object({
    id: z.uuid(),
    sender: Sender,
    name: z.string(),
    is_signed: z.boolean().describe('Whether requests must have a signature.'),
    verification_code: z.string().nullable(),
    lines: Count.describe('Lines received since the source was added.'),
    stored: Count.describe('Requests of AI agents that were stored.'),
    known: Count.describe('Requests of AI agents that had been stored before.'),
    unreadable: Count.describe('Lines that could not be read, are longer than 1 MB, or are in the future.'),
    created_at: Timestamp,
    last_received_at: Timestamp.nullable(),
  })
  .meta({ id: 'LogSource' })

const maxSources = 100

export const listLogSources = (ctx: Context, brandId: string): Promise<LogSourceRow[]> =>
  ctx.db
    .selectFrom('log_sources')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute()

export async function getLogSource(ctx: Context, brandId: string, id: string): Promise<LogSourceRow> {
  const source = (await listLogSources(ctx, brandId)).find((each) => each.id === id)
  if (!source) throw notFound(message('traffic.logSources.noSuchSource'))
  return source
}

/** Returns null for an unknown token. */
export async function findLogSourceByToken(app: AppContext, token: string): Promise<LogSourceRow | null> {
  const source = await app.db
    .selectFrom('log_sources')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  return source ?? null
}

/** Adds a source. `token` is not stored and cannot be read again. */
export function createLogSource(
  ctx: Context,
  brandId: string,
  { sender, name, secret, verification_code }: z.output<typeof NewLogSource>,
): Promise<{ source: LogSourceRow; token: string }> {
  if (secret !== null) requireSigning(sender)
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxSources,
      count: async () => (await listLogSources(tx, brandId)).length,
      full: message('traffic.logSources.tooMany', { max: maxSources }),
    })
    const now = tx.now()
    const id = newId(now.getTime())
    const token = newToken()
    const source = await tx.db
      .insertInto('log_sources')
      .values({
        organization_id: tx.organizationId,
        id,
        brand_id: brandId,
        sender,
        name,
        token_hash: sha256(token),
        secret: secret === null ? null : encryptSecret(tx, secret, id),
        verification_code,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'log_source.created', { brandId, data: { source_id: id, sender, name } })
    return { source, token }
  })
}

export function changeLogSource(
  ctx: Context,
  { id, brand_id, sender }: LogSourceRow,
  { name, secret, verification_code }: z.output<typeof LogSourceChange>,
): Promise<LogSourceRow> {
  if (typeof secret === 'string') requireSigning(sender)
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('log_sources')
      .set({
        id,
        ...(name !== undefined && { name }),
        ...(secret !== undefined && { secret: secret === null ? null : encryptSecret(tx, secret, id) }),
        ...(verification_code !== undefined && { verification_code }),
      })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw notFound(message('traffic.logSources.noSuchSource'))
    await recordEvent(tx, 'log_source.changed', {
      brandId: brand_id,
      data: { source_id: id, sender, name: changed.name },
    })
    return changed
  })
}

function requireSigning(sender: string): void {
  if (!signingSenders.some((each) => each === sender))
    throw invalid('secret', message('traffic.logSources.senderDoesNotSign'))
}

/** The requests that the source has stored remain. */
export function deleteLogSource(ctx: Context, { id, brand_id, sender, name }: LogSourceRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('log_sources')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'log_source.deleted', { brandId: brand_id, data: { source_id: id, sender, name } })
  })
}

export const describeSender = (sender: string) => senderDescriptions[Sender.parse(sender)]

/** Returns null when the source does not sign. Throws when the secret was encrypted with a key that is not known. */
export function openSigningSecret(app: AppContext, { id, secret }: LogSourceRow): string | null {
  if (secret === null) return null
  const opened = decryptSecret(app, secret, id)
  if (opened === null) throw new Error('The secret of the log source cannot be decrypted')
  return opened
}

export const showLogSource = (source: LogSourceRow): z.input<typeof LogSource> => ({
  id: source.id,
  sender: Sender.parse(source.sender),
  name: source.name,
  is_signed: source.secret !== null,
  verification_code: source.verification_code,
  lines: source.lines,
  stored: source.stored,
  known: source.known,
  unreadable: source.unreadable,
  created_at: source.created_at.toISOString(),
  last_received_at: source.last_received_at?.toISOString() ?? null,
})
