import { firstDayOf } from './daily-sums.ts'
import { type Family, type SeriesResult, testFamily } from './family.ts'
import type { Windows } from './windows.ts'

/** A change of a series that was established on a day. */
export type Change = {
  direction: 'up' | 'down'
  /** The day of the first significant test. */
  established: number
  /** The first recent day of that test. */
  since: number
  /** The windows of that test. */
  windows: Windows
  /** The mean before the change, and after it by the latest significant test in the same direction. */
  before: number
  after: number
}

/** `change`: the last established change, also after the status is steady again. `levelStart`: null before the first answers. */
export type SeriesState = {
  status: 'steady' | 'up' | 'down'
  change: Change | null
  levelStart: number | null
}

/** The part of a significant test that a state depends on. */
export type SignificantTest = { windows: Windows; delta: number; before: number; after: number }

/** A change of the series with this index in the family. */
export type LoggedChange = { series: number; change: Change }

/**
 * Within this time, a significant test in the same direction only updates the current change. After it, the status is steady
 * unless a test is significant.
 */
const changeDays = 28

/**
 * Returns the states after the last of consecutive days, and the changes that were established or updated, oldest first.
 * `start`: the states after the day before the first. `significantTests` returns a day's tests, one per series and null if it
 * is not significant, and receives the states after the day before.
 */
export function replay(
  days: { from: number; to: number },
  start: readonly SeriesState[],
  significantTests: (day: number, states: readonly SeriesState[]) => readonly (SignificantTest | null)[],
): { states: readonly SeriesState[]; log: LoggedChange[] } {
  const log = new Map<string, LoggedChange>()
  let states = start
  for (let day = days.from; day <= days.to; day++) {
    const tests = significantTests(day, states)
    const previous = states
    states = previous.map((state, series) => nextState(state, day, tests[series] ?? null))
    for (const [series, { change }] of states.entries()) {
      if (change !== null && change !== previous[series]?.change)
        log.set(`${series} ${change.established}`, { series, change })
    }
  }
  return { states, log: [...log.values()] }
}

/** Replays the tests of a family. */
export function replayFamily(
  family: Family,
  days: { from: number; to: number },
  start: readonly SeriesState[],
) {
  return replay(days, start, (day, states) =>
    testFamily(
      family,
      day,
      states.map(({ levelStart }) => levelStart),
    ).map(significantTest),
  )
}

/** Returns the states before the first of all days: the level of a series begins on its first day with answers. */
export function startStates(family: Family): SeriesState[] {
  return family.series.map((series) => ({ status: 'steady', change: null, levelStart: firstDayOf(series) }))
}

/** Returns the state after a day's test. */
export function nextState(state: SeriesState, day: number, test: SignificantTest | null): SeriesState {
  const { status, change } = state
  const isCurrent = change !== null && day - change.established < changeDays
  if (test === null) return isCurrent ? state : { ...state, status: 'steady' }
  const direction = test.delta > 0 ? 'up' : 'down'
  const levelStart = test.windows.recent.from
  if (isCurrent && direction === status)
    return { status, change: { ...change, after: test.after }, levelStart }
  const { windows, before, after } = test
  return {
    status: direction,
    change: { direction, established: day, since: levelStart, windows, before, after },
    levelStart,
  }
}

export function significantTest(result: SeriesResult | null): SignificantTest | null {
  return result?.isSignificant ? result.test : null
}
