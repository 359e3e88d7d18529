/** The responses of requests that sign in. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import type { Http } from '../http/route.ts'
import { setSessionCookie, setXsrfCookie } from './cookies.ts'
import { SecondFactor } from './factors.ts'
import { type CurrentSession, showCurrentSession } from './session-records.ts'
import type { SignedIn } from './sessions.ts'
import type { SignInStep } from './sign-in.ts'

/** The response of a sign-in that waits for the second factor. */
export const PendingSignIn = z
  .object({
    second_factor: z
      .array(SecondFactor)
      .describe('With what the person can finish the sign-in: POST /api/auth/sign-in/factor.'),
  })
  .meta({ id: 'PendingSignIn' })

/** Sets the session's cookies if there is one, and returns the response body. */
export function showSignInStep(ctx: AppContext, http: Http, step: SignInStep) {
  return 'session' in step ? showSignedIn(ctx, http, step) : { second_factor: step.secondFactors }
}

/** Sets the session's cookies and returns the response body. */
export function showSignedIn(
  ctx: AppContext,
  http: Http,
  signedIn: SignedIn,
): z.input<typeof CurrentSession> {
  const { session, token } = signedIn
  setSessionCookie(ctx, http, { token, expiresAt: session.expiresAt })
  setXsrfCookie(ctx, http, session.id)
  return showCurrentSession(signedIn)
}
