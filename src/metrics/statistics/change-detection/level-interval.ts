import { type Drift, limitsAt, sumBy } from '../basket.ts'
import { tQuantile } from '../distributions.ts'
import type { Interval } from '../intervals.ts'
import { indexRange, type Series } from './daily-sums.ts'
import { driftOf } from './drift.ts'
import type { DayRange } from './windows.ts'

/** A number in a window, in the unit of y / x, and the variance of its days without drift. */
export type Level = {
  mean: number
  variance: number
  df: number
  method: 'stratified_wilson' | 'pooled_wilson'
}

/**
 * Returns the interval of a number in a window, in the unit of y / x; null if x is zero. `max`: the largest value of the number.
 * It is about these prompts and how these engines answered in this period. With enough history it also contains how far the
 * drift of single prompts moves the window from the long-run level; it never contains drift that all prompts share.
 *
 * The limits are Wilson's at the effective size m(1−m)/V for the share m = mean/max (the idea of Korn and Graubard 1998,
 * Survey Methodology 24:193–201), with Student's t. Cells that never varied extend them as in `basketInterval`.
 */
export function levelInterval(
  series: Series,
  window: DayRange,
  { max, level: confidence = 0.95 }: { max: number; level?: number },
): Interval | null {
  const cells = cellsIn(series, window)
  const level = levelOf(cells, max)
  if (level === null) return null
  const { mean, df, method } = level
  const x = sumBy(cells, (cell) => cell.x)
  const unvaried = unvariedCells(cells, level, max)
  const { low, high } = limitsAt(
    {
      method,
      mean: mean / max,
      effectiveN: effectiveSize(level, driftOf(series, window), max),
      df,
      rise: reachOf(unvaried, x, (cell) => cell.x - cell.y / max),
      fall: reachOf(unvaried, x, (cell) => cell.y / max),
    },
    tQuantile((1 + confidence) / 2, df),
  )
  return { low: max * low, high: max * high, level: confidence, method }
}

/** Returns the number in a window with its variance; null if x is zero. */
export function estimateLevel(series: Series, window: DayRange, { max }: { max: number }): Level | null {
  return levelOf(cellsIn(series, window), max)
}

/** The rows of a cell in a window, and their sums. */
type CellRows = { rows: { n: number; y: number; x: number }[]; n: number; y: number; x: number }

function cellsIn({ answers, sums, members }: Series, window: DayRange): CellRows[] {
  const { from, to } = indexRange(answers, window)
  return members.flatMap((cell) => {
    const start = cell * answers.dayCount
    const rows: CellRows['rows'] = []
    for (let at = start + from; at <= start + to; at++) {
      const n = answers.n.daily[at] ?? 0
      if (n > 0) rows.push({ n, y: sums.y.daily[at] ?? 0, x: sums.x.daily[at] ?? 0 })
    }
    return rows.length === 0 ? [] : [withSums(rows)]
  })
}

function withSums(rows: CellRows['rows']): CellRows {
  return {
    rows,
    n: sumBy(rows, ({ n }) => n),
    y: sumBy(rows, ({ y }) => y),
    x: sumBy(rows, ({ x }) => x),
  }
}

/**
 * V = Σ D/(D−1)·Σ_d(e_d − n_d·ē)²/X² over the cells, with the residuals e = y − R·x of a ratio (Cochran, Sampling Techniques,
 * 1977, section 6.11) and the days of a cell as clusters. A cell with one day gets the average of the other cells. Too few
 * repeated days pool the rows of all cells, so that differences between cells count as noise too.
 */
function levelOf(cells: readonly CellRows[], max: number): Level | null {
  const x = sumBy(cells, (cell) => cell.x)
  if (x === 0) return null
  const mean = sumBy(cells, ({ y }) => y) / x
  const repeats = sumBy(cells, ({ rows }) => rows.length - 1)
  const single = cells.filter(({ rows }) => rows.length === 1)
  const isPooled = repeats < minRepeats || sumBy(single, ({ n }) => n) > sumBy(cells, ({ n }) => n) / 3
  if (isPooled) return pooledLevel(poolOf(cells), mean, max)
  const average = sumBy(cells, (cell) => squaresWithin(cell, mean)) / repeats
  const sum = sumBy(cells, (cell) => {
    const days = cell.rows.length
    return days === 1 ? average : (days / (days - 1)) * squaresWithin(cell, mean)
  })
  return { mean, variance: sum / x ** 2, df: repeats, method: 'stratified_wilson' }
}

/** With fewer, the variance within cells is too imprecise. */
const minRepeats = 8

/** A single row has no variance, so it counts as a binomial sample. */
function pooledLevel({ rows, x, ...pool }: CellRows, mean: number, max: number): Level {
  const method = 'pooled_wilson'
  if (rows.length === 1) return { mean, variance: (mean * (max - mean)) / x, df: Infinity, method }
  const squares = squaresWithin({ rows, x, ...pool }, mean)
  const df = rows.length - 1
  return { mean, variance: (rows.length / df) * (squares / x ** 2), df, method }
}

function poolOf(cells: readonly CellRows[]): CellRows {
  return withSums(cells.flatMap(({ rows }) => rows))
}

/** Σ_d(e_d − n_d·ē)² */
function squaresWithin({ rows, n, y, x }: CellRows, mean: number): number {
  const average = (y - mean * x) / n
  return sumBy(rows, (row) => (row.y - mean * row.x - row.n * average) ** 2)
}

/**
 * The number of independent answers with the same variance. At 0% or 100% only drift has a variance, which belongs to the
 * level in the weeks before.
 */
function effectiveSize({ mean, variance }: Level, drift: Drift | null, max: number): number {
  const total = variance + (drift?.variance ?? 0)
  const isExtreme = mean === 0 || mean === max
  const level = isExtreme && drift ? drift.ratio : mean
  return total > 0 ? (level * (max - level)) / total : Infinity
}

function unvariedCells(cells: readonly CellRows[], { mean, method }: Level, max: number): CellRows[] {
  const strata = method === 'pooled_wilson' ? [poolOf(cells)] : cells
  // Rounding errors must not count as variance.
  return strata.filter((cell) => squaresWithin(cell, mean) <= 1e-9 * cell.n * max ** 2)
}

/** Returns how far cells without variance could move the number, and how many values they have. */
function reachOf(cells: readonly CellRows[], x: number, distance: (cell: CellRows) => number) {
  const movable = cells.filter((cell) => distance(cell) > 0)
  return { n: sumBy(movable, (cell) => cell.x), distance: sumBy(movable, distance) / x }
}
