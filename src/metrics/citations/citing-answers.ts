/** Counts the answers that cite one URL, among the answers of the window that can cite sources. */
import { sql } from 'kysely'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import type { BrandRows, Grain } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { isSearchable } from '../row-groups.ts'
import type { MeanSums } from '../statistics/day-sums.ts'
import { sumBy } from '../sum-by.ts'

/** The answers to a prompt from one segment, and the ones among them that cite the URL; `citing`: without weights. */
export type CitingRow = MeanSums & { prompt_id: string; platform: string; citing: number }

export type CitingAnswers = {
  citations: number
  first: string | null
  last: string | null
  rows: CitingRow[]
  /**
   * The days or weeks with answers, in ascending order. `n` and `y`: the answers and the citing ones with their weights. `perDay`: see
   * `answersPerDay`.
   */
  buckets: { start: string; answers: number; citing: number; n: number; y: number; perDay: number }[]
  /** How many citing answers the day of a citing answer has, in its row. */
  citingPerDay: number
  /** How many of the citing answers name each entity. */
  named: { entity: number; results: number; weighted: number }[]
}

export async function countCitingAnswers(window: Window, url: number, grain: Grain): Promise<CitingAnswers> {
  const found = await readCitingAnswers(window, url, grain)
  const citingByRow = new Map(found.rows.map((row) => [segmentKey(row), row]))
  const citingByBucket = new Map(found.buckets.map((bucket) => [bucket.start, bucket]))
  const rows = toCitingRows(window, citingByRow)
  const buckets = (await window.trend(grain)).map((bucket) => ({
    start: bucket.start,
    perDay: bucket.answersPerDay,
    answers: bucket.count('searchable'),
    citing: limit(citingByBucket.get(bucket.start)?.citing, bucket.count('searchable')),
    n: bucket.total('searchable'),
    y: limit(citingByBucket.get(bucket.start)?.weighted, bucket.total('searchable')),
  }))
  const named = found.named.map(({ entity, results, weighted }) => ({
    entity,
    results: limit(
      results,
      sumBy(rows, (row) => row.citing),
    ),
    weighted: limit(
      weighted,
      sumBy(rows, (row) => row.y),
    ),
  }))
  return { ...found, rows, buckets, named }
}

/** Citing answers without and with their weights, and the squares of the latter by day. */
type Citing = { citing: number; weighted: number; citing_squared: number }

/**
 * Returns the rows of a period. `citing`: by key of the row. Assumes that answers of days with more answers cite the URL as often as
 * others, so that Σ y·n is y·Σn²/n.
 */
export function toCitingRows(
  period: Pick<BrandRows, 'rows' | 'answers'>,
  citing: ReadonlyMap<string, Citing>,
): CitingRow[] {
  const answers = period.answers()
  return period.rows.flatMap((row, index) => {
    if (!isSearchable(row)) return []
    const [n = 0, days = 0, nn = 0] = [answers.n[index], answers.days[index], answers.nn[index]]
    const counted = answers.answers[index] ?? 0
    const found = citing.get(segmentKey(row))
    const y = limit(found?.weighted, n)
    const { prompt_id, platform } = row
    return [
      {
        prompt_id,
        platform,
        citing: limit(found?.citing, counted),
        days,
        answers: counted,
        n,
        y,
        nn,
        yy: found?.citing_squared ?? 0,
        yn: (y * nn) / n,
      },
    ]
  })
}

/** The window's last answers may not be in its rollups yet, so there can be more citing answers than counted ones. */
const limit = (citing: number | undefined, answers: number) => Math.min(citing ?? 0, answers)

export type RowKey = { prompt_id: string; platform: string; model: string; region: string }

export const segmentKey = ({ prompt_id, platform, model, region }: RowKey) =>
  [prompt_id, platform, region, model].join(' ')

type Found = Omit<CitingAnswers, 'rows' | 'buckets'> & {
  rows: (RowKey & Citing)[]
  buckets: { start: string; citing: number; weighted: number }[]
}

async function readCitingAnswers({ db, scope }: Window, url: number, grain: Grain): Promise<Found> {
  const { rows } = await sql<Found>`
    with cited as materialized (
      select answer_id, count(*) as citations from answer_citations
      where brand_id = ${scope.brand.id} and url_id = ${url} and cited and ${daysInScope(scope, 'day')}
      group by answer_id
    ),
    citing as materialized (
      select cited.citations, weight, prompt_id, platform, model, region, day, entities, mention_counts
      from cited join answers on answers.brand_id = ${scope.brand.id} and answers.id = cited.answer_id
      where ${answersInScope(scope)}
    ),
    by_day as (
      select prompt_id, platform, model, region, count(*) as citing, sum(weight) as weighted from citing
      group by prompt_id, platform, model, region, day
    ),
    counted as (
      select
        prompt_id, platform, model, region, sum(citing) as citing, sum(weighted) as weighted, sum(weighted * weighted) as citing_squared from by_day
      group by prompt_id, platform, model, region
    ),
    buckets as (select date_trunc(${grain}, day)::date as start, count(*) as citing, sum(weight) as weighted from citing group by 1),
    named as (
      select fact.entity, count(*) as results, sum(weight) as weighted
      from citing cross join lateral unnest(entities, mention_counts) as fact (entity, mentions)
      where fact.mentions > 0 group by fact.entity
    )
    select
      coalesce(sum(citations), 0)::int8 as citations, min(day) as first, max(day) as last,
      (select coalesce(sum(weighted * weighted) / sum(weighted), 1)::float8 from by_day) as "citingPerDay",
      (select coalesce(json_agg(counted), '[]') from counted) as rows,
      (select coalesce(json_agg(buckets), '[]') from buckets) as buckets,
      (select coalesce(json_agg(named), '[]') from named) as named
    from citing`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate without groups always returns a row')
  return found
}
