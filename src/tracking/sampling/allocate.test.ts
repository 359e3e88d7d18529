import { expect, test } from 'vitest'
import { samplingFrequencies } from '../../../vocabulary/sampling.ts'
import { type AllocatedCell, allocate, costOf, sparsest } from './allocate.ts'

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
