/**
 * A judgement is what a language model said of how one answer portrays the entities it names, each with a quote from the
 * answer. It is asked for once, kept, and applied again whenever the answer is read anew. Rules judge unless the settings
 * say SENTIMENT=model.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { LlmSentiment, LlmSentiments } from '../answers/analysis.ts'
import { decompress } from '../answers/compression.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { sentimentLabels } from '../answers/sentiment-labels.ts'
import { applyLlmSentiments, spellingsIn } from '../answers/stored-analysis.ts'
import { type Context, transaction } from '../core/context.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import { PROMPT_VERSION } from './sentiment-prompt.ts'

export const classificationKind = 'sentiment'

/** A new job that asks about what is not judged, or the one that waits to begin; null while rules judge. */
export async function requestSentimentClassification(ctx: Context, brandId: string): Promise<string | null> {
  if (ctx.config.SENTIMENT !== 'model') return null
  return enqueueOrJoinJob(ctx, brandId, classificationKind)
}

const Span = z.object({ start: z.number(), end: z.number(), text: z.string() })

const Judgements = z.array(
  z.object({
    /** The entity's number. */
    entity: z.number(),
    label: z.enum(sentimentLabels),
    confidence: z.number(),
    evidence: Span.nullable(),
    /** The model that said so; null when none said anything usable. */
    model: z.string().nullable(),
  }),
)
export type Judgement = z.output<typeof Judgements>[number]

/**
 * Serializes transactions that replace the analyses or the LLM sentiments of a brand's answers. Without it, each of two
 * concurrent ones could miss what the other writes, and an outdated sentiment would remain.
 */
export async function lockAnalyses(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analyses ${brandId}`}, 0))`.execute(tx.db)
}

/**
 * The judgements of some answers, for readings that are made within this transaction: until it ends none is added, so
 * whatever is judged later finds these readings. Empty while rules judge.
 */
