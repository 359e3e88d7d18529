/** The health check. */
import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { AppContext, Resource } from '../core/context.ts'
import { listFailingTimers } from '../core/failing-timers.ts'
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
      database_workers: CheckStatus.describe(
        'Whether all workers of a distributed database can be reached; tested every few seconds. Always `ok` if the database is not distributed.',
      ),
      scheduled_tasks: CheckStatus.describe(
        'Whether the last run of each scheduled task succeeded, such as backups; tested every few seconds.',
      ),
    }),
    uptime_seconds: z.number().int(),
  })
  .meta({ id: 'Health' })

export const healthRoutes = {
  'GET /api/health': route({
    access: 'none',
    summary: 'Check the health of the service',
    description:
      'Checks the database and the job queue. Use it as the health check of a container or load balancer. While only workers of a distributed database are unreachable, or a scheduled task such as the backup fails, the status is `degraded` with 200, because the service is available. Ignores query parameters.',
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
      const workers = storage === 'ok' ? await ctx.use(workersCheck)() : storage
      const tasks = storage === 'ok' ? await ctx.use(tasksCheck)() : storage
      if (storage !== 'ok') http.setStatus(503)
      return {
        status: workers === 'ok' && tasks === 'ok' ? 'ok' : 'degraded',
        version,
        checks: {
          database: getStatus(database),
          queue: getStatus(queue),
          storage: getStatus(storage),
          database_workers: getStatus(workers),
          scheduled_tasks: getStatus(tasks),
        },
        uptime_seconds: Math.floor(process.uptime()),
      } as const
    },
  }),
}

const timeoutMs = 2_000

type Outcome = 'ok' | 'failed' | 'timeout'

const getStatus = (outcome: Outcome) => (outcome === 'ok' ? 'ok' : 'failed')

const check = (ctx: AppContext, query: string): Promise<Outcome> =>
  getOutcome(ctx.database.queryDedicated(query).then(() => true))

/** Returns the outcome of a check that resolves with whether it succeeded. */
async function getOutcome(checked: Promise<boolean>): Promise<Outcome> {
  const { promise: timedOut, resolve } = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => resolve('timeout'), timeoutMs)
  const ended = checked.then(
    (isOk): Outcome => (isOk ? 'ok' : 'failed'),
    (): Outcome => 'failed',
  )
  try {
    return await Promise.race([ended, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** Requests within this time share one check, because anyone may request the health. */
const shareMs = 5_000

const shared = (
  name: string,
  openCheck: (app: AppContext) => () => Promise<Outcome>,
): Resource<() => Promise<Outcome>> => ({
  name,
  open: (app) => {
    const run = openCheck(app)
    let last: { atMs: number; outcome: Promise<Outcome> } | null = null
    return () => {
      const nowMs = app.now().getTime()
      if (last === null || Math.abs(nowMs - last.atMs) >= shareMs) last = { atMs: nowMs, outcome: run() }
      return last.outcome
    }
  },
})

const storageCheck = shared('storage check', (app) => () => checkStorage(app))

const workersCheck = shared('worker check', (app) => () => getOutcome(hasAllWorkers(app)))

// The response is public, so only the log, the doctor and the notification name the tasks.
const tasksCheck = shared(
  'scheduled tasks check',
  (app) => () => getOutcome(listFailingTimers(app).then((failing) => failing.length === 0)),
)

async function hasAllWorkers({ database, log }: AppContext): Promise<boolean> {
  const workers = await database.listUnreachableWorkers()
  if (workers.length === 0) return true
  // The response is public, so only the log names them.
  log.warn({ workers }, 'database workers unreachable')
  return false
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
