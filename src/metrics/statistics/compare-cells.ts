/**
 * Compares a number in two windows over the cells with answers in both: for the change since the previous window
 * (window-change.ts) and for change detection (change-detection/compare-windows.ts).
 *
 * Each cell has the weight ω, its share of the answers of the later window, in both windows. So adding prompts, or more answers to
 * some of them, is not a change. Residuals are e = y − R·x with R the number over both windows, so the variance is the variance of
 * a ratio (Cochran, Sampling Techniques, 1977, section 6.11). A: earlier window, B: later window, G: prompts with x > 0.
 */
import { type DayColumns, type DaySums, noDaySums, readSums, squaresWithin } from './day-sums.ts'
import { tTwoSidedP } from './distributions.ts'
import type { VarianceParts } from './variance-parts.ts'

/** The sums of the common cells in both windows, in the same order. `prompts`: the index of the prompt of each cell. */
export type ComparedCells = {
  prompts: Int32Array
  promptCount: number
  before: DayColumns
  after: DayColumns
}

/** The sums of a window: its answers, Σx without weights, and the weighted means per answer Σω·y/n and Σω·x/n. */
type Means = { answers: number; x: number; meanX: number; meanY: number }

export type CellComparison = {
  before: Means
  after: Means
  /** The number in both windows, and its difference. */
  previous: number
  current: number
  delta: number
  /** R */
  ratio: number
  parts: VarianceParts
}

export function compareCells(cells: ComparedCells): CellComparison {
  const later = cells.after.n
  const [before, after] = [computeMeans(cells.before, later), computeMeans(cells.after, later)]
  const both = (mean: (means: Means) => number) => before.answers * mean(before) + after.answers * mean(after)
  const ratio = both(({ meanY }) => meanY) / both(({ meanX }) => meanX)
  const [previous, current] = [before.meanY / before.meanX, after.meanY / after.meanX]
  const delta = current - previous
  const pooledX = both(({ meanX }) => meanX) / (before.answers + after.answers)
  const parts = getParts(cells, { before, after, ratio, pooledX, delta })
  return { before, after, previous, current, delta, ratio, parts }
}

/** Returns the two-sided p-value of Student's t. */
export function computePValue(
  { delta, ratio }: Pick<CellComparison, 'delta' | 'ratio'>,
  { variance, df }: { variance: number; df: number },
): number {
  // Rounding errors must not count as variance, because their quotient would be an arbitrary t.
  const isConstant = variance <= (1e-9 * ratio) ** 2
  return isConstant || delta === 0 ? 1 : tTwoSidedP(delta / Math.sqrt(variance), df)
}

/** `later`: the answers of each cell in the later window. Σω·y/n is Σ(y·n_B/n) divided by N_B, which is exact when y is a multiple of n. */
function computeMeans({ answers: counted, n, y, x }: DayColumns, later: Float64Array): Means {
  const means = { answers: 0, x: 0, meanX: 0, meanY: 0 }
  for (let cell = 0; cell < later.length; cell += 1) {
    const [answers, weight] = [n[cell] ?? 1, later[cell] ?? 0]
    means.answers += answers
    means.x += ((x[cell] ?? 0) * (counted[cell] ?? 1)) / answers
    means.meanX += ((x[cell] ?? 0) * weight) / answers
    means.meanY += ((y[cell] ?? 0) * weight) / answers
  }
  const all = sumUp(later)
  means.meanX /= all
  means.meanY /= all
  return means
}

function sumUp(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}

type Compared = Pick<CellComparison, 'before' | 'after' | 'ratio' | 'delta'> & { pooledX: number }

/**
 * - Sampling, with the days of each cell as independent clusters: Σω²s²(1/(n_A x̄_A²) + 1/(n_B x̄_B²)).
 * - Drift of prompts, each with all its cells: Σ_p ω_p·Σ_{c∈p}ωs²/x̄², with ω_p = Σ_{c∈p}ω and s² of an answer of weight 1.
 * - Prompts as clusters: G/(G−1)·Σ(v_p − δ/G)², where v_p is a prompt's part of δ.
 */
function getParts(
  { prompts, promptCount, before, after }: ComparedCells,
  { before: a, after: b, ratio, pooledX, delta }: Compared,
): VarianceParts {
  const sums = () => new Float64Array(promptCount)
  const [xs, weights, variances, contributions] = [sums(), sums(), sums(), sums()]
  const [inA, inB, all] = [noDaySums(), noDaySums(), noDaySums()]
  let sampling = 0
  let repeats = 0
  for (let cell = 0; cell < prompts.length; cell += 1) {
    readSums(before, cell, inA)
    readSums(after, cell, inB)
    addBoth(all, inA, inB)
    const weight = inB.n / b.answers
    const squares = Math.max(0, squaresWithin(all, ratio))
    const variance = (all.days / ((all.days - 1) * all.n)) * squares
    sampling += weight ** 2 * variance * (1 / (inA.n * a.meanX ** 2) + 1 / (inB.n * b.meanX ** 2))
    repeats += all.days - 1
    const prompt = prompts[cell] ?? 0
    const contribution =
      weight * ((inB.y - ratio * inB.x) / (inB.n * b.meanX) - (inA.y - ratio * inA.x) / (inA.n * a.meanX))
    xs[prompt] = (xs[prompt] ?? 0) + all.x
    weights[prompt] = (weights[prompt] ?? 0) + weight
    variances[prompt] = (variances[prompt] ?? 0) + weight * variance * (all.answers / all.n)
    contributions[prompt] = (contributions[prompt] ?? 0) + contribution
  }
  const drift = weights.reduce((sum, weight, prompt) => sum + weight * (variances[prompt] ?? 0), 0)
  const present = contributions.filter((_, prompt) => (xs[prompt] ?? 0) > 0)
  return {
    sampling,
    drift: drift / pooledX ** 2,
    prompts: varianceOfSum(present, delta),
    promptCount: present.length,
    repeats,
  }
}

/** G/(G−1)·Σ(v − δ/G)², 0 for one prompt. */
function varianceOfSum(contributions: Float64Array, delta: number): number {
  const size = contributions.length
  if (size < 2) return 0
  const squares = contributions.reduce((sum, each) => sum + (each - delta / size) ** 2, 0)
  return (size / (size - 1)) * squares
}

function addBoth(target: DaySums, a: DaySums, b: DaySums): void {
  target.days = a.days + b.days
  target.answers = a.answers + b.answers
  target.n = a.n + b.n
  target.y = a.y + b.y
  target.x = a.x + b.x
  target.nn = a.nn + b.nn
  target.yy = a.yy + b.yy
  target.xx = a.xx + b.xx
  target.xy = a.xy + b.xy
  target.yn = a.yn + b.yn
  target.xn = a.xn + b.xn
}
