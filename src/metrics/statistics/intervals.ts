import { fairCoinAtMost, normalQuantile } from './distributions.ts'

/** Where the true value lies with probability `level`, in the unit of what was measured. */
export type Interval = { low: number; high: number; level: number; method: IntervalMethod }

/**
 * How an interval was made:
 * - `wilson`: one cell of answers.
 * - `stratified_wilson`: many prompts; only the spread of answers within each prompt counts.
 * - `pooled_wilson`: too few repeated answers to know that spread, so the spread between prompts counts too;
 *   wider than need be.
 * - `cluster_bootstrap`: prompts drawn again and again; speaks about prompts like these.
 * - `clusters_without_spread`: every prompt gave 0 % or every prompt 100 %; Wilson over the prompts.
 */
export type IntervalMethod =
  | 'wilson'
  | 'stratified_wilson'
  | 'pooled_wilson'
  | 'cluster_bootstrap'
  | 'clusters_without_spread'

export type Limits = { low: number; high: number }

/**
 * The interval of a rate of `k` in `n`, as shares (0 to 1); null when nothing was asked.
 * Source: Wilson 1927, recommended by Newcombe 1998, Statistics in Medicine 17:857–872 (method 3).
 */
export function wilson(k: number, n: number, level = 0.95): Limits | null {
  return n === 0 ? null : wilsonLimits(k / n, n, criticalValue(level))
}

/** Wilson's interval with continuity correction, which rarely covers less than `level` (same paper, method 4). */
export function wilsonCorrected(k: number, n: number, level = 0.95): Limits | null {
  if (n === 0) return null
  const z = criticalValue(level)
  const share = k / n
  const middle = 2 * k + z * z
  const divisor = 2 * (n + z * z)
  const below = z * Math.sqrt(z * z - 2 - 1 / n + 4 * share * (n - k + 1))
  const above = z * Math.sqrt(z * z + 2 - 1 / n + 4 * share * (n - k - 1))
  return {
    low: k === 0 ? 0 : Math.max(0, (middle - 1 - below) / divisor),
    high: k === n ? 1 : Math.min(1, (middle + 1 + above) / divisor),
  }
}

/**
 * The interval of the difference of two independent rates, x1/n1 − x2/n2; null when either has no answers.
 * Source: Newcombe 1998, Statistics in Medicine 17:873–890 (method 10).
 */
export function newcombe(x1: number, n1: number, x2: number, n2: number, level = 0.95): Limits | null {
  const first = wilson(x1, n1, level)
  const second = wilson(x2, n2, level)
  if (!first || !second) return null
  return differenceLimits({ mean: x1 / n1, ...first }, { mean: x2 / n2, ...second })
}

/**
 * The p-value that the same yes/no questions asked twice answer alike, from those that went from yes to no
 * and those that went from no to yes. Exact, two-sided. Source: McNemar 1947, Psychometrika 12:153–157.
 */
export function mcnemarExact(yesToNo: number, noToYes: number): number {
  return Math.min(1, 2 * fairCoinAtMost(Math.min(yesToNo, noToYes), yesToNo + noToYes))
}

/** Wilson's limits of a share (0 to 1) with any size of sample, also one that is no whole number. */
export function wilsonLimits(share: number, n: number, critical: number): Limits {
  const square = critical * critical
  const shrink = 1 + square / n
  const centre = (share + square / (2 * n)) / shrink
  const half = (critical / shrink) * Math.sqrt((share * (1 - share) + square / (4 * n)) / n)
  // At the ends the limit is the end itself; rounding would put it a hair beyond.
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  }
}

/** The limits of `first − second` from the limits of each, when the two are independent. */
export function differenceLimits(
  first: Limits & { mean: number },
  second: Limits & { mean: number },
): Limits {
  const difference = first.mean - second.mean
  return {
    low: difference - Math.hypot(first.mean - first.low, second.high - second.mean),
    high: difference + Math.hypot(first.high - first.mean, second.mean - second.low),
  }
}

function criticalValue(level: number): number {
  return normalQuantile((1 + level) / 2)
}
