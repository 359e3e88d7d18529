import { expect, test } from 'vitest'
import { scoreGap } from './score-gap.ts'
import { addUpDays } from './statistics/day-sums.ts'
import { wilson } from './statistics/intervals.ts'

/** One answer a day, with these differences. */
const daily = (gaps: number[]) => addUpDays(gaps.map((y) => ({ n: 1, y })))

/** Six answers with +75 points, two with 0 and two with −50. */
const ten = daily([75_000, 0, 75_000, -50_000, 75_000, 75_000, 0, 75_000, -50_000, 75_000])

test('the gap is the mean of the differences and lies within its interval', () => {
  const { points, interval } = scoreGap([ten])
  expect(points).toBe(35)
  expect(interval.low).toBeLessThan(35)
  expect(interval.high).toBeGreaterThan(35)
  expect(interval.level).toBe(0.95)
})

test('identical answers still have an interval', () => {
  const { points, interval } = scoreGap([daily(Array(12).fill(75_000))])
  expect(points).toBe(75)
  // The lower limit allows for exceptions that twelve answers did not show.
  const unseen = wilson(0, 12)?.high ?? 0
  expect(interval.low).toBeLessThanOrEqual(75 - 175 * unseen + 5)
  expect(interval.low).toBeGreaterThan(0)
})

test('the interval is wider for the best of many entities than for a single one', () => {
  const single = scoreGap([ten])
  const best = scoreGap([ten], { among: 10 })
  expect(best.points).toBe(single.points)
  expect(best.interval.low).toBeLessThan(single.interval.low)
  expect(best.interval.level).toBe(0.995)
})

test('three equal answers a day do not make a gap more certain than one', () => {
  const gaps = [75_000, 0, 75_000, -50_000, 75_000, 75_000, 0, 75_000, -50_000, 75_000]
  const tripled = addUpDays(gaps.map((gap) => ({ n: 3, y: 3 * gap })))
  expect(scoreGap([tripled]).interval).toEqual(scoreGap([ten]).interval)
})

test('the drift of prompts widens the interval on both sides', () => {
  const without = scoreGap([ten]).interval
  const { interval } = scoreGap([ten], { drift: { variance: 10_000 ** 2, ratio: 35_000 } })
  expect(interval.low).toBeLessThan(without.low - 1)
  expect(interval.high).toBeGreaterThan(without.high + 1)
})
