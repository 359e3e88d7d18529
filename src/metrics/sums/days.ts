/** The sums of single days, made from the answers; every other sum is made from these. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { isCounted } from '../counted.ts'
import { entitySums, list, packed, packedColumns, promptSums } from './columns.ts'

/** Also leaves which answers were summed up in the table `settled_answers`, until the transaction ends. */
export async function sumDays(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`delete from daily_answers where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  await sql`delete from daily_entities where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  await sql`
    create temporary table if not exists settled_answers (
      brand_id uuid, id uuid, day date, platform text, model text, region text, named boolean
    ) on commit drop`.execute(tx.db)
  await sql`truncate settled_answers`.execute(tx.db)
  // All in one statement: of two, the second would see answers that came after the first, and the sums would not agree.
  // The brand stands first in the arrays of every answer that was read.
  await sql`
    with answered as materialized (
      select * from answers where brand_id = ${brandId} and day = any(${days}::date[]) and ${isCounted(brandId)}
    ),
    facts as materialized (
      select
        day, platform, model, region, prompt_id, fact.entity, count(*) filter (where fact.mentions > 0) as named,
        count(*) filter (where fact.own > 0) as cited, sum(fact.mentions) as mentions, sum(fact.own) as own_citations,
        sum(fact.rank) as rank_sum, sum(fact.score) as score_milli
      from answered
      cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli) as fact (entity, mentions, own, rank, score)
      group by day, platform, model, region, prompt_id, fact.entity
    ),
    settled as (
      insert into settled_answers
      select brand_id, id, day, platform, model, region, mention_counts[1] > 0 from answered
    ),
    prompts as (
      insert into daily_answers (brand_id, day, platform, model, region, prompt_id, ${list(promptSums)}, ${packedColumns})
      select ${brandId}, day, platform, model, region, prompt_id, ${list(promptSums)}, ${packedColumns}
      from (
        select
          day, platform, model, region, prompt_id,
          count(*) as answers,
          count(*) filter (where mention_counts[1] > 0) as named,
          count(*) filter (where own_citations[1] > 0) as cited,
          sum(mention_counts[1]) as mentions,
          sum(own_citations[1]) as own_citations,
          sum(ranks[1]) as rank_sum,
          sum(scores_milli[1]::bigint) as score_milli,
          sum(scores_milli[1]::bigint * scores_milli[1]) as score_milli_squared,
          count(*) filter (where sentiments[1] = 1) as positive,
          count(*) filter (where sentiments[1] = 2) as neutral,
          count(*) filter (where sentiments[1] = 3) as negative,
          sum(citation_count) as citations,
          count(*) filter (where citation_count > 0) as with_citations
        from answered group by day, platform, model, region, prompt_id
      ) sums
      join (
        select day, platform, model, region, prompt_id, ${packed} from facts group by day, platform, model, region, prompt_id
      ) packed using (day, platform, model, region, prompt_id)
    )
    insert into daily_entities (brand_id, day, platform, model, region, entity, ${list(entitySums)})
    select
      ${brandId}, day, platform, model, region, entity, sum(named), sum(cited), sum(mentions), sum(own_citations), sum(rank_sum),
      sum(score_milli)
    from facts group by day, platform, model, region, entity`.execute(tx.db)
}
