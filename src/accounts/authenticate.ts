/** Who asks: one proof per surface. Nothing is remembered between requests, so what is revoked ends with the next one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BaseContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { Proven } from '../http/server.ts'
import { enforce } from '../http/rate-limiter.ts'
import { limiterOf } from '../http/shared-rate-limits.ts'
import { findApiKey, touchApiKey } from './api-keys.ts'
import { type Exchange, hasXsrfHeader, sameText } from './cookies.ts'
import { findSession, type LiveSession, openSession } from './sessions.ts'

type Headers = Exchange['headers']

export async function proveSession(
  ctx: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Proven> {
  const { organizationId, actor } = await requireSession(ctx, {
    headers: request.headers,
    changes: !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
    setHeader: (name, value) => reply.header(name, value),
  })
  return { organizationId, actor }
}

/** `changes`: the request may change something, so it must show that our own page sent it. */
export async function requireSession(
  ctx: BaseContext,
  exchange: Exchange & { changes: boolean },
): Promise<LiveSession> {
  const live = await openSession(ctx, exchange)
  if (live === null) throw unauthorized('Sign in first.')
  enforce(limiterOf(ctx, 'RATE_LIMIT_SESSION').take(live.actor.sessionId), exchange.setHeader)
  if (exchange.changes && !hasXsrfHeader(ctx, exchange.headers, live.actor.sessionId)) {
    throw new AppError('csrf', 'Send the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.')
  }
  return live
}

/** For pages, which show something else to strangers. */
export async function optionalSession(
  ctx: BaseContext,
  request: { headers: Headers },
): Promise<Proven | null> {
  const live = await findSession(ctx, request.headers)
  return live && { organizationId: live.organizationId, actor: live.actor }
}

export async function proveApiKey(
  ctx: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Proven> {
  const token = bearerOf(request.headers)
  const key = token === null ? null : await findApiKey(ctx, token)
  if (key === null) {
    reply.header('WWW-Authenticate', 'Bearer')
    throw unauthorized('Send a valid API key: "Authorization: Bearer ans_…".')
  }
  enforce(limiterOf(ctx, 'RATE_LIMIT_API_KEY').take(key.actor.keyId), (name, value) =>
    reply.header(name, value),
  )
  touchApiKey(ctx, key)
  return { organizationId: key.organizationId, actor: key.actor }
}

/** The cron secret speaks for the install, not for an organization: this id is nobody's. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

export async function proveCron({ config }: BaseContext, request: FastifyRequest): Promise<Proven> {
  if (config.CRON_SECRET === null) {
    throw new AppError('not_configured', 'The internal endpoints are off: CRON_SECRET is not set.')
  }
  const secret = bearerOf(request.headers)
  if (secret === null || !sameText(secret, config.CRON_SECRET)) {
    throw unauthorized('Send the cron secret: "Authorization: Bearer <CRON_SECRET>".')
  }
  return { organizationId: noOrganization, actor: { kind: 'cron' } }
}

/**
 * For requests that have no session to bind a token to: a browser says which page sent them, and that must be one of
 * ours. Throws `csrf`.
 */
export function requireOwnOrigin(ctx: BaseContext, { origin, host }: Headers): void {
  if (origin === undefined) return
  const sender = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null
  if (sender?.origin === new URL(ctx.baseUrl).origin) return
  if (sender && sender.host === host) return
  throw new AppError('csrf', 'This request came from a page of another site.')
}

export const unauthorized = (message: string) => new AppError('unauthorized', message)

export const bearerOf = ({ authorization }: Headers): string | null =>
  (typeof authorization === 'string' && /^Bearer +(.+)$/i.exec(authorization)?.[1]) || null
