/** The background work of the service: job handlers, scheduled tasks and startup tasks. */
import { deleteExpiredEmailLinks } from './accounts/email-links.ts'
import { deleteExpiredChallenges } from './accounts/sign-in-challenges.ts'
import { deleteOldSignInAttempts } from './accounts/sign-in-limits.ts'
import { evaluateAfterJob, evaluateDueAlerts } from './alerts/evaluate.ts'
import { requestComparison } from './answers/request-comparison.ts'
import { auditJob } from './audits/jobs.ts'
import { createScheduledBackup } from './backup/backup.ts'
import { getBrand } from './brands/brands.ts'
import { readCitedPages } from './cited-pages/jobs.ts'
import { requestDueReading } from './cited-pages/request-reading.ts'
import { deleteOldPages } from './cited-pages/web-pages.ts'
import { compareAnswers, requestComparisonOfNew } from './claims/compare-answers.ts'
import { compareWithModel } from './claims/compare-with-model.ts'
import { compareCitedPages } from './claims/page-claims.ts'
import { requestCompetitorSuggestions } from './competitor-suggestions/competitor-suggestions.ts'
import { scanForCompetitors } from './competitor-suggestions/scan-answers.ts'
import type { Context } from './core/context.ts'
import { demoJob } from './demo/demo-brand.ts'
import { sendDueDigests } from './digests/send-digests.ts'
import { importConnectionData } from './first-party/import-data.ts'
import type { JobHandler, RunningJob } from './jobs/job.ts'
import type { BackgroundWork } from './jobs/start-workers.ts'
import { deleteOldMailCounts } from './mail/mail-quota.ts'
import { evaluateChanges } from './metrics/changes.ts'
import { refreshDueMetrics } from './metrics/refresh-due.ts'
import { checkForUpdate } from './monitoring/update-check.ts'
import { deleteOldNotifications } from './notifications/delete-old-notifications.ts'
import { deliveryTimer } from './notifications/deliveries.ts'
import { sendWaitingDeliveries } from './notifications/delivery-worker.ts'
import { notifyOfTimerFailure } from './notifications/timer-failure.ts'
import { deleteExpiredRecords } from './oauth/records.ts'
import { generateOpportunitiesJob, requestOpportunities } from './opportunities/generate.ts'
import { fetchVolumes } from './prompts/volumes/fetch-volumes.ts'
import { classifySentimentJob } from './reanalysis/classify-sentiment.ts'
import { requestSentimentClassification } from './reanalysis/llm-sentiment.ts'
import { reanalyze, reanalyzeOutdatedAnswers } from './reanalysis/reanalysis.ts'
import { createDueReports } from './reports/schedules.ts'
import { applyRetention } from './retention/apply-retention.ts'
import { checkDomains } from './sso/domains.ts'
import { warnOfEngines } from './tracking/engine-warnings.ts'
import { startDueRuns } from './tracking/schedule.ts'
import { deleteOldCallbacks } from './tracking/scraper-callbacks.ts'
import { trackRun } from './tracking/track-run.ts'
import { refreshAgentRanges } from './traffic/refresh-ranges.ts'
import { verifyHosts } from './traffic/verify-hosts.ts'
import { verifySignatures } from './traffic/verify-signatures.ts'
import { deleteExpiredVisitorHashes } from './traffic/visits.ts'

