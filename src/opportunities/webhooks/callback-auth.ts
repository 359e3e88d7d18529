/** Authenticates webhook receivers that report back. They have no session, only the token in their `callback_url`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticateSession } from '../../accounts/authenticate.ts'
import type { AppContext } from '../../core/context.ts'
import { forbidden } from '../../core/errors.ts'
import type { Authenticated } from '../../http/api-surfaces.ts'
import { unauthorized } from '../../http/bearer.ts'
import { enforceRateLimit } from '../../http/rate-limiter.ts'
import { rateLimiterFor } from '../../http/shared-rate-limits.ts'
import { untranslated } from '../../languages/message.ts'
import type { Status } from '../source-data.ts'
import { verifyCallbackToken } from './callback-token.ts'

/** Uses the token if there is one, otherwise the session. An invalid token never falls back to the session. */
export function authenticateSessionOrToken(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const token = Query.parse(request.query).token
  return token === undefined ? authenticateSession(ctx, request, reply) : authenticateToken(ctx, token, reply)
}

const Query = z.object({ token: z.string().optional().catch('') })

async function authenticateToken(
  ctx: AppContext,
  token: string,
  reply: FastifyReply,
): Promise<Authenticated> {
  const subject = verifyCallbackToken(ctx, token)
  const brand =
    subject &&
    (await ctx.db
      .selectFrom('brands')
      .select('organization_id')
      .where('id', '=', subject.brandId)
      .where('callback_token_version', '=', subject.generation)
      .executeTakeFirst())
  if (!subject || !brand)
    throw unauthorized(untranslated('The token in this URL is invalid, expired or revoked.'))
  const { brandId, opportunityId } = subject
  enforceRateLimit(
    rateLimiterFor(ctx, 'RATE_LIMIT_SESSION').take(`callback ${opportunityId}`),
    (name, value) => reply.header(name, value),
  )
  return {
    organizationId: brand.organization_id,
    actor: { kind: 'callback', opportunityId, brandIds: [brandId] },
  }
}

/** Receivers may set every status but `new`. Throws `forbidden`. */
export function requireCallbackTransition(kind: string, status: Status): void {
  if (kind === 'callback' && status === 'new')
    throw forbidden(
      untranslated('A webhook receiver may set the status to in_progress, done, dismissed or sent.'),
    )
}
