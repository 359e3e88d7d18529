/** The export of a person's own data. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { Factors, getFactors } from './factors.ts'
import { Role, Scopes } from './fields.ts'
import { Grant, listOwnGrants } from './grants.ts'
import { CurrentSession, ListedSession, showCurrentSession, showListedSession } from './session-records.ts'
import { listSessions, type SignedIn } from './sessions.ts'

export const OwnData = z
  .object({
    user: CurrentSession.shape.user,
    memberships: z.array(
      z.object({
        organization: z.object({ id: z.uuid(), name: z.string() }),
        role: Role,
        brand_ids: z.array(z.uuid()).nullable(),
        created_at: Timestamp,
      }),
    ),
    second_factors: Factors.pick({ totp: true, passkeys: true, recovery_codes_left: true }),
    sessions: z.array(ListedSession),
    identities: z.array(
      z.object({
        issuer: z.string(),
        subject: z.string(),
        email: z.string().nullable(),
        created_at: Timestamp,
        last_used_at: Timestamp,
      }),
    ),
    api_keys: z.array(
      z.object({
        organization_id: z.uuid(),
        name: z.string(),
        prefix: z.string(),
        scopes: Scopes,
        created_at: Timestamp,
        last_used_at: Timestamp.nullable(),
        expires_at: Timestamp.nullable(),
        revoked_at: Timestamp.nullable(),
      }),
    ),
    connected_apps: z.array(Grant),
    actions: z
      .array(
        z.object({
          organization_id: z.uuid(),
          kind: z.string(),
          data: z.record(z.string(), z.unknown()),
          created_at: Timestamp,
        }),
      )
      .describe('The last 10,000 entries of audit logs about actions of the person, newest first.'),
  })
  .meta({ id: 'OwnData' })

const maxActions = 10_000

export async function exportOwnData(ctx: AppContext, signedIn: SignedIn): Promise<z.input<typeof OwnData>> {
  const userId = signedIn.user.id
  const memberships = await ctx.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name'])
    .select(['members.role', 'members.brand_ids', 'members.created_at'])
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .execute()
  const keys = await ctx.db
    .selectFrom('api_keys')
    .select(['organization_id', 'name', 'prefix', 'scopes'])
    .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const identities = await ctx.db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const sessions = await listSessions(ctx, userId)
  return {
    user: showCurrentSession(signedIn).user,
    memberships: memberships.map(({ id, name, role, brand_ids, created_at }) => ({
      organization: { id, name },
      role: Role.parse(role),
      brand_ids,
      created_at: created_at.toISOString(),
    })),
    second_factors: await getFactors(ctx, userId),
    sessions: sessions.map((session) => showListedSession(session, signedIn.session.id)),
    identities: identities.map((identity) => ({
      ...identity,
      created_at: identity.created_at.toISOString(),
      last_used_at: identity.last_used_at.toISOString(),
    })),
    api_keys: keys.map((key) => ({
      ...key,
      scopes: Scopes.parse(key.scopes),
      created_at: key.created_at.toISOString(),
      last_used_at: key.last_used_at?.toISOString() ?? null,
      expires_at: key.expires_at?.toISOString() ?? null,
      revoked_at: key.revoked_at?.toISOString() ?? null,
    })),
    connected_apps: await listOwnGrants(ctx, userId),
    actions: await listActions(
      ctx,
      userId,
      memberships.map(({ id }) => id),
    ),
  }
}

async function listActions(ctx: AppContext, userId: string, organizationIds: string[]) {
  if (organizationIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['organization_id', 'kind', 'data', 'created_at'])
    .where('organization_id', 'in', organizationIds)
    .where('actor_user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxActions)
    .execute()
  return rows.map((row) => ({
    ...row,
    data: z.record(z.string(), z.unknown()).parse(row.data),
    created_at: row.created_at.toISOString(),
  }))
}
