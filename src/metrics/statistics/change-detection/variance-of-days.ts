import type { IndexRange, Series } from './daily-sums.ts'

/**
 * Returns Σh_d²/(D−1) over the D days of a range with answers, with the mean residual h_d of a day: what days of all cells have in
 * common. `means`: Σe/n of each cell in the range.
 */
export function varianceOfDays(
  { answers, sums }: Series,
  { cells, range }: { cells: readonly number[]; range: IndexRange },
  { ratio, means }: { ratio: number; means: Float64Array },
): number {
  const size = Math.max(0, range.to - range.from + 1)
  const [n, residuals] = [new Float64Array(size), new Float64Array(size)]
  const [dailyN, dailyY, dailyX] = [answers.n.daily, sums.y.daily, sums.x.daily]
  for (const [index, cell] of cells.entries()) {
    const mean = means[index] ?? 0
    const start = cell * range.dayCount + range.from
    for (let day = 0; day < size; day += 1) {
      const answersOfDay = dailyN[start + day] ?? 0
      const residual = (dailyY[start + day] ?? 0) - ratio * (dailyX[start + day] ?? 0) - mean * answersOfDay
      n[day] = (n[day] ?? 0) + answersOfDay
      residuals[day] = (residuals[day] ?? 0) + residual
    }
  }
  let squares = 0
  let dayCount = 0
  for (let day = 0; day < size; day += 1) {
    const answersOfDay = n[day] ?? 0
    if (answersOfDay === 0) continue
    squares += ((residuals[day] ?? 0) / answersOfDay) ** 2
    dayCount += 1
  }
  return dayCount < 2 ? 0 : squares / (dayCount - 1)
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
