import { runSteps } from '../../../core/yield-to-event-loop.ts'
import { getFirstDay } from './daily-sums.ts'
import { type Family, familyTestSteps, type SeriesResult } from './family.ts'
import type { DayRange, Windows } from './windows.ts'

/** A change of a series that was established on a day. */
export type SeriesChange = {
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
  /** Of the first significant test: corrected for its three windows, and also for the whole family. */
  p: number
  q: number
}

/** `change`: the last established change, also after the status is steady again. `levelStart`: null before the first answers. */
export type SeriesState = {
  status: 'steady' | 'up' | 'down'
  change: SeriesChange | null
  levelStart: number | null
}

/** The part of a significant test that a state depends on. */
export type SignificantTest = {
  windows: Windows
  delta: number
  before: number
  after: number
  p: number
  q: number
}

/** A significant test of the series with this index in the family, and the change that it established or updated. */
export type LoggedChange = { series: number; day: number; change: SeriesChange; levelStart: number }

type Replayed = { states: readonly SeriesState[]; log: LoggedChange[] }

/**
 * Within this time, a significant test in the same direction only updates the current change. After it, the status is steady
 * unless a test is significant.
 */
const changeDays = 28

/**
 * Returns the states after the last of consecutive days, and each change that was established or updated, oldest first. The log
 * contains everything that a state depends on: the last entry of a series and `statusOn` give its state on any later day.
 * `start`: the states after the day before the first. `significantTests` returns a day's tests, one per series and null if it
 * is not significant, and receives the states after the day before.
 */
export function replay(
  days: DayRange,
  start: readonly SeriesState[],
  significantTests: (day: number, states: readonly SeriesState[]) => readonly (SignificantTest | null)[],
): Replayed {
  const log: LoggedChange[] = []
  let states = start
  for (let day = days.from; day <= days.to; day++) {
    const tests = significantTests(day, states)
    const previous = states
    states = previous.map((state, series) => nextState(state, day, tests[series] ?? null))
    for (const [series, { change, levelStart }] of states.entries()) {
      if (change !== null && levelStart !== null && change !== previous[series]?.change)
        log.push({ series, day, change, levelStart })
    }
  }
  return { states, log }
}

/** Returns the status on a day after the last change was established. */
export const statusOn = (change: SeriesChange | null, day: number): SeriesState['status'] =>
  change !== null && isCurrentOn(change, day) ? change.direction : 'steady'

const isCurrentOn = ({ established }: SeriesChange, day: number) => day - established < changeDays

/** Replays the tests of a family. */
export const replayFamily = (family: Family, days: DayRange, start: readonly SeriesState[]): Replayed =>
  runSteps(familyReplaySteps(family, days, start))

/** Like `replayFamily`, with a step for each series and day. */
export function* familyReplaySteps(
  family: Family,
  days: DayRange,
  start: readonly SeriesState[],
): Generator<undefined, Replayed> {
  const log: LoggedChange[] = []
  let states = start
  for (let day = days.from; day <= days.to; day++) {
    const levelStarts = states.map(({ levelStart }) => levelStart)
    const tests = (yield* familyTestSteps(family, day, levelStarts)).map(significantTest)
    const replayed = replay({ from: day, to: day }, states, () => tests)
    states = replayed.states
    log.push(...replayed.log)
  }
  return { states, log }
}

/** Returns the states before the first of all days: the level of a series begins on its first day with answers. */
export function startStates(family: Family): SeriesState[] {
  return family.series.map((series) => ({ status: 'steady', change: null, levelStart: getFirstDay(series) }))
}

/** Returns the state after a day's test. */
export function nextState(state: SeriesState, day: number, test: SignificantTest | null): SeriesState {
  const { status, change } = state
  const isCurrent = change !== null && isCurrentOn(change, day)
  if (test === null) return isCurrent ? state : { ...state, status: 'steady' }
  const direction = test.delta > 0 ? 'up' : 'down'
  const levelStart = test.windows.recent.from
  if (isCurrent && direction === status)
    return { status, change: { ...change, after: test.after }, levelStart }
  const { windows, before, after, p, q } = test
  return {
    status: direction,
    change: { direction, established: day, since: levelStart, windows, before, after, p, q },
    levelStart,
  }
}

export function significantTest(result: SeriesResult | null): SignificantTest | null {
  if (!result?.isSignificant || result.test === null) return null
  const { windows, delta, before, after } = result.test
  return { windows, delta, before, after, p: result.p, q: result.q }
}
