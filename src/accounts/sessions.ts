/**
 * A session is one signed-in browser. It expires a week after its last renewal, and 90 days after the sign-in at the
 * latest; use renews it at most once a day. It shows one of the organizations of the person, or none if the person belongs
 * to none. Removing the person from this organization ends it.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor, AppContext, Role } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { getUserActor } from './actors.ts'
import {
  type HttpExchange,
  readSessionToken,
  sessionLifetimeMs,
  setSessionCookie,
  setXsrfCookie,
} from './cookies.ts'
import { requireSignInMethod } from './required-sso.ts'
import { findUser, type User, updateUser } from './users.ts'

/**
 * How a person authenticated. `sso` is the provider of an organization, `provider` one of the installation's settings,
 * such as Google.
 */
export const SignInMethod = z.enum([
  'password',
  'email',
  'totp',
  'recovery_code',
  'passkey',
  'sso',
  'provider',
])
export type SignInMethod = z.output<typeof SignInMethod>

export type Session = {
  id: string
  userId: string
  organizationId: string | null
  methods: string[]
  authenticatedAt: Date
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  ipAddress: string | null
  userAgent: string | null
}

/** `token` is not stored: only the browser has it. */
export type SignedIn = { session: Session; user: User; token: string }

/** The browser that opens a session. */
export type Client = { ip: string; userAgent: string }

export const createClientFor = ({ ip, headers }: Pick<Http, 'ip' | 'headers'>): Client => ({
  ip,
  userAgent: String(headers['user-agent'] ?? '').slice(0, 500),
})

/** The part of a session that authenticating a request needs. */
export type ActiveSession = {
  id: string
  userId: string
  token: string
  createdAt: Date
  renewedAt: Date
  authenticatedAt: Date
  /** Null: the person belongs to no organization. */
  member: (Authenticated & { actor: Extract<Actor, { kind: 'user' }> }) | null
  /** Whether the organization requires a second factor and the person has none. */
  lacksSecondFactor: boolean
}

const renewAfterMs = 24 * 3_600_000
const maxLifetimeMs = 90 * 24 * 3_600_000
/** Short, so that a person who was removed at the provider loses access within half a day. Never renewed. */
const ssoLifetimeMs = 12 * 3_600_000
/** The sessions that were used longest ago end first. */
const maxSessionsPerUser = 100

type NewSession = {
  userId: string
  organizationId: string | null
  methods: SignInMethod[]
  /** The organization's provider that opens the session. */
  ssoProviderId?: string | undefined
}

/** Opens a session, and ends the user's expired ones and those above the limit. */
export async function startSession(
  tx: AppContext,
  { userId, organizationId, methods, ssoProviderId }: NewSession,
  client: Client,
): Promise<{ session: Session; token: string }> {
  const now = tx.now()
  const token = newToken()
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb(
          'id',
          'in',
          eb
            .selectFrom('sessions')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('updated_at', 'desc')
            .orderBy('id', 'desc')
            .offset(maxSessionsPerUser - 1),
        ),
      ]),
    )
    .execute()
  const session = await tx.db
    .insertInto('sessions')
    .values({
      id: newId(now.getTime()),
      user_id: userId,
      organization_id: organizationId,
      sso_provider_id: ssoProviderId ?? null,
      token_hash: sha256(token),
      methods,
      authenticated_at: now,
      expires_at: new Date(now.getTime() + (ssoProviderId ? ssoLifetimeMs : sessionLifetimeMs)),
      ip_address: client.ip,
      user_agent: client.userAgent,
      created_at: now,
      updated_at: now,
    })
    .returning(sessionColumns)
    .executeTakeFirstOrThrow()
  await tx.db.updateTable('users').set({ last_signed_in_at: now }).where('id', '=', userId).execute()
  return { session, token }
}

/**
 * Makes a session show another organization of its person, in which their next sign-in starts as well. Throws `forbidden` if
 * the organization requires its provider.
 */
export async function showOrganization(
  tx: AppContext,
  { id, userId }: Pick<ActiveSession, 'id' | 'userId'>,
  organizationId: string,
): Promise<void> {
  const session = await tx.db
    .updateTable('sessions')
    .set({ organization_id: organizationId })
    .where('id', '=', id)
    .returning('sso_provider_id as ssoProviderId')
    .executeTakeFirst()
  await requireSignInMethod(tx, { organizationId, userId, ssoProviderId: session?.ssoProviderId })
  await updateUser(tx, userId, { lastOrganizationId: organizationId })
}

/** Returns the person of a session as the actor of events in each of their organizations. */
export const getSessionActor = (session: ActiveSession) =>
  getUserActor(session, session.member?.actor ?? { role: 'viewer', brandIds: null })

