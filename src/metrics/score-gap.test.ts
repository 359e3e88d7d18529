import { expect, test } from 'vitest'
import { scoreGap } from './score-gap.ts'
import { wilson } from './statistics/intervals.ts'

test('the gap is the mean of the differences and lies within its interval', () => {
  // Six answers with +75 points, two with 0 and two with −50.
  const moments = { n: 10, sum: 350_000, sum_squares: 6 * 75_000 ** 2 + 2 * 50_000 ** 2 }
  const { points, interval } = scoreGap([moments], 1)
  expect(points).toBe(35)
  expect(interval.low).toBeLessThan(35)
  expect(interval.high).toBeGreaterThan(35)
  expect(interval.level).toBe(0.95)
})

test('identical answers still have an interval', () => {
  const same = { n: 12, sum: 12 * 75_000, sum_squares: 12 * 75_000 ** 2 }
  const { points, interval } = scoreGap([same], 1)
  expect(points).toBe(75)
  // The lower limit allows for exceptions that twelve answers did not show.
  const unseen = wilson(0, 12)?.high ?? 0
  expect(interval.low).toBeLessThanOrEqual(75 - 175 * unseen + 5)
  expect(interval.low).toBeGreaterThan(0)
})

test('the interval is wider for the best of many entities than for a single one', () => {
  const moments = { n: 10, sum: 350_000, sum_squares: 6 * 75_000 ** 2 + 2 * 50_000 ** 2 }
  const one = scoreGap([moments], 1)
  const ten = scoreGap([moments], 10)
  expect(ten.points).toBe(one.points)
  expect(ten.interval.low).toBeLessThan(one.interval.low)
  expect(ten.interval.level).toBe(0.995)
})
