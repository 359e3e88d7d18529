/**
 * An API key acts for a person or a service account, with the role and brands that its user has at the time of each
 * request. A key can be limited to scopes and to certain brands, and can expire. People see and revoke their own keys;
 * owners and admins see and revoke all keys of the organization.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, type AppContext, type Context, hasAccess, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import { cursorId, pageQuery, toPage } from '../core/paging.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { message } from '../languages/message.ts'
import { apiKeyCreated, notifyPerson } from './account-emails.ts'
import { requireRecentAuthentication } from './actors.ts'
import { commonBrands, limitRole } from './credentials.ts'
import { BrandIds, Scopes } from './fields.ts'
import { asRole } from './sessions.ts'
import { UserKind } from './users.ts'

export const NewApiKey = z.strictObject({
  name: Line(100),
  scopes: Scopes.default(null),
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
    user: z
      .object({
        id: z.uuid(),
        name: z.string(),
        kind: UserKind,
        is_member: z.boolean().describe('False for a person who has left; their keys are revoked.'),
        last_signed_in_at: Timestamp.nullable(),
      })
      .describe('The person or service account that the key acts for.'),
    scopes: Scopes,
    brand_ids: z.array(z.uuid()).nullable().describe('Null means every brand of the user.'),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    successor_id: z
      .uuid()
      .nullable()
      .describe('The key that replaces this one after a rotation. This one works until it expires.'),
  })
  .meta({ id: 'ApiKey' })

export const keysQuery = {
  ...pageQuery,
  user: z
    .enum(['member', 'former', 'service'])
    .optional()
    .describe('Only keys of people who are members, of people who have left, or of service accounts.'),
  sort: z
    .enum(['created', 'last_signed_in'])
    .default('created')
    .describe(
      'created: newest key first. last_signed_in: by the last sign-in of the person, longest ago first; service accounts last.',
    ),
}
type KeysQuery = z.output<z.ZodObject<typeof keysQuery>>

export type ActiveApiKey = Authenticated & {
  actor: Extract<Actor, { kind: 'api_key' }>
  lastUsedAt: Date | null
}
export type StoredKey = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Every API key starts with it. */
export const apiKeyPrefix = 'ans_'
const tokenFormat = /^ans_[\w-]{43}$/

type NewKey = {
  userId: string
  name: string
  scopes: z.output<typeof Scopes>
  brandIds: string[] | null
  expiresAt: Date | null
}

/**
 * Creates a key that acts for `userId`. `token` is not stored and cannot be read again. Throws `invalid_request` when the
 * key would have expired already.
 */
export async function createApiKey(
  ctx: Context,
  {
    name,
    scopes,
    brand_ids = null,
    expires_at = null,
    userId,
  }: z.output<typeof NewApiKey> & { userId: string },
): Promise<{ key: StoredKey; token: string }> {
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  if (expiresAt !== null && expiresAt <= ctx.now())
    throw invalid('expires_at', message('common.texts.mustBeInTheFuture'))
  const created = await transaction(ctx, async (tx) => {
    const { id, token } = await insertKey(tx, { userId, name, scopes, brandIds: brand_ids, expiresAt })
    await recordEvent(tx, 'api_key.created', {
      data: { key_id: id, name, user_id: userId, scopes, brand_ids, expires_at },
    })
    return { key: await getApiKey(tx, id), token }
  })
  notifyOfKey(ctx, created.key)
  return created
}

/** Stores a new key. `token` is not stored. */
export async function insertKey(
  tx: Context,
  { userId, name, scopes, brandIds, expiresAt }: NewKey,
): Promise<{ id: string; token: string }> {
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
      scopes,
      brand_ids: brandIds,
      expires_at: expiresAt,
      created_at: tx.now(),
    })
    .execute()
  return { id, token }
}

