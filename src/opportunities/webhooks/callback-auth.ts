/** A receiver of a webhook that reports back: it has no session, only the token of its `callback_url`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticateSession } from '../../accounts/authenticate.ts'
import type { AppContext } from '../../core/context.ts'
import { forbidden } from '../../core/errors.ts'
import type { Authenticated } from '../../http/api-surfaces.ts'
import { unauthorized } from '../../http/bearer.ts'
import { enforceRateLimit } from '../../http/rate-limiter.ts'
import { rateLimiterFor } from '../../http/shared-rate-limits.ts'
import type { Status } from '../source-data.ts'
import { verifyCallbackToken } from './callback-token.ts'

/** A token where there is one, else a session. A token that is not good is never made up for by a session. */
export function authenticateSessionOrToken(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const token = Query.parse(request.query).token
  return token === undefined ? authenticateSession(ctx, request, reply) : proveToken(ctx, token, reply)
}

const Query = z.object({ token: z.string().optional().catch('') })

async function proveToken(ctx: AppContext, token: string, reply: FastifyReply): Promise<Authenticated> {
  const told = verifyCallbackToken(ctx, token)
  const brand =
    told &&
    (await ctx.db
      .selectFrom('brands')
      .select('organization_id')
      .where('id', '=', told.brandId)
      .executeTakeFirst())
  if (!told || !brand) throw unauthorized('The token of this address is not one of ours, or too old.')
  const { brandId, opportunityId } = told
  enforceRateLimit(
    rateLimiterFor(ctx, 'RATE_LIMIT_SESSION').take(`callback ${opportunityId}`),
    (name, value) => reply.header(name, value),
  )
  return {
    organizationId: brand.organization_id,
    actor: { kind: 'callback', opportunityId, brandIds: [brandId] },
  }
}

/** What was sent can be taken up, done or refused; only a person makes it new again. Throws `forbidden`. */
export function requireCallbackTransition(kind: string, status: Status): void {
  if (kind === 'callback' && status === 'new')
    throw forbidden('A receiver may set in_progress, done, dismissed or sent.')
}
