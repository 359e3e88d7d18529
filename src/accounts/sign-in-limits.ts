import type { AppContext } from '../core/context.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import type { HttpExchange } from './cookies.ts'

/** Everything that tries a password or makes an account counts against the address and, with one, the account. */
export function enforceSignInLimits(
  ctx: AppContext,
  { ip, setHeader }: { ip: string } & Pick<HttpExchange, 'setHeader'>,
  email: string,
): void {
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SIGN_IN_ADDRESS').take(ipRateLimitKey(ip)), setHeader)
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SIGN_IN_ACCOUNT').take(email), setHeader)
}
