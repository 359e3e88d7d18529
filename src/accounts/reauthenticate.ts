import type { AppContext } from '../core/context.ts'
import { AppError, invalid } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { recordFailedSignIn } from './accounts.ts'
import type { FactorProof } from './fields.ts'
import { type ActiveSession, recordAuthentication, type SignInMethod } from './sessions.ts'
import { proveFactor } from './sign-in.ts'
import { beginSignInAttempt, takeBackAttempt } from './sign-in-limits.ts'
import { findUser, findUserByPassword, type User } from './users.ts'

/**
 * Proves again who the signed-in person is, before an action that requires it (`requireRecentAuthentication`). Limited like a
 * sign-in. Throws `invalid_request` for a wrong password, code or passkey.
 */
export async function reauthenticate(
  ctx: AppContext,
  http: Http,
  session: ActiveSession,
  { password, ...proof }: FactorProof & { password?: string | undefined },
): Promise<void> {
  const user = await findUser(ctx, session.userId)
  if (user === null) return
  const method =
    password === undefined
      ? await proveFactorAgain(ctx, http, user, proof)
      : await provePassword(ctx, http, user, password)
  await recordAuthentication(ctx, session.id, method)
}

async function provePassword(ctx: AppContext, http: Http, { email }: User, password: string) {
  const attempt = await beginSignInAttempt(ctx, http, email)
  if ((await findUserByPassword(attempt.ctx, email, password)) === null) {
    await recordFailedSignIn(ctx, email)
    throw invalid('password', message('accounts.confirmPassword.isNotYourPassword'))
  }
  await takeBackAttempt(ctx, attempt)
  return 'password' as const
}

async function proveFactorAgain(
  ctx: AppContext,
  http: Http,
  user: User,
  proof: FactorProof,
): Promise<SignInMethod> {
  const proved = await proveFactor(ctx, http, user, proof)
  if (proved.outcome === 'refused') throw new AppError('invalid_request', proved.problem)
  return proved.method
}
