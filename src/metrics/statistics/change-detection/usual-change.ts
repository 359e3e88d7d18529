import { tQuantile } from '../distributions.ts'
import { compareWindows, computeVariance } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import type { DayRange, Windows } from './windows.ts'

/** Share of the differences that are usual while nothing changes. One of six numbers exceeds it by chance in 6% of comparisons. */
const usualLevel = 0.99

/** Fewer days with answers do not show how much days differ. */
const minPastDays = 7

/**
 * Returns by how much a number usually differs between two periods that a person chose, in the unit of y / x: the half width of
 * the 99% interval of "no change". Null without enough answers. Periods may be single days, so what days of all cells have in
 * common is estimated from the days of `past`.
 */
export function usualChange(series: Series, windows: Windows, past: DayRange): number | null {
  const comparison = compareWindows(series, windows, past)
  if (!comparison?.isComparable || comparison.pastDays < minPastDays) return null
  const { variance, df } = computeVariance(comparison)
  return df < 1 ? null : tQuantile((1 + usualLevel) / 2, df) * Math.sqrt(variance)
}
