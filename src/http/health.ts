/** The health check. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { version } from '../core/version.ts'
import { route } from './route.ts'

const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({ database: z.enum(['ok', 'failed']), queue: z.enum(['ok', 'failed']) }),
    uptime_seconds: z.number().int(),
  })
  .meta({ id: 'Health' })

export const healthRoutes = {
  'GET /api/health': route({
    access: 'none',
    summary: 'Check the health of the service',
    description:
      'Checks the database and the job queue. Use it as the health check of a container or load balancer. Ignores query parameters.',
    ignoresUnknownQuery: true,
    returns: Health,
    otherStatuses: { 503: 'The database or the queue did not answer within two seconds.' },
    run: async (ctx, { http }) => {
      // The queue is in the same database, so one query usually checks both.
      const queue = await check(ctx, 'select 1 from pgboss.version')
      const database = queue === 'failed' ? await check(ctx, 'select 1') : queue
      const status = queue === 'ok' ? 'ok' : 'degraded'
      if (status === 'degraded') http.setStatus(503)
      return {
        status,
        version,
        checks: { database: statusOf(database), queue: statusOf(queue) },
        uptime_seconds: Math.floor(process.uptime()),
      } as const
    },
  }),
}

const timeoutMs = 2_000

type Outcome = 'ok' | 'failed' | 'timeout'

const statusOf = (outcome: Outcome) => (outcome === 'ok' ? 'ok' : 'failed')

async function check(ctx: AppContext, query: string): Promise<Outcome> {
  const { promise: timedOut, resolve } = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => resolve('timeout'), timeoutMs)
  const queried = ctx.database.queryDedicated(query).then(
    (): Outcome => 'ok',
    (): Outcome => 'failed',
  )
  try {
    return await Promise.race([queried, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
