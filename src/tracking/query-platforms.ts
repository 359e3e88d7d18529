/**
 * Sends the queries of a run to the engines, one queue per platform, and stores the answers in batches. Follow-ups are sent
 * after all queries of the turn before, with the stored answers as their conversation, so a resumed run continues it.
 */
import { maxQuestions } from '../../vocabulary/conversations.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import type { AnswerWriter } from '../answers/answers.ts'
import type { PreparedAnswer, QueriedAnswer } from '../answers/prepare-answer.ts'
import type { Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { createTurnQueue } from '../core/yield-to-event-loop.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Engine, QueryResult } from '../engines/engine.ts'
import { type EngineQueue, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { openEngine } from '../engines/organization-keys.ts'
import type { Job, RunningJob } from '../jobs/job.ts'
import { type Message, message } from '../languages/message.ts'
import { type BudgetWatch, watchBudget } from './budget-watch.ts'
import { type KeyLimitWatch, watchKeyLimits } from './key-limit-watch.ts'
import type { PlannedQuery } from './plan.ts'
import { getPreviousKey, listRunAnswers, readConversation } from './run-answers.ts'
import { createTaskStore } from './scraper-tasks.ts'

/**
 * `errors`: why a platform's queries were not all sent. `omitted`: why follow-ups were not sent to a platform. `stopped`: why the whole run was stopped early; null if
 * it was not.
 */
export async function queryPlatforms(
  ctx: Context,
  { job, signal, report }: RunningJob,
  open: PlannedQuery[],
  writer: AnswerWriter,
  total: number,
): Promise<{
  errors: Map<Platform, Message>
  omitted: Map<Platform, Message>
  stopped: Message | null
}> {
  const errors = new Map<Platform, Message>()
  const omitted = new Map<Platform, Message>()
  const queues = await Promise.all(
    [...Map.groupBy(open, ({ platform }) => platform)].map(async ([platform, queries]) => ({
      platform,
      queries,
      engine: await openEngineOrReport(ctx, platform, errors),
    })),
  )
  const isDelivered = queues.some(({ engine }) => engine?.tasks === 'delivered')
  const progress = createRunProgress(report, { open: open.length, total, isDelivered })
  const run = { brandId: job.brand_id, jobId: job.id }
  const tasks = createTaskStore(ctx, run, progress.onSent)
  const limits = { budget: watchBudget(ctx, job.brand_id), keys: watchKeyLimits(ctx) }
  const { budget } = limits
  if (queues.some(({ engine }) => engine && isPaid(engine))) await refreshLimits(limits)
  const storeAnswer = createAnswerStore(ctx, writer, limits)
  // If one queue throws (for example because the database is unavailable), the others are aborted and awaited.
  const failure = new AbortController()
  const queueSignal = AbortSignal.any([signal, failure.signal])
  const running = queues.map(async ({ platform, queries, engine }) => {
    if (!engine) return
    const { name: backend, surface } = engine
    let answered = 0
    const queue: EngineQueue<PlannedQuery, QueryResult> = {
      ...queueOptions(ctx, engine, platform, limits),
      signal: queueSignal,
      query: async (query, signal) =>
        engine.query({
          prompt: query.prompt.text,
          ...(query.before.length > 0 && { conversation: await readConversation(ctx, job, query) }),
          region: query.region || null,
          language: query.language || null,
          signal,
          ...(engine.tasks && { task: tasks.forQuery(query, backend, engine.tasks) }),
        }),
      onResult: async ({ item, result, queriedAt, answeredAt }) => {
        await storeAnswer(item.prompt.id, {
          ...item,
          ...run,
          backend,
          surface,
          queriedAt,
          answeredAt,
          result,
        })
        await tasks.complete(item)
        answered += 1
        progress.onAnswered(item)
      },
    }
    try {
      let stop = await runEngineQueue(
        queries.filter(({ before }) => before.length === 0),
        queue,
      )
      let withoutAnswerBefore = 0
      for (let turn = 1; turn < maxQuestions && !stop; turn += 1) {
        const followUps = queries.filter(({ before }) => before.length === turn)
        const ready = engine.takesConversations ? await withAnswerBefore(ctx, job, platform, followUps) : []
        withoutAnswerBefore += followUps.length - ready.length
        stop = await runEngineQueue(ready, queue)
      }
      const exhausted = budget.reason() ?? limits.keys.reason(backend)
      if (stop) errors.set(platform, stop.message)
      else if (exhausted !== null && answered < queries.length) errors.set(platform, exhausted)
      else if (withoutAnswerBefore > 0) omitted.set(platform, followUpsOmitted(engine, withoutAnswerBefore))
    } catch (error) {
      failure.abort(error)
      throw error
    }
  })
  const outcomes = await Promise.allSettled(running)
  signal.throwIfAborted()
  if (outcomes.some(({ status }) => status === 'rejected')) throw failure.signal.reason
  return { errors, omitted, stopped: errors.size > 0 ? budget.reason() : null }
}

/** Returns the follow-ups whose question before has an answer with text in this run. */
async function withAnswerBefore(
  ctx: Context,
  run: Pick<Job, 'brand_id' | 'id'>,
  platform: Platform,
  followUps: readonly PlannedQuery[],
): Promise<PlannedQuery[]> {
  if (followUps.length === 0) return []
  const answers = await listRunAnswers(ctx, run, platform)
  const withText = new Set(answers.flatMap(({ key, status }) => (status === 'answered' ? [key] : [])))
  return followUps.filter((query) => withText.has(getPreviousKey(query) ?? ''))
}

const followUpsOmitted = ({ takesConversations }: Engine, count: number): Message =>
  takesConversations
    ? message('tracking.followUps.noAnswerBefore', { count })
    : message('tracking.followUps.noConversation', { count })

type Limits = { budget: BudgetWatch; keys: KeyLimitWatch }

async function refreshLimits({ budget, keys }: Limits): Promise<void> {
  await Promise.all([budget.refresh(), keys.refresh()])
}

/** Parses answers and stores them in batches. Resolves when the answer is durable and its cost is counted. */
function createAnswerStore(ctx: Context, writer: AnswerWriter, limits: Limits) {
  const nextTurn = createTurnQueue()
  const batches = groupCommit<{ id: string; promptId: string; prepared: PreparedAnswer }>(
    async (answers) => {
      await writer.store(ctx, answers)
      if (answers.some(({ prepared }) => isPaid(prepared.row))) await refreshLimits(limits)
    },
    // Batches are sequential: each one relies on the URL ids that the previous one stored.
    { maxBatchSize: 50, maxInFlight: 1 },
  )
  return async (promptId: string, answer: QueriedAnswer): Promise<void> => {
    // When many answers arrive at once, the next queries are sent before these are parsed.
    await nextTurn()
    const [prepared] = await writer.prepare([answer])
    if (prepared) await batches.add({ id: newId(ctx.now().getTime()), promptId, prepared })
  }
}

/** The simulator is free. */
const isPaid = ({ surface }: { surface: string }) => surface !== 'simulated'

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

function queueOptions(ctx: Context, engine: Engine, platform: Platform, { budget, keys }: Limits) {
  const { maxInFlight, ...queueLimits } = ctx.use(engines).limitsFor(engine, platform)
  // Sends half as many more queries while earlier answers are being stored. With a spending limit, the cost of an answer
  // is counted before the next query is sent.
  const isLimited = isPaid(engine) && (budget.isLimited() || keys.isLimited(engine.name))
  return {
    ...queueLimits,
    maxInFlight: isLimited ? maxInFlight : maxInFlight + Math.ceil(maxInFlight / 2),
    ...(isPaid(engine) && { stopSignal: AbortSignal.any([budget.exhausted, keys.exhausted(engine.name)]) }),
  }
}

/** Returns null and reports why when the platform has no usable key. The other platforms are queried. */
async function openEngineOrReport(
  ctx: Context,
  platform: Platform,
  errors: Map<Platform, Message>,
): Promise<Engine | null> {
  try {
    return await openEngine(ctx, platform)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    errors.set(platform, error.text)
    return null
  }
}
