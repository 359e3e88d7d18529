import { normalQuantile } from './distributions.ts'

/** A confidence interval at `level`, in the unit of the measured value. */
export type Interval = { low: number; high: number; level: number; method: IntervalMethod }

/**
 * How an interval was computed:
 * - `wilson`: a rate of one stratum of answers.
 * - `stratified_wilson`: from the variance between the days of each stratum.
 * - `pooled_wilson`: too few days to estimate that variance, so the variance between prompts counts too.
 * - `cluster_jackknife`: from the variance between clusters, runs of overlaps or prompts (jackknife).
 * - `clusters_without_spread`: all clusters have 0% or all have 100%; Wilson over the clusters.
 */
export const intervalMethods = [
  'wilson',
  'stratified_wilson',
  'pooled_wilson',
  'cluster_jackknife',
  'clusters_without_spread',
] as const
export type IntervalMethod = (typeof intervalMethods)[number]

export type Limits = { low: number; high: number }

/**
 * Returns the interval of a rate of `k` in `n`, as shares (0 to 1); null without answers.
 * Source: Wilson 1927, recommended by Newcombe 1998, Statistics in Medicine 17:857–872 (method 3).
 */
export function wilson(k: number, n: number, level = 0.95): Limits | null {
  return n === 0 ? null : wilsonLimits(k / n, n, criticalValue(level))
}

/** Wilson's limits of a share (0 to 1); the sample size may be fractional. */
export function wilsonLimits(share: number, n: number, critical: number): Limits {
  const square = critical * critical
  const shrink = 1 + square / n
  const center = (share + square / (2 * n)) / shrink
  const half = (critical / shrink) * Math.sqrt((share * (1 - share) + square / (4 * n)) / n)
  // Rounding errors could put the limits slightly outside of 0 to 1.
  return {
    low: share === 0 ? 0 : Math.max(0, center - half),
    high: share === 1 ? 1 : Math.min(1, center + half),
  }
}

function criticalValue(level: number): number {
  return normalQuantile((1 + level) / 2)
}
