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
    summary: 'Check that the service is up',
    returns: Health,
    otherStatuses: { 503: 'The database or the queue does not answer within two seconds.' },
    run: async (ctx, { http }) => {
      // The queue lies in the database: mostly one question tells of both.
      const queue = await answers(ctx, 'select 1 from pgboss.version')
      const database = queue === 'broken' ? await answers(ctx, 'select 1') : queue
      const status = queue === 'ok' ? 'ok' : 'degraded'
      if (status === 'degraded') http.setStatus(503)
      return {
        status,
        version,
        checks: { database: shown(database), queue: shown(queue) },
        uptime_seconds: Math.floor(process.uptime()),
      } as const
    },
  }),
}

const patienceMs = 2_000

/** `broken`: it said so; `silent`: nothing was heard in time. */
type Answer = 'ok' | 'broken' | 'silent'

const shown = (answer: Answer) => (answer === 'ok' ? 'ok' : 'failed')

async function answers(ctx: AppContext, query: string): Promise<Answer> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => resolve('silent'), patienceMs)
  const asked = ctx.database.queryDedicated(query).then(
    (): Answer => 'ok',
    (): Answer => 'broken',
  )
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
