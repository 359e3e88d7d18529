import { addDrift, basketInterval, type Drift, limitsAt, type Moments, sumBy } from './basket.ts'
import { tQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'

/** A cell of `answers`, of which `n` have the value, such as a brand's position in the answers that name it. */
export type SubsetMoments = Moments & { answers: number }

/**
 * Returns the interval of the mean of a value that only some answers have, Σ sum / Σ n, in the unit of the sums; null when no
 * answer has one. `max`: the largest value. It is about these prompts only, like `basketInterval`. `drift` is
 * added to the variance.
 *
 * The number of answers with a value is random too, and affects the mean when prompts differ. So the variance is that of a
 * ratio (Cochran, Sampling Techniques, 1977, section 6.11): within each cell the variance of the residuals, value minus mean,
 * and zero for answers without a value.
 */
export function subsetMeanInterval(
  cells: readonly SubsetMoments[],
  { max, level = 0.95, drift = null }: { max: number; level?: number; drift?: Drift | null },
): Interval | null {
  const having = cells.filter(({ n }) => n > 0)
  const all = poolOf(having)
  const pooled = basketInterval([all], { max, level, drift })
  if (having.length <= 1) return pooled
  const repeats = all.answers - having.length
  const alone = having.filter(({ answers }) => answers === 1).length
  if (repeats < 8 || alone > all.answers / 3) return pooled && { ...pooled, method: 'pooled_wilson' }

  const mean = all.sum / all.n
  const unvaried: Moments[] = []
  let within = 0
  let repeated = 0
  for (const cell of having) {
    const squares = squaredResiduals(cell, mean, max)
    within += squares
    if (cell.answers > 1) repeated += (squares * cell.answers) / (cell.answers - 1)
    if (squares === 0) unvaried.push(cell)
  }
  const variance = repeated + (alone * within) / repeats
  const share = mean / max
  const estimate = {
    method: 'stratified_wilson' as const,
    mean: share,
    effectiveN: variance > 0 ? (share * (1 - share) * (all.n * max) ** 2) / variance : Infinity,
    df: repeats,
    rise: reachOf(unvaried, all.n, ({ n, sum }) => n - sum / max),
    fall: reachOf(unvaried, all.n, ({ sum }) => sum / max),
  }
  const { low, high } = limitsAt(addDrift(estimate, drift, max), tQuantile((1 + level) / 2, repeats))
  return { low: max * low, high: max * high, level, method: estimate.method }
}

function poolOf(cells: readonly SubsetMoments[]): SubsetMoments {
  const pool = { answers: 0, n: 0, sum: 0, sumSquares: 0 }
  for (const { answers, n, sum, sumSquares } of cells) {
    pool.answers += answers
    pool.n += n
    pool.sum += sum
    pool.sumSquares += sumSquares
  }
  return pool
}

/** Returns the sum of squared distances of a cell's residuals from their mean. */
function squaredResiduals({ answers, n, sum, sumSquares }: SubsetMoments, mean: number, max: number): number {
  const squares = sumSquares - 2 * mean * sum + mean ** 2 * n - (sum - mean * n) ** 2 / answers
  // Rounding errors must not count as variance.
  return squares > 1e-9 * answers * max ** 2 ? squares : 0
}

/** Returns how far cells without variance could move the mean of `n` values, and how many values they have. */
function reachOf(cells: readonly Moments[], n: number, distance: (cell: Moments) => number) {
  const movable = cells.filter((cell) => distance(cell) > 0)
  return { n: sumBy(movable, (cell) => cell.n), distance: sumBy(movable, distance) / n }
}
