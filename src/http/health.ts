/** The health check. */
import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { AppContext, Resource } from '../core/context.ts'
import { version } from '../core/version.ts'
import { route } from './route.ts'

const CheckStatus = z.enum(['ok', 'failed'])

const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({
      database: CheckStatus,
      queue: CheckStatus,
      storage: CheckStatus.describe('Whether data can be written; tested every few seconds.'),
    }),
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
    otherStatuses: {
      503: 'The database or the queue did not answer within two seconds, or data cannot be written.',
    },
    run: async (ctx, { http }) => {
      // The queue is in the same database, so one query usually checks both.
      const queue = await check(ctx, 'select 1 from pgboss.version')
      const database = queue === 'failed' ? await check(ctx, 'select 1') : queue
      const storage = queue === 'ok' ? await ctx.use(storageCheck)() : queue
      const status = storage === 'ok' ? 'ok' : 'degraded'
      if (status === 'degraded') http.setStatus(503)
      return {
        status,
        version,
        checks: { database: statusOf(database), queue: statusOf(queue), storage: statusOf(storage) },
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

/** Requests within this time share one write, because anyone may request the health. */
const writeIntervalMs = 5_000

const storageCheck: Resource<() => Promise<Outcome>> = {
  name: 'storage check',
  open: (app) => {
    let last: { atMs: number; outcome: Promise<Outcome> } | null = null
    return () => {
      const nowMs = app.now().getTime()
      if (last === null || Math.abs(nowMs - last.atMs) >= writeIntervalMs)
        last = { atMs: nowMs, outcome: checkStorage(app) }
      return last.outcome
    }
  },
}

async function checkStorage(app: AppContext): Promise<Outcome> {
  // PostgreSQL writes into files that exist already until they are full, so a write can succeed on a full disk.
  if (app.config.DATABASE_URL === null && (await isDiskFull(app.config.DATA_DIR))) return 'failed'
  return check(
    app,
    `insert into health_checks (checked_at) values (now())
     on conflict (id) do update set checked_at = excluded.checked_at`,
  )
}

/** One file of PostgreSQL's write-ahead log; without space for the next one, it stops. */
const minFreeBytes = 16 * 1024 * 1024

async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < minFreeBytes
  } catch {
    // Without the folder, the database is elsewhere; the write shows whether it has space.
    return false
  }
}
