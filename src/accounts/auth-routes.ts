/** Sign-up, sign-in, sign-out and the current session. /api/auth authenticates no request; each route checks its own. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { version } from '../core/version.ts'
import { unauthorized } from '../http/bearer.ts'
import { type Http, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { signIn, signOut, signUp } from './accounts.ts'
import { requireSameOrigin, requireSession } from './authenticate.ts'
import { clearCookies, setSessionCookie, setXsrfCookie } from './cookies.ts'
import { Email, Password } from './fields.ts'
import {
  type ActiveSession,
  type Client,
  CurrentSession,
  findSignedIn,
  resumeSession,
  type SignedIn,
  showCurrentSession,
} from './sessions.ts'
import { findSetupCode } from './setup-code.ts'
import { beginSignInAttempt, beginSignUp, recordSignIn, recordSignUp } from './sign-in-limits.ts'
import { hasUsers, UserLanguage, updateLanguage } from './users.ts'

export const authRoutes = {
  'GET /api/status': route({
    access: 'none',
    summary: 'Get the state of the installation',
    description: 'Whether an account exists yet, who can sign up, and the version. The sign-in page uses it.',
    returns: z.object({
      first_run: z.boolean(),
      setup_code_required: z
        .boolean()
        .describe(
          'Whether the first sign-up has to send the setup code, which the service prints at its start.',
        ),
      signups: z.enum(['invite_only', 'open']),
      version: z.string(),
    }),
    run: async (ctx) => ({
      first_run: !(await hasUsers(ctx)),
      setup_code_required: (await findSetupCode(ctx)) !== null,
      signups: ctx.config.SIGNUPS,
      version,
    }),
  }),

  'POST /api/auth/sign-up/email': route({
    access: 'none',
    summary: 'Create an account and sign in',
    description:
      'The first sign-up creates the organization and its owner. Later sign-ups need an invitation token, unless SIGNUPS=open: then each sign-up creates a new organization. An address that has an account gets another one, so the response does not reveal it. Where others can reach the service, the first sign-up also needs the setup code, which the service prints at its start.',
    body: z.strictObject({
      name: Line(100),
      email: Email,
      password: Password,
      invitation: z.string().max(200).optional(),
      setup_code: z.string().max(200).optional(),
    }),
    errors: ['forbidden', 'conflict', 'not_found'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const begin = body.invitation === undefined ? beginSignUp : beginSignInAttempt
      const attempt = await begin(ctx, http, body.email)
      const signedIn = await signUp(attempt, { ...body, setupCode: body.setup_code }, createClientFor(http))
      await recordSignUp(ctx, http, body.email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),

  'POST /api/auth/sign-in/email': route({
    access: 'none',
    summary: 'Sign in',
    description:
      'Sets the session cookie and the cookie XSRF-TOKEN. Failed attempts are limited per account and per IP address.',
    body: z.strictObject({ email: Email, password: z.string().min(1).max(128) }),
    errors: ['unauthorized', 'forbidden'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const attempt = await beginSignInAttempt(ctx, http, body.email)
      const signedIn = await signIn(attempt, body, createClientFor(http))
      await recordSignIn(ctx, http, body.email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),

  'POST /api/auth/sign-out': route({
    access: 'none',
    summary: 'Sign out',
    description: 'Ends the session and clears its cookies. Requires the session cookie and X-XSRF-TOKEN.',
    errors: ['unauthorized', 'csrf'],
    returns: z.object({ success: z.literal(true) }),
    run: async (ctx, { http }) => {
      const { organizationId, actor } = await requireSession(ctx, { ...http, changes: true })
      await signOut({ ...ctx, organizationId, actor }, actor.sessionId)
      clearCookies(ctx, http)
      return { success: true as const }
    },
  }),

  'PATCH /api/auth/user': route({
    access: 'none',
    summary: 'Update the signed-in user',
    description:
      'Changes the language of the dashboard for the user; null is the language of their browser. Requires the session cookie and X-XSRF-TOKEN.',
    body: z.strictObject({ language: UserLanguage }),
    errors: ['unauthorized', 'csrf'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      await updateLanguage(ctx, session.actor.userId, body.language)
      return showCurrentSession(await getSignedIn(ctx, session))
    },
  }),

  'GET /api/auth/get-session': route({
    access: 'none',
    summary: 'Get the current session',
    description: 'Returns the session with its user and organization, or null without a valid session.',
    errors: ['forbidden'],
    returns: CurrentSession.nullable(),
    run: async (ctx, { http }) => {
      requireSameOrigin(ctx, http.headers)
      const session = await resumeSession(ctx, http)
      const signedIn = session && (await findSignedIn(ctx, session))
      return signedIn && showCurrentSession(signedIn)
    },
  }),
}

/** Throws `unauthorized` when the session ended during the request. */
async function getSignedIn(ctx: AppContext, session: ActiveSession): Promise<SignedIn> {
  const signedIn = await findSignedIn(ctx, session)
  if (signedIn === null) throw unauthorized(message('common.texts.signInFirst'))
  return signedIn
}

/** Sets the session's cookies and returns the response body. */
export function showSignedIn(
  ctx: AppContext,
  http: Http,
  signedIn: SignedIn,
): z.input<typeof CurrentSession> {
  setSessionCookie(ctx, http, signedIn.session)
  setXsrfCookie(ctx, http, signedIn.session.id)
  return showCurrentSession(signedIn)
}

export const createClientFor = ({ ip, headers }: Http): Client => ({
  ip,
  userAgent: String(headers['user-agent'] ?? '').slice(0, 500),
})
