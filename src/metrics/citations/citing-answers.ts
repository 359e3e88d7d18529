/** The answers that cite one address, counted beside all answers there are. */
import { sql } from 'kysely'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import { readRollupRows } from '../rollups/running-totals.ts'
import type { Snapshot } from '../rollups/snapshot.ts'
import { type Grain, readSeries } from '../rollups/time-buckets.ts'
import { sumBy } from '../statistics/basket.ts'

/** Answers to a prompt on a platform, by one model for one region, and those of them that cite the address. */
export type CitingCell = { prompt_id: string; platform: string; answers: number; citing: number }

export type Citing = {
  citations: number
  first: string | null
  last: string | null
  places: CitingCell[]
  /** Days or weeks that have answers, in order. */
  spans: { start: string; answers: number; citing: number }[]
  /** How many of the answers name an entity. */
  named: { entity: number; results: number }[]
}

export async function countCitingAnswers(
  at: Snapshot,
  scope: Scope,
  url: number,
  grain: Grain,
): Promise<Citing> {
  const read = await readCiting(at, scope, url, grain)
  const citingAt = new Map(read.places.map(({ citing, ...place }) => [keyOf(place), citing]))
  const citingIn = new Map(read.spans.map(({ start, citing }) => [start, citing]))
  const cells = await readRollupRows(at, scope)
  const spans = await readSeries(at, scope, grain, [])
  const places = cells.map((cell) => ({
    prompt_id: cell.prompt_id,
    platform: cell.platform,
    ...among(cell.answers, citingAt.get(keyOf(cell))),
  }))
  const all = sumBy(places, ({ citing }) => citing)
  return {
    ...read,
    places,
    spans: spans.map(({ start, answers }) => ({ start, ...among(answers, citingIn.get(start)) })),
    named: read.named.map(({ entity, results }) => ({ entity, results: Math.min(results, all) })),
  }
}

/** An answer that came after the sums were settled is not among theirs yet. */
const among = (answers: number, citing = 0) => ({ answers, citing: Math.min(citing, answers) })

type Question = { prompt_id: string; platform: string; model: string; region: string }

const keyOf = ({ prompt_id, platform, model, region }: Question) =>
  [prompt_id, platform, region, model].join(' ')

type Read = Omit<Citing, 'places' | 'spans'> & {
  places: (Question & { citing: number })[]
  spans: { start: string; citing: number }[]
}

async function readCiting({ db }: Snapshot, scope: Scope, url: number, grain: Grain): Promise<Read> {
  const { rows } = await sql<Read>`
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
    places as (
      select prompt_id, platform, model, region, count(*) as citing from citing
      group by prompt_id, platform, model, region
    ),
    spans as (select date_trunc(${grain}, day)::date as start, count(*) as citing from citing group by 1),
    named as (
      select fact.entity, count(*) as results
      from citing cross join lateral unnest(entities, mention_counts) as fact (entity, mentions)
      where fact.mentions > 0 group by fact.entity
    )
    select
      coalesce(sum(citations), 0)::int8 as citations, min(day) as first, max(day) as last,
      (select coalesce(json_agg(places), '[]') from places) as places,
      (select coalesce(json_agg(spans), '[]') from spans) as spans,
      (select coalesce(json_agg(named), '[]') from named) as named
    from citing`.execute(db)
  const [read] = rows
  if (!read) throw new Error('An aggregate without groups has one row')
  return read
}
