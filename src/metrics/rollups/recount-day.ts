/** Counts the answers of a day in plain SQL, to compare with the rollups. */
import { sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { RollupRow } from '../rollup-rows.ts'
import { type Counters, withoutZeros } from './mismatch.ts'

type Named = Pick<RollupRow, 'platform' | 'model' | 'region' | 'prompt_id'> & { entity?: number | null }

/** The name of a row in a recount. */
export const nameOf = ({ platform, model, region, prompt_id, entity }: Named) =>
  [platform, model, region, 'prompt', prompt_id, ...(entity == null ? [] : ['entity', entity])].join(' ')

/** Counts the products of the day: a sum of a day multiplied by another, minus the products within each answer. */
export async function countProducts(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { rows } = await sql<Named & { kind: 'products' | 'shares'; sums: number[] }>`
    with
      counted as (
        select
          platform, model, region, prompt_id, entities, mention_counts, own_citations, ranks, scores_milli, sentiments[1] as sentiment,
          (
            select coalesce(sum(mentions), 0)
            from unnest(entities, mention_counts) as fact (entity, mentions)
            join competitors on competitors.brand_id = ${brandId} and competitors.number = fact.entity
          ) + mention_counts[1] as tracked
        from answers where brand_id = ${brandId} and day = ${day}::date and ${isCounted(brandId)}
      ),
      facts as (
        select
          platform, model, region, prompt_id, entity, (mentions > 0)::int::numeric as m, (own > 0)::int::numeric as c,
          score::numeric as s, case when mentions > 0 then rank - 1 else 0 end::numeric as b,
          (entity = 0 and sentiment = 1)::int::numeric as p, (entity = 0 and sentiment in (1, 2, 3))::int::numeric as k
        from counted
        cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli)
          as fact (entity, mentions, own, rank, score)
      ),
      answered as (
        select platform, model, region, prompt_id, count(*)::numeric as n from counted group by 1, 2, 3, 4
      ),
      ofentities as (
        select
          platform, model, region, prompt_id, entity, min(n) as n, array[
            sum(m) ^ 2 - sum(m ^ 2), sum(m) * (min(n) - 1)
          ] as products, array[
            sum(s) ^ 2 - sum(s ^ 2), sum(s) * (min(n) - 1), sum(b) ^ 2 - sum(b ^ 2), sum(b) * sum(m) - sum(b * m), sum(b) * (min(n) - 1),
            sum(c) ^ 2 - sum(c ^ 2), sum(c) * (min(n) - 1), sum(p) ^ 2 - sum(p ^ 2), sum(p) * sum(k) - sum(p * k),
            sum(p) * (min(n) - 1), sum(k) ^ 2 - sum(k ^ 2), sum(k) * (min(n) - 1)
          ] as others
        from facts join answered using (platform, model, region, prompt_id)
        group by platform, model, region, prompt_id, entity
      )
    select
      platform, model, region, prompt_id, case when entity > 0 then entity end as entity, 'products' as kind,
      to_json((case when entity = 0 then array[n - 1, n * (n - 1)] || products || others else products end)::int8[]) as sums
    from ofentities
    union all
    select
      platform, model, region, prompt_id, null, 'shares',
      to_json(array[
        sum(tracked), sum(mention_counts[1]) ^ 2, sum(mention_counts[1]) * sum(tracked), sum(tracked) ^ 2,
        sum(mention_counts[1]) * (count(*) - 1), sum(tracked) * (count(*) - 1)
      ]::int8[])
    from counted group by platform, model, region, prompt_id`.execute(ctx.db)
  return withoutZeros(rows.map(({ kind, sums, ...named }) => [`${nameOf(named)} ${kind}`, sums]))
}

export async function countDay(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { rows } = await sql<Named & { counters: number[] }>`
    with counted as (
      select * from answers where brand_id = ${brandId} and day = ${day}::date and ${isCounted(brandId)}
    )
    select platform, model, region, prompt_id, null as entity, to_json(array[
      count(*), count(*) filter (where mention_counts[1] > 0), count(*) filter (where own_citations[1] > 0),
      sum(mention_counts[1]), sum(own_citations[1]), sum(ranks[1]), sum(ranks[1]::bigint * ranks[1]), sum(scores_milli[1]),
      sum(scores_milli[1]::bigint * scores_milli[1]), count(*) filter (where sentiments[1] = 1),
      count(*) filter (where sentiments[1] = 2), count(*) filter (where sentiments[1] = 3), sum(citation_count),
      count(*) filter (where citation_count > 0), count(*) filter (where surface = 'simulated')
    ]::bigint[]) as counters
    from counted group by platform, model, region, prompt_id
    union all
    select platform, model, region, prompt_id, entity, to_json(array[
      count(*) filter (where mentions > 0), count(*) filter (where own > 0), sum(mentions), sum(own), sum(rank), sum(rank::bigint * rank), sum(score),
      sum(score::bigint * score)
    ]::bigint[])
    from counted
    cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli)
      as fact (entity, mentions, own, rank, score)
    group by platform, model, region, prompt_id, entity`.execute(ctx.db)
  return withoutZeros(rows.map(({ counters, ...named }) => [nameOf(named), counters]))
}
