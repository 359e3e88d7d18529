/** The main query of each metric in SQL on the answers, which shows what the rollups save. */
import { type RawBuilder, sql } from 'kysely'
import { today } from '../data/metric-history.ts'

type Given = Record<string, string>

export const plainSql: Record<string, (brandId: string, given: Given) => RawBuilder<unknown>> = {
  'visibility-summary': (brandId, given) => sql`
    select platform, model, count(*), sum(score_millipoints[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${plainScope(brandId, given)} group by platform, model`,
  'visibility-trend': (brandId, given) => sql`
    select day, count(*), sum(score_millipoints[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${plainScope(brandId, given)} group by day`,
  'competitor-comparison': (brandId, given) => sql`
    select fact.entity, count(*), sum(fact.mentions), sum(fact.score)
    from answers cross join lateral unnest(entities, mention_counts, score_millipoints) as fact (entity, mentions, score)
    where ${plainScope(brandId, given)} group by fact.entity`,
  citations: (brandId, given) => sql`
    select domain_id, count(*), count(distinct answer_id) from answer_citations
    join answers on answers.brand_id = answer_citations.brand_id and answers.id = answer_citations.answer_id
    where ${plainScope(brandId, given)} and cited group by domain_id order by 2 desc limit 50`,
  'prompt-performance': (brandId, given) => sql`
    select prompt_id, platform, count(*), sum(score_millipoints[1]), sum(mention_counts[1])
    from answers where ${plainScope(brandId, given)} group by prompt_id, platform`,
}

function plainScope(brandId: string, given: Given) {
  const from = given.date_from ?? '0001-01-01'
  return sql`answers.brand_id = ${brandId} and answers.status = 'answered'
    and answers.day between ${from}::date and ${given.date_to ?? today}::date
    and ${given.platform ? sql`platform = any(${[given.platform]}::text[])` : sql`true`}
    and ${given.region ? sql`region = any(${[given.region]}::text[])` : sql`true`}`
}
