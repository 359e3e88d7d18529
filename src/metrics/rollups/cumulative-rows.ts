/**
 * Cumulative sums of the answers, from which any window is the difference of two rows per segment (the table `rollup_rows`):
 *
 * - A row with `day >= month` is the sum from the first of `month` through `day`. Each day with answers has one.
 * - A row with `day = month - 1`, a base, is the sum of everything before `month`. Each month with answers is followed by one.
 */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import {
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  recordOf,
  shareSums,
} from '../rollup-rows.ts'
import type { PackedSums } from './answer-sums.ts'
import { RowSums } from './packed-rows.ts'
import { replaceRows } from './replace-rows.ts'

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
  const { rows: stored } = await sql<SegmentSums & { day: string }>`
    select segment, day, ${packedColumns} from rollup_rows
    where brand_id = ${brandId} and month = ${month}::date and day >= month
    order by day`.execute(tx.db)
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
 * Yields the cumulative sums of one segment for each day with answers from `first` on. `stored`: its rows of the month in
 * ascending order. `counted`: the sums of each recounted day, null without answers.
 */
function* accumulate(
  stored: readonly DaySums[],
  counted: ReadonlyMap<string, PackedSums | null>,
  first: string,
): Generator<DaySums> {
  const total = new Total()
  let before = stored.findLast(({ day }) => day < first)
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

/** Writes the bases that follow the month `first` and all later months with answers. Runs after the months are written. */
export async function writeBases(tx: Context, brandId: string, first: string): Promise<void> {
  const { rows: stored } = await sql<SegmentSums & { month: string; is_base: boolean }>`
    (
      select distinct on (segment) segment, month, ${packedColumns}, true as is_base from rollup_rows
      where brand_id = ${brandId} and day < month and month <= ${first}::date
      order by segment, month desc
    ) union all (
      select distinct on (segment, month) segment, month, ${packedColumns}, false from rollup_rows
      where brand_id = ${brandId} and day >= month and month >= ${first}::date
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
  await replaceRows(tx, brandId, table, sql`day < month and month > ${first}::date`, bases)
}
