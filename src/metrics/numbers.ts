/** How the numbers of a metric are made from sums and shown: percentages and scores with two decimals, null without data. */
import { z } from 'zod'
import { basketInterval, type Cell } from './statistics/basket.ts'
import type { Interval } from './statistics/intervals.ts'

export const Pct = z.number().min(0).max(100).nullable()

export const IntervalRecord = z
  .object({ low: z.number(), high: z.number(), level: z.number(), method: z.string() })
  .nullable()
  .meta({ id: 'Interval' })

export const ChangeRecord = z
  .object({
    previous: z.number().nullable(),
    delta: z.number().nullable(),
    state: z.enum(['up', 'down', 'no_significant_change', 'insufficient_data', 'not_comparable']),
    p_value: z.number().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'Change' })

export const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** Largest score of one answer, in the thousandths that sums are kept in. */
export const maxScoreMilli = 100_000

export const ratioPct = (part: number, whole: number): number | null =>
  whole === 0 ? null : twoDecimals((100 * part) / whole)
export const meanScore = (scoreMilli: number, answers: number): number | null =>
  answers === 0 ? null : twoDecimals(scoreMilli / 1000 / answers)

/** A rate of 0/1 values as cells: its squares sum to its sum. */
export const rateCell = (n: number, hits: number): Cell => ({ n, sum: hits, sumSquares: hits })

export const rateIntervalPct = (cells: Cell[]) => shown(basketInterval(cells, { max: 1 }), 100)
export const scoreInterval = (cells: Cell[]) => shown(basketInterval(cells, { max: maxScoreMilli }), 1 / 1000)

function shown(interval: Interval | null, factor: number): z.input<typeof IntervalRecord> {
  return (
    interval && {
      ...interval,
      low: twoDecimals(interval.low * factor),
      high: twoDecimals(interval.high * factor),
    }
  )
}
