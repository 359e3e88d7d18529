/** The limits that guard the doors. They belong to one running service, whose settings are their key here. */
import type { Config } from '../core/config.ts'
import type { BaseContext } from '../core/context.ts'
import { addressKey, enforce, type Limiter, limiter } from '../core/limits.ts'
import type { Exchange } from './cookies.ts'

type Limits = { apiKey: Limiter; session: Limiter; signInAccount: Limiter; signInAddress: Limiter }

const limitsOfServices = new WeakMap<Config, Limits>()

export function limitsOf({ config, now }: BaseContext): Limits {
  const known = limitsOfServices.get(config)
  if (known) return known
  const limits = {
    apiKey: limiter({ perMinute: config.RATE_LIMIT_API_KEY, now }),
    session: limiter({ perMinute: config.RATE_LIMIT_SESSION, now }),
    signInAccount: limiter({ perMinute: config.RATE_LIMIT_SIGN_IN_ACCOUNT, now }),
    signInAddress: limiter({ perMinute: config.RATE_LIMIT_SIGN_IN_ADDRESS, now }),
  }
  limitsOfServices.set(config, limits)
  return limits
}

/** Everything that tries a password or makes an account counts against the address and, with one, the account. */
export function enforceSignIn(
  ctx: BaseContext,
  { ip, setHeader }: { ip: string } & Pick<Exchange, 'setHeader'>,
  email: string,
): void {
  const { signInAddress, signInAccount } = limitsOf(ctx)
  enforce(signInAddress.take(addressKey(ip)), setHeader)
  enforce(signInAccount.take(email), setHeader)
}
