/** Splits a range of days into years, months, weeks and days with stored counts. */
import { dayAfter, dayBefore, earlier, type Grain, nextStart, periodStart } from '../../../core/days.ts'
import { firstDay } from '../../../core/fields.ts'

/** The days from `from` to `until`, both inclusive, to be read from the counts of that grain. */
export type Period = { grain: 'day' | Grain; from: string; until: string }

/**
 * Splits the days from `from` to `to`, both inclusive, into few periods: whole closed years, in what remains whole closed
 * months, then weeks, and single days at both ends. A period is closed when a later one has answers; `lastDay` is the last day with answers.
 */
export function periodsOf(from: string | null, to: string | null, lastDay: string): Period[] {
  const first = from ?? firstDay
  const last = to === null || to > lastDay ? lastDay : to
  return split(first, last, lastDay, ['year', 'month', 'week'])
}

function split(from: string, until: string, lastDay: string, grains: Grain[]): Period[] {
  if (from > until) return []
  const [grain, ...finer] = grains
  if (grain === undefined) return [{ grain: 'day', from, until }]
  const begin = periodStart(grain, from) === from ? from : nextStart(grain, from)
  // The period of `until` is whole when `until` is its last day; the period of `lastDay` is never closed.
  const end = nextStart(grain, until) === dayAfter(until) ? dayAfter(until) : periodStart(grain, until)
  const closedEnd = earlier(end, periodStart(grain, lastDay))
  if (begin >= closedEnd) return split(from, until, lastDay, finer)
  return [
    ...split(from, dayBefore(begin), lastDay, finer),
    { grain, from: begin, until: dayBefore(closedEnd) },
    ...split(closedEnd, until, lastDay, finer),
  ]
}
