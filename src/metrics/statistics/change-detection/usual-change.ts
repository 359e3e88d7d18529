import { tQuantile } from '../distributions.ts'
import { compareWindows, computeVariance, type WindowComparison } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import { varianceOfPrompt } from './test-prompt.ts'
import type { DayRange, Windows } from './windows.ts'

/** Share of the differences that are usual while nothing changes. One of six numbers exceeds it by chance in 6% of comparisons. */
const usualLevel = 0.99

/** Share of the lists in which no row differs by more than usual while nothing changes (Bonferroni). */
const usualListLevel = 0.95

/** Fewer days with answers do not show how much days differ. */
const minPastDays = 7

/** A number in two periods, in the unit of y / x. */
type PeriodComparison = {
  before: number
  after: number
  /** By how much the number usually differs between two such periods; null without enough answers. */
  usual: number | null
}

/**
 * Compares two periods that a person chose; null without common cells. The usual change is the half width of the 99% interval of
 * "no change", or of a wider one for one of many `rows` of a list. Periods may be single days, so what days of all cells have in
 * common is estimated from the days of `past`.
 */
export function comparePeriods(
  series: Series,
  windows: Windows,
  past: DayRange,
  rows = 1,
): PeriodComparison | null {
  const comparison = compareWindows(series, windows, past)
  return (
    comparison && { before: comparison.before, after: comparison.after, usual: getUsual(comparison, rows) }
  )
}

/** Returns by how much a number usually differs (see `comparePeriods`). */
export const usualChange = (...args: Parameters<typeof comparePeriods>): number | null =>
  comparePeriods(...args)?.usual ?? null

function getUsual(comparison: WindowComparison, rows: number): number | null {
  if (!comparison.isComparable || comparison.pastDays < minPastDays) return null
  const { variance, df } =
    comparison.promptCount === 1 ? varianceOfPrompt(comparison) : computeVariance(comparison)
  if (df < 1) return null
  const level = Math.max(usualLevel, 1 - (1 - usualListLevel) / rows)
  return tQuantile((1 + level) / 2, df) * Math.sqrt(variance)
}
