import { basketInterval, limitsAt, type Moments, sumBy } from './basket.ts'
import { tQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'

/** A cell of `answers`, of which `n` have the value that is summed: a brand's place in those that name it, say. */
export type SubsetMoments = Moments & { answers: number }

/**
 * The interval of the mean of a value that only some answers have, Σ sum / Σ n, in the unit of the sums, `max` being
 * the largest such value; null when no answer has one. It speaks of these very prompts.
 *
 * How many answers have the value is chance too, and moves the mean where prompts differ in it. So the variance is
 * that of a ratio (Cochran, Sampling Techniques, 1977, section 6.11): within each cell that of the residuals, value
 * less mean, and zero where an answer has no value. All else is as in `basketInterval`.
 */
export function subsetMeanInterval(
  cells: readonly SubsetMoments[],
  { max, level = 0.95 }: { max: number; level?: number },
): Interval | null {
  const having = cells.filter(({ n }) => n > 0)
  const all = poolOf(having)
  const pooled = basketInterval([all], { max, level })
  if (having.length <= 1) return pooled
  const repeats = all.answers - having.length
  const alone = having.filter(({ answers }) => answers === 1).length
  if (repeats < 8 || alone > all.answers / 3) return pooled && { ...pooled, method: 'pooled_wilson' }

  const mean = all.sum / all.n
  const residuals = having.map((cell) => ({ ...cell, squares: squaredResiduals(cell, mean, max) }))
  const average = sumBy(residuals, ({ squares }) => squares) / repeats
  const variance = sumBy(residuals, ({ answers, squares }) =>
    answers > 1 ? (squares * answers) / (answers - 1) : average,
  )
  const unvaried = residuals.filter(({ squares }) => squares === 0)
  const share = mean / max
  const estimate = {
    method: 'stratified_wilson' as const,
    mean: share,
    effectiveN: variance > 0 ? (share * (1 - share) * (all.n * max) ** 2) / variance : Infinity,
    df: repeats,
    rise: reachOf(unvaried, all.n, ({ n, sum }) => n - sum / max),
    fall: reachOf(unvaried, all.n, ({ sum }) => sum / max),
  }
  const { low, high } = limitsAt(estimate, tQuantile((1 + level) / 2, repeats))
  return { low: max * low, high: max * high, level, method: estimate.method }
}

const poolOf = (cells: readonly SubsetMoments[]): SubsetMoments => ({
  answers: sumBy(cells, ({ answers }) => answers),
  n: sumBy(cells, ({ n }) => n),
  sum: sumBy(cells, ({ sum }) => sum),
  sumSquares: sumBy(cells, ({ sumSquares }) => sumSquares),
})

/** The sum of squared distances of a cell's residuals from their mean. */
function squaredResiduals({ answers, n, sum, sumSquares }: SubsetMoments, mean: number, max: number): number {
  const squares = sumSquares - 2 * mean * sum + mean ** 2 * n - (sum - mean * n) ** 2 / answers
  // What is left of rounding must not pass for a spread.
  return squares > 1e-9 * answers * max ** 2 ? squares : 0
}

/** How far cells that never varied could move the mean of `n` values, and how many values they have. */
function reachOf(cells: readonly Moments[], n: number, distance: (cell: Moments) => number) {
  const movable = cells.filter((cell) => distance(cell) > 0)
  return { n: sumBy(movable, (cell) => cell.n), distance: sumBy(movable, distance) / n }
}
