/** The routes of the signed-in person below /api/auth, which need no organization. */
import type { z } from 'zod'
import type { Actor, AppContext } from '../core/context.ts'
import type { ErrorCode } from '../core/errors.ts'
import { type Http, route } from '../http/route.ts'
import { requireRecentAuthentication } from './actors.ts'
import { requireSession } from './authenticate.ts'
import type { ActiveSession } from './sessions.ts'
import { getSessionActor } from './sessions.ts'

const needs = {
  session: { sentence: 'Requires the session cookie.', errors: ['unauthorized'] },
  /** Also the XSRF header. */
  change: { sentence: 'Requires the session cookie and X-XSRF-TOKEN.', errors: ['unauthorized', 'csrf'] },
  /** For dangerous changes. */
  recentSignIn: {
    sentence: 'Requires the session cookie and X-XSRF-TOKEN. Needs a sign-in within the last 10 minutes.',
    errors: ['unauthorized', 'csrf', 'reauthentication_required'],
  },
} as const

type PersonSpec<P extends z.ZodRawShape, B extends z.ZodType, R extends z.ZodType> = {
  summary: string
  /** Sentences before the one that says what the route needs. */
  description: string
  params?: P
  body?: B
  /** In addition to the errors of authentication. */
  errors?: readonly ErrorCode[]
  returns: R
  status?: 201
  run(
    ctx: AppContext & { actor: Actor },
    input: { params: z.output<z.ZodObject<P>>; body: z.output<B>; http: Http; session: ActiveSession },
  ): Promise<z.input<R>>
}

/** Returns a route that authenticates the person itself. `actor` in its context: the person, in any organization. */
export const personRoute = <
  R extends z.ZodType,
  P extends z.ZodRawShape = Record<never, never>,
  B extends z.ZodType = z.ZodUndefined,
>(
  need: keyof typeof needs,
  spec: PersonSpec<P, B, R>,
) =>
  route({
    ...spec,
    access: 'none',
    description: `${spec.description} ${needs[need].sentence}`,
    errors: [...needs[need].errors, ...(spec.errors ?? [])],
    run: async (ctx, { params, body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: need !== 'session' })
      const ofPerson = { ...ctx, actor: getSessionActor(session) }
      if (need === 'recentSignIn') requireRecentAuthentication(ofPerson)
      return spec.run(ofPerson, { params, body, http, session })
    },
  })
