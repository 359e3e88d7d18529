import type { DayColumns } from './day-sums.ts'
import { tQuantile } from './distributions.ts'
import { type Interval, type IntervalMethod, type Limits, wilsonLimits } from './intervals.ts'
import { computeStrata, isVariance, type Strata } from './strata.ts'

/**
 * What the drift of single prompts adds to the variance of a number (change-detection/drift.ts), in the squared unit of the
 * number. `ratio`: the number over the days from which it was estimated.
 */
export type Drift = { variance: number; ratio: number }

/** `max`: the largest value of the number. `isRate`: every answer counts as 0 or 1 (or has no value). */
type NumberKind = { max: number; isRate?: boolean }

type Options = NumberKind & { level?: number; drift?: Drift | null }

/** A number with its variance, in the squared unit of the number. */
export type Level = { method: IntervalMethod; mean: number; variance: number; df: number }

/**
 * Returns the interval of a number Σy / Σx over strata, in the unit of y / x; null if x is zero. It is about these prompts in this
 * period only: how far the number could move if the same prompts were queried again. `drift` is added to the variance.
 *
 * The number is a ratio; its variance (Cochran, Sampling Techniques, 1977, section 6.11) is computed in a stratified sample with the days of a
 * stratum as clusters, V = Σ D/(D−1)·Σ_d(e_d − n_d·ē)²/X² over the strata, with e = y − R·x and D the days of the stratum. A
 * stratum with one day gets the average of the other strata, times the square of its weight. The limits are Wilson's for the share p = number/max at the effective
 * size p(1−p)·max²/V (the idea of Korn and Graubard 1998, Survey Methodology 24:193–201), with Student's t at Σ(D−1) degrees of
 * freedom. Strata without variance add nothing to V, so the limits extend at least as far as "no exception seen yet" in those
 * strata allows. With too few repeated days to estimate V, the days of all strata are one sample, so that differences between
 * prompts count as noise too.
 */
export const stratifiedInterval = (columns: DayColumns, options: Options): Interval | null =>
  intervalOfStrata(computeStrata(columns, options.max), options)

/** Like `stratifiedInterval`, of strata that are already added up. */
export function intervalOfStrata(strata: Strata, options: Options): Interval | null {
  const { max, level: confidence = 0.95, drift = null } = options
  const level = getLevel(strata, options)
  if (level === null) return null
  const { low, high } = getLimits(
    level.mean / max,
    effectiveSize(level, drift, max),
    getReach(strata, level, max),
    tQuantile((1 + confidence) / 2, level.df),
  )
  return { low: max * low, high: max * high, level: confidence, method: level.method }
}

/** With fewer repeated days, the variance within strata is too imprecise. */
const minRepeats = 8

/** Returns the number with its variance; null if x is zero. */
export function getLevel(strata: Strata, { max, isRate = false }: NumberKind): Level | null {
  const { answers, n, y, x, nn, days, count } = strata
  if (x === 0) return null
  const mean = y / x
  const repeats = days - count
  const isPooled = repeats < minRepeats || strata.single_n > n / 3
  // A pooled rate is binomial as long as no stratum has several answers on a day, and all answers have the same weight.
  if (days === 1 || (isRate && nn * answers === n * n && (isPooled || count === 1))) {
    const method = isRate && count === 1 ? 'wilson' : 'pooled_wilson'
    return { method, mean, variance: (mean * (max - mean)) / (Math.min(n, x) * (answers / n)), df: Infinity }
  }
  if (isPooled) {
    const variance = (days / (days - 1)) * (pooledSquares(strata, mean) / x ** 2)
    return { method: 'pooled_wilson', mean, variance, df: days - 1 }
  }
  const variance = (strata.spread + (strata.single * strata.within) / repeats) / x ** 2
  return { method: 'stratified_wilson', mean, variance, df: repeats }
}

/** Σe_d² over the days of all strata. */
const pooledSquares = ({ yy, xx, xy }: Strata, mean: number): number => yy - 2 * mean * xy + mean ** 2 * xx

/** How far the number would move in one direction if all `n` values of the strata without variance were exceptions. */
type Reach = { n: number; distance: number }

/** In shares of the largest value. */
function getReach(strata: Strata, { method, mean }: Level, max: number): { rise: Reach; fall: Reach } {
  const { answers, n, y, x } = strata
  if (method === 'stratified_wilson')
    return {
      rise: { n: strata.rise_n, distance: strata.rise / x / max },
      fall: { n: strata.fall_n, distance: strata.fall / x / max },
    }
  const values = isVariance(pooledSquares(strata, mean), n, max) ? 0 : Math.min(n, x) * (answers / n)
  return {
    rise: { n: values, distance: 1 - y / x / max },
    fall: { n: values, distance: y / x / max },
  }
}

/**
 * Returns the number of independent values with the same variance. A number of 0 or of the largest value has no variance, so that
 * of the drift belongs to the level of its history.
 */
function effectiveSize({ mean, variance }: Level, drift: Drift | null, max: number): number {
  const total = variance + (drift?.variance ?? 0)
  const isExtreme = mean === 0 || mean === max
  const level = isExtreme && drift ? drift.ratio : mean
  return total > 0 ? (level * (max - level)) / total : Infinity
}

/** Returns the limits at `critical` standard errors as shares of the largest value, within 0 and 1. */
function getLimits(
  share: number,
  effectiveN: number,
  { rise, fall }: { rise: Reach; fall: Reach },
  critical: number,
): Limits {
  const spread = wilsonLimits(share, effectiveN, critical)
  return {
    low: Math.max(0, Math.min(spread.low, share - unseen(fall, critical))),
    high: Math.min(1, Math.max(spread.high, share + unseen(rise, critical))),
  }
}

/** How far the number may move because of exceptions that `n` values did not show. */
function unseen({ n, distance }: Reach, critical: number): number {
  return n === 0 ? 0 : distance * wilsonLimits(0, n, critical).high
}
