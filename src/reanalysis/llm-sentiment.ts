/**
 * LLM sentiment: a language model classifies how an answer presents each entity that it names, with a quote as
 * evidence. An answer is classified once by each model; the result is stored and applied again by every reanalysis.
 */

import { sql } from 'kysely'
import { z } from 'zod'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { AssignedSentiment, AssignedSentiments } from '../answers/analysis.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { sentimentLabels } from '../answers/sentiment-labels.ts'
import { assignSentiments, readStored, spellingsIn } from '../answers/stored-analysis.ts'
import { type Context, transaction } from '../core/context.ts'
import type { Cost } from '../engines/engine.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'
import { type ChosenModel, findChosenModel } from '../llm/chosen-model.ts'
import { type ClaimedAnswer, getClassifier, type OpenAnswers, saveResults } from '../llm/llm-results.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import { listCorrections } from './sentiment-corrections.ts'
import { PROMPT_VERSION } from './sentiment-prompt.ts'

export const classificationKind = 'sentiment' satisfies JobKind

/** Enqueues a job that classifies unclassified answers, or joins the waiting one. Returns null when rules classify. */
export async function requestSentimentClassification(ctx: Context, brandId: string): Promise<string | null> {
  if ((await findChosenModel(ctx, 'sentiment')) === null) return null
  return enqueueOrJoinJob(ctx, brandId, classificationKind)
}

const Span = z.object({ start: z.number(), end: z.number(), text: z.string() })

const StoredSentiments = z.array(
  z.object({
    /** The entity's number. */
    entity: z.number(),
    label: z.enum(sentimentLabels),
    evidence: Span.nullable(),
    /** The model that returned the sentiment; null when the reply was unusable. */
    model: z.string().nullable(),
  }),
)
type StoredSentiment = z.output<typeof StoredSentiments>[number]

/**
 * Serializes transactions that replace the analyses or the LLM sentiments of a brand's answers. Without it, each of two
 * concurrent ones could miss what the other writes, and an outdated sentiment would remain.
 */
export async function lockAnalyses(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analyses ${brandId}`}, 0))`.execute(tx.db)
}

const classifierOf = (model: ChosenModel): string => getClassifier(model, PROMPT_VERSION)

/**
 * Returns the sentiments of some answers that the current model or a person assigned, for analyses that are stored in this
 * transaction. Locks the analyses, so that sentiments added later find these analyses.
 */
export async function listAssignedSentiments(
  tx: Context,
  brandId: string,
  answerIds: readonly string[],
): Promise<Map<string, AssignedSentiments>> {
  await lockAnalyses(tx, brandId)
  const model = await findChosenModel(tx, 'sentiment')
  const assigned = model ? await listLlmSentiments(tx, brandId, answerIds, classifierOf(model)) : new Map()
  for (const [answerId, correction] of await listCorrections(tx, brandId, answerIds))
    assigned.set(answerId, new Map([...(assigned.get(answerId) ?? []), [0, correction]]))
  return assigned
}

