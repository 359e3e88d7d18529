/** Who asks: one proof per surface. Nothing is remembered between requests, so what is revoked ends with the next one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { bearerToken, timingSafeEqualText, unauthorized } from '../http/bearer.ts'
import { enforceRateLimit } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { findApiKey, recordApiKeyUse } from './api-keys.ts'
import { type HttpExchange, verifyXsrfHeader } from './cookies.ts'
import { type ActiveSession, findSession, openSession } from './sessions.ts'

export type Headers = HttpExchange['headers']

export async function authenticateSession(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const { organizationId, actor } = await requireSession(ctx, {
    headers: request.headers,
    changes: !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
    setHeader: (name, value) => reply.header(name, value),
  })
  return { organizationId, actor }
}

/** `changes`: the request may change something, so it must show that our own page sent it. */
export async function requireSession(
  ctx: AppContext,
  exchange: HttpExchange & { changes: boolean },
): Promise<ActiveSession> {
  const live = await openSession(ctx, exchange)
  if (live === null) throw unauthorized('Sign in first.')
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SESSION').take(live.actor.sessionId), exchange.setHeader)
  if (exchange.changes && !verifyXsrfHeader(ctx, exchange.headers, live.actor.sessionId)) {
    throw new AppError('csrf', 'Send the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.')
  }
  return live
}

/** For pages, which show something else to strangers. */
export async function findRequestSession(
  ctx: AppContext,
  request: { headers: Headers },
): Promise<Authenticated | null> {
  const live = await findSession(ctx, request.headers)
  return live && { organizationId: live.organizationId, actor: live.actor }
}

export async function authenticateApiKey(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const token = bearerToken(request.headers)
  const key = token === null ? null : await findApiKey(ctx, token)
  if (key === null) {
    reply.header('WWW-Authenticate', 'Bearer')
    throw unauthorized('Send a valid API key: "Authorization: Bearer ans_…".')
  }
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_API_KEY').take(key.actor.keyId), (name, value) =>
    reply.header(name, value),
  )
  recordApiKeyUse(ctx, key)
  return { organizationId: key.organizationId, actor: key.actor }
}

/** The cron secret speaks for the install, not for an organization: this id is nobody's. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

export async function authenticateCron(
  { config }: AppContext,
  request: FastifyRequest,
): Promise<Authenticated> {
  if (config.CRON_SECRET === null) {
    throw new AppError('not_configured', 'The internal endpoints are off: CRON_SECRET is not set.')
  }
  const secret = bearerToken(request.headers)
  if (secret === null || !timingSafeEqualText(secret, config.CRON_SECRET)) {
    throw unauthorized('Send the cron secret: "Authorization: Bearer <CRON_SECRET>".')
  }
  return { organizationId: noOrganization, actor: { kind: 'cron' } }
}

/**
 * For requests that have no session to bind a token to: a browser says which page sent them, and that must be one of
 * ours. Throws `csrf`.
 */
export function requireSameOrigin(ctx: AppContext, { origin, host }: Headers): void {
  if (origin === undefined) return
  const sender = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null
  if (sender?.origin === new URL(ctx.baseUrl).origin) return
  if (sender && sender.host === host) return
  throw new AppError('csrf', 'This request came from a page of another site.')
}
