/** Counts the answers that cite one URL, among the answers of the window that can cite sources. */
import { sql } from 'kysely'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import type { BrandRows, Grain } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { isSearchable } from '../row-groups.ts'
import type { MeanSums } from '../statistics/day-sums.ts'
import { sumBy } from '../sum-by.ts'

/** The answers to a prompt from one segment, and the ones among them that cite the URL. */
export type CitingRow = MeanSums & { prompt_id: string; platform: string }

export type CitingAnswers = {
  citations: number
  first: string | null
  last: string | null
  rows: CitingRow[]
  /** The days or weeks with answers, in ascending order. `perDay`: see `answersPerDay`. */
  buckets: { start: string; answers: number; citing: number; perDay: number }[]
  /** How many citing answers the day of a citing answer has, in its row. */
  citingPerDay: number
  /** How many of the citing answers name each entity. */
  named: { entity: number; results: number }[]
}

export async function countCitingAnswers(window: Window, url: number, grain: Grain): Promise<CitingAnswers> {
  const found = await readCitingAnswers(window, url, grain)
  const citingByRow = new Map(found.rows.map((row) => [segmentKey(row), row]))
  const citingByBucket = new Map(found.buckets.map(({ start, citing }) => [start, citing]))
  const rows = toCitingRows(window, citingByRow)
  const buckets = (await window.trend(grain)).map((bucket) => ({
    start: bucket.start,
    perDay: bucket.answersPerDay,
    ...limited(bucket.total('searchable'), citingByBucket.get(bucket.start)),
  }))
  const citing = sumBy(rows, (row) => row.y)
  const named = found.named.map(({ entity, results }) => ({ entity, results: Math.min(results, citing) }))
  return { ...found, rows, buckets, named }
}

type Citing = { citing: number; citing_squared: number }

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
    const found = citing.get(segmentKey(row))
    const { citing: y } = limited(n, found?.citing)
    const { prompt_id, platform } = row
    return [{ prompt_id, platform, days, n, y, nn, yy: found?.citing_squared ?? 0, yn: (y * nn) / n }]
  })
}

/** The window's last answers may not be in its rollups yet, so there can be more citing answers than counted ones. */
const limited = (answers: number, citing = 0) => ({ answers, citing: Math.min(citing, answers) })

export type RowKey = { prompt_id: string; platform: string; model: string; region: string }

export const segmentKey = ({ prompt_id, platform, model, region }: RowKey) =>
  [prompt_id, platform, region, model].join(' ')

type Found = Omit<CitingAnswers, 'rows' | 'buckets'> & {
  rows: (RowKey & { citing: number; citing_squared: number })[]
  buckets: { start: string; citing: number }[]
}

async function readCitingAnswers({ db, scope }: Window, url: number, grain: Grain): Promise<Found> {
  const { rows } = await sql<Found>`
    with cited as materialized (
      select answer_id, count(*) as citations from answer_citations
      where brand_id = ${scope.brand.id} and url_id = ${url} and cited and ${daysInScope(scope, 'day')}
      group by answer_id
    ),
    citing as materialized (
      select cited.citations, prompt_id, platform, model, region, day, entities, mention_counts
      from cited join answers on answers.brand_id = ${scope.brand.id} and answers.id = cited.answer_id
      where ${answersInScope(scope)}
    ),
    by_day as (
      select prompt_id, platform, model, region, count(*) as citing from citing
      group by prompt_id, platform, model, region, day
    ),
    counted as (
      select
        prompt_id, platform, model, region, sum(citing) as citing, sum(citing * citing) as citing_squared from by_day
      group by prompt_id, platform, model, region
    ),
    buckets as (select date_trunc(${grain}, day)::date as start, count(*) as citing from citing group by 1),
    named as (
      select fact.entity, count(*) as results
      from citing cross join lateral unnest(entities, mention_counts) as fact (entity, mentions)
      where fact.mentions > 0 group by fact.entity
    )
    select
      coalesce(sum(citations), 0)::int8 as citations, min(day) as first, max(day) as last,
      (select coalesce(sum(citing * citing) / sum(citing), 1)::float8 from by_day) as "citingPerDay",
      (select coalesce(json_agg(counted), '[]') from counted) as rows,
      (select coalesce(json_agg(buckets), '[]') from buckets) as buckets,
      (select coalesce(json_agg(named), '[]') from named) as named
    from citing`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate without groups always returns a row')
  return found
}
