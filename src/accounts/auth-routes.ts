/** Sign-up, sign-in, sign-out and links in email. /api/auth authenticates no request; each route checks its own. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { version } from '../core/version.ts'
import { type Http, NoContent, route } from '../http/route.ts'
import { canSendMail } from '../mail/mailer.ts'
import { signIn, signOut, signUp } from './accounts.ts'
import { requireSameOrigin, requireSession } from './authenticate.ts'
import { clearCookies, setSessionCookie, setXsrfCookie } from './cookies.ts'
import { followEmailLink, requestPasswordReset, requestSignUp } from './email-flows.ts'
import { EmailLinkKind, getEmailLink } from './email-links.ts'
import { Email, Password } from './fields.ts'
import {
  type Client,
  CurrentSession,
  findSignedIn,
  resumeSession,
  type SignedIn,
  showCurrentSession,
} from './sessions.ts'
import { findSetupCode } from './setup-code.ts'
import {
  beginEmailRequest,
  beginSignInAttempt,
  beginSignUp,
  recordSignIn,
  recordSignUp,
} from './sign-in-limits.ts'
import { hasUsers } from './users.ts'

const token = z.string().max(200).describe('Token in the link.')

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
      sends_email: z
        .boolean()
        .describe('False: SMTP_URL is not set. The administrator creates links to set a password.'),
      version: z.string(),
    }),
    run: async (ctx) => ({
      first_run: !(await hasUsers(ctx)),
      setup_code_required: (await findSetupCode(ctx)) !== null,
      signups: ctx.config.SIGNUPS,
      sends_email: canSendMail(ctx),
      version,
    }),
  }),

  'POST /api/auth/sign-up/email': route({
    access: 'none',
    summary: 'Create the first account and sign in',
    description:
      'Creates the first account of the installation, which owns the first organization. Where others can reach the service, it needs the setup code, which the service prints at its start. Later accounts come from invitations or, with SIGNUPS=open, from POST /api/auth/sign-up/link.',
    body: z.strictObject({
      name: Line(100),
      email: Email,
      password: Password,
      setup_code: z.string().max(200).optional(),
    }),
    errors: ['forbidden', 'conflict'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const attempt = await beginSignUp(ctx, http, body.email)
      const signedIn = await signUp(attempt, { ...body, setupCode: body.setup_code }, createClientFor(http))
      await recordSignUp(ctx, http, body.email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),

  'POST /api/auth/sign-up/link': route({
    access: 'none',
    summary: 'Request a link to sign up',
    description:
      'With SIGNUPS=open, sends an email with a link to create an account and an organization. The response is the same for an address that has an account; the email then says so.',
    body: z.strictObject({ email: Email }),
    errors: ['forbidden'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      requestSignUp(await beginEmailRequest(ctx, http, body.email), body.email)
    },
  }),

  'POST /api/auth/sign-in/email': route({
    access: 'none',
    summary: 'Sign in',
    description:
      'Sets the session cookie and the cookie XSRF-TOKEN. Failed attempts are limited per account and per IP address.',
    body: z.strictObject({ email: Email, password: z.string().min(1).max(128) }),
    errors: ['unauthorized'],
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
      await signOut(ctx, await requireSession(ctx, { ...http, changes: true }))
      clearCookies(ctx, http)
      return { success: true as const }
    },
  }),

  'GET /api/auth/get-session': route({
    access: 'none',
    summary: 'Get the current session',
    description: 'Returns the session with its user, or null without a valid session.',
    errors: ['forbidden'],
    returns: CurrentSession.nullable(),
    run: async (ctx, { http }) => {
      requireSameOrigin(ctx, http.headers)
      const session = await resumeSession(ctx, http)
      const signedIn = session && (await findSignedIn(ctx, session))
      return signedIn && showCurrentSession(signedIn)
    },
  }),

  'POST /api/auth/forgot-password': route({
    access: 'none',
    summary: 'Request a link to set a new password',
    description:
      'Sends an email with the link if the address has an account; the response is the same if it has none. Without SMTP, the administrator creates the link with `ansight user reset-link`.',
    body: z.strictObject({ email: Email }),
    errors: ['not_configured'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      requestPasswordReset(await beginEmailRequest(ctx, http, body.email), body.email)
    },
  }),

  'GET /api/auth/links/:token': route({
    access: 'none',
    summary: 'Get what a link is for',
    description: 'Changes nothing. The page of the link shows it before the person presses a button.',
    params: { token },
    returns: z.object({ kind: EmailLinkKind, email: z.string(), expires_at: z.iso.datetime() }),
    run: async (ctx, { params }) => {
      const { kind, email, expiresAt } = await getEmailLink(ctx, params.token)
      return { kind, email, expires_at: expiresAt.toISOString() }
    },
  }),

  'POST /api/auth/links/:token': route({
    access: 'none',
    summary: 'Follow a link',
    description:
      'Does what the link is for: `sign_up` creates an account with `name` and `password` and signs in; `reset` sets `password` and ends all sessions; `verify` and `change` confirm the address; `undo` restores the earlier address and ends all sessions. A link works once.',
    params: { token },
    body: z.strictObject({ name: Line(100).optional(), password: Password.optional() }),
    errors: ['conflict'],
    returns: CurrentSession.nullable(),
    run: async (ctx, { params, body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const { email } = await getEmailLink(ctx, params.token)
      const known = await beginEmailRequest(ctx, http, email)
      const signedIn = await followEmailLink(known, params.token, body, createClientFor(http))
      if (signedIn === null) return null
      await recordSignUp(ctx, http, email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),
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

export const createClientFor = ({ ip, headers }: Http): Client => ({
  ip,
  userAgent: String(headers['user-agent'] ?? '').slice(0, 500),
})
