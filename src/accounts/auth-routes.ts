/** The way in and out. These four stand under /api/auth, which asks for no proof of its own: each says what it checks. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { version } from '../core/version.ts'
import { type Http, route } from '../http/route.ts'
import { requireSameOrigin, requireSession } from './authenticate.ts'
import type { Client } from './better-auth.ts'
import { clearCookies, setSessionCookie, setXsrfCookie } from './cookies.ts'
import { Email, Password } from './fields.ts'
import { hasUsers } from './organizations.ts'
import {
  CurrentSession,
  endSession,
  getSignedIn,
  openSession,
  type SignedIn,
  showCurrentSession,
} from './sessions.ts'
import { signIn, signUp } from './sign-in.ts'
import { enforceSignInLimits } from './sign-in-limits.ts'

export const authRoutes = {
  'GET /api/status': route({
    access: 'none',
    summary: 'Tell what the first page should show',
    returns: z.object({ first_run: z.boolean(), signups: z.enum(['first', 'open']), version: z.string() }),
    run: async (ctx) => ({
      first_run: !(await hasUsers(ctx)),
      signups: ctx.config.SIGNUPS,
      version,
    }),
  }),

  'POST /api/auth/sign-up/email': route({
    access: 'none',
    summary: 'Make an account and sign in',
    description:
      'The first sign-up makes the organization and its owner. Later ones carry the token of an invitation, unless SIGNUPS=open: then each makes an organization of its own.',
    body: z.strictObject({
      name: Line(100),
      email: Email,
      password: Password,
      invitation: z.string().max(200).optional(),
    }),
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      enforceSignInLimits(ctx, http, body.email)
      return completeSignIn(ctx, http, await signUp(ctx, body, clientOf(http)))
    },
  }),

  'POST /api/auth/sign-in/email': route({
    access: 'none',
    summary: 'Sign in',
    body: z.strictObject({ email: Email, password: z.string().min(1).max(128) }),
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      enforceSignInLimits(ctx, http, body.email)
      return completeSignIn(ctx, http, await signIn(ctx, body, clientOf(http)))
    },
  }),

  'POST /api/auth/sign-out': route({
    access: 'none',
    summary: 'Sign out',
    description: 'Needs the session cookie and X-XSRF-TOKEN, like everything that changes something.',
    returns: z.object({ success: z.literal(true) }),
    run: async (ctx, { http }) => {
      const { actor } = await requireSession(ctx, { ...http, changes: true })
      await endSession(ctx, actor.sessionId)
      clearCookies(ctx, http)
      return { success: true as const }
    },
  }),

  'GET /api/auth/get-session': route({
    access: 'none',
    summary: 'Get the session and its person, or null',
    returns: CurrentSession.nullable(),
    run: async (ctx, { http }) => {
      requireSameOrigin(ctx, http.headers)
      const live = await openSession(ctx, http)
      const signedIn = live && (await getSignedIn(ctx, live))
      return signedIn && showCurrentSession(signedIn)
    },
  }),
}

/** Gives the browser its cookies. */
export function completeSignIn(
  ctx: AppContext,
  http: Http,
  signedIn: SignedIn,
): z.input<typeof CurrentSession> {
  setSessionCookie(ctx, http, signedIn.session)
  setXsrfCookie(ctx, http, signedIn.session.id)
  return showCurrentSession(signedIn)
}

export const clientOf = ({ ip, headers }: Http): Client => ({
  ip,
  userAgent: String(headers['user-agent'] ?? '').slice(0, 500),
})
