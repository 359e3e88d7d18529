import { expect, test } from 'vitest'
import { basketInterval } from './basket.ts'
import { wilson } from './intervals.ts'
import { subsetMeanInterval } from './subset-mean.ts'

/** A cell with this number of answers; `ranks` are the values of the answers that have one. */
const cell = (answers: number, ...ranks: number[]) => ({
  answers,
  n: ranks.length,
  sum: ranks.reduce((sum, rank) => sum + rank, 0),
  sumSquares: ranks.reduce((sum, rank) => sum + rank ** 2, 0),
})

test('equals the interval of the mean when every answer has a value', () => {
  const cells = [cell(5, 0, 1, 2, 0, 1), cell(5, 3, 1, 2, 2, 4), cell(5, 4, 4, 3, 4, 4)]
  const own = subsetMeanInterval(cells, { max: 5 })
  const plain = basketInterval(cells, { max: 5 })
  expect(own?.low).toBeCloseTo(plain?.low ?? Number.NaN, 12)
  expect(own?.high).toBeCloseTo(plain?.high ?? Number.NaN, 12)
  expect(own?.method).toBe('stratified_wilson')
})

test('is wider when prompts differ in how often answers have a value', () => {
  // Always first in one prompt and always third in the other: only how often they name the brand varies.
  const cells = [cell(10, 0, 0, 0, 0, 0), cell(10, 2, 2, 2, 2, 2)]
  // Residuals are -1 five times in ten, and 1 five times: s² = .2778 in each, so V = 2 · 10 · .2778 / 10² = .0556.
  const limits = subsetMeanInterval(cells, { max: 2 })
  const n = (0.5 * 0.5) / (0.0555556 / 4)
  const t = 2.100922
  const half = (t / (1 + t ** 2 / n)) * Math.sqrt(0.25 / n + t ** 2 / (4 * n ** 2)) * 2
  expect(limits?.low).toBeCloseTo(1 - half, 5)
  expect(limits?.high).toBeCloseTo(1 + half, 5)
})

test('a single question has the interval of its values', () => {
  expect(subsetMeanInterval([cell(20, 0, 0, 1, 1, 1), cell(9)], { max: 1 })).toEqual({
    ...wilson(3, 5),
    level: 0.95,
    method: 'wilson',
  })
})

test('prompts with one answer each are pooled, and no values have no interval', () => {
  const once = [0, 1, 2, 0, 3].map((rank) => cell(1, rank))
  expect(subsetMeanInterval(once, { max: 3 })).toEqual({
    ...basketInterval([cell(5, 0, 1, 2, 0, 3)], { max: 3 }),
    method: 'pooled_wilson',
  })
  expect(subsetMeanInterval([cell(7), cell(3)], { max: 3 })).toBeNull()
  expect(subsetMeanInterval([], { max: 3 })).toBeNull()
})

test('always being first still has an interval', () => {
  const limits = subsetMeanInterval([cell(10, 0, 0, 0, 0), cell(10, 0, 0, 0)], { max: 4 })
  expect(limits?.low).toBe(0)
  expect(limits?.high).toBeGreaterThan(0.5)
})
