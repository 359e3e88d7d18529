/** THE table of background work: job kind → handler, and what comes round by the clock. */
import { runAudit } from './audits/jobs.ts'
import { lookForCandidates } from './competitor-suggestions/scan-answers.ts'
import { generating, requestOpportunities } from './opportunities/generate.ts'
import type { Config } from './core/config.ts'
import type { BaseContext } from './core/context.ts'
import { isDatabaseGone } from './db/connection-errors.ts'
import { AppError } from './core/errors.ts'
import { recoverJobs, workOnJob } from './jobs/worker.ts'
import type { JobHandler } from './jobs/job.ts'
import { places } from './core/semaphore.ts'
import { reanalyse, requestOutdated } from './reanalysis/reanalysis.ts'
import { judge } from './reanalysis/classify-sentiment.ts'
import { requestJudging } from './reanalysis/llm-sentiment.ts'
import { forgetOldDeliveries } from './tracking/scraper-callbacks.ts'
import { refreshDue } from './tracking/schedule.ts'
import { track } from './tracking/track-run.ts'
import { forgetOldMarks } from './traffic/visits.ts'
import { fetchVolumes } from './prompts/volumes/fetch-volumes.ts'

export const jobHandlers: Record<string, JobHandler> = {
  track: withWhatFollows(track),
  reanalyse: withWhatFollows(reanalyse),
  judge,
  candidates: lookForCandidates,
  volumes: fetchVolumes,
  opportunities: generating,
  audit: runAudit,
}

const timers: Record<
  string,
  { cron: (config: Config) => string; work: (base: BaseContext) => Promise<unknown> }
> = {
  'forget-visits': { cron: () => '*/10 * * * *', work: forgetOldMarks },
  'forget-deliveries': { cron: () => '17 * * * *', work: forgetOldDeliveries },
  'refresh-due': { cron: (config) => config.DAILY_CRON_SCHEDULE, work: refreshDue },
}

/** Every queue of the service: one per kind of job, and one per timer. */
export const queueNames = [...Object.keys(jobHandlers), ...Object.keys(timers)]

/** Of all kinds together: each holds a connection for its lock and needs another now and then, of a pool of at least 6. */
const jobsAtOnce = 4
/** Audits mostly wait for the sites of others; runs are not to wait behind them. */
const fewerAtOnce: Record<string, number> = { audit: 2 }
const recoverEveryMs = 5_000

/** Begins to work; the returned function stops taking work and lets go of what is at hand, at most `timeoutMs` long. */
export async function startWorker(base: BaseContext): Promise<(timeoutMs: number) => Promise<void>> {
  const stopping = new AbortController()
  await recoverJobs(base)
  const enter = places(jobsAtOnce)
  for (const [kind, handler] of Object.entries(jobHandlers)) {
    await base.queue.work(
      kind,
      { concurrency: fewerAtOnce[kind] ?? jobsAtOnce },
      async ({ brandId, jobId }) => {
        if (brandId === undefined || jobId === undefined) return
        const leave = await enter(stopping.signal)
        await workOnJob(base, { brandId, jobId }, handler, stopping.signal).finally(leave)
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
  requestOutdated(base).catch((error) => base.log.warn({ err: error }, 'old readings were not looked for'))
  const recovery = setInterval(() => {
    recoverJobs(base).catch((error) => base.log.warn({ err: error }, 'lost jobs were not looked for'))
  }, recoverEveryMs)
  return async (timeoutMs) => {
    clearInterval(recovery)
    stopping.abort(new Error('stopping'))
    await base.queue.stop(timeoutMs)
  }
}

/**
 * What a run stored and what a reading found anew is for the language model to judge, where the settings want that, and
 * may open opportunities or close them.
 */
function withWhatFollows(handler: JobHandler): JobHandler {
  return async (ctx, running) => {
    const result = await handler(ctx, running)
    await requestJudging(ctx, running.job.brand_id)
    await requestOpportunities(ctx, running.job.brand_id)
    return result
  }
}

/** The queue alone can tell whether a cron expression is one. */
async function schedule({ queue }: BaseContext, name: string, cron: string): Promise<void> {
  try {
    await queue.schedule(name, cron)
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('invalid_setting', `DAILY_CRON_SCHEDULE (it is "${cron}"): ${reason}.`)
  }
}
