import { sql } from 'kysely'
import { z } from 'zod'
import type { BaseContext } from './context.ts'
import { route } from './route.ts'
import { version } from './version.ts'

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
      const [database, queue] = await Promise.all([
        answers(ctx, 'select 1'),
        answers(ctx, 'select 1 from pgboss.version'),
      ])
      const status = database === 'ok' && queue === 'ok' ? 'ok' : 'degraded'
      if (status === 'degraded') http.setStatus(503)
      return {
        status,
        version,
        checks: { database, queue },
        uptime_seconds: Math.floor(process.uptime()),
      } as const
    },
  }),
}

const patienceMs = 2_000

async function answers(ctx: BaseContext, query: string): Promise<'ok' | 'failed'> {
  const { promise: tooLate, resolve } = Promise.withResolvers<'failed'>()
  const timer = setTimeout(() => resolve('failed'), patienceMs)
  const asked = sql
    .raw(query)
    .execute(ctx.db)
    .then(
      () => 'ok' as const,
      () => 'failed' as const,
    )
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
