/**
 * The interval of a mean over prompts from a few additive sums: the same as `basketInterval` computes from the cells, without
 * storing cells for every day, week, platform and model.
 */
import { addDrift, basketInterval, type Drift, limitsAt, type Moments } from './basket.ts'
import { tQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'

/**
 * Sums over cells. `within`: squared distances from each cell's mean; `spread`: the same, multiplied by n / (n − 1) per cell;
 * `alone`: cells with one answer. `rise` and `fall` sum over cells without variance how far their values are from the largest
 * value and from zero; `rise_n` and `fall_n` count the answers of those cells that can rise or fall.
 */
export type Strata = Record<(typeof strataSums)[number], number>

const strataSums = [
  'n',
  'sum',
  'squares',
  'cells',
  'alone',
  'within',
  'spread',
  'rise_n',
  'rise',
  'fall_n',
  'fall',
] as const

export const noStrata = (): Strata => ({
  n: 0,
  sum: 0,
  squares: 0,
  cells: 0,
  alone: 0,
  within: 0,
  spread: 0,
  rise_n: 0,
  rise: 0,
  fall_n: 0,
  fall: 0,
})

export function strataOf(cells: Iterable<Moments>, max: number): Strata {
  const strata = noStrata()
  for (const { n, sum, sumSquares } of cells) addCell(strata, { n, sum, sumSquares }, max)
  return strata
}

/** Like `strataOf`, of cells in columns. */
export function strataOfColumns(
  { n, sum, sumSquares }: Record<keyof Moments, Float64Array>,
  max: number,
): Strata {
  const strata = noStrata()
  const cell = { n: 0, sum: 0, sumSquares: 0 }
  for (let at = 0; at < n.length; at += 1) {
    cell.n = n[at] ?? 0
    cell.sum = sum[at] ?? 0
    cell.sumSquares = sumSquares[at] ?? 0
    addCell(strata, cell, max)
  }
  return strata
}

/** Adds a cell to `strata` in place. `max`: the largest value of one answer. */
export function addCell(strata: Strata, { n, sum, sumSquares }: Moments, max: number): void {
  const distance = sumSquares - sum * (sum / n)
  strata.n += n
  strata.sum += sum
  strata.squares += sumSquares
  strata.cells += 1
  if (n === 1) strata.alone += 1
  // Rounding errors must not count as variance.
  if (distance > 1e-9 * n * max * max) {
    strata.within += distance
    if (n > 1) strata.spread += (distance * n) / (n - 1)
    return
  }
  if (sum < n * max) strata.rise_n += n
  strata.rise += n * max - sum
  if (sum > 0) strata.fall_n += n
  strata.fall += sum
}

/** Adds `part` to `strata` in place. */
export function addTo(strata: Strata, part: Strata): void {
  for (const name of strataSums) strata[name] += part[name]
}

/** Subtracts some of the cells that were added to `strata`, in place. `max`: the largest value of one answer. */
export function subtractStrata(strata: Strata, part: Strata, max: number): void {
  for (const name of strataSums) strata[name] -= part[name]
  // Rounding errors must not count as variance.
  if (strata.within > 1e-9 * strata.n * max * max) return
  strata.within = 0
  strata.spread = 0
}

/** Adds up the sums of disjoint sets of cells. */
export function addStrata(parts: readonly Strata[]): Strata {
  const sum = noStrata()
  for (const part of parts) addTo(sum, part)
  return sum
}

/**
 * Returns the interval in the unit of the sums; null without answers. `max`: the largest value of one answer. `drift` is added
 * to the variance.
 */
export function strataInterval(strata: Strata, max: number, drift: Drift | null = null): Interval | null {
  const { n, sum, squares, cells, alone, within, spread } = strata
  const repeats = n - cells
  if (cells <= 1 || repeats < 8 || alone > n / 3) {
    const pooled = basketInterval([{ n, sum, sumSquares: squares }], { max, drift })
    return pooled && cells > 1 ? { ...pooled, method: 'pooled_wilson' } : pooled
  }
  const mean = sum / n / max
  const variance = (spread + (alone * within) / repeats) / (n * max) ** 2
  const reach = (answers: number, distance: number) => ({ n: answers, distance: distance / n / max })
  const estimate = {
    method: 'stratified_wilson' as const,
    mean,
    effectiveN: variance > 0 ? (mean * (1 - mean)) / variance : Infinity,
    df: repeats,
    rise: reach(strata.rise_n, strata.rise),
    fall: reach(strata.fall_n, strata.fall),
  }
  const level = 0.95
  const { low, high } = limitsAt(addDrift(estimate, drift, max), tQuantile((1 + level) / 2, estimate.df))
  return { low: max * low, high: max * high, level, method: estimate.method }
}
