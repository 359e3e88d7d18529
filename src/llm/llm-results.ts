/**
 * What a language model decided about answers. A result is paid for once: it is stored per classifier (a use, a version of its
 * prompt and a model) and applied again whenever facts are derived from the answer.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import type { Cost } from '../engines/engine.ts'
import type { ChosenModel } from './chosen-model.ts'

/** The answers about which a model has something to decide. */
export type OpenAnswers = {
  brandId: string
  classifier: string
  /** The first day; null: all. */
  from: string | null
  /** The condition on the answer `a` and its results `r`, whose columns are null before the first call. */
  isOpen: RawBuilder<boolean>
}

export const getClassifier = ({ use, vendor, model }: ChosenModel, promptVersion: number): string =>
  `${use} ${promptVersion} ${vendor} ${model}`

/** An answer that a job has claimed. */
export type ClaimedAnswer = {
  id: string
  markdown: string
  /** What needs no further call. */
  done: string[]
  results: unknown
  /** Consecutive failures. */
  failures: number
}

/** `last` is the cursor of the next batch; null at the end. */
export type ClaimedBatch = { claimed: ClaimedAnswer[]; last: string | null }

/** After this many failures an answer is not tried again. */
const maxFailures = 3

/** Simulated answers are never sent to a paid model. */
const conditionsOf = ({ brandId, from, isOpen }: OpenAnswers) => sql<boolean>`
  a.brand_id = ${brandId} and a.status = 'answered' and a.surface <> 'simulated' and coalesce(r.failures, 0) < ${maxFailures}
  and a.day >= ${from ?? '-infinity'}::date and ${isOpen}`

const answersWithResults = ({ classifier }: OpenAnswers) => sql`answers a left join llm_results r
  on r.brand_id = a.brand_id and r.answer_id = a.id and r.classifier = ${classifier}`

export async function countOpen(ctx: Context, open: OpenAnswers): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${answersWithResults(open)} where ${conditionsOf(open)}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/** Serializes the claims of a brand's answers, so that a claim sees the claims of other jobs. */
async function lockClaims(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${brandId}`}, 0))`.execute(tx.db)
}

/** Claims the next open answers, newest first, skipping answers that another job has claimed. */
export async function claimOpen(
  ctx: Context,
  open: OpenAnswers,
  { jobId, before, limit }: { jobId: string; before: string | null; limit: number },
): Promise<ClaimedBatch> {
  const { brandId, classifier } = open
  const { rows } = await transaction(ctx, async (tx) => {
    await lockClaims(tx, brandId)
    return sql<ClaimedAnswer & { mine: boolean }>`
    with next as materialized (
      select
        a.id, coalesce(r.done, '{}') as done, coalesce(r.results, '[]') as results, coalesce(r.failures, 0) as failures, r.saved_at,
        -- A job that ended claims nothing any more.
        claimant.id is null or claimant.id = ${jobId} or claimant.status <> 'active' as is_free
      from ${answersWithResults(open)}
      left join jobs claimant on claimant.brand_id = a.brand_id and claimant.id = r.claimed_by
      where ${conditionsOf(open)} and (${before}::uuid is null or a.id < ${before}::uuid)
      order by a.id desc
      limit ${limit}
    ),
    claimed as (
      insert into llm_results (brand_id, answer_id, classifier, saved_at, claimed_by)
      select ${brandId}, id, ${classifier}, saved_at, ${jobId} from next where is_free
      on conflict (brand_id, answer_id, classifier) do update set claimed_by = excluded.claimed_by
        -- Not what was saved since it was looked at.
        where llm_results.saved_at is not distinct from excluded.saved_at
      returning answer_id
    )
    select next.id, next.done, next.results, next.failures, x.markdown, claimed.answer_id is not null as mine
    from next
    join answer_texts x on x.brand_id = ${brandId} and x.answer_id = next.id
    left join claimed on claimed.answer_id = next.id
    order by next.id desc`.execute(tx.db)
  })
  return { claimed: rows.filter(({ mine }) => mine), last: rows.at(-1)?.id ?? null }
}

/** `failed`: the call failed and will be retried. `cost`: null when nothing was charged. */
export type NewResults = { done: readonly string[]; results: unknown; cost: Cost | null; failed: boolean }

/** Replaces the results of an answer and ends its claim. Returns false when the answer was deleted in the meantime. */
export async function saveResults(
  tx: Context,
  { brandId, classifier }: OpenAnswers,
  answerId: string,
  { done, results, cost, failed }: NewResults,
): Promise<boolean> {
  const updated = await sql`
    update llm_results set
      done = done || ${failed ? [] : done}::text[],
      results = ${JSON.stringify(results)}::jsonb,
      cost_micros = ${cost === null ? sql`cost_micros` : sql`coalesce(cost_micros, 0) + ${cost.costMicros}::int8`},
      failures = ${failed ? sql`failures + 1` : 0},
      saved_at = ${tx.now()},
      claimed_by = null
    where brand_id = ${brandId} and answer_id = ${answerId} and classifier = ${classifier}`.execute(tx.db)
  return updated.numAffectedRows !== 0n
}
