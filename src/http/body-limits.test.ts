import { expect, test } from 'vitest'
import { createBodyBudget } from './body-limits.ts'

const kib = 1024
const limits = { totalBytes: 100 * kib, addressBytes: 60 * kib }

test('an address that exceeds its share is rejected while others continue', () => {
  const budget = createBodyBudget(limits)
  budget.reserve('a').add(16 * kib + 60 * kib)
  const second = budget.reserve('a')
  second.add(16 * kib)
  expect(() => second.add(1)).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  budget.reserve('b').add(16 * kib + 40 * kib)
  expect(budget.usedBytes()).toBe(100 * kib)
})

test('bodies beyond the total are rejected, and small ones never are', () => {
  const budget = createBodyBudget(limits)
  for (const address of ['a', 'b']) budget.reserve(address).add(16 * kib + 50 * kib)
  const large = budget.reserve('c')
  large.add(16 * kib)
  expect(() => large.add(1)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  for (let index = 0; index < 100; index += 1) budget.reserve(`small ${index}`).add(16 * kib)
  expect(budget.usedBytes()).toBe(100 * kib)
})

test('a released body frees its bytes once', () => {
  const budget = createBodyBudget(limits)
  const [first, second] = [budget.reserve('a'), budget.reserve('a')]
  first.add(16 * kib + 20 * kib)
  second.add(16 * kib + 30 * kib)
  first.release()
  first.release()
  first.add(50 * kib)
  expect(budget.usedBytes()).toBe(30 * kib)
  second.release()
  expect(budget.usedBytes()).toBe(0)
})
