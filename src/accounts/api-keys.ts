/**
 * An API key acts for the user who created it, with the role and brands that the user has at the time of each request. A
 * key can be limited to reading and to certain brands, and can expire. Users see and revoke their own keys; owners and admins see and revoke all keys of the organization.
 */
import { z } from 'zod'
import type { Actor, AppContext, Context, Role } from '../core/context.ts'
import { transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { message } from '../languages/message.ts'
import { BrandIds } from './fields.ts'
import { asRole } from './sessions.ts'

export const ApiKeyAccess = z.enum(['read', 'write'])

export const NewApiKey = z.strictObject({
  name: Line(100),
  access: ApiKeyAccess.default('write').describe(
    'write: whatever the role of the user allows. read: reading only.',
  ),
  brand_ids: BrandIds.optional().describe(
    'Limits the key to these brands. Null means every brand of the user.',
  ),
  expires_at: z.iso.datetime().nullable().optional().describe('Null means that the key does not expire.'),
})

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The first 12 characters of the token: enough to recognize it, too few to guess the rest. */
    prefix: z.string(),
    user: z.object({ id: z.uuid(), name: z.string() }),
    access: ApiKeyAccess,
    brand_ids: z.array(z.uuid()).nullable().describe('Null means every brand of the user.'),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

export type ActiveApiKey = Authenticated & {
  actor: Extract<Actor, { kind: 'api_key' }>
  lastUsedAt: Date | null
}
type StoredKey = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Every API key starts with it. */
export const apiKeyPrefix = 'ans_'
const tokenFormat = /^ans_[\w-]{43}$/
const recordUseEveryMs = 60_000

/**
 * Creates a key that acts for `userId`. `token` is not stored and cannot be read again. Throws `invalid_request` when the
 * key would have expired already.
 */
export function createApiKey(
  ctx: Context,
  {
    name,
    access,
    brand_ids = null,
    expires_at = null,
    userId,
  }: z.output<typeof NewApiKey> & { userId: string },
) {
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  if (expiresAt !== null && expiresAt <= ctx.now())
    throw invalid('expires_at', message('common.texts.mustBeInTheFuture'))
  return transaction(ctx, async (tx) => {
    const token = `${apiKeyPrefix}${newToken()}`
    const id = newId(tx.now().getTime())
    await tx.db
      .insertInto('api_keys')
      .values({
        organization_id: tx.organizationId,
        id,
        user_id: userId,
        name,
        prefix: token.slice(0, 12),
        token_hash: sha256(token),
        access,
        brand_ids,
        expires_at: expiresAt,
        created_at: tx.now(),
      })
      .execute()
    await recordEvent(tx, 'api_key.created', {
      data: { key_id: id, name, user_id: userId, access, brand_ids, expires_at },
    })
    return { key: await getApiKey(tx, id), token }
  })
}

export async function listApiKeys(ctx: Context, page: Page) {
  const after = cursorId(page)
  const rows = await visibleKeys(ctx)
    .$if(after !== null, (query) => query.where('api_keys.id', '<', after))
    .orderBy('api_keys.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showApiKey), next_cursor }
}

/** Throws `not_found` for an unknown key and for a key that the caller may not see. */
export async function getApiKey(ctx: Context, id: string): Promise<StoredKey> {
  const key = await findKey(ctx, id)
  if (!key) throw notFound(message('accounts.general.noSuchAPIKey'))
  return key
}

/** Revokes a key. Revoking it again changes nothing and records no event. */
export function revokeApiKey(ctx: Context, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const revoked = await tx.db
      .updateTable('api_keys')
      .set({ revoked_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name', 'user_id'])
      .executeTakeFirst()
    if (!revoked) return
    await recordEvent(tx, 'api_key.revoked', {
      data: { key_id: revoked.id, name: revoked.name, user_id: revoked.user_id },
    })
  })
}

export function listActiveApiKeys(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function revokeApiKeys(tx: Context, userId: string): Promise<void> {
  await tx.db
    .updateTable('api_keys')
    .set({ revoked_at: tx.now() })
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Returns the key of a token, or null when it is unknown, revoked or expired, or its user is no longer a member. Runs
 * one indexed query.
 */
export async function findApiKey(ctx: AppContext, token: string): Promise<ActiveApiKey | null> {
  if (!tokenFormat.test(token)) return null
  const row = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'api_keys.organization_id')
        .onRef('members.user_id', '=', 'api_keys.user_id'),
    )
    .select(['api_keys.organization_id', 'api_keys.id', 'api_keys.user_id', 'api_keys.last_used_at'])
    .select(['api_keys.access', 'api_keys.brand_ids as key_brand_ids'])
    .select(['members.role', 'members.brand_ids'])
    .where('api_keys.token_hash', '=', sha256(token))
    .where('api_keys.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', ctx.now())]))
    .executeTakeFirst()
  if (!row) return null
  return {
    organizationId: row.organization_id,
    actor: {
      kind: 'api_key',
      keyId: row.id,
      userId: row.user_id,
      role: limitRole(asRole(row.role), row),
      brandIds: commonBrands(row.brand_ids, row.key_brand_ids),
    },
    lastUsedAt: row.last_used_at,
  }
}

/** A key that is limited to brands cannot act on the organization as its owner or admin could. */
function limitRole(role: Role, key: { access: string; key_brand_ids: string[] | null }): Role {
  if (key.access === 'read') return 'viewer'
  return key.key_brand_ids !== null && (role === 'owner' || role === 'admin') ? 'editor' : role
}

function commonBrands(ofUser: string[] | null, ofKey: string[] | null): string[] | null {
  if (ofUser === null || ofKey === null) return ofUser ?? ofKey
  return ofKey.filter((id) => ofUser.includes(id))
}

/** Updates `last_used_at` in the background, at most once a minute per key. */
export function recordApiKeyUse(ctx: AppContext, { organizationId, actor, lastUsedAt }: ActiveApiKey): void {
  const staleBefore = new Date(ctx.now().getTime() - recordUseEveryMs)
  if (lastUsedAt !== null && lastUsedAt > staleBefore) return
  ctx.db
    .updateTable('api_keys')
    .set({ last_used_at: ctx.now() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', actor.keyId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', staleBefore)]))
    .execute()
    .catch((error) => ctx.log.warn({ err: error, keyId: actor.keyId }, 'API key use was not recorded'))
}

export function showApiKey(key: StoredKey): z.input<typeof ApiKey> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    user: { id: key.user_id, name: key.user_name },
    access: ApiKeyAccess.parse(key.access),
    brand_ids: key.brand_ids,
    expires_at: key.expires_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
  }
}

const findKey = (ctx: Context, id: string) =>
  visibleKeys(ctx).where('api_keys.id', '=', id).executeTakeFirst()

function visibleKeys(ctx: Context) {
  const { actor } = ctx
  const query = ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id',
      'api_keys.user_id',
      'users.name as user_name',
      'api_keys.name',
      'api_keys.prefix',
    ])
    .select(['api_keys.access', 'api_keys.brand_ids', 'api_keys.expires_at'])
    .select(['api_keys.created_at', 'api_keys.last_used_at', 'api_keys.revoked_at'])
    .where('api_keys.organization_id', '=', ctx.organizationId)
  const seesAll = !('role' in actor) || actor.role === 'owner' || actor.role === 'admin'
  return seesAll ? query : query.where('api_keys.user_id', '=', actor.userId)
}
