/** THE table of background work: job kind → handler, and what comes round by the clock. */
import { auditJob } from './audits/jobs.ts'
import { scanForCompetitors } from './competitor-suggestions/scan-answers.ts'
import type { Config } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import type { JobHandler } from './jobs/job.ts'
import { generateOpportunitiesJob, requestOpportunities } from './opportunities/generate.ts'
import { fetchVolumes } from './prompts/volumes/fetch-volumes.ts'
import { classifySentimentJob } from './reanalysis/classify-sentiment.ts'
import { requestSentimentClassification } from './reanalysis/llm-sentiment.ts'
import { reanalyze } from './reanalysis/reanalysis.ts'
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

export const timers: Record<
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
export const jobsAtOnce = 4
/** Audits mostly wait for the sites of others; runs are not to wait behind them. */
export const fewerAtOnce: Record<string, number> = { audit: 2 }
export const recoverEveryMs = 5_000

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
