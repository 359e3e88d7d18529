/** Simulates a plan on the answers of a brand: leaves out the days that it would not have asked, and computes the same intervals. */
import type { DayColumns } from './statistics/day-sums.ts'
import { addDay, addUpDays, noDaySums, squaresWithin, toColumns } from './statistics/day-sums.ts'
import { type Drift, stratifiedInterval } from './statistics/stratified-interval.ts'

/** The sums of a cell on a day with answers; `n`, `y` and `x` with the weights of the answers (day-sums.ts). */
export type CellDay = { answers: number; n: number; y: number; x: number }

/** A number over some cells, of which the questions of a conversation are one. `days`: of each of its cells, ascending. `max`: its largest value. */
export type PlannedSeries = {
  cells: readonly number[]
  days: readonly (readonly CellDay[])[]
  max: number
  isRate: boolean
  drift: Drift | null
}

/** With this many different first days, the width of the interval hardly depends on them. */
const shifts = 12

/**
 * Returns the average width of the interval under a plan, in the unit of y / x; null without an interval. `ratios`: of each cell of the
 * brand, how many times less often it is asked than in the history. A cell that would be asked more often keeps its days, so that the
 * width is at most too large. `pause`: from `timeSlicer`.
 */
export async function simulateWidth(
  series: PlannedSeries,
  ratios: readonly number[],
  pause: () => Promise<void>,
): Promise<number | null> {
  const isThinned = series.cells.some((cell) => (ratios[cell] ?? 1) > 1)
  let [sum, count] = [0, 0]
  for (let shift = 0; shift < (isThinned ? shifts : 1); shift += 1) {
    const interval = stratifiedInterval(thin(series, ratios, shift), series)
    await pause()
    if (!interval) continue
    sum += interval.high - interval.low
    count += 1
  }
  return count === 0 ? null : sum / count
}

/** Returns the sums of the days that a plan would have asked, with the weights that their answers would have. */
export function thin({ cells, days }: PlannedSeries, ratios: readonly number[], shift: number): DayColumns {
  return toColumns(
    days.flatMap((ofCell, index) => {
      const cell = cells[index] ?? 0
      const ratio = Math.max(1, ratios[cell] ?? 1)
      // The offset of the cell spreads its turns; a golden section of the number is as even as a hash.
      const offset = ((cell * 0.618_034) % 1) * ratio + (shift * ratio) / shifts
      const sums = noDaySums()
      for (const [day, { answers, n, y, x }] of ofCell.entries()) {
        const isAsked = Math.floor((day + offset + 1) / ratio) > Math.floor((day + offset) / ratio)
        if (isAsked) addDay(sums, { answers, n: n * ratio, y: y * ratio, x: x * ratio })
      }
      return sums.days === 0 ? [] : [sums]
    }),
  )
}

/** Counts as this many days with the average variance, so that a cell that happened to be constant is not taken for certain. */
const priorDays = 5

/**
 * Returns the variance of a day of each cell, in the squared unit of y, for answers with the weight 1. The variance of a cell with few
 * days is drawn to the average of the cells.
 */
export function varianceOfDays({ days }: Pick<PlannedSeries, 'days'>): Float64Array {
  const sums = days.map((ofCell) => addUpDays(ofCell))
  const [y, x] = [sums.reduce((sum, each) => sum + each.y, 0), sums.reduce((sum, each) => sum + each.x, 0)]
  const ratio = x === 0 ? 0 : y / x
  const squares = sums.map((each) =>
    each.days < 2 ? 0 : Math.max(0, squaresWithin(each, ratio)) / (each.n / each.answers) ** 2,
  )
  const repeats = sums.map((each) => Math.max(0, each.days - 1))
  const allRepeats = repeats.reduce((sum, each) => sum + each, 0)
  const mean = allRepeats === 0 ? 0 : squares.reduce((sum, each) => sum + each, 0) / allRepeats
  return Float64Array.from(squares, (each, cell) => {
    const count = repeats[cell] ?? 0
    return (each + priorDays * mean) / (count + priorDays)
  })
}