async function listLlmSentiments(
  tx: Context,
  brandId: string,
  answerIds: readonly string[],
  classifier: string,
): Promise<Map<string, AssignedSentiments>> {
  const rows = await tx.db
    .selectFrom('llm_results')
    .select(['answer_id', 'results'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', answerIds)
    .where('classifier', '=', classifier)
    .execute()
  return new Map(rows.map((row) => [row.answer_id, toAssigned(StoredSentiments.parse(row.results))]))
}

/** The answers that a model has to classify: each mentions a tracked entity that has no sentiment yet. */
export const unclassifiedBy = (
  model: ChosenModel,
  brandId: string,
  tracked: readonly number[],
): OpenAnswers => ({
  brandId,
  classifier: classifierOf(model),
  from: model.from,
  isOpen: sql<boolean>`exists (
    select from unnest(a.entities, a.mention_counts) as fact (entity, mentions)
    where fact.mentions > 0 and fact.entity = any(${tracked}::smallint[])
      and fact.entity::text <> all(coalesce(r.done, '{}'))
  )`,
})

/** An answer with the entities to classify in it. */
export type Unclassified = ClaimedAnswer & {
  /** The numbers of the named entities without LLM sentiment. */
  entities: number[]
  /** The spellings of each entity in the answer, by entity id. */
  spellings: Map<string, string[]>
}

export async function prepareUnclassified(
  ctx: Context,
  brandId: string,
  tracked: readonly number[],
  answers: readonly ClaimedAnswer[],
): Promise<Unclassified[]> {
  const { rows } = await sql<{ id: string; entities: number[]; mention_counts: number[]; analysis: unknown }>`
    select a.id, a.entities, a.mention_counts, x.analysis
    from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    where a.brand_id = ${brandId} and a.id = any(${answers.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return answers.flatMap((answer) => {
    const row = byId.get(answer.id)
    if (!row) return []
    const entities = row.entities.filter(
      (number, index) =>
        (row.mention_counts[index] ?? 0) > 0 &&
        tracked.includes(number) &&
        !answer.done.includes(String(number)),
    )
    return [{ ...answer, entities, spellings: spellingsIn(readStored(row.analysis), answer.markdown) }]
  })
}

/** The result of classifying one answer. */
export type ClassifiedAnswer = {
  sentiments: Map<number, AssignedSentiment>
  /** The model that replied; null when the call failed and will be retried. */
  model: string | null
  /** The vendor that was called. */
  vendor: string
  /** Null when nothing was charged. */
  cost: Cost | null
}

/** Stores the sentiments, applies them to the answer and marks its day dirty. */
export function saveLlmSentiment(
  ctx: Context,
  open: OpenAnswers,
  { id, results }: Unclassified,
  { sentiments, model, vendor, cost }: ClassifiedAnswer,
  getEntityNumber: (entityId: string) => number | undefined,
): Promise<void> {
  const { brandId } = open
  const allSentiments: StoredSentiment[] = [
    ...StoredSentiments.parse(results).filter(({ entity }) => !sentiments.has(entity)),
    ...[...sentiments].map(([entity, { label, evidence }]) => ({ entity, label, evidence, model })),
  ]
  return transaction(ctx, async (tx) => {
    // Serializes with applying staged analyses, which would otherwise overwrite this sentiment.
    await lockAnalyses(tx, brandId)
    const done = [...sentiments.keys()].map(String)
    const saved = { done, results: allSentiments, cost, failed: model === null }
    if (!(await saveResults(tx, open, id, saved))) return
    const corrections = await listCorrections(tx, brandId, [id])
    const correction = corrections.get(id)
    const assigned = toAssigned(
      correction ? allSentiments.filter(({ entity }) => entity !== 0) : allSentiments,
    )
    await applySentiments(tx, brandId, id, assigned, getEntityNumber)
    if (cost !== null) await recordCost(tx, { kind: 'sentiment', engine: vendor, brandId, ...cost })
  })
}

type AnswerFacts = { entities: number[]; mention_counts: number[]; sentiments: number[]; analysis: unknown }

/** Applies the sentiments to the answer and to its staged analysis, if any. */
export async function applySentiments(
  tx: Context,
  brandId: string,
  answerId: string,
  assigned: AssignedSentiments,
  getEntityNumber: (entityId: string) => number | undefined,
): Promise<void> {
  const merge = (facts: AnswerFacts) => {
    const before = readStored(facts.analysis)
    const { sentiments, stored } = assignSentiments(facts, before, assigned, getEntityNumber)
    return { sentiments, analysis: JSON.stringify(stored) }
  }
  const stored = await sql<AnswerFacts & { day: string }>`
    select a.day, a.entities, a.mention_counts, a.sentiments, x.analysis
    from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    where a.brand_id = ${brandId} and a.id = ${answerId}`.execute(tx.db)
  for (const { day, ...facts } of stored.rows) {
    const { sentiments, analysis } = merge(facts)
    await sql`
      update answers set sentiments = ${sentiments}
      where brand_id = ${brandId} and id = ${answerId}`.execute(tx.db)
    await sql`
      update answer_texts set analysis = ${analysis}
      where brand_id = ${brandId} and answer_id = ${answerId}`.execute(tx.db)
    await markDirty(tx, brandId, day)
  }
  const staged = await sql<AnswerFacts>`
    select entities, mention_counts, sentiments, analysis from staged_analyses
    where brand_id = ${brandId} and answer_id = ${answerId}`.execute(tx.db)
  for (const facts of staged.rows) {
    const { sentiments, analysis } = merge(facts)
    await sql`
      update staged_analyses set sentiments = ${sentiments}, analysis = ${analysis}
      where brand_id = ${brandId} and answer_id = ${answerId}`.execute(tx.db)
  }
}

const toAssigned = (sentiments: readonly StoredSentiment[]): AssignedSentiments =>
  new Map(sentiments.map(({ entity, label, evidence }) => [entity, { label, evidence, method: 'model' }]))
