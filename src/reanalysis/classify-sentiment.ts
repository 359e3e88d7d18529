/** The job that sends every answer without LLM sentiment to the language model, one call per answer. */

import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import type { Context } from '../core/context.ts'
import type { EngineFailure } from '../engines/engine.ts'
import { isFinal, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { JobFailed, type JobHandler, type RunningJob } from '../jobs/job.ts'
import { type Message, message } from '../languages/message.ts'
import { createLlm, type Llm, type LlmReply, paidFor } from '../llm/llm.ts'
import { refresh } from '../metrics/rollups.ts'
import { findExhaustedBudget } from '../plans/spend-ledger.ts'
import {
  type Batch,
  type Claimed,
  claimUnclassified,
  countUnclassified,
  type Outcome,
  saveLlmSentiment,
} from './llm-sentiment.ts'
import {
  buildUserMessage,
  type NamedEntity,
  parseSentiments,
  Reply,
  system,
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
  const llm = createLlm(ctx.config)
  // SENTIMENT was changed after the job was requested.
  if (ctx.config.SENTIMENT !== 'model' || llm === null) return counts
  const brand = await getBrand(ctx, running.job.brand_id)
  const entities = await trackedEntities(ctx, brand)
  const tracked = entities.map(({ number }) => number)
  const total = await countUnclassified(ctx, brand.id, tracked)
  const claim = { brandId: brand.id, jobId: running.job.id }
  let before: string | null = null
  do {
    running.signal.throwIfAborted()
    counts.stopped = await findExhaustedBudget(ctx)
    if (counts.stopped !== null) break
    const batch: Batch = await claimUnclassified(ctx, claim, tracked, { before, limit: batchSize })
    await classifyBatch(ctx, running, batch.claimed, { llm, entities, counts, total })
    before = batch.last
  } while (before !== null)
  await refresh(ctx, brand.id)
  return counts
}

type BatchContext = {
  llm: Llm
  entities: readonly TrackedEntity[]
  counts: ClassificationCounts
  total: number
}

async function classifyBatch(
  ctx: Context,
  { job, signal, report }: RunningJob,
  batch: readonly Claimed[],
  { llm, entities, counts, total }: BatchContext,
): Promise<void> {
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const failures: EngineFailure[] = []
  const showProgress = () => {
    const completed = counts.classified + counts.failed
    report({ phase: 'classifying', completed, total: Math.max(total, completed) })
  }
  showProgress()
  const fatalFailure = await runEngineQueue<Claimed, ClassificationReply>(batch, {
    ...ctx.use(engines).llmLimits(),
    signal,
    query: (answer, signal) => {
      const user = buildUserMessage(unclassifiedEntities(answer, entities), answer.markdown)
      return llm.completeJson({ system, user, schema: Reply, name: 'classifications', signal })
    },
    onResult: async ({ item: answer, result: reply }) => {
      if (reply.outcome === 'failed') failures.push(reply)
      // A rejected key or missing credit is not the answer's fault, so the answer stays unclassified.
      if (reply.outcome === 'failed' && isFinal(reply)) return
      const entitiesToClassify = unclassifiedEntities(answer, entities)
      await saveLlmSentiment(
        ctx,
        job.brand_id,
        answer,
        toOutcome(reply, answer, entitiesToClassify, llm),
        (id) => numbers.get(id),
      )
      counts[reply.outcome === 'failed' ? 'failed' : 'classified'] += 1
      counts.costMicros += paidFor(reply)?.costMicros ?? 0
      showProgress()
    },
  })
  const allFailed =
    failures.length === batch.length && (batch.length === batchSize || counts.classified === 0)
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

function unclassifiedEntities(
  { entities: open, spellings }: Claimed,
  entities: readonly TrackedEntity[],
): NamedEntity[] {
  return entities
    .filter(({ number }) => open.includes(number))
    .map(({ id, number, name }) => ({
      number,
      name,
      called: (spellings.get(id) ?? []).slice(0, maxSpellings),
    }))
}

type ClassificationReply = LlmReply<Parameters<typeof parseSentiments>[0]> | EngineFailure

function toOutcome(
  reply: ClassificationReply,
  { markdown }: Claimed,
  entitiesToClassify: readonly NamedEntity[],
  { vendor }: Llm,
): Outcome {
  const cost = paidFor(reply)
  if (reply.outcome === 'answered')
    return {
      sentiments: parseSentiments(reply.value, entitiesToClassify, markdown),
      model: reply.model,
      vendor,
      cost,
    }
  return {
    sentiments: new Map(entitiesToClassify.map(({ number }) => [number, unknownSentiment])),
    model: null,
    vendor,
    cost,
  }
}
