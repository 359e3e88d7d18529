/** How far the visibility scores of two entities lie apart in the same answers, and how sure that is. Pure. */

import { maxScoreMilli } from '../../answers/visibility-score.ts'
import { shownInterval, twoDecimals } from '../values.ts'
import { basketInterval, sumBy } from './basket.ts'

/** One score less the other, in thousandths, of the `n` answers to one question on one platform and in one region. */
export type GapMoments = { n: number; sum: number; sum_squares: number }

/** `points`: the mean, in points of the score. */
export type Gap = {
  points: number
  interval: { low: number; high: number; level: number; method: string }
}

/**
 * `among`: of how many the first entity is the best. The best of several is ahead by chance more often than one is, so the
 * interval has Bonferroni's level for their number. Throws without answers.
 */
export function scoreGap(cells: readonly GapMoments[], among: number): Gap {
  const level = 1 - 0.05 / among
  const interval = basketInterval(cells.map(shifted), { max: 2 * maxScoreMilli, level })
  if (!interval) throw new Error('There is no gap without answers')
  const shown = shownInterval(
    { ...interval, low: interval.low - maxScoreMilli, high: interval.high - maxScoreMilli },
    1 / 1000,
  )
  const sum = sumBy(cells, (cell) => cell.sum)
  const answers = sumBy(cells, ({ n }) => n)
  return {
    points: twoDecimals(sum / answers / 1000),
    interval: { ...(shown ?? interval), level: Math.round(level * 10_000) / 10_000 },
  }
}

/** From −100,000 … 100,000 to 0 … 200,000, the kind of range that an interval of a mean is made for. */
const shifted = ({ n, sum, sum_squares }: GapMoments) => ({
  n,
  sum: sum + n * maxScoreMilli,
  sumSquares: sum_squares + 2 * maxScoreMilli * sum + n * maxScoreMilli ** 2,
})
