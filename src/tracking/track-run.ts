/** A tracking run: plan, ask, store, and an honest account at the end. Begun again, it asks only what has no answer yet. */
import { hash } from 'node:crypto'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { type AnswerWriter, createAnswerWriter, type PreparedAnswer } from '../answers/answers.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { requestReanalysis } from '../brands/reanalysis-request.ts'
import { requestCompetitorSuggestions } from '../competitor-suggestions/competitor-suggestions.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { QueryResult } from '../engines/engine.ts'
import { type QueryOutcome, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { engineFor, resolvePlatforms } from '../engines/registry.ts'
import { type Job, JobFailed, type JobHandler, type RunningJob } from '../jobs/job.ts'
import { refresh } from '../metrics/rollups.ts'
import { watchBudget } from './budget-watch.ts'
import {
  countQueries,
  expandPlan,
  findPlan,
  type Plan,
  type PlannedQuery,
  queryKey,
  savePlan,
} from './plan.ts'
import { recordPlatformCheck } from './platforms.ts'
import { countRunAnswers, type PlatformCounts } from './run-counts.ts'
import { createTaskStore } from './scraper-tasks.ts'
import { estimateQueries, totalMicros } from './spend/estimate.ts'
import { buildPlan, RunInput, type RunResult } from './tracking.ts'

export const trackRun: JobHandler = async (ctx, running) => {
  const { job, report } = running
  report({ phase: 'preparing', completed: 0, total: 0 })
  const brand = await getBrand(ctx, job.brand_id)
  const planned = expandPlan(await planOf(ctx, brand, running))
  const writer = createAnswerWriter(brand, await trackedEntities(ctx, brand))
  const stored = await storedQuestions(ctx, running)
  const open = inRandomOrder(planned, job.id).filter((query) => !stored.has(keyOf(query)))
  const { stops, stopped } = await askAll(ctx, running, open, writer, planned.length)
  report({ phase: 'finalizing', completed: planned.length, total: planned.length })
  const [tallies] = await Promise.all([countRunAnswers(ctx, job), refresh(ctx, brand.id)])
  // Names changed while the run was under way: what was read with the old ones is read again.
  if ((await getBrand(ctx, brand.id)).names_version !== writer.namesVersion)
    await requestReanalysis(ctx, brand.id)
  return { ...(await finish(ctx, brand, planned, tallies, stops)), stopped }
}

async function planOf(ctx: Context, brand: Brand, { job }: RunningJob): Promise<Plan> {
  const kept = await findPlan(ctx, job)
  if (kept) return kept
  const input = RunInput.parse(job.input)
  const plan = await buildPlan(ctx, brand.id, input)
  if (plan.length === 0)
    throw new JobFailed('There was nothing to ask: no active prompt is meant for the chosen platforms.')
  if (input.estimate_micros === undefined) await noteEstimate(ctx, job, input, plan)
  await savePlan(ctx, job, plan)
  return plan
}

async function noteEstimate(ctx: Context, job: Job, input: RunInput, plan: Plan): Promise<void> {
  const estimate_micros = totalMicros(await estimateQueries(ctx, countQueries(plan)))
  await ctx.db
    .updateTable('jobs')
    .set({ input: JSON.stringify({ ...input, estimate_micros }) })
    .where('brand_id', '=', job.brand_id)
    .where('id', '=', job.id)
    .execute()
}

async function storedQuestions(ctx: Context, { job }: RunningJob): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('answers')
    .select(['prompt_id', 'platform', 'region', 'sample'])
    .where('brand_id', '=', job.brand_id)
    .where('job_id', '=', job.id)
    .execute()
  return new Set(rows.map(({ prompt_id: promptId, ...row }) => queryKey({ promptId, ...row })))
}

const keyOf = ({ prompt, platform, region, sample }: PlannedQuery) =>
  queryKey({ promptId: prompt.id, platform, region, sample })

