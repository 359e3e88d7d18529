import type { CellComparison } from '../compare-cells.ts'
import { tQuantile } from '../distributions.ts'
import type { InWindows } from './common-cells.ts'
import { computeDaysPart, computeVariance } from './compare-windows.ts'
import type { DayResiduals } from './variance-of-days.ts'

/** Share of the differences that are usual while nothing changes. One of six numbers exceeds it by chance in 6% of comparisons. */
const usualLevel = 0.99

/** The days before the period that show how much days differ. */
export const pastDays = 56

/** Fewer days with answers do not show how much days differ. */
const minPastDays = 7

/**
 * Returns by how much a number usually differs between two periods that a person chose, in the unit of y / x: the half width of
 * the 99% interval of "no change". Null without enough days. Periods may be single days, so what days of all cells have in common
 * is estimated from the days of `past`. `dayCounts`: days with answers in the periods.
 */
export function usualChange(
  compared: CellComparison,
  dayCounts: InWindows<number>,
  past: DayResiduals,
): number | null {
  if (past.n.filter((n) => n > 0).length < minPastDays) return null
  const { promptCount, repeats, ...parts } = compared.parts
  const days = computeDaysPart(compared, dayCounts, past)
  const { variance, df } = computeVariance({ parts: { ...parts, days }, promptCount, repeats })
  return df < 1 ? null : tQuantile((1 + usualLevel) / 2, df) * Math.sqrt(variance)
}
