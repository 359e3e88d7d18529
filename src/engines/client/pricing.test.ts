import { expect, test } from 'vitest'
import { apiVendors } from '../vendors.ts'
import { costMicros, type Price, type Usage } from './pricing.ts'

const price: Price = {
  model: 'gpt-x',
  from: '2026-01-01',
  input: 2,
  cachedInput: 0.5,
  cacheWrite: 2.5,
  output: 10,
  search: 10,
  searchUnit: 'call',
}
const higher: Price = { ...price, from: '2026-07-01', input: 4 }
const usage: Usage = {
  input: 100,
  cachedInput: 40,
  cacheWrite: 8,
  output: 7,
  searchCalls: 2,
  searchQueries: 5,
}
const cost = (day: string, model: string | null, use = usage, prices = [higher, price]) =>
  costMicros(prices, { now: new Date(day) }, model, use)

test('the cost is the sum of tokens and searches in whole micro-dollars', () => {
  // 100 × 2 + 40 × 0.5 + 8 × 2.5 + 7 × 10 + 2 × 10,000.
  expect(cost('2026-03-01', 'gpt-x')).toBe(20_310)
})

test('a price applies from the first moment of its day', () => {
  expect(cost('2026-06-30T23:59:59Z', 'gpt-x')).toBe(20_310)
  expect(cost('2026-07-01T00:00:00Z', 'gpt-x')).toBe(20_510)
})

test.each(['gpt-x-2026-05-04', 'gpt-x-20260504'])('the snapshot %s has the price of its model', (model) => {
  expect(cost('2026-03-01', model)).toBe(20_310)
})

test.each([
  ['query', 5],
  ['call', 2],
  ['answer', 1],
] as const)('a search fee per %s is charged %i times', (searchUnit, count) => {
  const free = { ...usage, input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }
  expect(cost('2026-03-01', 'gpt-x', free, [{ ...price, searchUnit }])).toBe(count * 10_000)
})

test('without a price or without usage the cost is null, not zero', () => {
  expect(cost('2025-12-31', 'gpt-x')).toBeNull()
  expect(cost('2026-03-01', 'gpt-x-mini')).toBeNull()
  expect(cost('2026-03-01', null)).toBeNull()
  expect(cost('2026-03-01', 'gpt-x', { ...usage, input: null })).toBeNull()
  expect(cost('2026-03-01', 'gpt-x', { ...usage, output: null })).toBeNull()
})

test('every default model whose cost is computed has a price', () => {
  for (const vendor of apiVendors) {
    if (vendor.prices.length === 0 || typeof vendor.model !== 'string') continue
    expect(vendor.prices.map(({ model }) => model)).toContain(vendor.model)
  }
})

test('no model has two prices from the same day', () => {
  for (const { prices } of apiVendors) {
    const keys = prices.map(({ model, from }) => `${model} ${from}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { from } of prices) expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  }
})
