import type { BaseContext } from '../core/context.ts'
import { addressKey, enforce } from '../http/rate-limiter.ts'
import { limiterOf } from '../http/shared-rate-limits.ts'
import type { Exchange } from './cookies.ts'

/** Everything that tries a password or makes an account counts against the address and, with one, the account. */
export function enforceSignIn(
  ctx: BaseContext,
  { ip, setHeader }: { ip: string } & Pick<Exchange, 'setHeader'>,
  email: string,
): void {
  enforce(limiterOf(ctx, 'RATE_LIMIT_SIGN_IN_ADDRESS').take(addressKey(ip)), setHeader)
  enforce(limiterOf(ctx, 'RATE_LIMIT_SIGN_IN_ACCOUNT').take(email), setHeader)
}
