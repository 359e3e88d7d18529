import { tQuantile } from './distributions.ts'
import { type Interval, type IntervalMethod, type Limits, wilsonLimits } from './intervals.ts'

/**
 * The moments of one cell of answers, such as the answers to a prompt on a platform: their number, the sum of their values
 * and the sum of the squared values, all integers. A rate has the values 0 and 1, so both sums are equal; a score is in
 * thousandths of a point (0 to 100,000).
 */
export type Moments = { n: number; sum: number; sumSquares: number }

/**
 * What the drift of single prompts adds to the variance of a mean (change-detection/drift.ts), in the squared unit of the
 * values. `ratio`: the mean over the days from which it was estimated.
 */
export type Drift = { variance: number; ratio: number }

/**
 * Returns the interval of the plain mean over all answers of a basket of prompts, in the unit of the sums; null without
 * answers. `max`: the largest possible value of an answer (1 for a rate). It is about these prompts only: how far the mean
 * could move if the same prompts were queried again.
 *
 * One cell of 0/1 values gets Wilson's interval. Otherwise the variance of the mean is that of a stratified
 * sample, V = Σ (nᵢ/N)² sᵢ²/nᵢ with sᵢ² the sample variance within a cell (Cochran, Sampling Techniques, 1977,
 * section 5.3; a cell with one answer takes the average sᵢ² of the other cells), and the limits are Wilson's for the
 * share p = mean/max and the effective sample size p(1−p)·max²/V (the idea of Korn and Graubard 1998, Survey
 * Methodology 24:193–201), with Student's t at N − G degrees of freedom. Cells without variance add
 * nothing to V, so the limits extend at least as far as "no exception seen yet" in those cells allows. With too few repeats
 * to estimate V, all cells are pooled. `drift` is added to V.
 */
export function basketInterval(
  cells: readonly Moments[],
  { max, level = 0.95, drift = null }: { max: number; level?: number; drift?: Drift | null },
): Interval | null {
  const answered = cells.filter((cell) => cell.n > 0)
  if (answered.length === 0) return null
  const estimate = addDrift(estimateMean(weighByAnswers(answered), max), drift, max)
  const { low, high } = limitsAt(estimate, tQuantile((1 + level) / 2, estimate.df))
  return { low: max * low, high: max * high, level, method: estimate.method }
}

/** A cell with answers and its weight in the mean; the weights of a basket sum to 1. */
export type WeightedMoments = Moments & { weight: number }

/** A mean, and what its limits at any critical value are computed from; all as shares of the largest value. */
export type Estimate = {
  method: IntervalMethod
  mean: number
  effectiveN: number
  df: number
  rise: Reach
  fall: Reach
}

/** How far the mean would move in one direction if all `n` answers of the cells without variance were exceptions. */
type Reach = { n: number; distance: number }

/** Estimates the weighted mean of cells. `max`: the largest value of one answer. */
export function estimateMean(cells: readonly WeightedMoments[], max: number): Estimate {
  const [first, ...others] = cells
  if (first && others.length === 0) return max === 1 ? rateOf(first) : stratify(cells, max, 'wilson')
  if (isRepeatedEnough(cells)) return stratify(cells, max, 'stratified_wilson')
  return { ...estimateMean([pool(cells)], max), method: 'pooled_wilson' }
}

/**
 * Adds the drift of single prompts to the variance of an estimate. A mean of 0 or of the largest value has no variance, so that
 * of the drift belongs to the level of its history.
 */
export function addDrift(estimate: Estimate, drift: Drift | null, max: number): Estimate {
  if (drift === null || drift.variance === 0) return estimate
  const { mean, effectiveN } = estimate
  const level = mean === 0 || mean === 1 ? drift.ratio / max : mean
  const spread = level * (1 - level)
  return { ...estimate, effectiveN: spread / (spread / effectiveN + drift.variance / max ** 2) }
}

/** Returns the limits at `critical` standard errors, within 0 and 1. */
export function limitsAt({ mean, effectiveN, rise, fall }: Estimate, critical: number): Limits {
  const spread = wilsonLimits(mean, effectiveN, critical)
  return {
    low: Math.max(0, Math.min(spread.low, mean - unseen(fall, critical))),
    high: Math.min(1, Math.max(spread.high, mean + unseen(rise, critical))),
  }
}

