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
import { findSentimentModel, type SentimentModel } from '../llm/sentiment-model.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import { listCorrections } from './sentiment-corrections.ts'
import { PROMPT_VERSION } from './sentiment-prompt.ts'

export const classificationKind = 'sentiment' satisfies JobKind

/** Enqueues a job that classifies unclassified answers, or joins the waiting one. Returns null when rules classify. */
export async function requestSentimentClassification(ctx: Context, brandId: string): Promise<string | null> {
  if ((await findSentimentModel(ctx)) === null) return null
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
export type StoredSentiment = z.output<typeof StoredSentiments>[number]

/**
 * Serializes transactions that replace the analyses or the LLM sentiments of a brand's answers. Without it, each of two
 * concurrent ones could miss what the other writes, and an outdated sentiment would remain.
 */
export async function lockAnalyses(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analyses ${brandId}`}, 0))`.execute(tx.db)
}

/** Serializes the claims of a brand's answers, so that a claim sees the claims of other jobs. */
async function lockClaims(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${brandId}`}, 0))`.execute(tx.db)
}

/** Identifies what classified an answer: a model with a version of the prompt. */
const getClassifier = ({ vendor, model }: SentimentModel): string => `${PROMPT_VERSION} ${vendor} ${model}`

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
  const model = await findSentimentModel(tx)
  const assigned = model ? await listLlmSentiments(tx, brandId, answerIds, getClassifier(model)) : new Map()
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
    .selectFrom('llm_sentiments')
    .select(['answer_id', 'sentiments'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', answerIds)
    .where('classifier', '=', classifier)
    .execute()
  return new Map(rows.map((row) => [row.answer_id, toAssigned(StoredSentiments.parse(row.sentiments))]))
}

/** An answer that a job has claimed for classification. */
export type Claimed = {
  id: string
  markdown: string
  /** The numbers of the named entities without LLM sentiment. */
  entities: number[]
  /** The spellings of each entity in the answer, by entity id. */
  spellings: Map<string, string[]>
  /** Consecutive failures. */
  failures: number
  known: StoredSentiment[]
}

/** `last` is the cursor of the next batch; null at the end. */
export type SentimentBatch = { claimed: Claimed[]; last: string | null }

/** After this many failures an answer is not tried again. */
const maxFailures = 3

/** The answers that a model has to classify: each mentions a tracked entity that has no sentiment yet. */
type Unclassified = { brandId: string; classifier: string; tracked: readonly number[]; from: string | null }

export type Claim = Unclassified & { jobId: string }

export const unclassifiedBy = (
  model: SentimentModel,
  brandId: string,
  tracked: readonly number[],
): Unclassified => ({ brandId, classifier: getClassifier(model), tracked, from: model.from })

/** Simulated answers are never sent to a paid model; they keep their rule-based sentiment. */
const isUnclassified = ({ brandId, tracked, from }: Unclassified) => sql<boolean>`
  a.brand_id = ${brandId} and a.status = 'answered' and a.surface <> 'simulated' and coalesce(j.failures, 0) < ${maxFailures}
  and a.day >= ${from ?? '-infinity'}::date
  and exists (
    select from unnest(a.entities, a.mention_counts) as fact (entity, mentions)
    where fact.mentions > 0 and fact.entity = any(${tracked}::smallint[])
      and fact.entity <> all(coalesce(j.entities, '{}'))
  )`

const answersWithSentiments = ({ classifier }: Unclassified) => sql`answers a left join llm_sentiments j
  on j.brand_id = a.brand_id and j.answer_id = a.id and j.classifier = ${classifier}`

export async function countUnclassified(ctx: Context, open: Unclassified): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${answersWithSentiments(open)} where ${isUnclassified(open)}`.execute(
    ctx.db,
  )
  return rows[0]?.n ?? 0
}

/** Claims the next unclassified answers, newest first, skipping answers that another job has claimed. */
export async function claimUnclassified(
  ctx: Context,
  claim: Claim,
  { before, limit }: { before: string | null; limit: number },
): Promise<SentimentBatch> {
  type Row = {
    id: string
    entities: number[]
    mention_counts: number[]
    classified: number[]
    sentiments: unknown
    markdown: string
    analysis: unknown
    failures: number
    mine: boolean
  }
  const { brandId, jobId, classifier, tracked } = claim
  const { rows } = await transaction(ctx, async (tx) => {
    await lockClaims(tx, brandId)
    return sql<Row>`
    with next as materialized (
      select
        a.id, a.entities, a.mention_counts, coalesce(j.entities, '{}') as classified,
        coalesce(j.sentiments, '[]') as sentiments, coalesce(j.failures, 0) as failures, j.classified_at,
        -- A job that ended claims nothing any more.
        claimant.id is null or claimant.id = ${jobId} or claimant.status <> 'active' as is_free
      from ${answersWithSentiments(claim)}
      left join jobs claimant on claimant.brand_id = a.brand_id and claimant.id = j.claimed_by
      where ${isUnclassified(claim)} and (${before}::uuid is null or a.id < ${before}::uuid)
      order by a.id desc
      limit ${limit}
    ),
    claimed as (
      insert into llm_sentiments (brand_id, answer_id, classifier, classified_at, claimed_by)
      select ${brandId}, id, ${classifier}, classified_at, ${jobId} from next where is_free
      on conflict (brand_id, answer_id, classifier) do update set claimed_by = excluded.claimed_by
        -- Not what was classified since it was looked at.
        where llm_sentiments.classified_at is not distinct from excluded.classified_at
      returning answer_id
    )
    select next.*, x.markdown, x.analysis, claimed.answer_id is not null as mine
    from next
    join answer_texts x on x.brand_id = ${brandId} and x.answer_id = next.id
    left join claimed on claimed.answer_id = next.id
    order by next.id desc`.execute(tx.db)
  })
  const claimed = rows
    .filter(({ mine }) => mine)
    .map((row) => ({
      id: row.id,
      markdown: row.markdown,
      failures: row.failures,
      entities: row.entities.filter(
        (number, index) =>
          (row.mention_counts[index] ?? 0) > 0 &&
          tracked.includes(number) &&
          !row.classified.includes(number),
      ),
      spellings: spellingsIn(readStored(row.analysis), row.markdown),
      known: StoredSentiments.parse(row.sentiments),
    }))
  return { claimed, last: rows.at(-1)?.id ?? null }
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
  { brandId, classifier }: Claim,
  { id, known }: Claimed,
  { sentiments, model, vendor, cost }: ClassifiedAnswer,
  getEntityNumber: (entityId: string) => number | undefined,
): Promise<void> {
  const failed = model === null
  const allSentiments: StoredSentiment[] = [
    ...known.filter(({ entity }) => !sentiments.has(entity)),
    ...[...sentiments].map(([entity, { label, evidence }]) => ({ entity, label, evidence, model })),
  ]
  return transaction(ctx, async (tx) => {
    // Serializes with applying staged analyses, which would otherwise overwrite this sentiment.
    await lockAnalyses(tx, brandId)
    const updated = await sql`
      update llm_sentiments set
        entities = entities || ${failed ? [] : [...sentiments.keys()]}::smallint[],
        sentiments = ${JSON.stringify(allSentiments)}::jsonb,
        cost_micros = ${cost === null ? sql`cost_micros` : sql`coalesce(cost_micros, 0) + ${cost.costMicros}::int8`},
        failures = ${failed ? sql`failures + 1` : 0},
        classified_at = ${tx.now()},
        claimed_by = null
      where brand_id = ${brandId} and answer_id = ${id} and classifier = ${classifier}`.execute(tx.db)
    // The brand or the answer was deleted in the meantime.
    if (updated.numAffectedRows === 0n) return
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
    const { sentiments, stored } = assignSentiments(
      facts,
      readStored(facts.analysis),
      assigned,
      getEntityNumber,
    )
    return { sentiments, analysis: JSON.stringify(stored) }
  }
  const stored = await sql<AnswerFacts & { day: string }>`
    select a.day, a.entities, a.mention_counts, a.sentiments, x.analysis
    from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    where a.brand_id = ${brandId} and a.id = ${answerId}`.execute(tx.db)
  for (const { day, ...facts } of stored.rows) {
    const { sentiments, analysis } = merge(facts)
    await sql`update answers set sentiments = ${sentiments} where brand_id = ${brandId} and id = ${answerId}`.execute(
      tx.db,
    )
    await sql`update answer_texts set analysis = ${analysis} where brand_id = ${brandId} and answer_id = ${answerId}`.execute(
      tx.db,
    )
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
