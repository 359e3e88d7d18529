/** Compares what metrics read from the rollups with a recount of the answers. */
import { sql } from 'kysely'
import { isCounted, unfiltered } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import {
  bucketEntityCounters,
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  recordOf,
  shareSums,
} from '../rollup-rows.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { type Counters, findDifference, type Mismatch, withoutZeros } from './mismatch.ts'
import { readPeriods } from './periods/read-periods.ts'
import { countDay, countProducts, nameOf } from './recount-day.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './series/prompt-rollups.ts'
import { readTimeBuckets } from './series/read-series.ts'
import { findSeriesDifference } from './series/series.ts'
import { findSourceMismatch } from './sources/verify-sources.ts'

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
      (await findSeriesDifference(ctx, brandId, day)) ??
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
  const columns = recordOf(bucketCounters, (name) => promptCounters.indexOf(name))
  const rows = [...counted.values()].filter((counters) => counters.length === promptCounters.length)
  const sums = bucketCounters.map((name) =>
    rows.reduce((sum, counters) => sum + (counters[columns[name]] ?? 0), 0),
  )
  return withoutZeros([[`trend ${day}`, sums]])
}

async function readSeriesCounters(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const buckets = await readTimeBuckets(ctx, scopeOf(brandId, day, day), 'day')
  return new Map(
    buckets.map((bucket) => [`trend ${bucket.start}`, bucketCounters.map((name) => bucket[name])]),
  )
}
