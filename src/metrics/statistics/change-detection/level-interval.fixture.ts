import type { Interval } from '../intervals.ts'
import { stratifiedInterval } from '../stratified-interval.ts'
import type { Series } from './daily-sums.ts'
import { computeDrift } from './drift.ts'
import { columnsIn } from './level-interval.ts'
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
