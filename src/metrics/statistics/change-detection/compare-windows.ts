import { type CellComparison, compareCells, computePValue } from '../compare-cells.ts'
import { tQuantile } from '../distributions.ts'
import { combineParts } from '../variance-parts.ts'
import { findCommonCells, type InWindows, sumsIn } from './common-cells.ts'
import type { Series } from './daily-sums.ts'
import { countDays, type DayResiduals, residualsOfDays, varianceOfDays } from './variance-of-days.ts'
import type { Windows } from './windows.ts'

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

/** Compares the sums of a series in two windows over the cells with answers in both (compare-cells.ts); null as `compareWindows`. */
export function compareSeries(series: Series, windows: Windows) {
  const common = findCommonCells(series, windows)
  if (common === null) return null
  const { cells, ranges } = common
  const { promptOfCell, promptCount } = series.answers
  const inReference = sumsIn(series, cells, ranges.reference)
  const compared = compareCells({
    prompts: Int32Array.from(cells, (cell) => promptOfCell[cell] ?? 0),
    promptCount,
    before: inReference,
    after: sumsIn(series, cells, ranges.recent),
  })
  const { before, after } = compared
  if (before.x === 0 || after.x === 0) return null
  const dayCounts = {
    reference: countDays(series, cells, ranges.reference),
    recent: countDays(series, cells, ranges.recent),
  }
  const isComparable =
    Math.min(before.x, after.x) >= minX && after.answers >= minCommonShare * common.recentAnswers
  return { compared, cells, ranges, inReference, dayCounts, isComparable }
}

/**
 * Compares a number in two windows over the cells with answers in both; null without such cells, or if x is zero in a window.
 */
export function compareWindows(series: Series, windows: Windows): WindowComparison | null {
  const found = compareSeries(series, windows)
  if (found === null) return null
  const { compared, cells, ranges, inReference, dayCounts, isComparable } = found
  const { previous, current, delta, ratio, parts } = compared
  const ofDays = residualsOfDays(series, { cells, range: ranges.reference, inRange: inReference }, ratio)
  const { sampling, drift, prompts, repeats } = parts
  return {
    windows,
    before: previous,
    after: current,
    delta,
    ratio,
    parts: { sampling, drift, prompts, days: computeDaysPart(compared, dayCounts, ofDays) },
    promptCount: parts.promptCount,
    repeats,
    isTestable: isComparable && Math.min(dayCounts.reference, dayCounts.recent) >= minDays,
  }
}

/**
 * Returns what days of all cells contribute to the variance of a difference. They are a further cluster (Cameron, Gelbach and Miller
 * 2011, Journal of Business & Economic Statistics 29:238–249): V_T = Σh_d²/(D−1)·(1/(D_A x̄_A²) + 1/(D_B x̄_B²)).
 * `dayCounts`: D_A and D_B, the days with answers.
 */
export const computeDaysPart = (
  { before, after }: Pick<CellComparison, 'before' | 'after'>,
  { reference, recent }: InWindows<number>,
  ofDays: DayResiduals,
): number => varianceOfDays(ofDays) * (1 / (reference * before.meanX ** 2) + 1 / (recent * after.meanX ** 2))

/** Adds what the days of all cells vary beyond sampling to the variance of single cells and prompts. */
export function computeVariance({
  parts,
  repeats,
  promptCount,
}: Pick<WindowComparison, 'parts' | 'repeats' | 'promptCount'>): { variance: number; df: number } {
  const { variance, df } = combineParts({ ...parts, repeats, promptCount })
  return { variance: variance + Math.max(0, parts.days - parts.sampling), df }
}

const minDays = 3
const minX = 10
const minCommonShare = 0.5
