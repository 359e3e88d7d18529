/**
 * Daily sums are made from the answers of a day, all at once, whenever a mark says that the day has changed. Reading a
 * metric settles first, so nobody ever sees a stale or half number; doing it twice gives the same.
 */
import { sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'

/** Reads sums at one moment, all marks before it settled: what is read together adds up, whatever is written meanwhile. */
export async function readSettled<T>(
  ctx: Context,
  brandId: string,
  read: (at: Context) => Promise<T>,
): Promise<T> {
  await settleSums(ctx, brandId)
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => read({ ...ctx, db }))
}

/** Makes the sums of a brand's marked days anew; returns the days. */
export async function settleSums(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql`select 1 from sum_marks where brand_id = ${brandId} limit 1`.execute(ctx.db)
  if (rows.length === 0) return []
  return transaction(ctx, async (tx) => {
    await lockSums(tx, brandId)
    // A statement sees what was committed when it began: an answer whose mark is not seen here is either seen by the
    // sums below and summed again later, or not seen by either. Its mark stays until then.
    const marks = await sql<{
      day: string
    }>`delete from sum_marks where brand_id = ${brandId} returning day`.execute(tx.db)
    const days = [...new Set(marks.rows.map((mark) => mark.day))].sort()
    if (days.length > 0) await recompute(tx, brandId, days)
    return days
  })
}

/** Until the transaction ends nobody else makes sums of the brand. */
export async function lockSums(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sums ${brandId}`}, 0))`.execute(tx.db)
}

/** Within a transaction that holds the brand's lock on sums. */
async function recompute(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`delete from daily_answers where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  await sql`delete from daily_entities where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  // Both in one statement: of two, the second would see answers that came after the first, and the sums would not agree.
  // The brand stands first in the arrays of every answer that was read.
  await sql`
    with sums_of_prompts as (
      insert into daily_answers (
        brand_id, day, platform, model, region, prompt_id, answers, named, cited, mentions, own_citations, rank_sum,
        score_milli, score_milli_squared, positive, neutral, negative, citations, with_citations
      )
      select
        brand_id, day, platform, model, region, prompt_id,
        count(*),
        count(*) filter (where mention_counts[1] > 0),
        count(*) filter (where own_citations[1] > 0),
        sum(mention_counts[1]),
        sum(own_citations[1]),
        sum(ranks[1]),
        sum(scores_milli[1]::bigint),
        sum(scores_milli[1]::bigint * scores_milli[1]),
        count(*) filter (where sentiments[1] = 1),
        count(*) filter (where sentiments[1] = 2),
        count(*) filter (where sentiments[1] = 3),
        sum(citation_count),
        count(*) filter (where citation_count > 0)
      from answers
      where brand_id = ${brandId} and day = any(${days}::date[]) and status = 'answered'
      group by brand_id, day, platform, model, region, prompt_id
    )
    insert into daily_entities (brand_id, day, platform, model, region, entity, named, cited, mentions, own_citations, rank_sum, score_milli)
    select
      brand_id, day, platform, model, region, fact.entity,
      count(*) filter (where fact.mentions > 0),
      count(*) filter (where fact.own > 0),
      sum(fact.mentions),
      sum(fact.own),
      sum(fact.rank),
      sum(fact.score)
    from answers
    cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli) as fact (entity, mentions, own, rank, score)
    where brand_id = ${brandId} and day = any(${days}::date[]) and status = 'answered'
    group by brand_id, day, platform, model, region, fact.entity`.execute(tx.db)
}
