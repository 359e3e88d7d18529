/**
 * A grant is what a person allows an app to do in one organization, such as Claude over MCP. The app acts for the person, with
 * the role and brands that they have at the time of each request, limited to the scopes and brands of the grant. People see
 * and remove their own grants; owners and admins see and remove all grants of the organization.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, type AppContext, type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, sha256 } from '../core/ids.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { message } from '../languages/message.ts'
import { grantCreated, notifyPerson } from './account-emails.ts'
import { commonBrands, limitRole } from './credentials.ts'
import { GrantScopes } from './fields.ts'
import { asRole } from './sessions.ts'

export const Grant = z
  .object({
    id: z.uuid(),
    app: z.object({
      name: z.string().describe('The name that the app gives itself.'),
      host: z.string().describe('The host that receives the access, or the scheme of a local app.'),
    }),
    user: z.object({ id: z.uuid(), name: z.string() }),
    organization: z.object({ id: z.uuid(), name: z.string() }),
    scopes: GrantScopes,
    brand_ids: z.array(z.uuid()).nullable().describe('Null means every brand of the user.'),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'Grant' })

export type ActiveGrant = Authenticated & {
  actor: Extract<Actor, { kind: 'grant' }>
  lastUsedAt: Date | null
}

export type NewGrant = {
  userId: string
  clientId: string
  clientName: string
  redirectUri: string
  scopes: z.output<typeof GrantScopes>
  brandIds: string[] | null
}

const tokenFormat = /^[\w-]{43}$/

/** Returns the id of the grant. The caller checks that the brands are the person's. */
export async function createGrant(tx: Context, grant: NewGrant): Promise<string> {
  const id = newId(tx.now().getTime())
  await tx.db
    .insertInto('oauth_grants')
    .values({
      organization_id: tx.organizationId,
      id,
      user_id: grant.userId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      redirect_uri: grant.redirectUri,
      scopes: grant.scopes,
      brand_ids: grant.brandIds,
      created_at: tx.now(),
    })
    .execute()
  await recordEvent(tx, 'grant.created', {
    data: {
      grant_id: id,
      name: grant.clientName,
      client_id: grant.clientId,
      user_id: grant.userId,
      scopes: grant.scopes,
      brand_ids: grant.brandIds,
    },
  })
  return id
}

export function notifyOfGrant(ctx: AppContext, { userId, clientName }: NewGrant): void {
  notifyPerson(ctx, userId, { texts: grantCreated(clientName) })
}

/** The grants of a person in all organizations, the newest first. */
export async function listOwnGrants(ctx: AppContext, userId: string): Promise<z.input<typeof Grant>[]> {
  const rows = await shownGrants(ctx).where('oauth_grants.user_id', '=', userId).execute()
  return rows.map(showGrant)
}

/** The grants of all members of the organization, the newest first. */
export async function listGrants(ctx: Context): Promise<z.input<typeof Grant>[]> {
  const rows = await shownGrants(ctx).where('oauth_grants.organization_id', '=', ctx.organizationId).execute()
  return rows.map(showGrant)
}

/** Throws `not_found`. */
export async function getGrant(ctx: Context, id: string): Promise<z.input<typeof Grant>> {
  const row = await shownGrants(ctx)
    .where('oauth_grants.organization_id', '=', ctx.organizationId)
    .where('oauth_grants.id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuchApp()
  return showGrant(row)
}

/** Ends a grant of the person with all its tokens. Throws `not_found`. `actor`: the person, in any organization. */
export async function revokeOwnGrant(
  ctx: AppContext & Pick<Context, 'actor'>,
  userId: string,
  id: string,
): Promise<void> {
  const grant = await ctx.db
    .selectFrom('oauth_grants')
    .select('organization_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!grant) throw noSuchApp()
  await revokeGrant({ ...ctx, organizationId: grant.organization_id }, id)
}

/** Ends a grant with all its tokens: the next request with one of them gets 401. Throws `not_found`. */
export function revokeGrant(ctx: Context, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const revoked = await tx.db
      .deleteFrom('oauth_grants')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .returning(['client_name', 'client_id', 'user_id'])
      .executeTakeFirst()
    if (!revoked) throw noSuchApp()
    await recordEvent(tx, 'grant.revoked', {
      data: {
        grant_id: id,
        name: revoked.client_name,
        client_id: revoked.client_id,
        user_id: revoked.user_id,
      },
    })
  })
}

