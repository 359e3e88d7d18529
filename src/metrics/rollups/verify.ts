/** Recounts answers in plain SQL and compares the result with the rollups that metrics read. */
import { sql } from 'kysely'
import { isCounted, unfiltered } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { mondayOf } from '../../core/days.ts'
import {
  bucketEntityCounters,
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  type RollupRow,
  recordOf,
  shareSums,
} from '../rollup-rows.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { type Counters, findDifference, type Mismatch, withoutZeros } from './mismatch.ts'
import { pointCounters } from './point-sums.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './prompt-rollups.ts'
import { readPeriods } from './read-periods.ts'
import { readTimeBuckets } from './read-series.ts'
import { findSourceMismatch } from './verify-sources.ts'

export type { Mismatch }

/**
 * Checks what metrics read about each day: the counters of windows, of trends with and without a filter on prompts, and of
 * sources.
 */
export async function findMismatch(
  ctx: Context,
  brandId: string,
  days: readonly string[],
): Promise<Mismatch | undefined> {
  for (const day of days) {
    const counted = await countDay(ctx, brandId, day)
    const difference =
      findDifference(counted, await readWindowCounters(ctx, brandId, day)) ??
      findDifference(await countProducts(ctx, brandId, day), await readWindowProducts(ctx, brandId, day)) ??
      findDifference(totalsOfEntities(counted), await readEntityTotals(ctx, brandId, day)) ??
      findDifference(selectBucketCounters(counted), await readPromptCounters(ctx, brandId, day)) ??
      findDifference(sumOfDay(counted, day), await readSeriesCounters(ctx, brandId, day)) ??
      (await findWeekDifference(ctx, brandId, mondayOf(day))) ??
      (await findSourceMismatch(ctx, brandId, day))
    if (difference) return { day, ...difference }
  }
  return undefined
}

