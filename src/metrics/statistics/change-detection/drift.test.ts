import { expect, test } from 'vitest'
import { inMean, processVariance } from './drift.ts'

test('the share of the process variance in a mean of seven and thirty days', () => {
  expect(inMean(1)).toBeCloseTo(1, 12)
  expect([7, 30].map((days) => Number(inMean(days).toPrecision(7)))).toEqual([0.7978253, 0.4418116])
})

test('the process variance of five prompts that drift against each other', () => {
  const prompts = [0, 1, 2, 3, 4].map((prompt) =>
    Float64Array.from({ length: 28 }, (_, day) => {
      const level = day < 14 === (prompt % 2 === 0) ? 0.03 : -0.03
      return (((5 * prompt + 3 * day) % 7) - 3) / 100 + level
    }),
  )
  expect(processVariance(prompts).toPrecision(7)).toBe('0.01593111')
})

test('a day that all prompts share is not drift', () => {
  const same = [0, 1, 2, 3, 4].map((prompt) =>
    Float64Array.from({ length: 28 }, (_, day) => prompt + day ** 2),
  )
  expect(processVariance(same)).toBe(0)
})
