import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { findMatchingHash } from './passwords.ts'
import { requireUserId } from './sessions.ts'
import { beginSignInAttempt, recordSignIn } from './sign-in-limits.ts'

/**
 * Requires the password of the signed-in user again, because an open browser must not be enough for the action. Limited
 * like a sign-in. Throws `invalid_request` for a wrong password.
 */
export async function confirmPassword(ctx: Context, http: Http, password: string): Promise<void> {
  const { email, password_hash: hash } = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', requireUserId(ctx))
    .executeTakeFirstOrThrow()
  await beginSignInAttempt(ctx, http, email)
  if (hash !== null && (await findMatchingHash(ctx, { account: email, password }, [hash])) !== null)
    return recordSignIn(ctx, http, email)
  await recordFailedSignIn(ctx, email)
  throw invalid('password', message('accounts.confirmPassword.isNotYourPassword'))
}
