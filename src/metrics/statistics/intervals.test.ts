import { expect, test } from 'vitest'
import { wilson } from './intervals.ts'

test.each([
  // Newcombe 1998, Statistics in Medicine 17:857–872, table I
  [81, 263, 0.2553, 0.3662, 4],
  [15, 148, 0.0624, 0.1605, 4],
  [0, 20, 0, 0.1611, 4],
  [1, 29, 0.0061, 0.1718, 4],
  // R's prop.test, as quoted in the tests of SciPy
  [3, 10, 0.1077913, 0.6032219, 7],
  [0, 10, 0, 0.2775328, 7],
  [10, 10, 0.7224672, 1, 7],
  // R's binom, as quoted in the tests of statsmodels
  [19, 38, 0.348499283643951, 0.651500716356049, 14],
  [18, 20, 0.6989663547715128, 0.972133518786232, 14],
  [4, 20, 0.0806576625797981, 0.4160174322518935, 14],
  // calculated from the formula
  [3, 5, 0.2307, 0.8824, 4],
  [18, 30, 0.4232, 0.7541, 4],
  [7, 10, 0.3968, 0.8922, 4],
])('the Wilson interval of %d in %d matches the published one', (k, n, low, high, digits) => {
  const interval = wilson(k, n)
  expect(interval?.low).toBeCloseTo(low, digits)
  expect(interval?.high).toBeCloseTo(high, digits)
})

test('the Wilson interval takes any level', () => {
  expect(wilson(3, 10, 0.99)?.low).toBeCloseTo(0.07956632, 8)
  expect(wilson(3, 10, 0.99)?.high).toBeCloseTo(0.6799753, 7)
})

test.each([
  [38, 38],
  [0, 77],
  [0, 1],
  [1, 1],
])('the interval of %d in %d stays within 0 to 1', (k, n) => {
  const interval = wilson(k, n)
  expect(interval?.low).toBeGreaterThanOrEqual(0)
  expect(interval?.high).toBeLessThanOrEqual(1)
  expect(k === 0 ? interval?.low : interval?.high).toBe(k === 0 ? 0 : 1)
})

test('without answers there is no interval', () => {
  expect(wilson(0, 0)).toBeNull()
})

test.each([
  [5, [24.3, 26.3, 31.4, 33.0]],
  [7, [20.6, 22.8, 28.2, 29.8]],
  [10, [17.0, 19.3, 24.8, 26.3]],
  [30, [8.9, 11.1, 15.6, 16.8]],
  [100, [4.5, 6.0, 8.8, 9.6]],
  [200, [3.1, 4.2, 6.3, 6.9]],
  [400, [2.2, 3.0, 4.5, 4.9]],
])('%d answers give the half-widths of the planning table', (n, expected) => {
  const halfWidths = [0.05, 0.1, 0.3, 0.5].map((share) => {
    const interval = wilson(share * n, n)
    return interval ? 50 * (interval.high - interval.low) : Number.NaN
  })
  expect(halfWidths.map((width) => width.toFixed(1))).toEqual(expected.map((width) => width.toFixed(1)))
})