/** Notifies the person of the key, or the person who created it for a service account. */
export function notifyOfKey(ctx: Context, { user_id, user_kind, name }: StoredKey): void {
  const { actor } = ctx
  const personId = user_kind === 'person' ? user_id : 'userId' in actor ? actor.userId : null
  if (personId === null) return
  notifyPerson(ctx, personId, {
    texts: apiKeyCreated(name),
    link: `${ctx.baseUrl}/dashboard/settings/api-keys`,
  })
}

/** Requires a recent authentication for a key that could manage the organization. */
export function requireAuthenticationForKey(
  ctx: Context,
  { scopes }: { scopes: readonly string[] | null },
): void {
  const canManage = (scopes === null || scopes.includes('manage')) && hasAccess(ctx.actor, 'manage')
  if (canManage) requireRecentAuthentication(ctx)
}

export async function listApiKeys(ctx: Context, { user, sort, ...page }: KeysQuery) {
  const after = cursorId(page)
  const rows = await visibleKeys(ctx)
    .$if(user === 'service', (query) => query.where('users.kind', '=', 'service'))
    .$if(user === 'member' || user === 'former', (query) => query.where('users.kind', '=', 'person'))
    .$if(user === 'member', (query) => query.where('members.user_id', 'is not', null))
    .$if(user === 'former', (query) => query.where('members.user_id', 'is', null))
    .$if(sort === 'created', (query) =>
      query
        .$if(after !== null, (query) => query.where('api_keys.id', '<', after))
        .orderBy('api_keys.id', 'desc'),
    )
    .$if(sort === 'last_signed_in', (query) =>
      query
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(${signInOrder}, api_keys.id) > (
              select ${signInOrder}, api_keys.id from api_keys join users on users.id = api_keys.user_id
              where api_keys.organization_id = ${ctx.organizationId} and api_keys.id = ${after})`,
          ),
        )
        .orderBy(signInOrder)
        .orderBy('api_keys.id'),
    )
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showApiKey), next_cursor }
}

const signInOrder = sql<Date>`case users.kind when 'service' then 'infinity' else coalesce(users.last_signed_in_at, '-infinity') end`

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
    .select(['api_keys.scopes', 'api_keys.brand_ids as key_brand_ids'])
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
      role: limitRole(asRole(row.role), row.key_brand_ids),
      brandIds: commonBrands(row.brand_ids, row.key_brand_ids),
      scopes: Scopes.parse(row.scopes),
    },
    lastUsedAt: row.last_used_at,
  }
}

export function showApiKey(key: StoredKey): z.input<typeof ApiKey> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    user: {
      id: key.user_id,
      name: key.user_name,
      kind: UserKind.parse(key.user_kind),
      is_member: key.member_id !== null,
      last_signed_in_at: key.last_signed_in_at?.toISOString() ?? null,
    },
    scopes: Scopes.parse(key.scopes),
    brand_ids: key.brand_ids,
    expires_at: key.expires_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
    successor_id: key.successor_id,
  }
}

const findKey = (ctx: Context, id: string) =>
  visibleKeys(ctx).where('api_keys.id', '=', id).executeTakeFirst()

function visibleKeys(ctx: Context) {
  const { actor } = ctx
  const query = ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'api_keys.organization_id')
        .onRef('members.user_id', '=', 'api_keys.user_id'),
    )
    .select(['api_keys.id', 'api_keys.user_id', 'api_keys.name', 'api_keys.prefix'])
    .select(['users.name as user_name', 'users.kind as user_kind', 'users.last_signed_in_at'])
    .select('members.user_id as member_id')
    .select(['api_keys.scopes', 'api_keys.brand_ids', 'api_keys.expires_at', 'api_keys.successor_id'])
    .select(['api_keys.created_at', 'api_keys.last_used_at', 'api_keys.revoked_at'])
    .where('api_keys.organization_id', '=', ctx.organizationId)
  const seesAll = !('role' in actor) || actor.role === 'owner' || actor.role === 'admin'
  return seesAll ? query : query.where('api_keys.user_id', '=', actor.userId)
}
