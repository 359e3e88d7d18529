/** THE table of background work: job kind → handler, and what comes round by the clock. */
import type { BaseContext } from './core/context.ts'
import type { JobHandler } from './core/jobs.ts'
import { recoverJobs, workOnJob } from './core/jobs.ts'
import { track } from './runs/track.ts'

export const jobHandlers: Record<string, JobHandler> = {
  track,
}

/** Every queue of the service: one per kind of job. */
export const queueNames = Object.keys(jobHandlers)

const jobsAtOnce = 4
const recoverEveryMs = 5_000

/** Begins to work; the returned function stops taking work and lets go of what is at hand, at most `timeoutMs` long. */
export async function startWorker(base: BaseContext): Promise<(timeoutMs: number) => Promise<void>> {
  const stopping = new AbortController()
  await recoverJobs(base)
  for (const [kind, handler] of Object.entries(jobHandlers)) {
    await base.queue.work(kind, { concurrency: jobsAtOnce }, async ({ brandId, jobId }) => {
      if (brandId !== undefined && jobId !== undefined)
        await workOnJob(base, { brandId, jobId }, handler, stopping.signal)
    })
  }
  const recovery = setInterval(() => {
    recoverJobs(base).catch((error) => base.log.warn({ err: error }, 'lost jobs were not looked for'))
  }, recoverEveryMs)
  return async (timeoutMs) => {
    clearInterval(recovery)
    stopping.abort(new Error('stopping'))
    await base.queue.stop(timeoutMs)
  }
}
