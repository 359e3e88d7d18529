/** Sends the queries of a run to the engines, one queue per platform, and stores the answers in batches. */
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { type PreparedRow, prepareRow, storeAnswers } from '../answers/answers.ts'
import type { BrandParser } from '../answers/facts.ts'
import { emptyUrlDictionary } from '../answers/url-dictionary.ts'
import type { Context } from '../core/context.ts'
import { unlimited } from '../core/semaphore.ts'
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Engine, QueryResult, Surface } from '../engines/engine.ts'
import { type QueryOutcome, querySemaphore, runEngineQueue } from '../engines/engine-queue.ts'
import { limiterFor } from '../engines/limiter.ts'
import { engineFor, resolvePlatforms } from '../engines/registry.ts'
import type { RunningJob } from '../jobs/job.ts'
import { type BudgetWatch, watchBudget } from './budget-watch.ts'
import type { PlannedQuery } from './plan.ts'
import { createTaskStore } from './scraper-tasks.ts'

/** `errors`: why a platform's queries were not all sent. `stopped`: why the whole run was stopped early; null if it was not. */
export async function queryPlatforms(
  ctx: Context,
  { job, signal, report }: RunningJob,
  open: PlannedQuery[],
  parser: BrandParser,
  total: number,
): Promise<{ errors: Map<Platform, string>; stopped: string | null }> {
  const errors = new Map<Platform, string>()
  const queues = [...Map.groupBy(open, ({ platform }) => platform)].map(([platform, queries]) => ({
    platform,
    queries,
    engine: engineFor(ctx.config, platform),
  }))
  const isDelivered = queues.some(({ engine }) => engine?.byTasks === 'delivered')
  const progress = createRunProgress(report, { open: open.length, total, isDelivered })
  const run = { brandId: job.brand_id, jobId: job.id }
  const tasks = createTaskStore(ctx, run, progress.onSent)
  const budget = watchBudget(ctx)
  if (queues.some(({ engine }) => engine && isPaid(engine))) await budget.refresh()
  const storeAnswer = createAnswerStore(ctx, job.brand_id, parser, budget)
  // If one queue throws (for example because the database is unavailable), the others are aborted and awaited.
  const failure = new AbortController()
  const queueSignal = AbortSignal.any([signal, failure.signal])
  const running = queues.map(async ({ platform, queries, engine }) => {
    if (!engine) {
      errors.set(platform, notConfiguredMessage(ctx, platform))
      return
    }
    const { name: backend, surface } = engine
    let answered = 0
    try {
      const stop = await runEngineQueue(queries, {
        ...queueOptions(ctx, engine, platform, budget),
        signal: queueSignal,
        ask: (query, signal) =>
          engine.query({
            prompt: query.prompt.text,
            region: query.region || null,
            language: query.language || null,
            signal,
            ...(engine.byTasks && { task: tasks.forQuery(query, backend, engine.byTasks) }),
          }),
        onReply: async ({ item, result, queriedAt, answeredAt }: QueryOutcome<PlannedQuery, QueryResult>) => {
          await storeAnswer({ ...item, ...run, backend, surface, queriedAt, answeredAt, result })
          await tasks.complete(item)
          answered += 1
          progress.onAnswered(item)
        },
      })
      const exhausted = budget.reason()
      if (stop) errors.set(platform, stop.message)
      else if (exhausted !== null && answered < queries.length) errors.set(platform, exhausted)
    } catch (error) {
      failure.abort(error)
      throw error
    }
  })
  const outcomes = await Promise.allSettled(running)
  signal.throwIfAborted()
  if (outcomes.some(({ status }) => status === 'rejected')) throw failure.signal.reason
  return { errors, stopped: errors.size > 0 ? budget.reason() : null }
}

/** Parses answers and stores them in batches. Resolves when the answer is durable and its cost is counted. */
function createAnswerStore(ctx: Context, brandId: string, parser: BrandParser, budget: BudgetWatch) {
  const knownUrls = emptyUrlDictionary()
  const yieldTurn = yieldToEventLoop()
  const writer = groupCommit<PreparedRow>(
    async (answers) => {
      await storeAnswers(ctx, brandId, answers, parser, knownUrls)
      if (answers.some(({ answer }) => isPaid(answer))) await budget.refresh()
    },
    // Batches are sequential: each one relies on the URL ids that the previous one stored.
    { maxBatchSize: 50, maxInFlight: 1 },
  )
  return async (answer: PreparedRow['answer']): Promise<void> => {
    // When many answers arrive at once, the next queries are sent before these are parsed.
    await yieldTurn()
    await writer.add(prepareRow(ctx, answer, parser))
  }
}

/** The simulator is free. */
const isPaid = ({ surface }: { surface: Surface }) => surface !== 'simulated'

/** Reports the phase `awaiting-results` once a scraper that delivers results has accepted all remaining queries. */
function createRunProgress(
  report: RunningJob['report'],
  { open, total, isDelivered }: { open: number; total: number; isDelivered: boolean },
) {
  const sent = new Set<PlannedQuery>()
  let answered = 0
  const publish = () => {
    const isAwaiting = isDelivered && sent.size === open && answered < open
    const phase = isAwaiting ? 'awaiting-results' : 'querying-platforms'
    report({ phase, completed: total - open + answered, total })
  }
  publish()
  return {
    onSent: (query: PlannedQuery) => {
      sent.add(query)
      publish()
    },
    onAnswered: (query: PlannedQuery) => {
      sent.add(query)
      answered += 1
      publish()
    },
  }
}

function queueOptions(ctx: Context, engine: Engine, platform: Platform, budget: BudgetWatch) {
  const { inFlight, ...limits } = queueLimits(ctx, engine, platform)
  // Sends half as many more queries while earlier answers are being stored. With a spending limit, the cost of an answer
  // is counted before the next query is sent.
  const isLimited = isPaid(engine) && budget.isLimited()
  return {
    ...limits,
    maxInFlight: isLimited ? inFlight : inFlight + Math.ceil(inFlight / 2),
    ...(isPaid(engine) && { stopSignal: budget.exhausted }),
  }
}

/** The concurrency of an engine. A scraper task uses none of our resources while it runs, so it takes no slot. */
function queueLimits({ config }: Context, { name, byTasks }: Engine, platform: Platform) {
  if (byTasks) {
    const inFlight = config.TRACKING_TASKS_PER_SCRAPER
    // One limiter per scraped platform: a platform can fail while the scraper itself works.
    return { gate: limiterFor(config, `${name} ${platform}`, inFlight), join: unlimited, inFlight }
  }
  const inFlight = config.TRACKING_PER_ENGINE
  // The simulator simulates one engine per platform.
  const gate = limiterFor(config, name === 'simulator' ? `simulated ${platform}` : name, inFlight)
  return { gate, join: querySemaphore(config), inFlight }
}

function notConfiguredMessage(ctx: Context, platform: Platform): string {
  const missing = resolvePlatforms(ctx.config).get(platform)?.missing
  return `${platformLabels[platform]} is not configured; set ${missing}.`
}
