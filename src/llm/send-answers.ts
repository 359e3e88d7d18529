/** Sends open answers to the language model, several short ones in one request, until none is left or the budget is used up. */
import type { Context } from '../core/context.ts'
import type { Cost, EngineFailure } from '../engines/engine.ts'
import { isFinal, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { JobFailed, type RunningJob } from '../jobs/job.ts'
import type { Message } from '../languages/message.ts'
import { findExhaustedBudget } from '../plans/spend-ledger.ts'
import { groupTexts } from './group-texts.ts'
import { type Llm, type LlmReply, type LlmRequest, paidFor } from './llm.ts'
import { type ClaimedAnswer, claimOpen, countOpen, type OpenAnswers } from './llm-results.ts'

const batchSize = 50

/** Answers by their outcome. `stopped`: why answers were left open; null when none were. */
export type SentCounts = { classified: number; failed: number; costMicros: number; stopped: Message | null }

export const noneSent = (): SentCounts => ({ classified: 0, failed: 0, costMicros: 0, stopped: null })

/** The reply to a request, for one of its answers. */
export type AnswerReply<R> = {
  reply: LlmReply<R> | EngineFailure
  /** The position of the answer in the request. */
  index: number
  /** The part of the cost for this answer; null when nothing was charged. */
  cost: Cost | null
}

export type SentAnswers<T extends ClaimedAnswer, R> = {
  open: OpenAnswers
  /** The phase of the job's progress. */
  phase: string
  /** Adds what a request needs to know about the answers. */
  prepare(answers: readonly ClaimedAnswer[]): Promise<T[]>
  request(answers: readonly T[]): Omit<LlmRequest<R>, 'signal'>
  /** Stores a reply or a failure that is the fault of the answer. */
  save(answer: T, reply: AnswerReply<R>): Promise<void>
  /** Says why the job ended early. */
  describe(counts: SentCounts, failure: Message): Message
}

/** Adds to the counts. Throws `JobFailed` when the model rejects all requests; answers that were not sent stay open. */
export async function sendAnswers<T extends ClaimedAnswer, R>(
  ctx: Context,
  running: RunningJob,
  llm: Llm,
  sent: SentAnswers<T, R>,
  counts: SentCounts,
): Promise<void> {
  const { open, phase } = sent
  const total = await countOpen(ctx, open)
  const showProgress = () => {
    const completed = counts.classified + counts.failed
    running.report({ phase, completed, total: Math.max(total, completed) })
  }
  let before: string | null = null
  do {
    running.signal.throwIfAborted()
    counts.stopped = await findExhaustedBudget(ctx, open.brandId)
    if (counts.stopped !== null) return
    const batch = await claimOpen(ctx, open, { jobId: running.job.id, before, limit: batchSize })
    showProgress()
    await sendBatch(ctx, running, llm, { ...sent, counts, showProgress }, await sent.prepare(batch.claimed))
    before = batch.last
  } while (before !== null)
}

async function sendBatch<T extends ClaimedAnswer, R>(
  ctx: Context,
  { job, signal }: RunningJob,
  llm: Llm,
  {
    request,
    save,
    describe,
    counts,
    showProgress,
  }: SentAnswers<T, R> & { counts: SentCounts; showProgress(): void },
  batch: readonly T[],
): Promise<void> {
  const groups = groupTexts(batch)
  const failures: EngineFailure[] = []
  const fatalFailure = await runEngineQueue<T[], LlmReply<R> | EngineFailure>(groups, {
    ...ctx.use(engines).llmLimits(),
    signal,
    query: (group, signal) => llm.completeJson({ ...request(group), signal }),
    onResult: async ({ item: group, result: reply }) => {
      if (reply.outcome === 'failed') failures.push(reply)
      // A rejected key or missing credit is not the fault of the answers, so they stay open.
      if (reply.outcome === 'failed' && isFinal(reply)) return
      const costs = shareCost(paidFor(reply), group.length)
      for (const [index, answer] of group.entries())
        await save(answer, { reply, index, cost: costs[index] ?? null })
      counts[reply.outcome === 'failed' ? 'failed' : 'classified'] += group.length
      counts.costMicros += paidFor(reply)?.costMicros ?? 0
      showProgress()
    },
  })
  const allFailed =
    failures.length === groups.length && (batch.length === batchSize || counts.classified === 0)
  const failure = fatalFailure ?? (allFailed ? failures[0] : undefined)
  if (!failure) return
  ctx.log.warn(
    { jobId: job.id, job: job.kind, kind: failure.kind, status: failure.status },
    'job stopped by a language model failure',
  )
  throw new JobFailed(describe(counts, failure.message))
}

/** Divides the cost of a call among its answers; the first ones pay the remainder. */
function shareCost(cost: Cost | null, answers: number): (Cost | null)[] {
  if (cost === null) return []
  const { costMicros, costEstimated } = cost
  const [each, rest] = [Math.floor(costMicros / answers), costMicros % answers]
  return Array.from({ length: answers }, (_, index) => ({
    costMicros: each + (index < rest ? 1 : 0),
    costEstimated,
  }))
}
