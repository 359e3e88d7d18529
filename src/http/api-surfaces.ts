/** An API surface is a URL prefix and the way requests below it authenticate. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, AppContext } from '../core/context.ts'

export type Authenticated = { organizationId: string; actor: Actor }

/** The surface with the longest matching prefix applies to a URL. */
export type ApiSurface = {
  prefix: string
  name: 'api_key' | 'session' | 'session_or_token' | 'cron' | 'public'
  /** Throws `unauthorized`, `csrf` or `rate_limited`. Absent on surfaces without authentication. */
  authenticate?: (ctx: AppContext, request: FastifyRequest, reply: FastifyReply) => Promise<Authenticated>
}

/** Returns the surface of a route's URL pattern. Throws when no prefix matches. */
export function getSurface(url: string, surfaces: readonly ApiSurface[]): ApiSurface {
  const [longest] = surfaces
    .filter(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`) || prefix === '')
    .sort((a, b) => b.prefix.length - a.prefix.length)
  if (!longest) throw new Error(`No API surface matches ${url}`)
  return longest
}
