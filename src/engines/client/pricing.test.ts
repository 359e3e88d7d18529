import { expect, test } from 'vitest'
import { allPrices, currentPrices, findPrice, findShutdown } from '../prices.ts'
import { apiVendors, findVendor } from '../vendors.ts'
import { getCost, type Price, type Pricing, type TokenUsage, typicalCost, vendorPricing } from './pricing.ts'

const price: Price = {
  vendor: 'openai',
  model: 'gpt-x',
  aliases: ['gpt-x-alias'],
  input: 2,
  cachedInput: 0.5,
  cacheWrite: 2.5,
  output: 10,
  tiers: [{ above: 1000, input: 4, cachedInput: 1, cacheWrite: 5, output: 15 }],
  search: 10,
  searchUnit: 'call',
}
const dear: Price = { ...price, model: 'gpt-dear', aliases: [], input: 20, output: 100, tiers: [] }
const usage: TokenUsage = {
  input: 100,
  cachedInput: 40,
  cacheWrite: 8,
  output: 7,
  searches: 5,
  searchCalls: 2,
}
const pricing: Pricing = {
  overrides: [],
  list: [price, dear],
  typical: { input: 500, output: 50, searches: 1 },
}
const cost = (served: string | null, used = usage, at = pricing, requested = 'gpt-x') =>
  getCost({ pricing: at, labels: { model: requested } }, served, used)
const known = (costMicros: number) => ({ costMicros, costEstimated: false })
const estimated = (costMicros: number) => ({ costMicros, costEstimated: true })

test('the cost is the sum of tokens and searches in whole micro-dollars', () => {
  // 100 × 2 + 40 × 0.5 + 8 × 2.5 + 7 × 10 + 2 × 10,000.
  expect(cost('gpt-x')).toEqual(known(20_310))
})

test('a request above the limit of a tier has the prices of the tier for all tokens', () => {
  // 953 + 40 + 8 = 1,001 tokens: 953 × 4 + 40 × 1 + 8 × 5 + 7 × 15 + 2 × 10,000.
  expect(cost('gpt-x', { ...usage, input: 953 })).toEqual(known(23_997))
  // 1,000 tokens are not above it: 952 × 2 + 20 + 20 + 70 + 20,000.
  expect(cost('gpt-x', { ...usage, input: 952 })).toEqual(known(22_014))
})

test('the flex tier halves the price of tokens, not the fee of a search', () => {
  expect(cost('gpt-x', { ...usage, tokenFactor: 0.5 })).toEqual(known(20_155))
})

test.each(['gpt-x-2026-05-04', 'gpt-x-20260504', 'gpt-x-alias'])('%s has the price of its model', (model) => {
  expect(cost(model)).toEqual(known(20_310))
})

test.each([
  ['query', 5],
  ['call', 2],
  ['answer', 1],
] as const)('a search fee per %s is charged %i times', (searchUnit, count) => {
  const free = { ...usage, input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }
  expect(cost('gpt-x', free, { ...pricing, list: [{ ...price, searchUnit }] })).toEqual(known(count * 10_000))
})

test('a model without a price costs as much as the most expensive one, and is marked as estimated', () => {
  // 100 × 20 + 40 × 0.5 + 8 × 2.5 + 7 × 100 + 2 × 10,000.
  expect(cost('gpt-unknown')).toEqual(estimated(22_740))
  expect(cost(null, usage, pricing, 'gpt-unknown')).toEqual(estimated(22_740))
})

test('the price of the requested model does not apply to another model, unless it is a floating name', () => {
  expect(cost('gpt-unknown', usage, pricing, 'gpt-x')).toEqual(estimated(22_740))
  const floating = { ...pricing, list: [{ ...price, model: 'chat-latest' }, dear] }
  expect(cost('gpt-unknown', usage, floating, 'chat-latest')).toEqual(known(20_310))
})

test('a reply without usage costs as much as a typical answer, and is marked as estimated', () => {
  // 500 × 2 + 50 × 10 + one search.
  for (const missing of [{ input: null }, { output: null }])
    expect(cost('gpt-x', { ...usage, ...missing })).toEqual(estimated(11_500))
})

test('a price of the operator wins over the list, and keeps the fees that it does not set', () => {
  const at = vendorPricing(
    ['openai'],
    pricing.typical,
    {
      'openai/gpt-6-luna': { input: 1, output: 2 },
      'openai/gpt-9': { input: 3, output: 4, search: 5 },
      'anthropic/gpt-9': { input: 99, output: 99 },
    },
    new Date('2026-11-23'),
  )
  const used = { ...usage, cacheWrite: 0 }
  // 100 × 1 + 40 × 1 + 7 × 2 + 2 × 10,000.
  expect(cost('gpt-6-luna', used, at)).toEqual(known(20_154))
  // 100 × 3 + 40 × 3 + 7 × 4 + 2 × 5,000.
  expect(cost('gpt-9', used, at)).toEqual(known(10_448))
})

test('a server without list prices is free until the operator sets a price', () => {
  const now = new Date('2026-11-23')
  const typical = { input: 0, output: 0, searches: 0 }
  expect(cost('qwen', usage, vendorPricing(['compatible'], typical, {}, now))).toEqual(known(0))
  const priced = vendorPricing(['compatible'], typical, { 'compatible/qwen': { input: 1, output: 1 } }, now)
  expect(cost('qwen', { ...usage, searchCalls: 0 }, priced).costMicros).toBe(155)
})

test('a price applies from the first moment of its day (UTC)', () => {
  const inputAt = (day: string) => findPrice(currentPrices('gemini', new Date(day)), 'gemini-4-argon')?.input
  expect(inputAt('2026-11-30T23:59:59Z')).toBe(2)
  expect(inputAt('2026-12-01T00:00:00Z')).toBe(4)
})

test('a model counts as shut down from its day on', () => {
  expect(findShutdown('openai', 'gpt-5', new Date('2026-12-10T23:59:59Z'))).toBeNull()
  expect(findShutdown('openai', 'gpt-5', new Date('2026-12-11T00:00:00Z'))).toEqual({
    day: Date.UTC(2026, 11, 11),
    replacement: 'gpt-6.1-sol',
  })
})

test('every default model has a price, and a typical answer costs something', () => {
  for (const vendor of apiVendors) {
    if (typeof vendor.model !== 'string') continue
    const found = typicalCost(vendor.pricing({}, new Date('2026-11-23')), vendor.model)
    expect(found, vendor.name).toEqual({ costMicros: expect.any(Number), costEstimated: false })
    expect(found.costMicros).toBeGreaterThan(0)
  }
})

test('every row belongs to a vendor, and no model has two prices from the same day', () => {
  const keys = allPrices.models.map(({ vendor, model, from }) => `${vendor} ${model} ${from}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { vendor } of [...allPrices.models, ...allPrices.units]) expect(findVendor(vendor)).toBeDefined()
})

test('a replacement is a model of the list', () => {
  for (const { vendor, replacement } of allPrices.models)
    if (replacement !== undefined)
      expect(findPrice(currentPrices(vendor, new Date('2026-11-23')), replacement), replacement).toBeDefined()
})
