/** Counts what answers say about the brand and one competitor, by stratum (metrics.ts). */
import { type RawBuilder, sql } from 'kysely'
import { answersInScope } from '../../answers/scope.ts'
import type { Window } from '../rollups.ts'
import type { MeanSums } from '../statistics/day-sums.ts'

/** Numbers of answers by which of the two they mention. */
export const mentionParts = ['both', 'only_brand', 'only_competitor', 'neither'] as const
export type MentionPart = (typeof mentionParts)[number]

/** `gap`: the brand's score minus the competitor's, in thousandths of a point. */
const values = ['gap', ...mentionParts] as const
type Value = (typeof values)[number]

const sumNames = ['y', 'yy', 'yn'] as const satisfies (keyof MeanSums)[]

/** `gap_y` and so on: the sums of each value. */
export type ComparedStratum = Pick<MeanSums, 'days' | 'answers' | 'n' | 'nn'> & {
  prompt_id: string
  platform: string
  brand_milli: number
  competitor_milli: number
} & Record<`${Value}_${(typeof sumNames)[number]}`, number> &
  /** Numbers of answers without weights. */
  Record<`${MentionPart}_count`, number>

/** `competitor`: its entity number. */
export async function listComparedStrata(
  { db, scope }: Window,
  competitor: number,
): Promise<ComparedStratum[]> {
  const { rows } = await sql<ComparedStratum>`
    with compared as (
      select
        prompt_id, platform, model, region, day, weight, mention_counts[1] > 0 as brand, score_millipoints[1] as brand_milli,
        coalesce(mention_counts[array_position(entities, ${competitor}::smallint)], 0) > 0 as competitor,
        coalesce(score_millipoints[array_position(entities, ${competitor}::smallint)], 0) as competitor_milli
      from answers where ${answersInScope(scope)}
    ),
    days as (
      select
        prompt_id, platform, model, region, count(*) as answers, sum(weight) as n, sum(weight * brand_milli) as brand_milli,
        sum(weight * competitor_milli) as competitor_milli, sum(weight * (brand_milli - competitor_milli)) as gap,
        coalesce(sum(weight) filter (where brand and competitor), 0) as "both", count(*) filter (where brand and competitor) as both_count,
        coalesce(sum(weight) filter (where brand and not competitor), 0) as "only_brand", count(*) filter (where brand and not competitor) as only_brand_count,
        coalesce(sum(weight) filter (where competitor and not brand), 0) as "only_competitor", count(*) filter (where competitor and not brand) as only_competitor_count,
        coalesce(sum(weight) filter (where not brand and not competitor), 0) as "neither", count(*) filter (where not brand and not competitor) as neither_count
      from compared group by prompt_id, platform, model, region, day
    )
    select
      prompt_id, platform, count(*)::float8 as days, sum(answers)::float8 as answers, sum(n)::float8 as n, sum(n * n)::float8 as nn,
      sum(brand_milli)::float8 as brand_milli, sum(competitor_milli)::float8 as competitor_milli,
      ${sql.join(values.map(selectSums))}, ${sql.join(mentionParts.map((part) => sql`sum(${sql.ref(`${part}_count`)})::float8 as ${sql.ref(`${part}_count`)}`))}
    from days group by prompt_id, platform, model, region`.execute(db)
  return rows
}

function selectSums(name: Value): RawBuilder<unknown> {
  const value = sql.ref(name)
  const sums = { y: value, yy: sql`${value} * ${value}`, yn: sql`${value} * n` }
  return sql.join(sumNames.map((sum) => sql`sum(${sums[sum]})::float8 as ${sql.ref(`${name}_${sum}`)}`))
}

export const computeMeanSums = (strata: readonly ComparedStratum[], value: Value): MeanSums[] =>
  strata.map((stratum) => ({
    days: stratum.days,
    answers: stratum.answers,
    n: stratum.n,
    nn: stratum.nn,
    y: stratum[`${value}_y`],
    yy: stratum[`${value}_yy`],
    yn: stratum[`${value}_yn`],
  }))
