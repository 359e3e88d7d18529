/** A session is one browser signed in. It lives for a week after it was last renewed, which use does once a day. */
import { z } from 'zod'
import type { Actor, AppContext, Context, Role } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { type Client, insertSession, type Session, sessionLifetimeMs, type User } from './better-auth.ts'
import { type HttpExchange, sessionTokenOf, setSessionCookie, setXsrfCookie } from './cookies.ts'

export type SignedIn = { session: Session; user: User }
/** What a proof needs to know of a session, and no more. */
export type ActiveSession = Authenticated & {
  actor: Extract<Actor, { kind: 'user' }>
  token: string
  renewedAt: Date
}

const renewAfterMs = 24 * 3_600_000

/** The session as the library's own `get-session` sends it, without its token. */
export const CurrentSession = z
  .object({
    session: z.object({
      id: z.uuid(),
      userId: z.uuid(),
      expiresAt: Timestamp,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      image: z.string().nullable(),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    }),
  })
  .meta({ id: 'Session' })

export async function startSession(tx: AppContext, userId: string, client: Client): Promise<Session> {
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', tx.now())
    .execute()
  return insertSession(tx, userId, client)
}

/** The session of this request, if it is signed, known, not expired and its person still a member. One indexed query. */
export async function findSession(
  ctx: AppContext,
  headers: HttpExchange['headers'],
): Promise<ActiveSession | null> {
  const token = sessionTokenOf(ctx, headers)
  if (token === null) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('members', 'members.user_id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.updated_at'])
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
      role: roleOf(row.role),
      brandIds: row.brand_ids,
    },
    token,
    renewedAt: row.updated_at,
  }
}

/** As `findSession`, and keeps what the browser holds up to date: the XSRF cookie and, once a day, the session's own. */
export async function openSession(ctx: AppContext, exchange: HttpExchange): Promise<ActiveSession | null> {
  const live = await findSession(ctx, exchange.headers)
  if (live === null) return null
  setXsrfCookie(ctx, exchange, live.actor.sessionId)
  if (ctx.now().getTime() - live.renewedAt.getTime() >= renewAfterMs) {
    await renew(ctx, live)
    setSessionCookie(ctx, exchange, live)
  }
  return live
}

export async function getSignedIn(ctx: AppContext, { actor }: ActiveSession): Promise<SignedIn | null> {
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.name', 'users.email', 'users.email_verified', 'users.image'])
    .select(['users.created_at as user_created_at', 'users.updated_at as user_updated_at'])
    .where('sessions.id', '=', actor.sessionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    session: {
      id: row.id,
      userId: row.user_id,
      token: row.token,
      expiresAt: row.expires_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ipAddress: row.ip_address,
      userAgent: row.user_agent,
    },
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      emailVerified: row.email_verified,
      image: row.image,
      createdAt: row.user_created_at,
      updatedAt: row.user_updated_at,
    },
  }
}

export async function endSession(ctx: AppContext, sessionId: string): Promise<void> {
  await ctx.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

export async function endSessionsOf(ctx: AppContext, userId: string): Promise<void> {
  await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export function showCurrentSession({ session, user }: SignedIn): z.input<typeof CurrentSession> {
  return {
    session: {
      id: session.id,
      userId: session.userId,
      expiresAt: session.expiresAt.toISOString(),
      createdAt: session.createdAt.toISOString(),
      updatedAt: session.updatedAt.toISOString(),
      ipAddress: session.ipAddress ?? null,
      userAgent: session.userAgent ?? null,
    },
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      image: user.image ?? null,
      createdAt: user.createdAt.toISOString(),
      updatedAt: user.updatedAt.toISOString(),
    },
  }
}

/** Whom the actor is or acts for. The session and API-key surfaces let nobody else in. */
export function userIdOf({ actor }: Context): string {
  if (!('userId' in actor)) throw new Error(`${actor.kind} is not a person`)
  return actor.userId
}

/** The column holds nothing else: the table's own check says so. */
export const roleOf = (role: string): Role => role as Role

async function renew(ctx: AppContext, { actor, renewedAt }: ActiveSession): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ updated_at: ctx.now(), expires_at: new Date(ctx.now().getTime() + sessionLifetimeMs) })
    .where('id', '=', actor.sessionId)
    // Of several requests at once, one renews.
    .where('updated_at', '=', renewedAt)
    .execute()
}
