/**
 * Which of two entities leads, and when the lead changes. A lead is decided when the mean difference of their scores over two
 * weeks is not zero, including the drift of single prompts, and stays decided until the other one leads significantly. A
 * difference around zero therefore never alternates.
 */
import { runSteps } from '../../../core/yield-to-event-loop.ts'
import { tTwoSidedP } from '../distributions.ts'
import { benjaminiHochberg } from '../false-discovery.ts'
import { type DailySums, dayColumn, getFirstDay, type Series } from './daily-sums.ts'
import { computeDrift } from './drift.ts'
import { estimateLevel } from './level-interval.ts'

const windowDays = 14

/** An earlier lead is remembered this long. */
const memoryDays = 56

/** The history from which drift is estimated. */
const driftDays = 56

/** The days before the first tested one that a test uses. */
export const leadLookback = memoryDays + driftDays

/** As for changes of numbers (`family.ts`). */
const significance = 0.004

export type LeadChange = {
  series: number
  day: number
  /** `up`: the first entity leads now. */
  direction: 'up' | 'down'
  /** The mean difference over the recent days. */
  difference: number
}

/** Subtracts the sums of two entities in the same cells. */
export function computeDifference(first: DailySums, second: DailySums, dayCount: number): DailySums {
  const daily = first.y.daily.map((value, index) => value - (second.y.daily[index] ?? 0))
  return { y: dayColumn(daily, dayCount), x: first.x }
}

/** Returns the changes of the lead on the days of a range. `differences`: one series per competitor. */
export const findLeadChanges = (...args: Parameters<typeof leadChangeSteps>): LeadChange[] =>
  runSteps(leadChangeSteps(...args))

/** Finds the changes of the lead in steps. */
export function* leadChangeSteps(
  differences: readonly Series[],
  { from, to }: { from: number; to: number },
): Generator<undefined, LeadChange[]> {
  const last = differences.map(() => ({ day: Number.NEGATIVE_INFINITY, sign: 0 }))
  const changes: LeadChange[] = []
  for (let day = from - memoryDays; day <= to; day++) {
    const leaders = yield* leadersOn(differences, day)
    for (const [series, lead] of leaders.entries()) {
      if (lead === null) continue
      const sign = Math.sign(lead)
      const previous = last[series]
      const isRemembered = previous !== undefined && day - previous.day <= memoryDays
      if (day >= from && isRemembered && previous.sign === -sign)
        changes.push({ series, day, direction: sign > 0 ? 'up' : 'down', difference: lead })
      last[series] = { day, sign }
    }
  }
  return changes
}

/** Returns the mean difference of each series that is decided on a day, otherwise null. */
function* leadersOn(differences: readonly Series[], day: number): Generator<undefined, (number | null)[]> {
  const levels: ReturnType<typeof levelOn>[] = []
  for (const series of differences) {
    levels.push(levelOn(series, day))
    yield
  }
  const qValues = benjaminiHochberg(levels.map((level) => level?.p ?? 1))
  return levels.map((level, index) =>
    level !== null && (qValues[index] ?? 1) <= significance ? level.mean : null,
  )
}

function levelOn(series: Series, day: number): { mean: number; p: number } | null {
  const window = { from: day - windowDays + 1, to: day }
  const first = getFirstDay(series)
  const drift = computeDrift(series, window)
  const level = estimateLevel(series, window, { max: 1 })
  // Without an estimate of the drift, chance cannot be told from a lead.
  if (first === null || first > window.from || drift === null || level === null) return null
  const error = Math.sqrt(level.variance + drift.variance)
  return { mean: level.mean, p: error === 0 ? 1 : tTwoSidedP(level.mean / error, level.df) }
}