/** Ends all grants of a member. */
export async function revokeGrants(tx: Context, userId: string): Promise<void> {
  const grants = await tx.db
    .selectFrom('oauth_grants')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  for (const { id } of grants) await revokeGrant(tx, id)
}

/**
 * Returns the grant of an access token, or null when the token is unknown or expired or for another resource, or the grant
 * or the membership has ended. Runs one indexed query.
 */
export async function findGrant(
  ctx: AppContext,
  token: string,
  resource: string,
): Promise<ActiveGrant | null> {
  if (!tokenFormat.test(token)) return null
  const row = await ctx.db
    .selectFrom('oauth_records')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_records.grant_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'oauth_grants.organization_id')
        .onRef('members.user_id', '=', 'oauth_grants.user_id'),
    )
    .select(['oauth_grants.organization_id', 'oauth_grants.id', 'oauth_grants.user_id'])
    .select(['oauth_grants.client_id', 'oauth_grants.scopes', 'oauth_grants.last_used_at'])
    .select(['oauth_grants.brand_ids as grant_brand_ids', 'members.role', 'members.brand_ids'])
    .select(sql<string>`oauth_records.payload ->> 'scope'`.as('token_scope'))
    .where('oauth_records.model', '=', 'AccessToken')
    .where('oauth_records.id_hash', '=', sha256(token))
    .where('oauth_records.expires_at', '>', ctx.now())
    .where(sql<boolean>`oauth_records.payload ->> 'aud' = ${resource}`)
    .executeTakeFirst()
  if (!row) return null
  const scopes = GrantScopes.parse(row.scopes)
  const ofToken = row.token_scope.split(' ')
  return {
    organizationId: row.organization_id,
    actor: {
      kind: 'grant',
      grantId: row.id,
      clientId: row.client_id,
      userId: row.user_id,
      role: limitRole(asRole(row.role), row.grant_brand_ids),
      brandIds: commonBrands(row.brand_ids, row.grant_brand_ids),
      scopes: scopes.filter((scope) => ofToken.includes(scope)),
    },
    lastUsedAt: row.last_used_at,
  }
}

/** Returns the host of a URL, or the scheme of a redirect address such as `cursor://callback`. */
export function appHost(url: string): string {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? hostname : protocol.slice(0, -1)
}

const noSuchApp = () => notFound(message('accounts.grants.noSuchApp'))

const shownGrants = (ctx: AppContext) =>
  ctx.db
    .selectFrom('oauth_grants')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .innerJoin('organizations', 'organizations.id', 'oauth_grants.organization_id')
    .select(['oauth_grants.id', 'oauth_grants.client_name', 'oauth_grants.redirect_uri'])
    .select(['oauth_grants.user_id', 'users.name as user_name'])
    .select(['oauth_grants.organization_id', 'organizations.name as organization_name'])
    .select(['oauth_grants.scopes', 'oauth_grants.brand_ids'])
    .select(['oauth_grants.created_at', 'oauth_grants.last_used_at'])
    .orderBy('oauth_grants.id', 'desc')

type GrantRow = Awaited<ReturnType<ReturnType<typeof shownGrants>['executeTakeFirstOrThrow']>>

const showGrant = (row: GrantRow): z.input<typeof Grant> => ({
  id: row.id,
  app: { name: row.client_name, host: appHost(row.redirect_uri) },
  user: { id: row.user_id, name: row.user_name },
  organization: { id: row.organization_id, name: row.organization_name },
  scopes: GrantScopes.parse(row.scopes),
  brand_ids: row.brand_ids,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
