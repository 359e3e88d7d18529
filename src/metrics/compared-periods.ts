/** The days of the chosen period, of the one before, and those that show how much days differ. */
import { dayBefore, daysAfter, earlier, utcDay } from '../core/days.ts'
import { dayNumber, type Window } from './rollups.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'

export type Days = { from: string; to: string }

/** `past`: the days before the period. */
export type ComparedPeriods = { reference: Days; recent: Days; past: Days }

/** Returns null for periods that are not compared. */
export function getComparedPeriods({ previous, scope, now }: Window): ComparedPeriods | null {
  const { from, to } = previous?.scope ?? { from: null, to: null }
  const recent = scope.from === null ? null : { from: scope.from, to: scope.to ?? utcDay(now()) }
  if (from === null || to === null || recent === null || !isShort(recent)) return null
  return { reference: { from, to }, recent, past: daysBefore(recent) }
}

/** The days of longer periods would take too much memory. */
const longestPeriodDays = 92

export const isShort = ({ from, to }: Days): boolean => dayNumber(to) - dayNumber(from) < longestPeriodDays

export const daysBefore = ({ from }: Days): Days => ({
  from: daysAfter(from, -pastDays),
  to: dayBefore(from),
})

/** Returns the days that a comparison reads. */
export const getSpan = ({ reference, recent, past }: ComparedPeriods): Days => ({
  from: earlier(reference.from, past.from),
  to: recent.to,
})
