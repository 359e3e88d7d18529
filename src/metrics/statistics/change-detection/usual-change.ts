import type { CellComparison } from '../compare-cells.ts'
import { tQuantile } from '../distributions.ts'
import { type InWindows, sumsIn } from './common-cells.ts'
import { compareSeries, computeDaysPart, computeVariance } from './compare-windows.ts'
import { indexRange, type Series } from './daily-sums.ts'
import { varianceOfPrompt } from './test-prompt.ts'
import { type DayResiduals, residualsOfDays } from './variance-of-days.ts'
import type { DayRange, Windows } from './windows.ts'

/** Share of the differences that are usual while nothing changes. One of six numbers exceeds it by chance in 6% of comparisons. */
const usualLevel = 0.99

/** Share of the lists in which no row differs by more than usual while nothing changes (Bonferroni). */
const usualListLevel = 0.95

/** The days before the period that show how much days differ. */
export const pastDays = 56

/** Fewer days with answers do not show how much days differ. */
const minPastDays = 7

type Periods = {
  /** Days with answers in the periods. */
  dayCounts: InWindows<number>
  past: DayResiduals
  /** The length of the list that the number is a row of. */
  rows?: number | undefined
}

/**
 * Returns by how much a number usually differs between two periods that a person chose, in the unit of y / x: the half width of
 * the 99% interval of "no change", or of a wider one for one of many rows of a list. Null without enough days. Periods may be
 * single days, so what days of all cells have in common is estimated from the days of `past`.
 */
export function usualChange(compared: CellComparison, { dayCounts, past, rows = 1 }: Periods): number | null {
  if (past.n.filter((n) => n > 0).length < minPastDays) return null
  const { promptCount, repeats, ...parts } = compared.parts
  const { variance, df } =
    promptCount === 1
      ? varianceOfPrompt({ parts, repeats })
      : computeVariance({
          parts: { ...parts, days: computeDaysPart(compared, dayCounts, past) },
          promptCount,
          repeats,
        })
  if (df < 1) return null
  return usualQuantile(df, rows) * Math.sqrt(variance)
}

/** Returns how many standard errors are usual. `rows`: the length of the list that the number is a row of. */
export function usualQuantile(df: number, rows: number): number {
  const level = Math.max(usualLevel, 1 - (1 - usualListLevel) / rows)
  return tQuantile((1 + level) / 2, df)
}

/** A number in two periods, in the unit of y / x, and by how much it usually differs. */
type PeriodComparison = { before: number; after: number; usual: number | null }

/** Compares two periods by the days of a series; null without common cells. `past`: see `usualChange`. */
export function comparePeriods(
  series: Series,
  windows: Windows,
  { past, rows }: { past: DayRange; rows?: number },
): PeriodComparison | null {
  const found = compareSeries(series, windows)
  if (found === null) return null
  const { compared, cells, dayCounts, isComparable } = found
  const range = indexRange(series.answers, past)
  const inRange = sumsIn(series, cells, range)
  const residuals = residualsOfDays(series, { cells, range, inRange }, compared.ratio)
  return {
    before: compared.previous,
    after: compared.current,
    usual: isComparable ? usualChange(compared, { dayCounts, past: residuals, rows }) : null,
  }
}
