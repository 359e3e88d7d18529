import { type DayColumns, toColumns } from '../day-sums.ts'
import type { Interval } from '../intervals.ts'
import { computeStrata } from '../strata.ts'
import { getLevel, type Level, stratifiedInterval } from '../stratified-interval.ts'
import { indexRange, type Series } from './daily-sums.ts'
import { computeDrift } from './drift.ts'
import type { DayRange } from './windows.ts'

/**
 * Returns the interval of a number in a window, in the unit of y / x; null if x is zero. `max`: the largest value of the number.
 * It is about these prompts and how these engines answered in this period. With enough history it also contains how far the
 * drift of single prompts moves the window from the long-run level; it never contains drift that all prompts share.
 */
export const levelInterval = (
  series: Series,
  window: DayRange,
  { max, level = 0.95 }: { max: number; level?: number },
): Interval | null =>
  stratifiedInterval(columnsIn(series, window), { max, level, drift: computeDrift(series, window) })

/** Returns the number in a window with its variance; null if x is zero. */
export const estimateLevel = (series: Series, window: DayRange, { max }: { max: number }): Level | null =>
  getLevel(computeStrata(columnsIn(series, window), max), { max })

function columnsIn({ answers, sums, members }: Series, window: DayRange): DayColumns {
  const { from, to } = indexRange(answers, window)
  const cells = members.map((cell) => {
    const start = cell * answers.dayCount
    const sum = { days: 0, answers: 0, n: 0, y: 0, x: 0, nn: 0, yy: 0, xx: 0, xy: 0, yn: 0, xn: 0 }
    for (let at = start + from; at <= start + to; at++) {
      const [n, y, x] = [answers.n.daily[at] ?? 0, sums.y.daily[at] ?? 0, sums.x.daily[at] ?? 0]
      sum.days += Math.sign(n)
      sum.answers += answers.counted.daily[at] ?? 0
      sum.n += n
      sum.y += y
      sum.x += x
      sum.nn += n * n
      sum.yy += y * y
      sum.xx += x * x
      sum.xy += x * y
      sum.yn += y * n
      sum.xn += x * n
    }
    return sum
  })
  return toColumns(cells)
}
