/**
 * Stores what the authorization server remembers. A code or token is stored as its hash only. A grant is a row of
 * `oauth_grants`, whose deletion also deletes its codes and tokens. Sessions are not stored: the session of the dashboard says
 * who the person is, so that each authorization asks the person who is signed in then.
 */
import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { revokeGrant } from '../accounts/grants.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { sha256 } from '../core/ids.ts'
import { onForeignKeyViolation } from '../db/violations.ts'
import { resourceOf } from '../http/protected-resource.ts'

/** Errors of the library, which is loaded on demand. */
type Failures = { invalidGrant(): Error }

const unclaimedClientMs = 24 * 3_600_000

/** Returns the storage of a kind of records, such as `AccessToken`. */
export function recordsOf(ctx: AppContext, model: string, failures: Failures): Adapter {
  if (model === 'Session') return noRecords
  if (model === 'Grant') return grantRecords(ctx)
  const records = storedRecords(ctx, model, failures)
  return model === 'Client' || model === 'RegistrationAccessToken'
    ? { ...records, upsert: (id, payload) => records.upsert(id, payload, unclaimedClientMs / 1000) }
    : records
}

/** Keeps a registered client that has a grant. */
export async function keepClient(tx: AppContext, clientId: string): Promise<void> {
  await tx.db
    .updateTable('oauth_records')
    .set({ expires_at: null })
    .where('model', '=', 'Client')
    .where('id_hash', '=', sha256(clientId))
    .execute()
}

/**
 * Deletes what has expired: records, grants whose last refresh token has expired, and a day later the registered clients that
 * have no grant.
 */
export async function deleteExpiredRecords(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.deleteFrom('oauth_records').where('expires_at', '<=', now).execute()
  await sql`
    delete from oauth_grants where created_at < ${new Date(now.getTime() - 3_600_000)}
      and not exists (select from oauth_records where grant_id = oauth_grants.id)`.execute(ctx.db)
  await sql`
    update oauth_records set expires_at = ${new Date(now.getTime() + unclaimedClientMs)}
    where model = 'Client' and expires_at is null
      and not exists (select from oauth_grants where client_id = oauth_records.payload ->> 'client_id')`.execute(
    ctx.db,
  )
}

function storedRecords(ctx: AppContext, model: string, { invalidGrant }: Failures): Adapter {
  const one = (id: string) => [sql`model = ${model}`, sql`id_hash = ${sha256(id)}`] as const
  return {
    ...noRecords,
    upsert: async (id, { jti: _, ...payload }, expiresInSeconds = 0) => {
      const expiresAt = new Date(ctx.now().getTime() + expiresInSeconds * 1000)
      const values = { payload: JSON.stringify(payload), expires_at: expiresAt }
      const stored = ctx.db
        .insertInto('oauth_records')
        .values({ model, id_hash: sha256(id), grant_id: payload.grantId ?? null, ...values })
        .onConflict((conflicting) => conflicting.columns(['model', 'id_hash']).doUpdateSet(values))
        .execute()
      // A grant that ends at the same time gets no further token.
      await onForeignKeyViolation(stored, invalidGrant())
    },
    find: async (id) => {
      const row = await ctx.db
        .selectFrom('oauth_records')
        .select(['payload', 'consumed_at'])
        .where('model', '=', model)
        .where('id_hash', '=', sha256(id))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now())]))
        .executeTakeFirst()
      if (!row) return undefined
      const payload = asPayload(row.payload)
      if (model === 'Client') return payload
      return { ...payload, jti: id, ...(row.consumed_at !== null && { consumed: true }) }
    },
    /** Of several requests with the same code or refresh token, one is first; the others end the grant, as a later one does. */
    consume: async (id) => {
      const [isModel, isRecord] = one(id)
      const { rows } = await sql`
        update oauth_records set consumed_at = ${ctx.now()}
        where ${isModel} and ${isRecord} and consumed_at is null
        returning model`.execute(ctx.db)
      if (rows.length > 0) return
      const { rows: used } = await sql<{ grant_id: string | null }>`
        select grant_id from oauth_records where ${isModel} and ${isRecord}`.execute(ctx.db)
      const grantId = used[0]?.grant_id ?? null
      if (grantId !== null) await endGrant(ctx, grantId)
      throw invalidGrant()
    },
    destroy: async (id) => {
      const [isModel, isRecord] = one(id)
      await sql`delete from oauth_records where ${isModel} and ${isRecord}`.execute(ctx.db)
    },
  }
}

/** A grant as the library knows it. The consent creates it, so the library does not. */
const grantRecords = (ctx: AppContext): Adapter => ({
  ...noRecords,
  find: async (id) => {
    const grant = await ctx.db
      .selectFrom('oauth_grants')
      .select(['user_id', 'client_id', 'scopes', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!grant) return undefined
    return {
      jti: id,
      kind: 'Grant',
      accountId: grant.user_id,
      clientId: grant.client_id,
      resources: { [resourceOf(ctx)]: grant.scopes.join(' ') },
      iat: Math.floor(grant.created_at.getTime() / 1000),
    }
  },
  destroy: (id) => endGrant(ctx, id),
})

const noRecords: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  // Deleting the grant deletes its codes and tokens.
  revokeByGrantId: async () => undefined,
}

/** Ends a grant whose app revoked a token, or used a code or refresh token twice. */
async function endGrant(ctx: AppContext, id: string): Promise<void> {
  const grant = await ctx.db
    .selectFrom('oauth_grants')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (grant) await revokeGrant(systemContext(ctx, grant.organization_id), id)
}

/** The column has what the library stored. */
const asPayload = (payload: unknown) => payload as AdapterPayload
