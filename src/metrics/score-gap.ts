/** The difference between the visibility scores of two entities in the same answers, with its interval. */
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { independentAnswers, toColumns } from './statistics/day-sums.ts'
import type { Interval } from './statistics/intervals.ts'
import { stratifiedInterval } from './statistics/stratified-interval.ts'
import { sumBy } from './sum-by.ts'
import { formatInterval, twoDecimals } from './values.ts'

/** Moments of one score minus the other, in thousandths of a point, over the `n` answers of one cell. */
export type GapMoments = { n: number; sum: number; sum_squares: number }

/** `points`: the mean difference, in points of the score. */
export type Gap = {
  points: number
  interval: Interval
}

/**
 * `among`: the number of entities of which the first has the highest score. The best of several entities leads by chance more
 * often, so the interval uses a Bonferroni-corrected level. Throws without answers.
 */
export function scoreGap(moments: readonly GapMoments[], among: number): Gap {
  const level = 1 - 0.05 / among
  const strata = toColumns(moments.map((each) => independentAnswers(shift(each))))
  const interval = stratifiedInterval(strata, { max: 2 * maxScoreMilli, level })
  if (!interval) throw new Error('The gap of no answers is undefined')
  const formatted = formatInterval(
    { ...interval, low: interval.low - maxScoreMilli, high: interval.high - maxScoreMilli },
    1 / 1000,
  )
  const sum = sumBy(moments, ({ sum }) => sum)
  const answers = sumBy(moments, ({ n }) => n)
  return {
    points: twoDecimals(sum / answers / 1000),
    interval: { ...(formatted ?? interval), level: Math.round(level * 10_000) / 10_000 },
  }
}

/** Shifts differences from [−100,000, 100,000] to [0, 200,000]: `stratifiedInterval` requires non-negative values. */
const shift = ({ n, sum, sum_squares }: GapMoments) => ({
  n,
  sum: sum + n * maxScoreMilli,
  sumSquares: sum_squares + 2 * maxScoreMilli * sum + n * maxScoreMilli ** 2,
})