/** Days with answers or rollups. The rollups of dirty days are not expected to match. */
export async function listVerifiableDays(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from answers where brand_id = ${brandId} and ${isCounted(brandId)}
    union select day from rollup_rows where brand_id = ${brandId} and day >= month
    except select day from dirty_days where brand_id = ${brandId}
    order by day`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

type Named = Pick<RollupRow, 'platform' | 'model' | 'region' | 'prompt_id'> & { entity?: number | null }

const nameOf = ({ platform, model, region, prompt_id, entity }: Named) =>
  [platform, model, region, 'prompt', prompt_id, ...(entity == null ? [] : ['entity', entity])].join(' ')

const scopeOf = (brandId: string, from: string, to: string) => ({
  ...unfiltered,
  brand: { id: brandId, name: '' },
  from,
  to,
})

async function readWindowCounters(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { current } = await readPeriods(ctx, scopeOf(brandId, day, day), { previous: null, entities: 'rows' })
  const rows = current.rows()
  const stored: Counters = new Map(rows.map((row) => [nameOf(row), promptCounters.map((name) => row[name])]))
  for (const { entity } of current.entityTotals())
    for (const [index, counters] of current.rowsOf(entity, rows).entries()) {
      const row = rows[index]
      if (row)
        stored.set(
          nameOf({ ...row, entity }),
          entityCounters.map((name) => counters[name]),
        )
    }
  return withoutZeros([...stored])
}

async function readWindowProducts(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { current } = await readPeriods(ctx, scopeOf(brandId, day, day), { previous: null, entities: 'rows' })
  const rows = current.rows()
  const shares = current.shares()
  const stored: Counters = new Map()
  for (const [index, row] of rows.entries()) {
    stored.set(
      `${nameOf(row)} products`,
      promptProducts.map((name) => row[name]),
    )
    stored.set(
      `${nameOf(row)} shares`,
      shareSums.map((name) => shares[name][index] ?? 0),
    )
  }
  for (const { entity } of current.entityTotals())
    for (const [index, products] of current.rowsOf(entity, rows).entries()) {
      const row = rows[index]
      if (row && entity > 0)
        stored.set(
          `${nameOf({ ...row, entity })} products`,
          entityProducts.map((name) => products[name]),
        )
    }
  return withoutZeros([...stored])
}

/** Adds up the counters of each entity. */
function totalsOfEntities(counted: Counters): Counters {
  const totals: Counters = new Map()
  for (const [name, counters] of counted) {
    const entity = / entity (\d+)$/.exec(name)?.[1]
    if (entity === undefined) continue
    const total = totals.get(`entity ${entity}`) ?? entityCounters.map(() => 0)
    totals.set(
      `entity ${entity}`,
      total.map((sum, column) => sum + (counters[column] ?? 0)),
    )
  }
  return totals
}

async function readEntityTotals(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { current } = await readPeriods(ctx, scopeOf(brandId, day, day), {
    previous: null,
    entities: 'totals',
  })
  return new Map(
    current
      .entityTotals()
      .map((totals) => [`entity ${totals.entity}`, entityCounters.map((name) => totals[name])]),
  )
}

/** Selects the counters that per-prompt rollups contain. */
function selectBucketCounters(counted: Counters): Counters {
  const promptColumns = bucketCounters.map((name) => promptCounters.indexOf(name))
  const entityColumns = bucketEntityCounters.map((name) => entityCounters.indexOf(name))
  return withoutZeros(
    [...counted].map(([name, counters]) => {
      const columns = counters.length === entityCounters.length ? entityColumns : promptColumns
      return [name, columns.map((column) => counters[column] ?? 0)]
    }),
  )
}

async function readPromptCounters(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const scope = scopeOf(brandId, day, day)
  const segments = await readSegments(ctx, scope)
  const prompts = await readPromptNumbers(ctx, scope)
  const stored: Counters = new Map()
  const keyOf = (segment: number, prompt: number) => ({
    ...(segments.get(segment) ?? { platform: `segment ${segment}`, model: '', region: '' }),
    prompt_id: prompts.get(prompt) ?? `prompt ${prompt}`,
  })
  for (const { packed } of await readPromptRollups(ctx, scope))
    eachPromptRow(packed, {
      row: (segment, prompt, sums) => stored.set(nameOf(keyOf(segment, prompt)), [...sums]),
      entity: (segment, prompt, entity, sums) =>
        stored.set(nameOf({ ...keyOf(segment, prompt), entity }), [...sums]),
    })
  return stored
}

/** The counters of the day that a trend shows. */
function sumOfDay(counted: Counters, day: string): Counters {
  const columns = recordOf(pointCounters, (name) => promptCounters.indexOf(name))
  const rows = [...counted.values()].filter((counters) => counters.length === promptCounters.length)
  const sums = pointCounters.map((name) =>
    rows.reduce((sum, counters) => sum + (counters[columns[name]] ?? 0), 0),
  )
  return withoutZeros([[`trend ${day}`, sums]])
}

async function readSeriesCounters(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const buckets = await readTimeBuckets(ctx, scopeOf(brandId, day, day), 'day')
  return new Map(
    buckets.map((bucket) => [`trend ${bucket.start}`, pointCounters.map((name) => bucket[name])]),
  )
}

/** Compares the stored point of a week with the points of its days. */
async function findWeekDifference(ctx: Context, brandId: string, monday: string) {
  const { rows } = await sql<{ grain: string; counters: number[] }>`
    select grain, json_agg(total order by name) as counters
    from (
      select grain, name, sum(amount::int8) as total
      from series
      cross join json_array_elements(points::json) as listed (point)
      cross join lateral json_each_text(point) as counter (name, amount)
      where brand_id = ${brandId} and segment = 0 and name = any(${pointCounters}::text[])
        and (point ->> 'start')::date between ${monday}::date and ${monday}::date + case grain when 'day' then 6 else 0 end
      group by grain, name
    ) counted
    group by grain`.execute(ctx.db)
  const of = (grain: string): Counters =>
    new Map(rows.flatMap((row) => (row.grain === grain ? [[`week ${monday}`, row.counters]] : [])))
  return findDifference(of('day'), of('week'))
}

/** Counts the products of the day: a sum of a day multiplied by another, minus the products within each answer. */
async function countProducts(ctx: Context, brandId: string, day: string): Promise<Counters> {
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

async function countDay(ctx: Context, brandId: string, day: string): Promise<Counters> {
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
