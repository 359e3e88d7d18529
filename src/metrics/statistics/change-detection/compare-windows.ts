import { compareCells, computePValue } from '../compare-cells.ts'
import { tQuantile } from '../distributions.ts'
import { combineParts } from '../variance-parts.ts'
import { findCommonCells, sumsIn } from './common-cells.ts'
import { indexRange, type Series } from './daily-sums.ts'
import { countDays, varianceOfDays } from './variance-of-days.ts'
import type { DayRange, Windows } from './windows.ts'

/**
 * A number in two windows, in the unit of y / x. `before` and `after` are its means over the common cells, both with the
 * cells' weights in the recent window, so that adding prompts, platforms or answers is not a change.
 */
export type WindowComparison = {
  windows: Windows
  before: number
  after: number
  /** `after − before`. */
  delta: number
  /** The number over both windows, Σy / Σx. */
  ratio: number
  /** Parts of the variance of `delta`: sampling, drift of single prompts, spread between prompts, days of all cells. */
  parts: { sampling: number; drift: number; prompts: number; days: number }
  /** Prompts with x > 0. */
  promptCount: number
  /** Days with answers minus one, summed over the common cells. */
  repeats: number
  /** Days with answers from which the variance of days is estimated. */
  pastDays: number
  /** Whether both windows have enough answers and common cells for a comparison. */
  isComparable: boolean
  /** Whether both windows have enough days, answers and common cells for a test. */
  isTestable: boolean
}

/** A comparison with its test of "no change". */
export type WindowTest = WindowComparison & { variance: number; df: number; p: number }

/** Tests whether a number changed between two windows; null when they cannot be compared. */
export function testWindows(series: Series, windows: Windows): WindowTest | null {
  const comparison = compareWindows(series, windows)
  return comparison && withTest(comparison, computeVariance(comparison))
}

/** Adds the two-sided p-value of Student's t. */
export function withTest(
  comparison: WindowComparison,
  { variance, df }: { variance: number; df: number },
): WindowTest {
  const p = computePValue(comparison, { variance, df })
  return { ...comparison, variance, df, p }
}

/** Returns the limits of `delta`, for windows that a user chose. */
export function changeLimits(
  { delta, variance, df }: WindowTest,
  level = 0.95,
): { low: number; high: number } {
  const half = tQuantile((1 + level) / 2, df) * Math.sqrt(variance)
  return { low: delta - half, high: delta + half }
}

/**
 * Compares a number in two windows over the cells with answers in both (compare-cells.ts); null without such cells, or if x is zero
 * in a window. Days of all cells are a further cluster (Cameron, Gelbach and Miller 2011, Journal of Business & Economic Statistics
 * 29:238–249): V_T = Σh_d²/(D_A−1)·(1/(D_A x̄_A²) + 1/(D_B x̄_B²)), with the mean residual h_d of a day of
 * `past`, by default a reference day.
 */
export function compareWindows(
  series: Series,
  windows: Windows,
  past: DayRange = windows.reference,
): WindowComparison | null {
  const common = findCommonCells(series, windows)
  if (common === null) return null
  const { cells, ranges } = common
  const { promptOfCell, promptCount } = series.answers
  const sums = sumsIn(series, cells, ranges.reference)
  const pastRange = indexRange(series.answers, past)
  const pastSums = past === windows.reference ? sums : sumsIn(series, cells, pastRange)
  const { before, after, previous, current, delta, ratio, parts } = compareCells({
    prompts: Int32Array.from(cells, (cell) => promptOfCell[cell] ?? 0),
    promptCount,
    before: sums,
    after: sumsIn(series, cells, ranges.recent),
  })
  if (before.x === 0 || after.x === 0) return null
  const means = pastSums.n.map((n, cell) =>
    n === 0 ? 0 : ((pastSums.y[cell] ?? 0) - ratio * (pastSums.x[cell] ?? 0)) / n,
  )
  const [daysBefore, daysAfter] = [
    countDays(series, cells, ranges.reference),
    countDays(series, cells, ranges.recent),
  ]
  const perDay = 1 / (daysBefore * before.meanX ** 2) + 1 / (daysAfter * after.meanX ** 2)
  const { sampling, drift, prompts, repeats } = parts
  const days = varianceOfDays(series, { cells, range: pastRange }, { ratio, means }) * perDay
  const isComparable =
    Math.min(before.x, after.x) >= minX && after.answers >= minCommonShare * common.recentAnswers
  return {
    windows,
    before: previous,
    after: current,
    delta,
    ratio,
    parts: { sampling, drift, prompts, days },
    promptCount: parts.promptCount,
    repeats,
    pastDays: countDays(series, cells, pastRange),
    isComparable,
    isTestable: isComparable && Math.min(daysBefore, daysAfter) >= minDays,
  }
}

/** Adds what the days of all cells vary beyond sampling to the variance of single cells and prompts. */
export function computeVariance({ parts, repeats, promptCount }: WindowComparison): {
  variance: number
  df: number
} {
  const { variance, df } = combineParts({ ...parts, repeats, promptCount })
  return { variance: variance + Math.max(0, parts.days - parts.sampling), df }
}

const minDays = 3
const minX = 10
const minCommonShare = 0.5
