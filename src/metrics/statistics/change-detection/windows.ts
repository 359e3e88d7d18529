/** The first and last day of a window, both inclusive. */
export type DayRange = { from: number; to: number }

/** The windows of a test: the reference ends on the day before the recent days, or earlier. */
export type Windows = { reference: DayRange; recent: DayRange }

/** Numbers of recent days that are tested: whole weeks, because many engines answer differently on weekends. */
export const recentDayCounts = [7, 14, 28] as const

/** The reference is at most this long. */
const referenceDays = 28

/** The number of days that the tests of one day use. */
export const longestLookback = referenceDays + Math.max(...recentDayCounts)

/**
 * Returns the windows of the test on `day` with `recentDays` recent days; null while the reference, which begins on
 * `levelStart` at the earliest, is shorter than the recent days.
 */
export function windowsOn(day: number, recentDays: number, levelStart: number): Windows | null {
  const to = day - recentDays
  const from = Math.max(levelStart, to - referenceDays + 1)
  if (daysIn({ from, to }) < recentDays) return null
  return { reference: { from, to }, recent: { from: to + 1, to: day } }
}

export const daysIn = ({ from, to }: DayRange) => to - from + 1
