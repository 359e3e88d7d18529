import type { DayColumns } from '../day-sums.ts'
import type { IndexRange, Series } from './daily-sums.ts'

/**
 * The compared cells by day: their answers, and the sum of their residuals y − R·x, less the mean residual of each cell times its
 * answers.
 */
export type DayResiduals = { n: Float64Array; residuals: Float64Array }

/** Returns Σh_d²/(D−1) over the D days with answers, with the mean residual h_d of a day: what days of all cells have in common. */
export function varianceOfDays({ n, residuals }: DayResiduals): number {
  let squares = 0
  let dayCount = 0
  for (let day = 0; day < n.length; day += 1) {
    const answers = n[day] ?? 0
    if (answers === 0) continue
    squares += ((residuals[day] ?? 0) / answers) ** 2
    dayCount += 1
  }
  return dayCount < 2 ? 0 : squares / (dayCount - 1)
}

/** Returns the residuals of the days of a range. `inRange`: the sums of the cells in the range. */
export function residualsOfDays(
  { answers, sums }: Series,
  { cells, range, inRange }: { cells: readonly number[]; range: IndexRange; inRange: DayColumns },
  ratio: number,
): DayResiduals {
  const size = Math.max(0, range.to - range.from + 1)
  const [n, residuals] = [new Float64Array(size), new Float64Array(size)]
  const [dailyN, dailyY, dailyX] = [answers.n.daily, sums.y.daily, sums.x.daily]
  for (const [index, cell] of cells.entries()) {
    const answersOfCell = inRange.n[index] ?? 0
    const residual = (inRange.y[index] ?? 0) - ratio * (inRange.x[index] ?? 0)
    const mean = answersOfCell === 0 ? 0 : residual / answersOfCell
    const start = cell * range.dayCount + range.from
    for (let day = 0; day < size; day += 1) {
      const answersOfDay = dailyN[start + day] ?? 0
      n[day] = (n[day] ?? 0) + answersOfDay
      residuals[day] =
        (residuals[day] ?? 0) +
        (dailyY[start + day] ?? 0) -
        ratio * (dailyX[start + day] ?? 0) -
        mean * answersOfDay
    }
  }
  return { n, residuals }
}

/** Returns the days with answers in one of the cells. */
export function countDays(
  { answers }: Series,
  cells: readonly number[],
  { from, to, dayCount }: IndexRange,
): number {
  let count = 0
  for (let day = from; day <= to; day++) {
    if (cells.some((cell) => answers.active.daily[cell * dayCount + day])) count++
  }
  return count
}
