/** The job that asks the language model about every answer that has no judgement yet, one call for each. */

import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import type { Context } from '../core/context.ts'
import { isFinal, runEngineQueue } from '../engines/engine-queue.ts'
import { engines } from '../engines/engines.ts'
import { JobFailed, type JobHandler, type RunningJob } from '../jobs/job.ts'
import { createLlm, type Llm, type LlmFailure, type LlmReply } from '../llm/llm.ts'
import { refresh } from '../metrics/rollups.ts'
import { findExhaustedBudget } from '../plans/spend-ledger.ts'
import {
  type Batch,
  type Claimed,
  claimUnclassified,
  countUnjudged,
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
const mostSpellings = 5

/** `stopped`: why answers were left, in words; null when none were. */
type ClassificationCounts = { judged: number; failed: number; costMicros: number; stopped: string | null }

export const classifySentimentJob: JobHandler = async (ctx, running) => {
  const tally: ClassificationCounts = { judged: 0, failed: 0, costMicros: 0, stopped: null }
  const model = createLlm(ctx.config)
  // Switched off since the job was asked for.
  if (ctx.config.SENTIMENT !== 'model' || model === null) return tally
  const brand = await getBrand(ctx, running.job.brand_id)
  const entities = await trackedEntities(ctx, brand)
  const tracked = entities.map(({ number }) => number)
  const total = await countUnjudged(ctx, brand.id, tracked)
  const claim = { brandId: brand.id, jobId: running.job.id }
  let before: string | null = null
  do {
    running.signal.throwIfAborted()
    tally.stopped = await findExhaustedBudget(ctx)
    if (tally.stopped !== null) break
    const batch: Batch = await claimUnclassified(ctx, claim, tracked, { before, limit: batchSize })
    await judgeBatch(ctx, running, batch.claimed, { model, entities, tally, total })
    before = batch.last
  } while (before !== null)
  await refresh(ctx, brand.id)
  return tally
}

type Judging = { model: Llm; entities: readonly TrackedEntity[]; tally: ClassificationCounts; total: number }

async function judgeBatch(
  ctx: Context,
  { job, signal, report }: RunningJob,
  batch: readonly Claimed[],
  { model, entities, tally, total }: Judging,
): Promise<void> {
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const failures: LlmFailure[] = []
  const showProgress = () => {
    const completed = tally.judged + tally.failed
    report({ phase: 'judging', completed, total: Math.max(total, completed) })
  }
  showProgress()
  const fatalFailure = await runEngineQueue<Claimed, ModelReply>(batch, {
    ...ctx.use(engines).llmLimits(),
    signal,
    query: (answer, signal) => {
      const user = buildUserMessage(namedIn(answer, entities), answer.markdown)
      return model.completeJson({ system, user, schema: Reply, name: 'judgements', signal })
    },
    onResult: async ({ item: answer, result: reply }) => {
      if (reply.outcome === 'failed') failures.push(reply)
      // A key or credit that is no good is no fault of the answer's: it stays open.
      if (reply.outcome === 'failed' && isFinal(reply)) return
      const asked = namedIn(answer, entities)
      await saveLlmSentiment(ctx, job.brand_id, answer, outcomeOf(reply, answer, asked, model), (id) =>
        numbers.get(id),
      )
      tally[reply.outcome === 'failed' ? 'failed' : 'judged'] += 1
      tally.costMicros += reply.costMicros ?? 0
      showProgress()
    },
  })
  const hopeless = failures.length === batch.length && (batch.length === batchSize || tally.judged === 0)
  const stop = fatalFailure ?? (hopeless ? failures[0] : undefined)
  if (!stop) return
  ctx.log.warn({ jobId: job.id, kind: stop.kind, status: stop.status }, 'the language model was given up')
  throw new JobFailed(`${tally.judged} answers were judged, then: ${stop.message}`)
}

function namedIn({ entities: open, spellings }: Claimed, entities: readonly TrackedEntity[]): NamedEntity[] {
  return entities
    .filter(({ number }) => open.includes(number))
    .map(({ id, number, name }) => ({
      number,
      name,
      called: (spellings.get(id) ?? []).slice(0, mostSpellings),
    }))
}

type ModelReply = LlmReply<Parameters<typeof parseSentiments>[0]> | LlmFailure

function outcomeOf(
  reply: ModelReply,
  { markdown }: Claimed,
  asked: readonly NamedEntity[],
  { vendor }: Llm,
): Outcome {
  const { costMicros } = reply
  if (reply.outcome === 'answered')
    return {
      sentiments: parseSentiments(reply.value, asked, markdown),
      model: reply.model,
      vendor,
      costMicros,
    }
  return {
    sentiments: new Map(asked.map(({ number }) => [number, unknownSentiment])),
    model: null,
    vendor,
    costMicros,
  }
}
