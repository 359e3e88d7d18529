/**
 * Compares daily counts, such as visits, between two ranges of days. The log of the ratio of two means has the variance
 * φ(1/Σy_A + 1/Σy_B) plus an allowance for drift, with the overdispersion φ of the days around their weekday and level (McCullagh
 * and Nelder, Generalized Linear Models, 1989, section 6.2).
 */
import { usualQuantile } from './usual-change.ts'

/** Days that were not measured have no element. */
export type CountDay = { day: number; count: number }

export type CountWindows = { before: readonly CountDay[]; after: readonly CountDay[] }

export type CountComparison = {
  /** The counts in both windows. */
  before: number
  after: number
  /** The ratio of the counts if nothing changed, because the windows have different numbers of days of each weekday. */
  expectedRatio: number
  /** Of the ratio of the counts to the expected one. */
  logRatio: number
  variance: number
  df: number
}

/** Counts of a site drift by about a tenth (standard deviation) without a cause. */
const driftVariance = 0.1 ** 2

/** With fewer in both windows together, the normal approximation of the log ratio is poor. */
const minCount = 30

const daysOfWeek = 7

/** Returns null without enough counts, or without days of each weekday. `levels`: ranges of days, each with its own level. */
export function compareCounts(
  { before, after }: CountWindows,
  levels: readonly (readonly CountDay[])[],
): CountComparison | null {
  const [sumBefore, sumAfter] = [sumCounts(before), sumCounts(after)]
  if (sumBefore + sumAfter < minCount) return null
  const weekdays = meanByWeekday(levels.flat())
  const expectedRatio = sumExpected(after, weekdays) / sumExpected(before, weekdays)
  if (!(expectedRatio > 0 && expectedRatio < Number.POSITIVE_INFINITY)) return null
  // Half a count keeps the ratio finite when a window has none.
  const [a, b] = [sumBefore + 0.5, sumAfter + 0.5]
  const df = levels.flat().length - daysOfWeek - (levels.length - 1)
  return {
    before: sumBefore,
    after: sumAfter,
    expectedRatio,
    logRatio: Math.log(b / a / expectedRatio),
    variance: dispersion(levels, weekdays, df) * (1 / a + 1 / b) + driftVariance,
    df,
  }
}

/** With fewer days before the window, neither the weekdays nor their variation are known. */
const minPastDays = 2 * daysOfWeek

type UsualCounts = CountWindows & {
  /** The days before `after`. */
  past: readonly CountDay[]
  /** The length of the list that the count is a row of. */
  rows: number
}

/**
 * Returns by how much a count usually differs, in the direction in which it differs, between two periods that a person chose. With
 * the same sum of both counts, the difference exceeds this exactly if the ratio of the counts is unusual.
 */
export function usualCountChange({ before, after, past, rows }: UsualCounts): number | null {
  if (past.length < minPastDays) return null
  const compared = compareCounts({ before, after }, [past, after])
  if (compared === null) return null
  // Many past days would hide that the days of these periods vary more, such as in a burst.
  const ofPeriods = compareCounts({ before, after }, [before, after])?.variance ?? 0
  const variance = Math.max(compared.variance, ofPeriods)
  const half = usualQuantile(compared.df, rows) * Math.sqrt(variance)
  const expected = Math.log(compared.expectedRatio)
  const direction = Math.sign(compared.after - compared.before) || 1
  const sum = compared.before + compared.after + 1
  return Math.max(0, sum * Math.tanh((half + direction * expected) / 2))
}

/** Weekdays without a day are not numbers. */
function meanByWeekday(days: readonly CountDay[]): Float64Array {
  const [sums, counts] = [new Float64Array(daysOfWeek), new Float64Array(daysOfWeek)]
  for (const { day, count } of days) {
    const weekday = day % daysOfWeek
    sums[weekday] = (sums[weekday] ?? 0) + count
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return sums.map((sum, weekday) => sum / (counts[weekday] ?? 0))
}

/** Pearson's estimate: (y − μ)²/μ per degree of freedom, with μ proportional to the level and the weekday. At least 1. */
function dispersion(levels: readonly (readonly CountDay[])[], weekdays: Float64Array, df: number): number {
  let squares = 0
  for (const level of levels) {
    const factor = sumCounts(level) / sumExpected(level, weekdays)
    for (const { day, count } of level) {
      const expected = factor * (weekdays[day % daysOfWeek] ?? 0)
      if (expected > 0) squares += (count - expected) ** 2 / expected
    }
  }
  return Math.max(1, squares / df)
}

const sumCounts = (days: readonly CountDay[]): number => days.reduce((sum, { count }) => sum + count, 0)

const sumExpected = (days: readonly CountDay[], weekdays: Float64Array): number =>
  days.reduce((sum, { day }) => sum + (weekdays[day % daysOfWeek] ?? 0), 0)