export async function listLlmSentiments(
  tx: Context,
  brandId: string,
  answerIds: readonly string[],
): Promise<Map<string, LlmSentiments>> {
  if (tx.config.SENTIMENT !== 'model') return new Map()
  await lockAnalyses(tx, brandId)
  const rows = await tx.db
    .selectFrom('llm_sentiments')
    .select(['answer_id', 'sentiments'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', answerIds)
    .where('prompt_version', '=', PROMPT_VERSION)
    .execute()
  return new Map(rows.map((row) => [row.answer_id, judgedBy(Judgements.parse(row.sentiments))]))
}

/** An answer that a job has taken on to ask about. */
export type Claimed = {
  id: string
  markdown: string
  /** The numbers of the entities that it names and that are not judged yet. */
  entities: number[]
  /** The spellings in which it names each entity, by the entity's id. */
  spellings: Map<string, string[]>
  known: Judgement[]
}

/** `last` is where to go on; null at the end. */
export type Batch = { claimed: Claimed[]; last: string | null }

/** How often the model may fail on one answer before it is left alone. */
const mostFailures = 3

/** Nobody pays to have an invented answer judged; the rules' word stands there. */
const isUnjudged = (brandId: string, tracked: readonly number[]) => sql<boolean>`
  a.brand_id = ${brandId} and a.status = 'answered' and a.surface <> 'simulated' and coalesce(j.failures, 0) < ${mostFailures}
  and exists (
    select from unnest(a.entities, a.mention_counts) as fact (entity, mentions)
    where fact.mentions > 0 and fact.entity = any(${tracked}::smallint[])
      and fact.entity <> all(coalesce(j.entities, '{}'))
  )`

const withJudgements = sql`answers a left join llm_sentiments j
  on j.brand_id = a.brand_id and j.answer_id = a.id and j.prompt_version = ${PROMPT_VERSION}`

export async function countUnjudged(
  ctx: Context,
  brandId: string,
  tracked: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${withJudgements} where ${isUnjudged(brandId, tracked)}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/**
 * Takes on the next answers in the order in which they were stored, newest first. Answers that another job is asking
 * about are passed over.
 */
export async function claimUnclassified(
  ctx: Context,
  { brandId, jobId }: { brandId: string; jobId: string },
  tracked: readonly number[],
  { before, limit }: { before: string | null; limit: number },
): Promise<Batch> {
  type Row = {
    id: string
    entities: number[]
    mention_counts: number[]
    judged: number[]
    sentiments: unknown
    markdown: Buffer
    analysis: Buffer
    mine: boolean
  }
  const { rows } = await sql<Row>`
    with next as materialized (
      select
        a.id, a.entities, a.mention_counts, coalesce(j.entities, '{}') as judged,
        coalesce(j.sentiments, '[]') as sentiments, j.classified_at
      from ${withJudgements}
      where ${isUnjudged(brandId, tracked)} and (${before}::uuid is null or a.id < ${before}::uuid)
      order by a.id desc
      limit ${limit}
    ),
    claimed as (
      insert into llm_sentiments (brand_id, answer_id, prompt_version, classified_at, claimed_by)
      select ${brandId}, id, ${PROMPT_VERSION}, classified_at, ${jobId} from next
      on conflict (brand_id, answer_id, prompt_version) do update set claimed_by = excluded.claimed_by
        -- Not what was judged since it was looked at, nor what a job is at; a job that ended claims nothing any more.
        where llm_sentiments.classified_at is not distinct from excluded.classified_at
          and not exists (
            select from jobs
            where jobs.brand_id = ${brandId} and jobs.id = llm_sentiments.claimed_by
              and jobs.id <> ${jobId} and jobs.status = 'active'
          )
      returning answer_id
    )
    select next.*, x.markdown, x.analysis, claimed.answer_id is not null as mine
    from next
    join answer_texts x on x.brand_id = ${brandId} and x.answer_id = next.id
    left join claimed on claimed.answer_id = next.id
    order by next.id desc`.execute(ctx.db)
  const claimed = rows
    .filter(({ mine }) => mine)
    .map((row) => ({ ...row, markdown: decompress(row.markdown) }))
    .map((row) => ({
      id: row.id,
      markdown: row.markdown,
      entities: row.entities.filter(
        (number, index) =>
          (row.mention_counts[index] ?? 0) > 0 && tracked.includes(number) && !row.judged.includes(number),
      ),
      spellings: spellingsIn(row.analysis, row.markdown),
      known: Judgements.parse(row.sentiments),
    }))
  return { claimed, last: rows.at(-1)?.id ?? null }
}

/** What came of asking about one answer. */
export type Outcome = {
  sentiments: Map<number, LlmSentiment>
  /** The model that served the judgement; null when the call failed, and will be made again. */
  model: string | null
  /** Who was asked. */
  vendor: string
  costMicros: number | null
}

/** Keeps what was said and puts it in place of the sentiments that the answer had, with a mark of its day. */
export function saveLlmSentiment(
  ctx: Context,
  brandId: string,
  { id, known }: Claimed,
  { sentiments, model, vendor, costMicros }: Outcome,
  numberOf: (entityId: string) => number | undefined,
): Promise<void> {
  const failed = model === null
  const judgements: Judgement[] = [
    ...known.filter(({ entity }) => !sentiments.has(entity)),
    ...[...sentiments].map(([entity, { label, confidence, evidence }]) => ({
      entity,
      label,
      confidence,
      evidence,
      model,
    })),
  ]
  return transaction(ctx, async (tx) => {
    // A swap of readings and a judgement must see each other, or the older sentiment would stay.
    await lockAnalyses(tx, brandId)
    const kept = await sql`
      update llm_sentiments set
        entities = entities || ${failed ? [] : [...sentiments.keys()]}::smallint[],
        sentiments = ${JSON.stringify(judgements)}::jsonb,
        cost_micros = case when ${costMicros}::int8 is null then cost_micros else coalesce(cost_micros, 0) + ${costMicros}::int8 end,
        failures = ${failed ? sql`failures + 1` : 0},
        classified_at = ${tx.now()},
        claimed_by = null
      where brand_id = ${brandId} and answer_id = ${id} and prompt_version = ${PROMPT_VERSION}`.execute(tx.db)
    // The brand or the answer is gone meanwhile.
    if (kept.numAffectedRows === 0n) return
    await portrayAnswer(tx, brandId, id, judgedBy(judgements), numberOf)
    // Of a call that failed without a price nobody knows whether it is charged.
    if (!failed || costMicros !== null)
      await recordCost(tx, { kind: 'sentiment', engine: vendor, brandId, costMicros })
  })
}

type Facts = { entities: number[]; mention_counts: number[]; sentiments: number[]; analysis: Buffer }

/** In the answer as it is, and in what analysis again has staged of it. */
async function portrayAnswer(
  tx: Context,
  brandId: string,
  answerId: string,
  judged: LlmSentiments,
  numberOf: (entityId: string) => number | undefined,
): Promise<void> {
  const portrayed = (facts: Facts) => {
    const { sentiments, encoded } = applyLlmSentiments(facts, facts.analysis, judged, numberOf)
    return { sentiments, analysis: encoded }
  }
  const stored = await sql<Facts & { day: string }>`
    select a.day, a.entities, a.mention_counts, a.sentiments, x.analysis
    from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    where a.brand_id = ${brandId} and a.id = ${answerId}`.execute(tx.db)
  for (const { day, ...facts } of stored.rows) {
    const { sentiments, analysis } = portrayed(facts)
    await sql`update answers set sentiments = ${sentiments} where brand_id = ${brandId} and id = ${answerId}`.execute(
      tx.db,
    )
    await sql`update answer_texts set analysis = ${analysis} where brand_id = ${brandId} and answer_id = ${answerId}`.execute(
      tx.db,
    )
    await markDirty(tx, brandId, day)
  }
  const staged = await sql<Facts>`
    select entities, mention_counts, sentiments, analysis from staged_analyses
    where brand_id = ${brandId} and answer_id = ${answerId}`.execute(tx.db)
  for (const facts of staged.rows) {
    const { sentiments, analysis } = portrayed(facts)
    await sql`
      update staged_analyses set sentiments = ${sentiments}, analysis = ${analysis}
      where brand_id = ${brandId} and answer_id = ${answerId}`.execute(tx.db)
  }
}

const judgedBy = (judgements: readonly Judgement[]): LlmSentiments =>
  new Map(
    judgements.map(({ entity, label, confidence, evidence }) => [
      entity,
      { label, score: null, confidence, evidence, method: 'model' },
    ]),
  )
