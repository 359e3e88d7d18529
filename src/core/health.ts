import { sql } from 'kysely'
import { z } from 'zod'
import type { BaseContext } from './context.ts'
import { raw } from './route.ts'
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
  'GET /api/health': raw({
    access: 'none',
    summary: 'Check that the service is up',
    returns: {
      'application/json':
        'Whether the database and the queue answer; 503 when one does not within two seconds',
    },
    run: async (ctx, _request, reply) => {
      const [database, queue] = await Promise.all([
        answers(ctx, 'select 1'),
        answers(ctx, 'select 1 from pgboss.version'),
      ])
      const ok = database === 'ok' && queue === 'ok'
      return reply
        .code(ok ? 200 : 503)
        .header('Cache-Control', 'no-store')
        .send(
          Health.parse({
            status: ok ? 'ok' : 'degraded',
            version,
            checks: { database, queue },
            uptime_seconds: Math.floor(process.uptime()),
          }),
        )
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
