import { tQuantile, tTwoSidedP } from '../distributions.ts'
import { combineParts } from '../variance-parts.ts'
import { type CommonCells, commonCells, type InWindows } from './common-cells.ts'
import type { Series } from './daily-sums.ts'
import { residualsOf } from './residuals.ts'
import type { Windows } from './windows.ts'

/**
 * A number in two windows, in the unit of y / x. `before` and `after` are its means over the common cells, both with the
 * cells' weights in the recent window, so that adding prompts, platforms or answers is not a change.
 */
export type Comparison = {
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
export type WindowTest = Comparison & { variance: number; df: number; p: number }

/** Tests whether a number changed between two windows; null when they cannot be compared. */
export function testWindows(series: Series, windows: Windows): WindowTest | null {
  const comparison = compareWindows(series, windows)
  return comparison && withTest(comparison, varianceOf(comparison))
}

/** Adds the two-sided p-value of Student's t. */
export function withTest(
  comparison: Comparison,
  { variance, df }: { variance: number; df: number },
): WindowTest {
  // Rounding errors must not count as variance, because their quotient would be an arbitrary t.
  const isConstant = variance <= (1e-9 * comparison.ratio) ** 2
  const p = isConstant || comparison.delta === 0 ? 1 : tTwoSidedP(comparison.delta / Math.sqrt(variance), df)
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
 * Compares a number in two windows over the cells with answers in both; null without such cells, or if x is zero in a window.
 *
 * Each cell has the weight ω = n_B / N_B (A: reference, B: recent). Residuals are e = y − R·x with R the number over both
 * windows, so the variance is that of a ratio (Cochran, Sampling Techniques, 1977, section 6.11) with prompt × platform × day
 * as clusters (Cameron, Gelbach and Miller 2011, Journal of Business & Economic Statistics 29:238–249).
 */
export function compareWindows(series: Series, windows: Windows): Comparison | null {
  const common = commonCells(series, windows)
  if (common === null || common.x.reference === 0 || common.x.recent === 0) return null
  const { meanX, meanY, answers } = common
  const before = meanY.reference / meanX.reference
  const after = meanY.recent / meanX.recent
  const delta = after - before
  const ratio = pooled(answers, meanY) / pooled(answers, meanX)
  const { sampling, drift, prompts, days, promptCount, repeats, dayCounts } = residualsOf(series, common, {
    ratio,
    delta,
  })
  const parts = { sampling, drift, prompts, days }
  const isTestable = isEnough(common, dayCounts)
  return { windows, before, after, delta, ratio, parts, promptCount, repeats, isTestable }
}

/** N_A·ȳ_A + N_B·ȳ_B, or the same for x. */
const pooled = (answers: InWindows<number>, mean: InWindows<number>) =>
  answers.reference * mean.reference + answers.recent * mean.recent

/** Adds what the days of all cells vary beyond sampling to the variance of single cells and prompts. */
function varianceOf({ parts, repeats, promptCount }: Comparison): { variance: number; df: number } {
  const { variance, df } = combineParts({ ...parts, repeats, promptCount })
  return { variance: variance + Math.max(0, parts.days - parts.sampling), df }
}

const minDays = 3
const minX = 10
const minCommonShare = 0.5

function isEnough(common: CommonCells, dayCounts: InWindows<number>): boolean {
  return (
    Math.min(dayCounts.reference, dayCounts.recent) >= minDays &&
    Math.min(common.x.reference, common.x.recent) >= minX &&
    common.answers.recent >= minCommonShare * common.recentAnswers
  )
}
