/** Compares a count of the chosen period, such as visits, with the period before. */
import { previousDays, type Scope } from '../answers/scope.ts'
import { earlier, later } from '../core/days.ts'
import { type ComparedPeriods, type Days, daysBefore, isShort } from './compared-periods.ts'
import { compareWithUsual, type RowRecord, shown, unknownRow, withoutData } from './period-state.ts'
import { type CountDay, usualCountChange } from './statistics/change-detection/counts.ts'
import { sumBy } from './sum-by.ts'

type Range = Pick<Scope, 'from' | 'to' | 'isMonthly'>

/** Returns the compared days, or why they are not compared. `measured`: the first and the last measured day. */
export function getCountPeriods(
  range: Range,
  measured: Days | null,
): ComparedPeriods | 'not_comparable' | 'insufficient_data' {
  if (range.from === null) return 'not_comparable'
  if (measured === null || measured.to < range.from) return 'insufficient_data'
  const recent = { from: range.from, to: earlier(range.to ?? measured.to, measured.to) }
  if (!isShort(recent)) return 'not_comparable'
  const { from, to } = previousDays({ ...range, ...recent })
  if (from < measured.from) return 'insufficient_data'
  const past = daysBefore(recent)
  return {
    reference: { from, to },
    recent,
    past: { ...past, from: later(measured.from, past.from) },
  }
}

/** Compares counts. `listDays`: the measured days of a range. `rows`: the length of the list that the count is a row of. */
export function compareCount(
  periods: ReturnType<typeof getCountPeriods>,
  listDays: (days: Days) => CountDay[],
  rows: number,
): RowRecord {
  if (typeof periods === 'string') return unknownRow({ ...withoutData, state: periods })
  const [before, after] = [listDays(periods.reference), listDays(periods.recent)]
  if (before.length === 0 || after.length === 0) return unknownRow(withoutData)
  const [previous, current] = [sumBy(before, ({ count }) => count), sumBy(after, ({ count }) => count)]
  const difference = { ...withoutData, previous, current, delta: current - previous }
  const past = listDays(periods.past)
  return {
    ...shown(difference),
    ...compareWithUsual(difference, () => usualCountChange({ before, after, past, rows })),
  }
}
