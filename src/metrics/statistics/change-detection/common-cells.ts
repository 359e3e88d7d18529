import type { DayColumns } from '../day-sums.ts'
import { type IndexRange, indexRange, type Series, sumOver } from './daily-sums.ts'
import type { Windows } from './windows.ts'

/** A value in each window. */
export type InWindows<T> = { reference: T; recent: T }

/** The cells with answers in both windows. `recentAnswers`: of all cells of the series. */
export type CommonCells = {
  cells: readonly number[]
  ranges: InWindows<IndexRange>
  recentAnswers: number
}

/** Returns the cells of a series with answers in both windows; null without such cells. */
export function findCommonCells({ answers, members }: Series, windows: Windows): CommonCells | null {
  const ranges = {
    reference: indexRange(answers, windows.reference),
    recent: indexRange(answers, windows.recent),
  }
  const cells: number[] = []
  let recentAnswers = 0
  for (const cell of members) {
    const recent = sumOver(answers.n, cell, ranges.recent)
    recentAnswers += recent
    if (recent > 0 && sumOver(answers.n, cell, ranges.reference) > 0) cells.push(cell)
  }
  return cells.length === 0 ? null : { cells, ranges, recentAnswers }
}

/** Returns the sums of cells over a range of days. */
export function sumsIn({ answers, sums }: Series, cells: readonly number[], range: IndexRange): DayColumns {
  const column = () => new Float64Array(cells.length)
  const [days, counted, n, y, x, nn] = [column(), column(), column(), column(), column(), column()]
  const [yy, xx, xy, yn, xn] = [column(), column(), column(), column(), column()]
  const [dailyN, dailyY, dailyX] = [answers.n.daily, sums.y.daily, sums.x.daily]
  for (const [index, cell] of cells.entries()) {
    days[index] = sumOver(answers.active, cell, range)
    counted[index] = sumOver(answers.counted, cell, range)
    n[index] = sumOver(answers.n, cell, range)
    y[index] = sumOver(sums.y, cell, range)
    x[index] = sumOver(sums.x, cell, range)
    // This loop takes most of the time of a test, so it adds to local variables.
    let [ofNn, ofYy, ofXx, ofXy, ofYn, ofXn] = [0, 0, 0, 0, 0, 0]
    const start = cell * range.dayCount
    for (let at = start + range.from; at <= start + range.to; at += 1) {
      const [dayN, dayY, dayX] = [dailyN[at] ?? 0, dailyY[at] ?? 0, dailyX[at] ?? 0]
      ofNn += dayN * dayN
      ofYy += dayY * dayY
      ofXx += dayX * dayX
      ofXy += dayX * dayY
      ofYn += dayY * dayN
      ofXn += dayX * dayN
    }
    nn[index] = ofNn
    yy[index] = ofYy
    xx[index] = ofXx
    xy[index] = ofXy
    yn[index] = ofYn
    xn[index] = ofXn
  }
  return { days, answers: counted, n, y, x, nn, yy, xx, xy, yn, xn }
}
