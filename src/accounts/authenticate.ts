/** Authenticates requests, one way per API surface. Nothing is cached, so a revocation applies to the next request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { AppError, forbidden } from '../core/errors.ts'
import type { Authenticated } from '../http/api-surfaces.ts'
import { bearerChallenge, bearerToken, timingSafeEqualText, unauthorized } from '../http/bearer.ts'
import { resourceChallenge, resourceOf } from '../http/protected-resource.ts'
import { enforceRateLimit } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { type Message, message, untranslated } from '../languages/message.ts'
import { apiKeyPrefix, findApiKey } from './api-keys.ts'
import { type HttpExchange, verifyXsrfHeader } from './cookies.ts'
import { recordUse } from './credentials.ts'
import { findGrant } from './grants.ts'
import { type ActiveSession, resumeSession } from './sessions.ts'

export type Headers = HttpExchange['headers']

export async function authenticateSession(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const { member, lacksSecondFactor } = await requireSession(ctx, {
    headers: request.headers,
    changes: !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
    setHeader: (name, value) => reply.header(name, value),
  })
  if (member === null) throw forbidden(message('accounts.general.thisAccountNoLongerBelongsTo'))
  if (lacksSecondFactor)
    throw new AppError('second_factor_required', message('accounts.factors.addASecondFactor'))
  return member
}

/**
 * Throws `unauthorized` without a session. `changes` also requires the XSRF header, which shows that one of our own
 * pages sent the request.
 */
export async function requireSession(
  ctx: AppContext,
  exchange: HttpExchange & { changes: boolean },
): Promise<ActiveSession> {
  const session = await resumeSession(ctx, exchange)
  if (session === null) throw unauthorized(noSessionMessage(exchange.headers))
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SESSION').take(session.id), exchange.setHeader)
  if (exchange.changes && !verifyXsrfHeader(ctx, exchange.headers, session.id)) {
    throw new AppError(
      'csrf',
      untranslated('Send the value of the XSRF-TOKEN cookie in the X-XSRF-TOKEN header.'),
    )
  }
  return session
}

const noSessionMessage = (headers: Headers): Message =>
  bearerToken(headers)?.startsWith(apiKeyPrefix)
    ? untranslated(
        'API keys work only under /api/v1 and /api/mcp, which is also the MCP server. This endpoint requires a session: sign in first.',
      )
    : message('common.texts.signInFirst')

export async function authenticateApiKey(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const token = bearerToken(request.headers)
  const key = token === null ? null : await findApiKey(ctx, token)
  if (key === null) {
    reply.header('WWW-Authenticate', bearerChallenge())
    throw unauthorized(untranslated('Send a valid API key: "Authorization: Bearer ans_…".'))
  }
  limitRequests(ctx, key.actor.keyId, reply)
  recordUse(ctx, 'api_keys', key.actor.keyId, key)
  return { organizationId: key.organizationId, actor: key.actor }
}

/** The MCP endpoints accept the access token of a connected app in addition to API keys. */
export async function authenticateAgent(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const token = bearerToken(request.headers)
  if (token?.startsWith(apiKeyPrefix)) return authenticateApiKey(ctx, request, reply)
  const grant = token === null ? null : await findGrant(ctx, token, resourceOf(ctx))
  if (grant === null) {
    reply.header('WWW-Authenticate', resourceChallenge(ctx, token !== null))
    throw unauthorized(
      untranslated('Connect your app with OAuth, or send an API key: "Authorization: Bearer ans_…".'),
    )
  }
  limitRequests(ctx, grant.actor.grantId, reply)
  recordUse(ctx, 'oauth_grants', grant.actor.grantId, grant)
  return { organizationId: grant.organizationId, actor: grant.actor }
}

const limitRequests = (ctx: AppContext, credentialId: string, reply: FastifyReply): void =>
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_API_KEY').take(credentialId), (name, value) =>
    reply.header(name, value),
  )

/** The cron secret belongs to the installation, not to an organization: no organization has this id. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

export async function authenticateCron(
  { config }: AppContext,
  request: FastifyRequest,
): Promise<Authenticated> {
  if (config.CRON_SECRET === null) {
    throw new AppError(
      'not_configured',
      untranslated('The internal endpoints are disabled because CRON_SECRET is not set.'),
    )
  }
  const secret = bearerToken(request.headers)
  if (secret === null || !timingSafeEqualText(secret, config.CRON_SECRET)) {
    throw unauthorized(untranslated('Send the cron secret: "Authorization: Bearer <CRON_SECRET>".'))
  }
  return { organizationId: noOrganization, actor: { kind: 'cron' } }
}

/**
 * Protects requests that have no session yet to bind an XSRF token to: the browser's Origin header must name one of our
 * own pages. Throws `csrf`.
 */
export function requireSameOrigin(ctx: AppContext, { origin, host }: Headers): void {
  if (origin === undefined) return
  const sender = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null
  if (sender?.origin === new URL(ctx.baseUrl).origin) return
  if (sender && sender.host === host) return
  throw new AppError('csrf', message('accounts.authenticate.theRequestCameFromAnotherSite'))
}
