/** People as the actors of requests and events. */
import type { AppContext, Context, Role } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { message } from '../languages/message.ts'

/** Returns the person of a session as the actor of events. */
export const getUserActor = (
  session: { id: string; userId: string; authenticatedAt: Date },
  { role, brandIds }: { role: Role; brandIds: string[] | null },
) =>
  ({
    kind: 'user',
    sessionId: session.id,
    userId: session.userId,
    authenticatedAt: session.authenticatedAt,
    role,
    brandIds,
    scopes: null,
  }) as const

const recentAuthenticationMs = 10 * 60_000

/**
 * Requires that a person with a session has authenticated within the last 10 minutes, because an open browser must not be
 * enough for the action. API keys and connected apps have no session. Throws `reauthentication_required`.
 */
export function requireRecentAuthentication({ actor, now }: AppContext & Pick<Context, 'actor'>): void {
  if (actor.kind !== 'user') return
  if (now().getTime() - actor.authenticatedAt.getTime() < recentAuthenticationMs) return
  throw new AppError('reauthentication_required', message('accounts.sessions.confirmWhoYouAreFirst'))
}

/** Returns the user who acts, or whose API key acts. Throws for actors that are not a user's. */
export function requireUserId({ actor }: Context): string {
  if (!('userId' in actor)) throw new Error(`The actor "${actor.kind}" is not a user`)
  return actor.userId
}
