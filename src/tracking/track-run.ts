/**
 * Executes a run: plans it, queries the platforms, stores the answers and reports the outcome. A resumed run sends only the
 * queries that have no answer yet.
 */
import { hash } from 'node:crypto'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { createAnswerWriter } from '../answers/answers.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { requestReanalysis } from '../brands/reanalysis-request.ts'
import { requestCompetitorSuggestions } from '../competitor-suggestions/competitor-suggestions.ts'
import type { Context } from '../core/context.ts'
import { messageForCustomer } from '../jobs/customer-message.ts'
import { type Job, JobFailed, type JobHandler, type RunningJob } from '../jobs/job.ts'
import { joinSentences, type Message, message } from '../languages/message.ts'
import { findChosenModel } from '../llm/chosen-model.ts'
import { countQueries, expandPlan, findPlan, type PlannedQuery, type RunPlan, savePlan } from './plan.ts'
import { recordPlatformCheck } from './platforms.ts'
import { queryPlatforms } from './query-platforms.ts'
import { getKey, listRunAnswers } from './run-answers.ts'
import { countRunAnswers, type PlatformCounts } from './run-counts.ts'
import { estimateQueries, totalCost } from './spend/estimate.ts'
import { buildPlan, RunInput, type StoredRunCounts } from './tracking.ts'

export const trackRun: JobHandler = async (ctx, running) => {
  const { job, report } = running
  report({ phase: 'preparing', completed: 0, total: 0 })
  const brand = await getBrand(ctx, job.brand_id)
  const planned = expandPlan(await loadOrBuildPlan(ctx, brand, running))
  await recordPlatformsWithoutTurn(ctx, job, planned)
  const usesModel = (await findChosenModel(ctx, 'sentiment')) !== null
  const writer = createAnswerWriter(ctx, brand, await trackedEntities(ctx, brand), usesModel)
  const answered = new Set((await listRunAnswers(ctx, job)).map(({ key }) => key))
  const open = inRandomOrder(planned, job.id).filter((query) => !answered.has(getKey(query)))
  const { errors, omitted, stopped } = await queryPlatforms(ctx, running, open, writer, planned.length)
  report({ phase: 'finalizing', completed: planned.length, total: planned.length })
  const counts = await countRunAnswers(ctx, job)
  // Answers that were parsed with outdated names are analyzed again.
  if ((await getBrand(ctx, brand.id)).names_version !== writer.namesVersion)
    await requestReanalysis(ctx, brand.id)
  return { ...(await summarizeRun(ctx, brand, planned, counts, { errors, omitted })), stopped }
}

async function loadOrBuildPlan(ctx: Context, brand: Brand, { job }: RunningJob): Promise<RunPlan> {
  const stored = await findPlan(ctx, job)
  if (stored) return stored
  const input = RunInput.parse(job.input)
  const plan = await buildPlan(ctx, brand.id, input)
  if (plan.length === 0 && !input.is_scheduled)
    throw new JobFailed(message('tracking.trackRun.thereIsNothingToQueryNo'))
  if (input.estimate_micros === undefined) await saveEstimate(ctx, job, input, plan)
  await savePlan(ctx, job, plan)
  return plan
}

/** It was the turn of no prompt on these platforms: the next run of the schedule is in the next period. */
async function recordPlatformsWithoutTurn(ctx: Context, job: Job, planned: PlannedQuery[]): Promise<void> {
  const input = RunInput.parse(job.input)
  const asked = new Set(planned.map(({ platform }) => platform))
  const others = input.platforms.filter((platform) => !asked.has(platform))
  if (input.is_scheduled && others.length > 0) await recordPlatformCheck(ctx, job.brand_id, others)
}

async function saveEstimate(ctx: Context, job: Job, input: RunInput, plan: RunPlan): Promise<void> {
  const { cost_micros: estimate_micros } = totalCost(await estimateQueries(ctx, countQueries(plan)))
  await ctx.db
    .updateTable('jobs')
    .set({ input: JSON.stringify({ ...input, estimate_micros }) })
    .where('brand_id', '=', job.brand_id)
    .where('id', '=', job.id)
    .execute()
}

/**
 * Orders the queries randomly, so that drift and rate limits of an engine do not always affect the same prompts. The order
 * is by a hash of run and query, so a run that is resumed keeps it.
 */
function inRandomOrder(queries: readonly PlannedQuery[], jobId: string): PlannedQuery[] {
  return queries
    .map((query) => ({ query, rank: hash('sha256', `${jobId} ${getKey(query)}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ query }) => query)
}

async function summarizeRun(
  ctx: Context,
  brand: Brand,
  planned: PlannedQuery[],
  counts: PlatformCounts[],
  { errors, omitted }: { errors: Map<Platform, Message>; omitted: Map<Platform, Message> },
): Promise<Omit<StoredRunCounts, 'stopped'>> {
  const byPlatform = Map.groupBy(planned, ({ platform }) => platform)
  const platforms = [...byPlatform].map(([platform, queries]) => {
    const row = counts.find((each) => each.platform === platform)
    const error = errors.get(platform)
    const reason = error === undefined ? (row?.failure ?? null) : messageForCustomer(ctx.config, error)
    const ofFollowUps = omitted.get(platform) ?? null
    return {
      platform,
      answered: row?.answered ?? 0,
      failed: row?.failed ?? 0,
      skipped: queries.length - (row?.answered ?? 0) - (row?.failed ?? 0),
      error:
        reason && ofFollowUps
          ? message('formats.sentences', { first: reason, next: ofFollowUps })
          : (reason ?? ofFollowUps),
    }
  })
  platforms.sort((a, b) => (a.platform < b.platform ? -1 : 1))
  const answered = sumBy(platforms, 'answered')
  if (answered === 0 && planned.length > 0) throw new JobFailed(describeFailures(platforms))
  const checked = platforms.filter((each) => each.answered > 0).map((each) => each.platform)
  if (checked.length > 0) await recordPlatformCheck(ctx, brand.id, checked)
  await requestCompetitorSuggestions(ctx, brand.id)
  const failed = sumBy(platforms, 'failed')
  return {
    answers: answered,
    refused: sumBy(counts, 'refused'),
    empty: sumBy(counts, 'empty'),
    simulated: sumBy(counts, 'simulated'),
    failed,
    skipped: sumBy(platforms, 'skipped'),
    mentions: sumBy(counts, 'mentions'),
    citations: sumBy(counts, 'citations'),
    costMicros: sumBy(counts, 'cost_micros'),
    estimatedMicros: sumBy(counts, 'estimated_micros'),
    platforms,
  }
}

function sumBy<K extends string>(rows: Record<K, number>[], key: K): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

function describeFailures(platforms: { platform: Platform; error: Message | null }[]): Message {
  const reasons = platforms.map(({ platform, error }) => {
    const label = platformLabels[platform]
    return error === null
      ? message('tracking.trackRun.labelNoAnswer', { label })
      : message('tracking.trackRun.labelError', { label, error })
  })
  return message('tracking.trackRun.noQueryWasAnsweredReasons', { reasons: joinSentences(reasons) })
}