export const backgroundWork: BackgroundWork = {
  handlers: {
    run: withFollowUps(trackRun),
    reanalyze: withFollowUps(reanalyze),
    sentiment: classifySentimentJob,
    candidates: scanForCompetitors,
    volumes: fetchVolumes,
    opportunities: generateOpportunitiesJob,
    audit: auditJob,
    pages: readPages,
    claims: compareWithFacts,
    demo: demoJob,
  },
  timers: {
    'delete-visitor-hashes': { cron: '*/10 * * * *', work: deleteExpiredVisitorHashes },
    'refresh-agent-ranges': { cron: '27 4 * * *', work: (app) => refreshAgentRanges(app) },
    'verify-agent-hosts': { cron: '*/5 * * * *', work: (app) => verifyHosts(app) },
    'import-connection-data': { cron: '* * * * *', work: importConnectionData },
    'verify-agent-signatures': { cron: '*/5 * * * *', work: (app) => verifySignatures(app) },
    'delete-callbacks': { cron: '17 * * * *', work: deleteOldCallbacks },
    'delete-sign-in-attempts': { cron: '43 3 * * *', work: deleteOldSignInAttempts },
    'delete-sign-in-challenges': { cron: '39 * * * *', work: deleteExpiredChallenges },
    'delete-email-links': { cron: '41 3 * * *', work: deleteExpiredEmailLinks },
    'delete-oauth-records': { cron: '33 * * * *', work: deleteExpiredRecords },
    'check-sso-domains': { cron: '19 4 * * *', work: checkDomains },
    'delete-mail-counts': { cron: '47 3 * * *', work: deleteOldMailCounts },
    'read-cited-pages': { cron: '11 * * * *', work: requestDueReading },
    'delete-old-pages': { cron: '51 3 * * *', work: deleteOldPages },
    'apply-retention': { cron: '7 3 * * *', work: applyRetention },
    'check-for-update': { cron: '29 5 * * *', work: (app) => checkForUpdate(app) },
    'refresh-metrics': { cron: '* * * * *', work: refreshDueMetrics },
    'evaluate-alerts': { cron: '23 * * * *', work: evaluateDueAlerts },
    // Deliveries also wake this worker; the schedule is for retries and lost wake-ups.
    [deliveryTimer]: { cron: '* * * * *', work: sendWaitingDeliveries },
    'send-digests': { cron: '*/10 * * * *', work: sendDueDigests },
    'delete-notifications': { cron: '53 3 * * *', work: deleteOldNotifications },
    'create-due-reports': { cron: '13 * * * *', work: createDueReports },
    'warn-of-engines': { cron: '37 6 * * 1', work: warnOfEngines },
    backup: { cron: { setting: 'BACKUP_SCHEDULE' }, work: (app) => createScheduledBackup(app) },
    'start-due-runs': { cron: { setting: 'DAILY_CRON_SCHEDULE' }, work: startDueRuns },
  },
  afterJob: evaluateAfterJob,
  onTimerFailure: notifyOfTimerFailure,
  // Not awaited, because scanning a large database takes minutes.
  startup: { 'find outdated analyses': reanalyzeOutdatedAnswers },
  // These jobs mostly wait for other sites and must not occupy all job slots.
  concurrency: { audit: 2, pages: 2 },
}

/** The job ends after its answers are counted. */
function withFollowUps(handler: JobHandler): JobHandler {
  return async (ctx, running) => {
    const result = await handler(ctx, running)
    await evaluateChanges(ctx, running.job.brand_id)
    await requestFollowUps(ctx, running.job.brand_id)
    return result
  }
}

/** Reads cited pages, and requests the comparison of the texts that were read. */
async function readPages(ctx: Context, running: RunningJob) {
  const result = await readCitedPages(ctx, running)
  const { id, facts_version } = await getBrand(ctx, running.job.brand_id)
  if (facts_version > 0) await requestComparison(ctx, id)
  return result
}

/** Compares answers with the facts by rules, then by the model if one is chosen, and the pages that they cite. Requests the opportunities to correct pages. */
async function compareWithFacts(ctx: Context, running: RunningJob) {
  const brandId = running.job.brand_id
  const answers = await compareAnswers(ctx, brandId, running)
  const model = await compareWithModel(ctx, running)
  const pages = await compareCitedPages(ctx, brandId, running)
  await requestOpportunities(ctx, brandId)
  return { answers, ...(model && { model }), pages }
}

/** Requests what depends on new answers and analyses: LLM sentiment, if configured, claims and opportunities. */
async function requestFollowUps(ctx: Context, brandId: string): Promise<void> {
  await requestSentimentClassification(ctx, brandId)
  await requestComparisonOfNew(ctx, brandId)
  await requestOpportunities(ctx, brandId)
}

/** Requests the same follow-up jobs for imported answers as for a run. */
export async function requestJobsAfterImport(tx: Context, brandId: string): Promise<void> {
  await requestCompetitorSuggestions(tx, brandId)
  await requestFollowUps(tx, brandId)
}