/** How far the mean may move because of exceptions that `n` answers did not show. */
function unseen({ n, distance }: Reach, critical: number): number {
  return n === 0 ? 0 : distance * wilsonLimits(0, n, critical).high
}

/** Weights the cells so that their weighted mean is the plain mean over all answers. */
function weighByAnswers(cells: readonly Moments[]): WeightedMoments[] {
  const answers = sumBy(cells, (cell) => cell.n)
  return cells.map((cell) => ({ ...cell, weight: cell.n / answers }))
}

function rateOf(cell: Moments): Estimate {
  return {
    method: 'wilson',
    mean: cell.sum / cell.n,
    effectiveN: cell.n,
    df: Infinity,
    rise: { n: 0, distance: 0 },
    fall: { n: 0, distance: 0 },
  }
}

/** Whether the variance within cells can be estimated: at least eight repeats, and few cells with a single answer. */
function isRepeatedEnough(cells: readonly Moments[]): boolean {
  const answers = sumBy(cells, (cell) => cell.n)
  const alone = cells.filter((cell) => cell.n === 1).length
  return answers - cells.length >= 8 && alone <= answers / 3
}

/**
 * Pools all cells, so that differences between prompts count as noise too: never too narrow. The size is the effective
 * number of equally weighted answers.
 */
function pool(cells: readonly WeightedMoments[]): WeightedMoments {
  const n = effectiveSize(cells)
  const mean = sumBy(cells, (cell) => (cell.weight * cell.sum) / cell.n)
  const meanSquare = sumBy(cells, (cell) => (cell.weight * cell.sumSquares) / cell.n)
  return { n, sum: n * mean, sumSquares: n * meanSquare, weight: 1 }
}

function stratify(cells: readonly WeightedMoments[], max: number, method: IntervalMethod): Estimate {
  const repeats = sumBy(cells, (cell) => cell.n - 1)
  const averageVariance = repeats > 0 ? sumBy(cells, (cell) => squaresWithin(cell, max)) / repeats : 0
  const variance = sumBy(cells, (cell) => {
    const within = cell.n > 1 ? squaresWithin(cell, max) / (cell.n - 1) : averageVariance
    return (cell.weight ** 2 * within) / cell.n
  })
  const mean = sumBy(cells, (cell) => cell.weight * meanOf(cell, max))
  const unvaried = cells.filter((cell) => squaresWithin(cell, max) === 0)
  return {
    method,
    mean,
    effectiveN: variance > 0 ? (mean * (1 - mean)) / variance : Infinity,
    df: Math.max(1, repeats),
    rise: reachOf(unvaried, (cell) => 1 - meanOf(cell, max)),
    fall: reachOf(unvaried, (cell) => meanOf(cell, max)),
  }
}

function reachOf(unvaried: readonly WeightedMoments[], distance: (cell: Moments) => number): Reach {
  const movable = unvaried.filter((cell) => distance(cell) > 0)
  return { n: effectiveSize(movable), distance: sumBy(movable, (cell) => cell.weight * distance(cell)) }
}

/** The effective number of equally weighted answers (Kish 1965); 0 without cells. */
function effectiveSize(cells: readonly WeightedMoments[]): number {
  if (cells.length === 0) return 0
  const weight = sumBy(cells, (cell) => cell.weight)
  return weight ** 2 / sumBy(cells, (cell) => cell.weight ** 2 / cell.n)
}

function meanOf(cell: Moments, max: number): number {
  return cell.sum / cell.n / max
}

/** The sum of squared distances from the cell's mean, in squared shares of the largest value. */
function squaresWithin(cell: Moments, max: number): number {
  const squares = (cell.sumSquares - cell.sum * (cell.sum / cell.n)) / max ** 2
  // Rounding errors must not count as variance.
  return squares > 1e-9 * cell.n ? squares : 0
}

/** Returns the sum of an amount over items. */
export function sumBy<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}
