/** THE table of background work: job kind → handler, and what comes round by the clock. */
import { auditJob } from './audits/jobs.ts'
import { scanForCompetitors } from './competitor-suggestions/scan-answers.ts'
import type { Config } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import { AppError } from './core/errors.ts'
import { semaphore } from './core/semaphore.ts'
import { isDatabaseUnavailable } from './db/connection-errors.ts'
import type { JobHandler } from './jobs/job.ts'
import { recoverJobs, runJob } from './jobs/worker.ts'
import { generateOpportunitiesJob, requestOpportunities } from './opportunities/generate.ts'
import { fetchVolumes } from './prompts/volumes/fetch-volumes.ts'
import { classifySentimentJob } from './reanalysis/classify-sentiment.ts'
import { requestSentimentClassification } from './reanalysis/llm-sentiment.ts'
import { reanalyze, requestOutdatedReanalyses } from './reanalysis/reanalysis.ts'
import { startDueRuns } from './tracking/schedule.ts'
import { deleteOldCallbacks } from './tracking/scraper-callbacks.ts'
import { trackRun } from './tracking/track-run.ts'
import { deleteOldVisitMarks } from './traffic/visits.ts'

export const jobHandlers: Record<string, JobHandler> = {
  track: withFollowUps(trackRun),
  reanalyse: withFollowUps(reanalyze),
  judge: classifySentimentJob,
  candidates: scanForCompetitors,
  volumes: fetchVolumes,
  opportunities: generateOpportunitiesJob,
  audit: auditJob,
}

const timers: Record<
  string,
  { cron: (config: Config) => string; work: (base: AppContext) => Promise<unknown> }
> = {
  'forget-visits': { cron: () => '*/10 * * * *', work: deleteOldVisitMarks },
  'forget-deliveries': { cron: () => '17 * * * *', work: deleteOldCallbacks },
  'refresh-due': { cron: (config) => config.DAILY_CRON_SCHEDULE, work: startDueRuns },
}

/** Every queue of the service: one per kind of job, and one per timer. */
export const queueNames = [...Object.keys(jobHandlers), ...Object.keys(timers)]

/** Of all kinds together: each holds a connection for its lock and needs another now and then, of a pool of at least 6. */
const jobsAtOnce = 4
/** Audits mostly wait for the sites of others; runs are not to wait behind them. */
const fewerAtOnce: Record<string, number> = { audit: 2 }
const recoverEveryMs = 5_000

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

/**
 * What a run stored and what a reading found anew is for the language model to judge, where the settings want that, and
 * may open opportunities or close them.
 */
function withFollowUps(handler: JobHandler): JobHandler {
  return async (ctx, running) => {
    const result = await handler(ctx, running)
    await requestSentimentClassification(ctx, running.job.brand_id)
    await requestOpportunities(ctx, running.job.brand_id)
    return result
  }
}

/** The queue alone can tell whether a cron expression is one. */
async function schedule({ queue }: AppContext, name: string, cron: string): Promise<void> {
  try {
    await queue.schedule(name, cron)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('invalid_setting', `DAILY_CRON_SCHEDULE (it is "${cron}"): ${reason}.`)
  }
}
