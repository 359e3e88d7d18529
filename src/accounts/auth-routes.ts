/** Sign-up, sign-in, sign-out and links in email. /api/auth authenticates no request; each route checks its own. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { version } from '../core/version.ts'
import { type Http, NoContent, route } from '../http/route.ts'
import { canSendMail } from '../mail/mailer.ts'
import { signOut, signUp } from './accounts.ts'
import { requireSameOrigin, requireSession } from './authenticate.ts'
import { clearCookies } from './cookies.ts'
import { followEmailLink, requestPasswordReset, requestSignUp } from './email-flows.ts'
import { EmailLinkKind, getEmailLink } from './email-links.ts'
import { Email, FactorResponse, Password } from './fields.ts'
import { beginAssertion, CredentialJson, findPasskeyProblem } from './passkeys.ts'
import { personRoute } from './person-route.ts'
import { CurrentSession, showCurrentSession } from './session-records.ts'
import { createClientFor, findSignedIn, resumeSession } from './sessions.ts'
import { findSetupCode } from './setup-code.ts'
import { PendingSignIn, showSignedIn, showSignInStep } from './show-sign-in.ts'
import { finishSignIn, getPendingUser, signInWithPasskey, signInWithPassword } from './sign-in.ts'
import { beginEmailRequest, beginPublicRequest, beginSignUp, recordKnownAddress } from './sign-in-limits.ts'
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
      has_passkeys: z
        .boolean()
        .describe('False: BASE_URL has an IP address or is not https, so passkeys do not work.'),
      version: z.string(),
    }),
    run: async (ctx) => ({
      first_run: !(await hasUsers(ctx)),
      setup_code_required: (await findSetupCode(ctx)) !== null,
      signups: ctx.config.SIGNUPS,
      sends_email: canSendMail(ctx),
      has_passkeys: findPasskeyProblem(ctx) === null,
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
      await beginSignUp(ctx, http, body.email)
      const signedIn = await signUp(ctx, { ...body, setupCode: body.setup_code }, createClientFor(http))
      await recordKnownAddress(ctx, http, body.email)
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
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      requestSignUp(await beginEmailRequest(ctx, http, body.email), body.email)
    },
  }),

  'POST /api/auth/sign-in/email': route({
    access: 'none',
    summary: 'Sign in',
    description:
      'Sets the session cookie and the cookie XSRF-TOKEN. For a person with a second factor, returns `second_factor` instead and opens no session: finish within 10 minutes, in the same browser, with POST /api/auth/sign-in/factor. Failed attempts are limited per account and per IP address.',
    body: z.strictObject({ email: Email, password: z.string().min(1).max(128) }),
    errors: ['unauthorized'],
    returns: z.union([CurrentSession, PendingSignIn]),
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      return showSignInStep(ctx, http, await signInWithPassword(ctx, http, body))
    },
  }),

  'POST /api/auth/sign-in/factor': route({
    access: 'none',
    summary: 'Finish a sign-in with a second factor',
    description:
      'Send `code`, of an authenticator app or a recovery code, or `passkey`, the JSON of the PublicKeyCredential. A wrong code does not end the sign-in. Codes are limited like passwords.',
    body: FactorResponse,
    errors: ['unauthorized', 'not_configured'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      return showSignedIn(ctx, http, await finishSignIn(ctx, http, body))
    },
  }),

  'POST /api/auth/sign-in/passkey': route({
    access: 'none',
    summary: 'Sign in with a passkey',
    description:
      'Needs neither address nor password, and counts as both factors. First request the options with POST /api/auth/passkey-options.',
    body: z.strictObject({ passkey: CredentialJson }),
    errors: ['unauthorized', 'not_configured'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      beginPublicRequest(ctx, http)
      return showSignedIn(ctx, http, await signInWithPasskey(ctx, http, body.passkey))
    },
  }),

  'POST /api/auth/passkey-options': route({
    access: 'none',
    summary: 'Get the options to use a passkey',
    description:
      'Returns PublicKeyCredentialRequestOptions as JSON, for `navigator.credentials.get`. They are valid for five minutes and once, in the same browser. `sign_in`: any passkey of this host. `second_factor`: the passkeys of the person whose sign-in waits. `reauthentication`: those of the signed-in person.',
    body: z.strictObject({ for: z.enum(['sign_in', 'second_factor', 'reauthentication']) }),
    errors: ['unauthorized', 'csrf', 'not_configured'],
    returns: z.object({ options: CredentialJson }),
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      beginPublicRequest(ctx, http)
      return { options: await beginAssertion(ctx, http, await findAssertingUserId(ctx, http, body.for)) }
    },
  }),

  'POST /api/auth/sign-out': personRoute('change', {
    summary: 'Sign out',
    description: 'Ends the session and clears its cookies.',
    returns: z.object({ success: z.literal(true) }),
    run: async (ctx, { http, session }) => {
      await signOut(ctx, session)
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
      await recordKnownAddress(ctx, http, email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),
}

type Purpose = 'sign_in' | 'second_factor' | 'reauthentication'

async function findAssertingUserId(ctx: AppContext, http: Http, purpose: Purpose): Promise<string | null> {
  if (purpose === 'sign_in') return null
  if (purpose === 'second_factor') return (await getPendingUser(ctx, http)).id
  return (await requireSession(ctx, { ...http, changes: true })).userId
}
