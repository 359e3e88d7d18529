/** Counts the answers that cite one URL, among all answers of the window. */
import { sql } from 'kysely'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import type { Grain } from '../rollup-rows.ts'
import { readSeries, type Window } from '../rollups.ts'
import { sumBy } from '../sum-by.ts'

/** The answers to a prompt from one segment, and those of them that cite the URL. */
export type CitingRow = { prompt_id: string; platform: string; answers: number; citing: number }

export type CitingAnswers = {
  citations: number
  first: string | null
  last: string | null
  rows: CitingRow[]
  /** The days or weeks with answers, in ascending order. */
  buckets: { start: string; answers: number; citing: number }[]
  /** How many of the citing answers name each entity. */
  named: { entity: number; results: number }[]
}

export async function countCitingAnswers(window: Window, url: number, grain: Grain): Promise<CitingAnswers> {
  const found = await readCitingAnswers(window, url, grain)
  const citingByRow = new Map(found.rows.map(({ citing, ...row }) => [keyOf(row), citing]))
  const citingByBucket = new Map(found.buckets.map(({ start, citing }) => [start, citing]))
  const rows = window.rows.map((row) => ({
    prompt_id: row.prompt_id,
    platform: row.platform,
    ...limited(row.answers, citingByRow.get(keyOf(row))),
  }))
  const buckets = (await readSeries(window, grain)).map(({ start, answers }) => ({
    start,
    ...limited(answers, citingByBucket.get(start)),
  }))
  const citing = sumBy(rows, (row) => row.citing)
  const named = found.named.map(({ entity, results }) => ({ entity, results: Math.min(results, citing) }))
  return { ...found, rows, buckets, named }
}

/** The window's last answers may not be in its rollups yet, so there can be more citing answers than counted ones. */
const limited = (answers: number, citing = 0) => ({ answers, citing: Math.min(citing, answers) })

type RowKey = { prompt_id: string; platform: string; model: string; region: string }

const keyOf = ({ prompt_id, platform, model, region }: RowKey) =>
  [prompt_id, platform, region, model].join(' ')

type Found = Omit<CitingAnswers, 'rows' | 'buckets'> & {
  rows: (RowKey & { citing: number })[]
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
    counted as (
      select prompt_id, platform, model, region, count(*) as citing from citing
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
      (select coalesce(json_agg(counted), '[]') from counted) as rows,
      (select coalesce(json_agg(buckets), '[]') from buckets) as buckets,
      (select coalesce(json_agg(named), '[]') from named) as named
    from citing`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate without groups always returns a row')
  return found
}
