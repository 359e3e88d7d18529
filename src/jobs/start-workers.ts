import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { semaphore } from '../core/semaphore.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { fewerAtOnce, jobHandlers, jobsAtOnce, recoverEveryMs, timers } from '../jobs.ts'
import { requestOutdatedReanalyses } from '../reanalysis/reanalysis.ts'
import { recoverJobs, runJob } from './worker.ts'

/** Begins to work; the returned function stops taking work and lets go of what is at hand, at most `timeoutMs` long. */
export async function startWorker(base: AppContext): Promise<(timeoutMs: number) => Promise<void>> {
  const stopping = new AbortController()
  await recoverJobs(base)
  const enter = semaphore(jobsAtOnce)
  for (const [kind, handler] of Object.entries(jobHandlers)) {
    await base.queue.work(
      kind,
      { concurrency: fewerAtOnce[kind] ?? jobsAtOnce },
      async ({ brandId, jobId }) => {
        if (brandId === undefined || jobId === undefined) return
        const leave = await enter(stopping.signal)
        await runJob(base, { brandId, jobId }, handler, stopping.signal).finally(leave)
      },
    )
  }
  for (const [name, { cron, work }] of Object.entries(timers)) {
    await schedule(base, name, cron(base.config))
    await base.queue.work(name, { concurrency: 1 }, async () => {
      await work(base)
    })
  }
  // Beside the work, not before it: looking through long histories takes a while, and nothing waits for it.
  requestOutdatedReanalyses(base).catch((error) =>
    base.log.warn({ err: error }, 'old readings were not looked for'),
  )
  const recovery = setInterval(() => {
    recoverJobs(base).catch((error) => base.log.warn({ err: error }, 'lost jobs were not looked for'))
  }, recoverEveryMs)
  return async (timeoutMs) => {
    clearInterval(recovery)
    stopping.abort(new Error('stopping'))
    await base.queue.stop(timeoutMs)
  }
}

/** The queue alone can tell whether a cron expression is one. */
export async function schedule({ queue }: AppContext, name: string, cron: string): Promise<void> {
  try {
    await queue.schedule(name, cron)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('invalid_setting', `DAILY_CRON_SCHEDULE (it is "${cron}"): ${reason}.`)
  }
}