/** Returns the session of a request when its cookie is signed and known and it has not expired. Runs one indexed query. */
export async function findSession(
  ctx: AppContext,
  headers: HttpExchange['headers'],
): Promise<ActiveSession | null> {
  const token = readSessionToken(ctx, headers)
  if (token === null) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'sessions.organization_id')
        .onRef('members.user_id', '=', 'sessions.user_id'),
    )
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.updated_at'])
    .leftJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['sessions.authenticated_at', 'members.organization_id', 'members.role', 'members.brand_ids'])
    .select(lacksSecondFactor(ctx).as('lacks_second_factor'))
    .where('sessions.token_hash', '=', sha256(token))
    .where('sessions.expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row) return null
  const person = { id: row.id, userId: row.user_id, authenticatedAt: row.authenticated_at }
  const { organization_id: organizationId, role, brand_ids: brandIds } = row
  return {
    ...person,
    token,
    createdAt: row.created_at,
    renewedAt: row.updated_at,
    member:
      organizationId === null || role === null
        ? null
        : { organizationId, actor: getUserActor(person, { role: asRole(role), brandIds }) },
    lacksSecondFactor: row.lacks_second_factor,
  }
}

/**
 * PostgreSQL looks for factors only if the organization requires one. The organization decides what its own provider asks
 * for, so a session that this provider opened has a second factor.
 */
const lacksSecondFactor = (ctx: AppContext) => sql<boolean>`
  case when organizations.second_factor_required_from <= ${ctx.now()}
  then not ${hasSecondFactor('sessions.user_id')} and not exists (
    select from sso_providers
    where sso_providers.id = sessions.sso_provider_id and sso_providers.organization_id = organizations.id
  ) else false end`

/** SQL that says whether a person has a second factor. `userId`: the column with their id. */
export const hasSecondFactor = (userId: 'sessions.user_id' | 'members.user_id') => sql<boolean>`(
  exists (select from passkeys where passkeys.user_id = ${sql.ref(userId)})
  or exists (select from totp_secrets where totp_secrets.user_id = ${sql.ref(userId)}))`

/** Finds the session like `findSession`, renews it when due and sets the cookies that the browser lacks. */
export async function resumeSession(ctx: AppContext, exchange: HttpExchange): Promise<ActiveSession | null> {
  const session = await findSession(ctx, exchange.headers)
  if (session === null) return null
  setXsrfCookie(ctx, exchange, session.id)
  if (ctx.now().getTime() - session.renewedAt.getTime() >= renewAfterMs) {
    const expiresAt = await renewSession(ctx, session)
    setSessionCookie(ctx, exchange, { token: session.token, expiresAt })
  }
  return session
}

export async function findSignedIn(
  ctx: AppContext,
  { id, token }: Pick<ActiveSession, 'id' | 'token'>,
): Promise<SignedIn | null> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (!session) return null
  const user = await findUser(ctx, session.userId)
  return user && { session, user, token }
}

/** Throws `unauthorized` when the session ended during the request. */
export async function getSignedIn(ctx: AppContext, session: ActiveSession): Promise<SignedIn> {
  const signedIn = await findSignedIn(ctx, session)
  if (signedIn === null) throw new AppError('unauthorized', message('common.texts.signInFirst'))
  return signedIn
}

/** Lists the sessions of a person that have not expired, the last renewed first. */
export function listSessions(ctx: AppContext, userId: string): Promise<Session[]> {
  return ctx.db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.now())
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends one session of a person. Returns whether it existed. */
export async function deleteSession(ctx: AppContext, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Ends every session of a person, or all but one. */
export async function deleteSessions(
  ctx: AppContext,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .execute()
}

/** Records that the person of a session has authenticated again. */
export async function recordAuthentication(
  ctx: AppContext,
  sessionId: string,
  method: SignInMethod,
): Promise<void> {
  const { methods } = await ctx.db
    .selectFrom('sessions')
    .select('methods')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('sessions')
    .set({ authenticated_at: ctx.now(), methods: [...new Set([...methods, method])] })
    .where('id', '=', sessionId)
    .execute()
}

/** Narrows a column's value to a role; a check constraint limits the column to these values. */
export const asRole = (role: string): Role => role as Role

/** The columns of `sessions` under the names of `Session`. */
const sessionColumns = [
  'sessions.id',
  'sessions.user_id as userId',
  'sessions.organization_id as organizationId',
  'sessions.methods',
  'sessions.authenticated_at as authenticatedAt',
  'sessions.expires_at as expiresAt',
  'sessions.created_at as createdAt',
  'sessions.updated_at as updatedAt',
  'sessions.ip_address as ipAddress',
  'sessions.user_agent as userAgent',
] as const

async function renewSession(ctx: AppContext, { id, createdAt, renewedAt }: ActiveSession): Promise<Date> {
  const expiresAt = new Date(
    Math.min(ctx.now().getTime() + sessionLifetimeMs, createdAt.getTime() + maxLifetimeMs),
  )
  await ctx.db
    .updateTable('sessions')
    .set({ updated_at: ctx.now(), expires_at: expiresAt })
    .where('id', '=', id)
    // Only one of several concurrent requests renews.
    .where('updated_at', '=', renewedAt)
    .execute()
  return expiresAt
}
