import { expect, test } from 'vitest'
import { digitSeries } from './digits.fixture.ts'
import { equalFamily } from './family.ts'
import { replay, replayFamily, type SeriesState, type SignificantTest, startStates } from './replay.ts'
import { windowsOn } from './windows.ts'

const start: SeriesState[] = [{ status: 'steady', change: null, levelStart: 0 }]

test('a change in the same direction within 28 days only updates the current one', () => {
  const { states, log } = replay({ from: 14, to: 50 }, start, testsOn({ 40: 1, 50: 2 }))
  expect(states).toMatchObject([
    { status: 'up', levelStart: 44, change: { established: 40, since: 34, before: 0, after: 2 } },
  ])
  expect(log).toHaveLength(1)
  expect(log[0]?.change).toEqual(states[0]?.change)
  expect(log[0]?.change.windows).toEqual(windowsOn(40, 7, 0))
})

test('a change in the other direction is established at once, and the status is steady 28 days later', () => {
  const tests = testsOn({ 40: 1, 50: 2, 60: -1 })
  const statusOn = (day: number) => replay({ from: 14, to: day }, start, tests).states[0]
  expect(statusOn(40)).toMatchObject({ status: 'up', levelStart: 34, change: { since: 34 } })
  expect(statusOn(60)).toMatchObject({
    status: 'down',
    levelStart: 54,
    change: { established: 60, since: 54 },
  })
  expect(statusOn(87)?.status).toBe('down')
  expect(statusOn(88)).toMatchObject({ status: 'steady', levelStart: 54, change: { established: 60 } })
  const { log } = replay({ from: 14, to: 88 }, start, tests)
  expect(log.map(({ change }) => [change.direction, change.established, change.since])).toEqual([
    ['up', 40, 34],
    ['down', 60, 54],
  ])
})

test('a change in the same direction after 28 days is another one', () => {
  const { log } = replay({ from: 14, to: 90 }, start, testsOn({ 40: 1, 50: 1, 68: 1 }))
  expect(log.map(({ change }) => change.established)).toEqual([40, 68])
  expect(replay({ from: 14, to: 90 }, start, testsOn({ 40: 1, 50: 1, 67: 1 })).log).toHaveLength(1)
})

test('a replay that continues from stored states gives the same states and changes as one of all days', () => {
  const tests = testsOn({ 40: 1, 50: 2, 60: -1 })
  const all = replay({ from: 14, to: 70 }, start, tests)
  for (const day of [30, 45, 55, 65]) {
    const first = replay({ from: 14, to: day }, start, tests)
    const second = replay({ from: day + 1, to: 70 }, first.states, tests)
    expect(second.states).toEqual(all.states)
    const changes = new Map([...first.log, ...second.log].map((entry) => [entry.change.established, entry]))
    expect([...changes.values()]).toEqual(all.log)
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
  expect(log).toHaveLength(1)
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

/** Significant tests of seven days by day; `after` is the value. */
function testsOn(deltas: Record<number, number>) {
  return (day: number, states: readonly SeriesState[]): (SignificantTest | null)[] =>
    states.map(({ levelStart }) => {
      const delta = deltas[day]
      const windows = windowsOn(day, 7, levelStart ?? 0)
      return delta && windows ? { windows, delta, before: 0, after: delta } : null
    })
}
