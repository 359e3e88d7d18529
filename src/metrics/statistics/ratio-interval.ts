import { sumBy } from '../sum-by.ts'
import { tQuantile } from './distributions.ts'
import { type Interval, wilson, wilsonLimits } from './intervals.ts'

/** One cluster's part of a ratio, such as a run's part of the average overlap of its answers. */
export type RatioCluster = { numerator: number; denominator: number }

/** With fewer clusters the interval is too narrow: measured coverage of a nominal 95% is 94% with eight, 90% with five. */
const minClusters = 8

/**
 * Returns the interval of a ratio of sums, Σ numerator / Σ denominator (0 to 1), over clusters, such as runs; null with fewer than
 * eight that have a denominator. It generalizes to clusters like these.
 *
 * The variance is the jackknife's, V = (G − 1)/G · Σ(R₋ᵢ − R)² with R₋ᵢ the ratio without cluster i (Tukey 1958; Wolter,
 * Introduction to Variance Estimation, 2007, chapter 4). The limits are Wilson's for R at the effective size R(1 − R)/V, with
 * Student's t at G − 1 degrees of freedom.
 */
export function ratioInterval(
  clusters: readonly RatioCluster[],
  { level = 0.95 }: { level?: number } = {},
): Interval | null {
  const present = clusters.filter((cluster) => cluster.denominator > 0)
  if (present.length < minClusters) return null
  return spreadless(present, level) ?? jackknife(present, level)
}

/** Clusters without variance have no spread, so each one counts as one answer in a Wilson interval. */
function spreadless(clusters: readonly RatioCluster[], level: number): Interval | null {
  const none = clusters.every((cluster) => cluster.numerator === 0)
  const all = clusters.every((cluster) => cluster.numerator === cluster.denominator)
  const limits = none || all ? wilson(all ? clusters.length : 0, clusters.length, level) : null
  return limits && { ...limits, level, method: 'clusters_without_spread' }
}

function jackknife(clusters: readonly RatioCluster[], level: number): Interval {
  const size = clusters.length
  const ratio = computeRatio(clusters)
  const squares = sumBy(getInfluences(clusters), (influence) => influence ** 2)
  const variance = ((size - 1) / size) * squares
  const effectiveN = variance > 0 ? (ratio * (1 - ratio)) / variance : Infinity
  const { low, high } = wilsonLimits(ratio, effectiveN, tQuantile((1 + level) / 2, size - 1))
  return { low, high, level, method: 'cluster_jackknife' }
}

const computeRatio = (clusters: readonly RatioCluster[]) =>
  sumBy(clusters, ({ numerator }) => numerator) / sumBy(clusters, ({ denominator }) => denominator)

/** Returns for each cluster the ratio minus the ratio without it. Not finite when one cluster has the whole denominator. */
function getInfluences(clusters: readonly RatioCluster[]): number[] {
  const ratio = computeRatio(clusters)
  const all = sumBy(clusters, ({ denominator }) => denominator)
  return clusters.map(({ numerator, denominator }) => (numerator - ratio * denominator) / (all - denominator))
}
