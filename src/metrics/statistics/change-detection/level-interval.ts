import { addDay, type DayColumns, noDaySums, toColumns } from '../day-sums.ts'
import { computeStrata } from '../strata.ts'
import { getLevel, type Level } from '../stratified-interval.ts'
import { indexRange, type Series } from './daily-sums.ts'
import type { DayRange } from './windows.ts'

/** Returns the number in a window with its variance; null if x is zero. */
export const estimateLevel = (series: Series, window: DayRange, { max }: { max: number }): Level | null =>
  getLevel(computeStrata(columnsIn(series, window), max), { max })

export function columnsIn({ answers, sums, members }: Series, window: DayRange): DayColumns {
  const { from, to } = indexRange(answers, window)
  const cells = members.map((cell) => {
    const start = cell * answers.dayCount
    const cellSums = noDaySums()
    for (let at = start + from; at <= start + to; at++) {
      const n = answers.n.daily[at] ?? 0
      const counted = answers.counted.daily[at] ?? 0
      if (n > 0) addDay(cellSums, { n, y: sums.y.daily[at] ?? 0, x: sums.x.daily[at] ?? 0, answers: counted })
    }
    return cellSums
  })
  return toColumns(cells)
}
