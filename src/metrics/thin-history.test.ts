import { expect, test } from 'vitest'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { type PlannedSeries, simulateWidth, thin, varianceOfDays } from './thin-history.ts'

const values = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1]
const series = (count: number): PlannedSeries => ({
  cells: Array.from({ length: count }, (_, index) => index),
  days: Array.from({ length: count }, (_, index) =>
    values.map((_, day) => ({ answers: 1, n: 1, y: values[(day * (index + 1)) % 28] ?? 0, x: 1 })),
  ),
  max: 1,
  isRate: true,
  drift: null,
})

test('a thinned history has every n-th day with the weight n, and over all first days each day equally often', () => {
  const { days, n, answers } = thin(series(4), [1, 2, 4, 7], 0)
  expect([...days]).toEqual([28, 14, 7, 4])
  expect([...answers]).toEqual([28, 14, 7, 4])
  expect([...n]).toEqual([28, 28, 28, 28])
})

test('the simulated interval is wider by about the square root of the frequency', async () => {
  const now = (await simulateWidth(series(30), [], timeSlicer())) ?? 0
  const then = (await simulateWidth(series(30), new Array(30).fill(4), timeSlicer())) ?? 0
  expect(then / now).toBeGreaterThan(1.8)
  expect(then / now).toBeLessThan(2.4)
})

test('the variance of a constant cell is drawn to the average of the cells', () => {
  const { days, ...rest } = series(3)
  const constant = { ...rest, days: [...days.slice(1), values.map(() => ({ answers: 1, n: 1, y: 1, x: 1 }))] }
  const [first = 0, , last = 0] = varianceOfDays(constant)
  expect(last).toBeGreaterThan(0)
  expect(last).toBeLessThan(first / 3)
})
