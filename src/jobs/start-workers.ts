/** Starts the workers of a process: one queue per kind of job and one per timer. */
import { type JobKind, jobKinds } from '../../vocabulary/job-kinds.ts'
import type { AppContext } from '../core/context.ts'
import { type FailingTimer, forgetTimerFailure, recordTimerFailure } from '../core/failing-timers.ts'
import { keyedSemaphore } from '../core/semaphore.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { JobHandler } from './job.ts'
import { jobQueue } from './queue.ts'
import { type Wake, wakeWorker } from './wake.ts'
import { recoverJobs, runJob } from './worker.ts'

type CronSetting = 'BACKUP_SCHEDULE' | 'DAILY_CRON_SCHEDULE'

/** `cron`: an expression, or the setting that contains it; a timer whose setting is unset is off. */
export type Timer = {
  cron: string | { setting: CronSetting }
  /** `stopping` is aborted when the process stops. */
  work: (app: AppContext, stopping: AbortSignal) => Promise<unknown>
}

export type BackgroundWork = {
  handlers: Record<JobKind, JobHandler>
  /** Scheduled tasks by name. */
  timers: Record<string, Timer>
  /** Runs after each job, whatever its outcome. Its work is repeated by a timer, because a crash can prevent it. */
  afterJob: (app: AppContext, brandId: string) => Promise<unknown>
  /** Called after each failed run of a timer. */
  onTimerFailure: (app: AppContext, failure: FailingTimer) => Promise<unknown>
  /** Tasks by name that run once in the background when the workers start. */
  startup: Record<string, (app: AppContext) => Promise<unknown>>
  /** Limits below `maxJobs`. */
  concurrency: Partial<Record<JobKind, number>>
}

/**
 * The maximum of concurrent jobs in a process, shared between the organizations. Each uses two connections, one for its lock;
 * the pool has at least six.
 */
const maxJobs = 4
/** One organization leaves a slot to the others, because a run can take hours. */
const withoutReserve = (slots: number) => Math.max(1, slots - 1)
const recoverEveryMs = 5_000

/** Returns the names of all queues. */
export const queueNames = ({ timers }: BackgroundWork): string[] => [...jobKinds, ...Object.keys(timers)]

/** Returns a function that stops claiming jobs and waits at most `timeoutMs` for those in progress. */
export async function startWorkers(
  app: AppContext,
  { handlers, timers, startup, concurrency, afterJob, onTimerFailure }: BackgroundWork,
): Promise<(timeoutMs: number) => Promise<void>> {
  const queue = app.use(jobQueue)
  const stopping = new AbortController()
  const recover = () => recoverJobs(app).catch((error) => app.log.warn({ err: error }, 'job recovery failed'))
  await recover()
  const slots = keyedSemaphore(maxJobs, { perGroup: withoutReserve(maxJobs) })
  for (const kind of jobKinds) {
    const most = concurrency[kind] ?? maxJobs
    await queue.work(
      kind,
      { concurrency: most, perGroup: withoutReserve(most) },
      async ({ organizationId, brandId, jobId }) => {
        if (organizationId === undefined || brandId === undefined || jobId === undefined) return
        if (await postpone(app, kind, { organizationId, brandId, jobId })) return
        const release = await slots.acquire(organizationId, { signal: stopping.signal })
        await runJob(app, { brandId, jobId }, handlers[kind], stopping.signal).finally(release)
        await afterJob(app, brandId).catch((error) =>
          app.log.error({ err: error, brandId }, 'the work after a job failed'),
        )
      },
    )
  }
  for (const [name, { cron, work }] of Object.entries(timers)) {
    await schedule(app, name, cron)
    await queue.work(name, { concurrency: 1 }, () =>
      runTimer(app, name, () => work(app, stopping.signal), onTimerFailure),
    )
  }
  for (const [name, work] of Object.entries(startup))
    work(app).catch((error) => app.log.warn({ err: error, task: name }, 'startup task failed'))
  const recovery = setInterval(recover, recoverEveryMs)
  return async (timeoutMs) => {
    clearInterval(recovery)
    stopping.abort(new Error('stopping'))
    await queue.stop(timeoutMs)
  }
}

/** Runs a timer, logs and records its failure, and throws it. */
async function runTimer(
  app: AppContext,
  name: string,
  work: () => Promise<unknown>,
  onFailure: BackgroundWork['onTimerFailure'],
): Promise<void> {
  try {
    await work()
    await forgetTimerFailure(app, name)
  } catch (error) {
    app.log.error({ err: error, timer: name }, 'scheduled task failed')
    await recordFailure(app, name, error, onFailure).catch((cause) =>
      app.log.warn({ err: cause, timer: name }, 'the failure of a scheduled task was not recorded'),
    )
    throw error
  }
}

/** Also of a task that lost its connection while the database is available, such as a backup that a proxy always ends. */
async function recordFailure(
  app: AppContext,
  name: string,
  error: unknown,
  onFailure: BackgroundWork['onTimerFailure'],
): Promise<void> {
  const failure = await recordTimerFailure(app, name, error)
  const cause = error instanceof Error ? (error.cause ?? error) : error
  // The first one can be a restart of the database.
  if (failure.failures > 1 || !isDatabaseUnavailable(cause)) await onFailure(app, failure)
}

const postponeSeconds = 5

/**
 * While a worker of a distributed database is unreachable, a job could not store what it pays for: writes of some brands on the
 * other workers fail too. Returns whether the wake-up was sent again for later.
 */
async function postpone(app: AppContext, kind: JobKind, wake: Wake): Promise<boolean> {
  if ((await app.database.listUnreachableWorkers()).length === 0) return false
  await wakeWorker(app, kind, wake, postponeSeconds)
  return true
}

async function schedule(app: AppContext, name: string, cron: Timer['cron']): Promise<void> {
  const expression = typeof cron === 'string' ? cron : app.config[cron.setting]
  if (expression === null) await forgetTimerFailure(app, name)
  await app.use(jobQueue).schedule(name, expression)
}