/** `stops`: why a platform was not asked to the end, in words. `stopped`: why the whole run was not. */
async function askAll(
  ctx: Context,
  { job, signal, report }: RunningJob,
  open: PlannedQuery[],
  writer: AnswerWriter,
  total: number,
): Promise<{ stops: Map<Platform, string>; stopped: string | null }> {
  const stops = new Map<Platform, string>()
  const lanes = [...Map.groupBy(open, ({ platform }) => platform)].map(([platform, questions]) => ({
    platform,
    questions,
    engine: engineFor(ctx.config, platform),
  }))
  const isDelivered = lanes.some(({ engine }) => engine?.tasks === 'delivered')
  const progress = createRunProgress(report, { open: open.length, total, isDelivered })
  const { brand_id: brandId } = job
  const run = { brandId, jobId: job.id }
  const tasks = createTaskStore(ctx, run, progress.onSent)
  const budget = watchBudget(ctx)
  if (lanes.some(({ engine }) => engine && isPaid(engine))) await budget.refresh()
  // Of answers that come all at once, none is read before the next questions are on their way.
  const turn = yieldToEventLoop()
  const keep = groupCommit<{ id: string; promptId: string; prepared: PreparedAnswer }>(
    async (answers) => {
      await writer.store(ctx, answers)
      if (answers.some(({ prepared }) => isPaid(prepared.row))) await budget.refresh()
    },
    // One after the other: what a batch enters of addresses, the next one takes as known.
    { mostAtOnce: 50, mostUnderWay: 1 },
  )
  // One lane that throws (the database gone, say) ends the run: the others are told to stop, and are waited for.
  const broken = new AbortController()
  const laneSignal = AbortSignal.any([signal, broken.signal])
  const asking = lanes.map(async ({ platform, questions, engine }) => {
    if (!engine) {
      stops.set(platform, notConfigured(ctx, platform))
      return
    }
    const { name: backend, surface } = engine
    let asked = 0
    const store = async ({
      item,
      result,
      queriedAt,
      answeredAt,
    }: QueryOutcome<PlannedQuery, QueryResult>) => {
      const answer = { ...item, ...run, backend, surface, queriedAt, answeredAt, result }
      await turn()
      await keep.add({
        id: newId(ctx.now().getTime()),
        promptId: item.prompt.id,
        prepared: writer.prepare(answer),
      })
      await tasks.end(item)
      asked += 1
      progress.onAnswered(item)
    }
    try {
      const { maxInFlight, ...limits } = ctx.use(engines).limitsFor(engine, platform)
      // Half as many more: while they keep their replies, others ask. Where money is limited none asks before that is counted.
      const isLimited = isPaid(engine) && budget.isLimited()
      const stop = await runEngineQueue(questions, {
        ...limits,
        maxInFlight: isLimited ? maxInFlight : maxInFlight + Math.ceil(maxInFlight / 2),
        signal: laneSignal,
        ...(isPaid(engine) && { stopSignal: budget.exhausted }),
        query: (question, signal) =>
          engine.query({
            prompt: question.prompt.text,
            region: question.region || null,
            language: question.language || null,
            signal,
            ...(engine.tasks && { task: tasks.of(question, backend, engine.tasks) }),
          }),
        onResult: store,
      })
      const usedUp = budget.reason()
      if (stop) stops.set(platform, stop.message)
      else if (usedUp !== null && asked < questions.length) stops.set(platform, usedUp)
    } catch (error) {
      broken.abort(error)
      throw error
    }
  })
  const outcomes = await Promise.allSettled(asking)
  signal.throwIfAborted()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw broken.signal.reason
  return { stops, stopped: stops.size > 0 ? budget.reason() : null }
}

/** Nobody is paid for what the simulator says. */
const isPaid = ({ surface }: { surface: string }) => surface !== 'simulated'

/** Asking, and where results are delivered, awaiting them once a scraper has all that is left to ask. */
function createRunProgress(
  report: RunningJob['report'],
  { open, total, isDelivered }: { open: number; total: number; isDelivered: boolean },
) {
  const sent = new Set<PlannedQuery>()
  let answered = 0
  const show = () => {
    const isAwaiting = isDelivered && sent.size === open && answered < open
    const phase = isAwaiting ? 'awaiting-results' : 'querying-platforms'
    report({ phase, completed: total - open + answered, total })
  }
  show()
  return {
    onSent: (question: PlannedQuery) => {
      sent.add(question)
      show()
    },
    onAnswered: (question: PlannedQuery) => {
      sent.add(question)
      answered += 1
      show()
    },
  }
}

/**
 * Orders the queries randomly, so that drift and rate limits of an engine do not always affect the same prompts. The order
 * is by a hash of run and query, so a run that is resumed keeps it.
 */
function inRandomOrder(queries: readonly PlannedQuery[], jobId: string): PlannedQuery[] {
  return queries
    .map((query) => ({ query, rank: hash('sha256', `${jobId} ${keyOf(query)}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ query }) => query)
}

function notConfigured(ctx: Context, platform: Platform): string {
  const missing = resolvePlatforms(ctx.config).get(platform)?.missing
  return `${platformLabels[platform]} is not configured; set ${missing}.`
}

async function finish(
  ctx: Context,
  brand: Brand,
  planned: PlannedQuery[],
  tallies: PlatformCounts[],
  stops: Map<Platform, string>,
): Promise<Omit<RunResult, 'stopped'>> {
  const byPlatform = Map.groupBy(planned, ({ platform }) => platform)
  const platforms = [...byPlatform].map(([platform, questions]) => {
    const row = tallies.find((each) => each.platform === platform)
    return {
      platform,
      answered: row?.answered ?? 0,
      failed: row?.failed ?? 0,
      skipped: questions.length - (row?.answered ?? 0) - (row?.failed ?? 0),
      error: stops.get(platform) ?? row?.failure ?? null,
    }
  })
  platforms.sort((a, b) => (a.platform < b.platform ? -1 : 1))
  const answered = sumOf(platforms, 'answered')
  if (answered === 0) throw new JobFailed(reasonOf(platforms))
  const checked = platforms.filter((each) => each.answered > 0).map((each) => each.platform)
  await recordPlatformCheck(ctx, brand.id, checked)
  await requestCompetitorSuggestions(ctx, brand.id)
  const failed = sumOf(platforms, 'failed')
  return {
    answers: answered,
    refused: sumOf(tallies, 'refused'),
    empty: sumOf(tallies, 'empty'),
    simulated: sumOf(tallies, 'simulated'),
    failed,
    skipped: sumOf(platforms, 'skipped'),
    mentions: sumOf(tallies, 'mentions'),
    citations: sumOf(tallies, 'citations'),
    costMicros: sumOf(tallies, 'cost_micros'),
    platforms,
  }
}

function sumOf<K extends string>(rows: Record<K, number>[], key: K): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

function reasonOf(platforms: { platform: Platform; error: string | null }[]): string {
  const reasons = new Set(
    platforms.map(({ platform, error }) => `${platformLabels[platform]}: ${error ?? 'no answer.'}`),
  )
  return `No question was answered. ${[...reasons].join(' ')}`
}
