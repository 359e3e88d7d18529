/** The table of background work: the handler of each kind of job, and what runs on a schedule. */
import { auditJob } from './audits/jobs.ts'
import { requestCompetitorSuggestions } from './competitor-suggestions/competitor-suggestions.ts'
import { scanForCompetitors } from './competitor-suggestions/scan-answers.ts'
import type { Context } from './core/context.ts'
import type { JobHandler } from './jobs/job.ts'
import type { BackgroundWork } from './jobs/start-workers.ts'
import { generateOpportunitiesJob, requestOpportunities } from './opportunities/generate.ts'
import { fetchVolumes } from './prompts/volumes/fetch-volumes.ts'
import { classifySentimentJob } from './reanalysis/classify-sentiment.ts'
import { requestSentimentClassification } from './reanalysis/llm-sentiment.ts'
import { reanalyze, requestOutdatedReanalyses } from './reanalysis/reanalysis.ts'
import { startDueRuns } from './tracking/schedule.ts'
import { deleteOldCallbacks } from './tracking/scraper-callbacks.ts'
import { trackRun } from './tracking/track-run.ts'
import { deleteExpiredVisitorHashes } from './traffic/visits.ts'

export const backgroundWork: BackgroundWork = {
  handlers: {
    track: withFollowUps(trackRun),
    reanalyse: withFollowUps(reanalyze),
    sentiment: classifySentimentJob,
    candidates: scanForCompetitors,
    volumes: fetchVolumes,
    opportunities: generateOpportunitiesJob,
    audit: auditJob,
  },
  timers: {
    'forget-visits': { cron: () => '*/10 * * * *', work: deleteExpiredVisitorHashes },
    'forget-deliveries': { cron: () => '17 * * * *', work: deleteOldCallbacks },
    'refresh-due': { cron: (config) => config.DAILY_CRON_SCHEDULE, work: startDueRuns },
  },
  // In the background: scanning a long history takes minutes, and nothing waits for it.
  startup: { 'find outdated analyses': requestOutdatedReanalyses },
  // Audits mostly wait for other sites, and runs must not wait behind them.
  concurrency: { audit: 2 },
}

function withFollowUps(handler: JobHandler): JobHandler {
  return async (ctx, running) => {
    const result = await handler(ctx, running)
    await requestFollowUps(ctx, running.job.brand_id)
    return result
  }
}

/** New answers and new analyses are classified by the language model, where configured, and change opportunities. */
async function requestFollowUps(ctx: Context, brandId: string): Promise<void> {
  await requestSentimentClassification(ctx, brandId)
  await requestOpportunities(ctx, brandId)
}

/** Imported answers start what a run starts at its end. */
export async function requestJobsAfterImport(tx: Context, brandId: string): Promise<void> {
  await requestCompetitorSuggestions(tx, brandId)
  await requestFollowUps(tx, brandId)
}
