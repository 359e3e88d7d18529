import type { AppContext } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { recordFailedSignIn } from './accounts.ts'
import { type ActiveSession, recordAuthentication } from './sessions.ts'
import { beginSignInAttempt, recordSignIn } from './sign-in-limits.ts'
import { findUser, findUserByPassword } from './users.ts'

/**
 * Proves again who the signed-in person is, before an action that requires it (`requireRecentAuthentication`). Limited like a
 * sign-in. Throws `invalid_request` for a wrong password.
 */
export async function reauthenticate(
  ctx: AppContext,
  http: Http,
  session: ActiveSession,
  password: string,
): Promise<void> {
  const email = (await findUser(ctx, session.userId))?.email ?? ''
  const attempt = await beginSignInAttempt(ctx, http, email)
  if ((await findUserByPassword(attempt, email, password)) === null) {
    await recordFailedSignIn(ctx, email)
    throw invalid('password', message('accounts.confirmPassword.isNotYourPassword'))
  }
  await recordSignIn(ctx, http, email)
  await recordAuthentication(ctx, session.id, 'password')
}
