/**
 * The sums over cells from which the interval of a number is computed. They are additive, so a trend stores them instead of the
 * cells of every day, week, platform and model.
 */
import { type DayColumns, type DaySums, noSums, readCell, squaresWithin } from './day-sums.ts'

/**
 * Sums over cells. `single`: cells with one day; `single_n`: their answers. `within`: squared distances of the days from the mean of their cell;
 * `spread`: the same, multiplied by D / (D − 1) for the D days of a cell. `rise` and `fall` sum over cells without variance how
 * far their values are from the largest value and from zero, in the unit of y; `rise_n` and `fall_n` count the values of those cells that can rise
 * or fall.
 */
export type Strata = Pick<DaySums, 'days' | 'n' | 'y' | 'x' | 'nn' | 'yy' | 'xx' | 'xy'> &
  Record<(typeof ofCells)[number], number>

const ofCells = [
  'cells',
  'single',
  'single_n',
  'within',
  'spread',
  'rise_n',
  'rise',
  'fall_n',
  'fall',
] as const
const names = ['days', 'n', 'y', 'x', 'nn', 'yy', 'xx', 'xy', ...ofCells] as const

export const noStrata = (): Strata => ({
  days: 0,
  n: 0,
  y: 0,
  x: 0,
  nn: 0,
  yy: 0,
  xx: 0,
  xy: 0,
  cells: 0,
  single: 0,
  single_n: 0,
  within: 0,
  spread: 0,
  rise_n: 0,
  rise: 0,
  fall_n: 0,
  fall: 0,
})

/** Adds up the cells with a denominator. `max`: the largest value of the number. */
export function strataOf(columns: DayColumns, max: number): Strata {
  const { y, x } = columns
  let [sumY, sumX] = [0, 0]
  for (let cell = 0; cell < x.length; cell += 1) {
    sumY += y[cell] ?? 0
    sumX += x[cell] ?? 0
  }
  const ratio = sumX === 0 ? 0 : sumY / sumX
  const strata = noStrata()
  const cell = noSums()
  for (let index = 0; index < x.length; index += 1) {
    if (x[index] === 0) continue
    readCell(columns, index, cell)
    addCell(strata, cell, { max, ratio })
  }
  return strata
}

/** Adds a cell to `strata` in place. `ratio`: the number over all cells; of a mean over all answers it does not matter. */
export function addCell(
  strata: Strata,
  cell: DaySums,
  { max, ratio = 0 }: { max: number; ratio?: number },
): void {
  const { days, n, y, x } = cell
  strata.days += days
  strata.n += n
  strata.y += y
  strata.x += x
  strata.nn += cell.nn
  strata.yy += cell.yy
  strata.xx += cell.xx
  strata.xy += cell.xy
  strata.cells += 1
  if (days === 1) {
    strata.single += 1
    strata.single_n += n
  }
  const squares = squaresWithin(cell, ratio)
  if (isVariance(squares, n, max)) {
    strata.within += squares
    if (days > 1) strata.spread += (squares * days) / (days - 1)
    return
  }
  // An answer can contain several mentions, which are no independent values.
  const values = Math.min(n, x)
  if (y < x * max) strata.rise_n += values
  strata.rise += x * max - y
  if (y > 0) strata.fall_n += values
  strata.fall += y
}

/** Rounding errors must not count as variance. */
export const isVariance = (squares: number, n: number, max: number): boolean => squares > 1e-9 * n * max * max

/** Adds `part` to `strata` in place. */
export function addTo(strata: Strata, part: Strata): void {
  for (const name of names) strata[name] += part[name]
}

/** Subtracts some of the cells that were added to `strata`, in place. `max`: the largest value of the number. */
export function subtractStrata(strata: Strata, part: Strata, max: number): void {
  for (const name of names) strata[name] -= part[name]
  if (isVariance(strata.within, strata.n, max)) return
  strata.within = 0
  strata.spread = 0
}
