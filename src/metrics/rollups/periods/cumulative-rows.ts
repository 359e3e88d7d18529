/**
 * Cumulative sums of the answers, from which any window is the difference of two rows per segment (the table `rollup_rows`):
 *
 * - A row with `day >= month` is the sum from the first of `month` through `day`. Each day with answers has one.
 * - A row with `day = month - 1`, a base, is the sum of everything before `month`. Each month with answers except the last is
 *   followed by one: the row of the last month would change with every refresh of a recent day.
 */
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../../core/days.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import {
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  recordOf,
  shareSums,
} from '../../rollup-rows.ts'
import type { PackedSums } from '../answer-sums.ts'
import { RowSums } from '../packing/packed-rows.ts'
import { replaceRows } from '../replace-rows.ts'
import { daysWithAnswers } from '../series/series.ts'

/** The sums of one segment. */
export type SegmentSums = PackedSums & { segment: number }
type CumulativeRow = SegmentSums & { day: string; month: string }

const packedNames = [
  'prompts',
  'entities',
  'entity_totals',
  'products',
  'entity_products',
  'shares',
] as const satisfies (keyof PackedSums)[]
const packedColumns = sql.raw(packedNames.join(', '))

const table = {
  name: 'rollup_rows',
  keys: { segment: 'smallint', day: 'date', month: 'date' },
  values: recordOf(packedNames, () => 'text'),
}

/** A running total of one segment. */
class Total {
  readonly #sums: { [name in keyof PackedSums]: RowSums } = {
    prompts: new RowSums(promptCounters.length),
    entities: new RowSums(entityCounters.length),
    entity_totals: new RowSums(entityCounters.length),
    products: new RowSums(promptProducts.length),
    entity_products: new RowSums(entityProducts.length),
    shares: new RowSums(shareSums.length),
  }

  add(packed: PackedSums, sign: 1 | -1 = 1): void {
    for (const name of packedNames) this.#sums[name].addPacked(packed[name], sign)
  }

  pack(): PackedSums {
    return recordOf(packedNames, (name) => this.#sums[name].pack())
  }
}

/** Writes the rows of one month from its first recounted day on. `counted`: the sums of each recounted day. */
export async function writeMonth(
  tx: Context,
  brandId: string,
  counted: ReadonlyMap<string, readonly SegmentSums[]>,
): Promise<void> {
  const [first] = [...counted.keys()].sort()
  if (first === undefined) return
  const month = periodStart('month', first)
  const ofMonth = sql`brand_id = ${brandId} and month = ${month}::date and day >= month`
  const { rows: stored } = await sql<SegmentSums & { day: string }>`
    (
      select distinct on (segment) segment, day, ${packedColumns} from rollup_rows
      where ${ofMonth} and day < ${first}::date
      order by segment, day desc
    ) union all (
      select segment, day, ${packedColumns} from rollup_rows where ${ofMonth} and day >= ${first}::date
    )`.execute(tx.db)
  const storedBySegment = Map.groupBy(stored, ({ segment }) => segment)
  const pause = timeSlicer()
  const rows: CumulativeRow[] = []
  const segments = new Set([
    ...storedBySegment.keys(),
    ...[...counted.values()].flatMap((sums) => sums.map(({ segment }) => segment)),
  ])
  for (const segment of segments) {
    const countedDays = new Map(
      [...counted].map(([day, sums]) => [day, sums.find((each) => each.segment === segment) ?? null]),
    )
    for (const row of accumulate(storedBySegment.get(segment) ?? [], countedDays, first)) {
      rows.push({ segment, month, ...row })
      await pause()
    }
  }
  await replaceRows(tx, brandId, table, sql`month = ${month}::date and day >= ${first}::date`, rows)
}

type DaySums = PackedSums & { day: string }

/**
 * Yields the cumulative sums of one segment for each day with answers from `first` on. `stored`: its rows of the
 * month from `first` on, and the last one before. `counted`: the sums of each recounted day, null without answers.
 */
function* accumulate(
  stored: readonly DaySums[],
  counted: ReadonlyMap<string, PackedSums | null>,
  first: string,
): Generator<DaySums> {
  const total = new Total()
  let before = stored.find(({ day }) => day < first)
  if (before) total.add(before)
  const storedByDay = new Map(stored.filter(({ day }) => day >= first).map((row) => [row.day, row]))
  for (const day of [...new Set([...storedByDay.keys(), ...counted.keys()])].sort()) {
    const row = storedByDay.get(day)
    const recounted = counted.get(day)
    if (recounted) total.add(recounted)
    else if (recounted === undefined && row) {
      // The sums of a day that was not recounted are the difference of two stored rows.
      total.add(row)
      if (before) total.add(before, -1)
    }
    before = row ?? before
    if (recounted !== null) yield { day, ...total.pack() }
  }
}

/** Writes the bases that follow the month `first` and later months. Runs after the months and the series are written. */
export async function writeBases(tx: Context, brandId: string, first: string): Promise<void> {
  const { last, before } = await readLastMonths(tx, brandId, first)
  // The month before is no longer the last one.
  const from = before !== null && !(await isFollowedByBase(tx, brandId, before)) ? before : first
  const bases = last !== null && from < last ? await computeBases(tx, brandId, { from, last }) : []
  await replaceRows(tx, brandId, table, sql`day < month and month > ${from}::date`, bases)
}

/** Returns the last month with answers, and the last one before `first`; null without one. */
async function readLastMonths(
  tx: Context,
  brandId: string,
  first: string,
): Promise<{ last: string | null; before: string | null }> {
  const { rows } = await sql<{ last: string | null; before: string | null }>`
    select
      date_trunc('month', max(start))::date as last,
      date_trunc('month', max(start) filter (where start < ${first}::date))::date as before
    from series where ${daysWithAnswers(brandId)}`.execute(tx.db)
  return rows[0] ?? { last: null, before: null }
}

async function isFollowedByBase(tx: Context, brandId: string, month: string): Promise<boolean> {
  const next = nextStart('month', month)
  const { rows } = await sql`
    select 1 from rollup_rows
    where brand_id = ${brandId} and day = ${dayBefore(next)}::date and month = ${next}::date limit 1`.execute(
    tx.db,
  )
  return rows.length > 0
}

/** Returns the bases that follow the months with answers from `from` on, except `last`. */
async function computeBases(
  tx: Context,
  brandId: string,
  { from, last }: { from: string; last: string },
): Promise<CumulativeRow[]> {
  const { rows: stored } = await sql<SegmentSums & { month: string; is_base: boolean }>`
    (
      select distinct on (segment) segment, month, ${packedColumns}, true as is_base from rollup_rows
      where brand_id = ${brandId} and day < month and month <= ${from}::date
      order by segment, month desc
    ) union all (
      select distinct on (segment, month) segment, month, ${packedColumns}, false from rollup_rows
      where brand_id = ${brandId} and day >= month and month >= ${from}::date and month < ${last}::date
      order by segment, month, day desc
    )`.execute(tx.db)
  const pause = timeSlicer()
  const bases: CumulativeRow[] = []
  for (const [segment, rows] of Map.groupBy(stored, ({ segment }) => segment)) {
    const total = new Total()
    for (const row of rows.toSorted(
      (a, b) => Number(b.is_base) - Number(a.is_base) || (a.month < b.month ? -1 : 1),
    )) {
      total.add(row)
      const next = nextStart('month', row.month)
      if (!row.is_base) bases.push({ segment, day: dayBefore(next), month: next, ...total.pack() })
      await pause()
    }
  }
  return bases
}
