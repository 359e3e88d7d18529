/** The job that sends every unclassified answer to the language model, several short ones in one call. */

import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import type { Context } from '../core/context.ts'
import type { Cost, EngineFailure } from '../engines/engine.ts'
import { isFinal, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { JobFailed, type JobHandler, type RunningJob } from '../jobs/job.ts'
import { type Message, message } from '../languages/message.ts'
import { type Llm, type LlmReply, paidFor } from '../llm/llm.ts'
import { findSentimentModel, openSentimentModel } from '../llm/sentiment-model.ts'
import { refresh } from '../metrics/rollups.ts'
import { findExhaustedBudget } from '../plans/spend-ledger.ts'
import {
  type Claim,
  type Claimed,
  type ClassifiedAnswer,
  claimUnclassified,
  countUnclassified,
  type SentimentBatch,
  saveLlmSentiment,
  unclassifiedBy,
} from './llm-sentiment.ts'
import {
  buildSentimentRequest,
  groupTexts,
  type NamedEntity,
  parseSentiments,
  SentimentReply,
  sentimentInstructions,
  type TextToClassify,
  unknownSentiment,
} from './sentiment-prompt.ts'

const batchSize = 50
const maxSpellings = 5

/** `stopped`: why answers were left unclassified; null when none were. */
type ClassificationCounts = {
  classified: number
  failed: number
  costMicros: number
  stopped: Message | null
}

export const classifySentimentJob: JobHandler = async (ctx, running) => {
  const counts: ClassificationCounts = { classified: 0, failed: 0, costMicros: 0, stopped: null }
  const model = await findSentimentModel(ctx)
  // The organization chose rules after the job was requested.
  if (model === null) return counts
  const llm = await openSentimentModel(ctx, model)
  if (llm === null) return { ...counts, stopped: message('reanalysis.classifySentiment.keyWasRemoved') }
  const brand = await getBrand(ctx, running.job.brand_id)
  const entities = await trackedEntities(ctx, brand)
  const tracked = entities.map(({ number }) => number)
  const open = unclassifiedBy(model, brand.id, tracked)
  const claim = { ...open, jobId: running.job.id }
  const total = await countUnclassified(ctx, open)
  let before: string | null = null
  do {
    running.signal.throwIfAborted()
    counts.stopped = await findExhaustedBudget(ctx, brand.id)
    if (counts.stopped !== null) break
    const batch: SentimentBatch = await claimUnclassified(ctx, claim, { before, limit: batchSize })
    await classifyBatch(ctx, running, batch.claimed, { llm, claim, entities, counts, total })
    before = batch.last
  } while (before !== null)
  await refresh(ctx, brand.id)
  return counts
}

type BatchContext = {
  llm: Llm
  claim: Claim
  entities: readonly TrackedEntity[]
  counts: ClassificationCounts
  total: number
}

type ClassificationReply = LlmReply<Parameters<typeof parseSentiments>[0]> | EngineFailure

async function classifyBatch(
  ctx: Context,
  { job, signal, report }: RunningJob,
  batch: readonly Claimed[],
  { llm, claim, entities, counts, total }: BatchContext,
): Promise<void> {
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const requests = groupTexts(batch).map((answers) =>
    answers.map((answer) => ({ answer, text: getText(answer, entities) })),
  )
  const failures: EngineFailure[] = []
  const showProgress = () => {
    const completed = counts.classified + counts.failed
    report({ phase: 'classifying', completed, total: Math.max(total, completed) })
  }
  showProgress()
  const fatalFailure = await runEngineQueue<(typeof requests)[number], ClassificationReply>(requests, {
    ...ctx.use(engines).llmLimits(),
    signal,
    query: (request, signal) => {
      const user = buildSentimentRequest(request.map(({ text }) => text))
      return llm.completeJson({
        system: sentimentInstructions,
        user,
        schema: SentimentReply,
        name: 'classifications',
        signal,
      })
    },
    onResult: async ({ item: request, result: reply }) => {
      if (reply.outcome === 'failed') failures.push(reply)
      // A rejected key or missing credit is not the fault of the answers, so they stay unclassified.
      if (reply.outcome === 'failed' && isFinal(reply)) return
      const costs = shareCost(paidFor(reply), request.length)
      for (const [index, { answer, text }] of request.entries()) {
        const outcome = { ...toOutcome(reply, text, index), vendor: llm.vendor, cost: costs[index] ?? null }
        await saveLlmSentiment(ctx, claim, answer, outcome, (id) => numbers.get(id))
      }
      counts[reply.outcome === 'failed' ? 'failed' : 'classified'] += request.length
      counts.costMicros += paidFor(reply)?.costMicros ?? 0
      showProgress()
    },
  })
  const allFailed =
    failures.length === requests.length && (batch.length === batchSize || counts.classified === 0)
  const failure = fatalFailure ?? (allFailed ? failures[0] : undefined)
  if (!failure) return
  ctx.log.warn(
    { jobId: job.id, kind: failure.kind, status: failure.status },
    'sentiment job stopped by a language model failure',
  )
  throw new JobFailed(
    message('reanalysis.classifySentiment.classifiedAnswersWereClassifiedThen', {
      classified: counts.classified,
      failure: failure.message,
    }),
  )
}

function getText(
  { markdown, entities: open, spellings }: Claimed,
  entities: readonly TrackedEntity[],
): TextToClassify {
  const named = entities
    .filter(({ number }) => open.includes(number))
    .map(
      ({ id, number, name }): NamedEntity => ({
        number,
        name,
        called: (spellings.get(id) ?? []).slice(0, maxSpellings),
      }),
    )
  return { markdown, entities: named }
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

function toOutcome(
  reply: ClassificationReply,
  text: TextToClassify,
  index: number,
): Pick<ClassifiedAnswer, 'sentiments' | 'model'> {
  if (reply.outcome === 'answered')
    return { sentiments: parseSentiments(reply.value, text, index), model: reply.model }
  return { sentiments: new Map(text.entities.map(({ number }) => [number, unknownSentiment])), model: null }
}
