import { expect, test } from 'vitest'
import { digitSeries } from './digits.fixture.ts'
import { equalFamily } from './family.ts'
import {
  type LoggedChange,
  replay,
  replayFamily,
  type SeriesState,
  type SignificantTest,
  startStates,
  statusOn,
} from './replay.ts'
import { windowsOn } from './windows.ts'

const start: SeriesState[] = [{ status: 'steady', change: null, levelStart: 0 }]

test('a change in the same direction within 28 days only updates the current one', () => {
  const { states, log } = replay({ from: 14, to: 50 }, start, testsOn({ 40: 1, 50: 2 }))
  expect(states).toMatchObject([
    { status: 'up', levelStart: 44, change: { established: 40, since: 34, before: 0, after: 2 } },
  ])
  expect(establishedIn(log)).toEqual([40])
  expect(log.map(({ day, levelStart }) => [day, levelStart])).toEqual([
    [40, 34],
    [50, 44],
  ])
  expect(log.at(-1)?.change).toEqual(states[0]?.change)
  expect(log.at(-1)?.change.windows).toEqual(windowsOn(40, 7, 0))
})

test('a change in the other direction is established at once, and the status is steady 28 days later', () => {
  const tests = testsOn({ 40: 1, 50: 2, 60: -1 })
  const stateOn = (day: number) => replay({ from: 14, to: day }, start, tests).states[0]
  expect(stateOn(40)).toMatchObject({ status: 'up', levelStart: 34, change: { since: 34 } })
  expect(stateOn(60)).toMatchObject({
    status: 'down',
    levelStart: 54,
    change: { established: 60, since: 54 },
  })
  expect(stateOn(87)?.status).toBe('down')
  expect(stateOn(88)).toMatchObject({ status: 'steady', levelStart: 54, change: { established: 60 } })
  const { log } = replay({ from: 14, to: 88 }, start, tests)
  expect(log.map(({ day, change }) => [day, change.direction, change.established, change.since])).toEqual([
    [40, 'up', 40, 34],
    [50, 'up', 40, 34],
    [60, 'down', 60, 54],
  ])
})

test('a change in the same direction after 28 days is another one', () => {
  const { log } = replay({ from: 14, to: 90 }, start, testsOn({ 40: 1, 50: 1, 68: 1 }))
  expect(establishedIn(log)).toEqual([40, 68])
  expect(establishedIn(replay({ from: 14, to: 90 }, start, testsOn({ 40: 1, 50: 1, 67: 1 })).log)).toEqual([
    40,
  ])
})

test('the last logged test of a series gives its state on any later day', () => {
  const tests = testsOn({ 40: 1, 50: 2, 60: -1, 70: -1 })
  for (let to = 14; to <= 110; to += 1) {
    const { states, log } = replay({ from: 14, to }, start, tests)
    const last = log.at(-1)
    const change = last?.change ?? null
    expect(states).toEqual([{ status: statusOn(change, to), change, levelStart: last?.levelStart ?? 0 }])
  }
})

test('a replay that continues from stored states gives the same states and changes as one of all days', () => {
  const tests = testsOn({ 40: 1, 50: 2, 60: -1 })
  const all = replay({ from: 14, to: 70 }, start, tests)
  for (const day of [30, 45, 55, 65]) {
    const first = replay({ from: 14, to: day }, start, tests)
    const second = replay({ from: day + 1, to: 70 }, first.states, tests)
    expect(second.states).toEqual(all.states)
    expect([...first.log, ...second.log]).toEqual(all.log)
  }
})

test('one step of a series is reported once', () => {
  const y = (prompt: number) => (prompt % 2 ? '0010000' : '0000100')
  const cells = Array.from({ length: 12 }, (_, prompt) => ({
    prompt: `${prompt}`,
    y: y(prompt).repeat(8) + (prompt % 2 ? '1111011' : '1101111').repeat(8),
  }))
  const family = equalFamily([digitSeries(...cells)])
  const { log } = replayFamily(family, { from: 0, to: 111 }, startStates(family))
  expect(establishedIn(log)).toHaveLength(1)
  expect(log[0]?.change).toMatchObject({ direction: 'up', before: expect.closeTo(1 / 7) })
  expect(log[0]?.change.since).toBeLessThanOrEqual(56)
  expect(log[0]?.change.established).toBeGreaterThanOrEqual(56)
  expect(log[0]?.change.established).toBeLessThan(63)
})

test('the level begins on the first day with answers', () => {
  const late = digitSeries({ y: '00011', n: '00011' }, { prompt: 'q', y: '00001', n: '00001' })
  expect(startStates(equalFamily([late]))).toEqual([{ status: 'steady', change: null, levelStart: 3 }])
  expect(startStates(equalFamily([digitSeries()]))).toMatchObject([{ levelStart: null }])
})

/** The days on which changes were established. */
const establishedIn = (log: readonly LoggedChange[]) => [
  ...new Set(log.map(({ change }) => change.established)),
]

/** Significant tests of seven days by day; `after` is the value. */
function testsOn(deltas: Record<number, number>) {
  return (day: number, states: readonly SeriesState[]): (SignificantTest | null)[] =>
    states.map(({ levelStart }) => {
      const delta = deltas[day]
      const windows = windowsOn(day, 7, levelStart ?? 0)
      return delta && windows ? { windows, delta, before: 0, after: delta, p: 0.001, q: 0.002 } : null
    })
}
