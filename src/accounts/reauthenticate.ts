import type { AppContext } from '../core/context.ts'
import { AppError, invalid } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { recordFailedSignIn } from './accounts.ts'
import type { FactorResponse } from './fields.ts'
import { type ActiveSession, recordAuthentication, type SignInMethod } from './sessions.ts'
import { verifyFactor } from './sign-in.ts'
import { beginSignInAttempt, takeBackAttempt } from './sign-in-limits.ts'
import { findUser, findUserByPassword, type User } from './users.ts'

/**
 * Authenticates the signed-in person again, before an action that requires it (`requireRecentAuthentication`). Limited like a
 * sign-in. Throws `invalid_request` for a wrong password, code or passkey.
 */
export async function reauthenticate(
  ctx: AppContext,
  http: Http,
  session: ActiveSession,
  { password, ...response }: FactorResponse & { password?: string | undefined },
): Promise<void> {
  const user = await findUser(ctx, session.userId)
  if (user === null) return
  const method =
    password === undefined
      ? await verifyFactorAgain(ctx, http, user, response)
      : await verifyPassword(ctx, http, user, password)
  await recordAuthentication(ctx, session.id, method)
}

async function verifyPassword(ctx: AppContext, http: Http, { email }: User, password: string) {
  const attempt = await beginSignInAttempt(ctx, http, email)
  if ((await findUserByPassword(attempt.ctx, email, password)) === null) {
    await recordFailedSignIn(ctx, email)
    throw invalid('password', message('accounts.confirmPassword.isNotYourPassword'))
  }
  await takeBackAttempt(ctx, attempt)
  return 'password' as const
}

async function verifyFactorAgain(
  ctx: AppContext,
  http: Http,
  user: User,
  response: FactorResponse,
): Promise<SignInMethod> {
  const verified = await verifyFactor(ctx, http, user, response)
  if (verified.outcome === 'refused') throw new AppError('invalid_request', verified.problem)
  return verified.method
}
