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
import { entityCounters, promptCounters } from '../rollup-rows.ts'
import { RowSums } from './packed-rows.ts'
import { replaceRows } from './replace-rows.ts'

/** Counters per prompt, per prompt and entity, and per entity. */
type PackedSums = { prompts: string; entities: string; entity_totals: string }
/** Packed. */
export type SegmentSums = PackedSums & { segment: number }
type CumulativeRow = SegmentSums & { day: string; month: string }

const table = {
  name: 'rollup_rows',
  keys: { segment: 'smallint', day: 'date', month: 'date' },
  values: { prompts: 'text', entities: 'text', entity_totals: 'text' },
}

/** A running total of one segment. */
class Total {
  readonly #prompts = new RowSums(promptCounters.length)
  readonly #entities = new RowSums(entityCounters.length)
  readonly #entityTotals = new RowSums(entityCounters.length)

  add({ prompts, entities, entity_totals }: PackedSums, sign: 1 | -1 = 1): void {
    this.#prompts.addPacked(prompts, sign)
    this.#entities.addPacked(entities, sign)
    this.#entityTotals.addPacked(entity_totals, sign)
  }

  pack(): PackedSums {
    return {
      prompts: this.#prompts.pack(),
      entities: this.#entities.pack(),
      entity_totals: this.#entityTotals.pack(),
    }
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
    select segment, day, prompts, entities, entity_totals from rollup_rows
    where brand_id = ${brandId} and month = ${month}::date and day >= month
    order by day`.execute(tx.db)
  const storedBySegment = Map.groupBy(stored, ({ segment }) => segment)
  const countedBySegment = Map.groupBy(
    [...counted].flatMap(([day, sums]) => sums.map((packed) => ({ day, ...packed }))),
    ({ segment }) => segment,
  )
  const pause = timeSlicer()
  const rows: CumulativeRow[] = []
  for (const segment of new Set([...storedBySegment.keys(), ...countedBySegment.keys()])) {
    const storedRows = storedBySegment.get(segment) ?? []
    const countedDays = new Map((countedBySegment.get(segment) ?? []).map((each) => [each.day, each]))
    const total = new Total()
    let before = storedRows.findLast(({ day }) => day < first)
    if (before) total.add(before)
    const later = storedRows.filter(({ day }) => day >= first)
    const storedByDay = new Map(later.map((row) => [row.day, row]))
    for (const day of [...new Set([...storedByDay.keys(), ...countedDays.keys()])].sort()) {
      const row = storedByDay.get(day)
      const recounted = countedDays.get(day)
      if (recounted) total.add(recounted)
      else if (row && !counted.has(day)) {
        // The sums of a day that was not recounted are the difference of two stored rows.
        total.add(row)
        if (before) total.add(before, -1)
      }
      before = row ?? before
      if (recounted || !counted.has(day)) rows.push({ segment, day, month, ...total.pack() })
      await pause()
    }
  }
  await replaceRows(tx, brandId, table, sql`month = ${month}::date and day >= ${first}::date`, rows)
}

/** Writes the bases that follow the month `first` and all later months with answers. Runs after the months are written. */
export async function writeBases(tx: Context, brandId: string, first: string): Promise<void> {
  const { rows: stored } = await sql<SegmentSums & { month: string; is_base: boolean }>`
    (
      select distinct on (segment) segment, month, prompts, entities, entity_totals, true as is_base from rollup_rows
      where brand_id = ${brandId} and day < month and month <= ${first}::date
      order by segment, month desc
    ) union all (
      select distinct on (segment, month) segment, month, prompts, entities, entity_totals, false from rollup_rows
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
