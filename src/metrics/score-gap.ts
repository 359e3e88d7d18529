/** The difference between the visibility scores of two entities in the same answers, with its interval. */
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { columnsOfMeans, type MeanSums } from './statistics/day-sums.ts'
import type { Interval } from './statistics/intervals.ts'
import { type Drift, stratifiedInterval } from './statistics/stratified-interval.ts'
import { sumBy } from './sum-by.ts'
import { formatInterval, twoDecimals } from './values.ts'

/** Sums of one score minus the other over the answers of a stratum, in thousandths of a point. */
export type GapSums = MeanSums

/** `points`: the mean difference, in points of the score. */
export type Gap = {
  points: number
  interval: Interval
}

/**
 * `among`: the number of entities of which the first has the
 * highest score. The best of several entities leads by chance more often, so the interval uses a Bonferroni-corrected level.
 * Throws without answers.
 */
export function scoreGap(
  strata: readonly GapSums[],
  { among = 1, drift = null }: { among?: number; drift?: Drift | null } = {},
): Gap {
  const level = 1 - 0.05 / among
  const interval = stratifiedInterval(columnsOfMeans(strata.map(shift)), {
    max: 2 * maxScoreMilli,
    level,
    drift: drift && { ...drift, ratio: drift.ratio + maxScoreMilli },
  })
  if (!interval) throw new Error('The gap of no answers is undefined')
  const formatted = formatInterval(
    { ...interval, low: interval.low - maxScoreMilli, high: interval.high - maxScoreMilli },
    1 / 1000,
  )
  const sum = sumBy(strata, ({ y }) => y)
  const answers = sumBy(strata, ({ n }) => n)
  return {
    points: twoDecimals(sum / answers / 1000),
    interval: { ...(formatted ?? interval), level: Math.round(level * 10_000) / 10_000 },
  }
}

/** Shifts differences from [−100,000, 100,000] to [0, 200,000]: `stratifiedInterval` requires non-negative values. */
const shift = ({ days, answers, n, y, nn, yy, yn }: GapSums): GapSums => ({
  days,
  answers,
  n,
  y: y + n * maxScoreMilli,
  nn,
  yy: yy + 2 * maxScoreMilli * yn + nn * maxScoreMilli ** 2,
  yn: yn + nn * maxScoreMilli,
})
