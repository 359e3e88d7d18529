/**
 * A session is one signed-in browser. It expires a week after its last renewal, and 90 days after the sign-in at the
 * latest; use renews it at most once a day.
 */
import { z } from 'zod'
import type { Actor, AppContext, Context, Role } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, newToken } from '../core/ids.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import {
  type HttpExchange,
  readSessionToken,
  sessionLifetimeMs,
  setSessionCookie,
  setXsrfCookie,
} from './cookies.ts'
import { asLanguage, type User, UserLanguage } from './users.ts'

export type Session = {
  id: string
  userId: string
  token: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  ipAddress: string | null
  userAgent: string | null
}

export type SignedIn = { session: Session; user: User }

/** The browser that opens a session. */
export type Client = { ip: string; userAgent: string }

/** The part of a session that authenticating a request needs. */
export type ActiveSession = Authenticated & {
  actor: Extract<Actor, { kind: 'user' }>
  token: string
  createdAt: Date
  renewedAt: Date
}

const renewAfterMs = 24 * 3_600_000
const maxLifetimeMs = 90 * 24 * 3_600_000

/** The session and its user, without the session's token. */
export const CurrentSession = z
  .object({
    session: z.object({
      id: z.uuid(),
      user_id: z.uuid(),
      expires_at: Timestamp,
      created_at: Timestamp,
      updated_at: Timestamp,
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
    }),
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      email_verified: z.boolean(),
      language: UserLanguage.describe('Language of the dashboard; null is the language of the browser.'),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  })
  .meta({ id: 'Session' })

/** Opens a session and deletes the user's expired ones. */
export async function startSession(tx: AppContext, userId: string, client: Client): Promise<Session> {
  const now = tx.now()
  await tx.db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  return tx.db
    .insertInto('sessions')
    .values({
      id: newId(now.getTime()),
      user_id: userId,
      token: newToken(),
      expires_at: new Date(now.getTime() + sessionLifetimeMs),
      ip_address: client.ip,
      user_agent: client.userAgent,
      created_at: now,
      updated_at: now,
    })
    .returning(sessionColumns)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the session of a request when its cookie is signed and known, it has not expired and its user is still a
 * member. Runs one indexed query.
 */
export async function findSession(
  ctx: AppContext,
  headers: HttpExchange['headers'],
): Promise<ActiveSession | null> {
  const token = readSessionToken(ctx, headers)
  if (token === null) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('members', 'members.user_id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.updated_at'])
    .select(['members.organization_id', 'members.role', 'members.brand_ids'])
    .where('sessions.token', '=', token)
    .where('sessions.expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row) return null
  return {
    organizationId: row.organization_id,
    actor: {
      kind: 'user',
      sessionId: row.id,
      userId: row.user_id,
      role: asRole(row.role),
      brandIds: row.brand_ids,
    },
    token,
    createdAt: row.created_at,
    renewedAt: row.updated_at,
  }
}

/** Finds the session like `findSession`, renews it when due and sets the cookies that the browser lacks. */
export async function resumeSession(ctx: AppContext, exchange: HttpExchange): Promise<ActiveSession | null> {
  const session = await findSession(ctx, exchange.headers)
  if (session === null) return null
  setXsrfCookie(ctx, exchange, session.actor.sessionId)
  if (ctx.now().getTime() - session.renewedAt.getTime() >= renewAfterMs) {
    const expiresAt = await renewSession(ctx, session)
    setSessionCookie(ctx, exchange, { token: session.token, expiresAt })
  }
  return session
}

export async function findSignedIn(ctx: AppContext, { actor }: ActiveSession): Promise<SignedIn | null> {
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(sessionColumns)
    .select(['users.name', 'users.email', 'users.email_verified as emailVerified'])
    .select('users.language')
    .select(['users.created_at as userCreatedAt', 'users.updated_at as userUpdatedAt'])
    .where('sessions.id', '=', actor.sessionId)
    .executeTakeFirst()
  if (!row) return null
  const { name, email, emailVerified, language, userCreatedAt, userUpdatedAt, ...session } = row
  const user = { id: session.userId, name, email, emailVerified, language: asLanguage(language) }
  return { session, user: { ...user, createdAt: userCreatedAt, updatedAt: userUpdatedAt } }
}

export async function deleteSession(ctx: AppContext, sessionId: string): Promise<void> {
  await ctx.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

export async function deleteSessions(ctx: AppContext, userId: string): Promise<void> {
  await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Returns the session and its user as the API shows them, without the token. */
export function showCurrentSession({ session, user }: SignedIn): z.input<typeof CurrentSession> {
  return {
    session: {
      id: session.id,
      user_id: session.userId,
      expires_at: session.expiresAt.toISOString(),
      created_at: session.createdAt.toISOString(),
      updated_at: session.updatedAt.toISOString(),
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
    },
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      email_verified: user.emailVerified,
      language: user.language,
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
    },
  }
}

/** Returns the user who acts, or whose API key acts. Throws for actors that are not a user's. */
export function requireUserId({ actor }: Context): string {
  if (!('userId' in actor)) throw new Error(`The actor "${actor.kind}" is not a user`)
  return actor.userId
}

/** Narrows a column's value to a role; a check constraint limits the column to these values. */
export const asRole = (role: string): Role => role as Role

/** The columns of `sessions` under the names of `Session`. */
const sessionColumns = [
  'sessions.id',
  'sessions.user_id as userId',
  'sessions.token',
  'sessions.expires_at as expiresAt',
  'sessions.created_at as createdAt',
  'sessions.updated_at as updatedAt',
  'sessions.ip_address as ipAddress',
  'sessions.user_agent as userAgent',
] as const

async function renewSession(ctx: AppContext, { actor, createdAt, renewedAt }: ActiveSession): Promise<Date> {
  const expiresAt = new Date(
    Math.min(ctx.now().getTime() + sessionLifetimeMs, createdAt.getTime() + maxLifetimeMs),
  )
  await ctx.db
    .updateTable('sessions')
    .set({ updated_at: ctx.now(), expires_at: expiresAt })
    .where('id', '=', actor.sessionId)
    // Only one of several concurrent requests renews.
    .where('updated_at', '=', renewedAt)
    .execute()
  return expiresAt
}
