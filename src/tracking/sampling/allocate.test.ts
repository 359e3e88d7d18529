import { expect, test } from 'vitest'
import { samplingFrequencies } from '../../../vocabulary/sampling.ts'
import { type AllocatedCell, allocate, costOf, sparsest } from './allocate.ts'
import { type PlannedSeries, simulateWidth, thin, varianceOfDays } from './thin-history.ts'

const cell = (costMicros: number, variance: number): AllocatedCell => ({
  costMicros,
  variance,
  allowed: samplingFrequencies,
})

/** Tries all plans. */
function findBest(cells: readonly AllocatedCell[], budget: number): number {
  let least = Infinity
  const tryAll = (every: (typeof samplingFrequencies)[number][]) => {
    if (every.length < cells.length) {
      for (const each of samplingFrequencies) tryAll([...every, each])
      return
    }
    if (costOf(cells, every) <= budget) least = Math.min(least, varianceOf(cells, every))
  }
  tryAll([])
  return least
}

const varianceOf = (cells: readonly AllocatedCell[], every: readonly number[]) =>
  cells.reduce((sum, { variance }, index) => sum + variance * (every[index] ?? 1), 0)

test('a budget is never exceeded, and the variance is close to the least of all plans', () => {
  const cells = [cell(100, 1), cell(100, 9), cell(400, 4), cell(50, 0.1), cell(200, 25)]
  for (const budget of [40, 100, 200, 400, 849]) {
    const every = allocate(cells, budget)
    expect(costOf(cells, every)).toBeLessThanOrEqual(budget)
    // The last step that does not fit can leave a part of the budget.
    expect(varianceOf(cells, every)).toBeLessThan(1.25 * findBest(cells, budget))
  }
  expect(allocate(cells, 850)).toEqual([1, 1, 1, 1, 1])
  expect(allocate(cells, costOf(cells, sparsest(cells)))).toEqual([28, 28, 28, 28, 28])
})

test('a cell that varies more is asked more often, and one that costs more less often', () => {
  const [steady = 0, varied = 0, expensive = 0] = allocate([cell(100, 1), cell(100, 16), cell(900, 1)], 200)
  expect(varied).toBeLessThan(steady)
  expect(steady).toBeLessThan(expensive)
})

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

test('the simulated interval is wider by about the square root of the frequency', () => {
  const now = simulateWidth(series(30), []) ?? 0
  const then = simulateWidth(series(30), new Array(30).fill(4)) ?? 0
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
