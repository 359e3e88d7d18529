import type { AppContext } from '../core/context.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import type { HttpExchange } from './cookies.ts'

/** Counts an attempt to sign in, sign up or accept an invitation against the IP address and the email address. */
export function enforceSignInLimits(
  ctx: AppContext,
  { ip, setHeader }: { ip: string } & Pick<HttpExchange, 'setHeader'>,
  email: string,
): void {
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SIGN_IN_ADDRESS').take(ipRateLimitKey(ip)), setHeader)
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_SIGN_IN_ACCOUNT').take(email), setHeader)
}
