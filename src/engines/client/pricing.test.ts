import { expect, test } from 'vitest'
import { costMicros, currentPrices, type Price, type Usage } from './pricing.ts'

const rate: Price = {
  engine: 'openai',
  model: 'gpt-x',
  from: '2026-01-01',
  input: 2,
  cachedInput: 0.5,
  cacheWrite: 2.5,
  output: 10,
  search: 10,
  searchUnit: 'call',
}
const dearer: Price = { ...rate, from: '2026-07-01', input: 4 }
const usage: Usage = {
  input: 100,
  cachedInput: 40,
  cacheWrite: 8,
  output: 7,
  searchCalls: 2,
  searchQueries: 5,
}
const cost = (day: string, model: string | null, use = usage, rates = [dearer, rate]) =>
  costMicros({ rates, now: new Date(day) }, 'openai', model, use)

test('tokens and searches are added up in whole micro-dollars', () => {
  // 100 × 2 + 40 × 0.5 + 8 × 2.5 + 7 × 10 + 2 × 10,000.
  expect(cost('2026-03-01', 'gpt-x')).toBe(20_310)
})

test('the rate of the day applies, from its first moment', () => {
  expect(cost('2026-06-30T23:59:59Z', 'gpt-x')).toBe(20_310)
  expect(cost('2026-07-01T00:00:00Z', 'gpt-x')).toBe(20_510)
})

test.each(['gpt-x-2026-05-04', 'gpt-x-20260504'])('%s is priced as its model', (model) => {
  expect(cost('2026-03-01', model)).toBe(20_310)
})

test.each([
  ['query', 5],
  ['call', 2],
  ['answer', 1],
] as const)('a fee per %s counts %i of them', (searchUnit, count) => {
  const free = { ...usage, input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }
  expect(cost('2026-03-01', 'gpt-x', free, [{ ...rate, searchUnit }])).toBe(count * 10_000)
})

test('without a rate or without usage the cost is unknown, not nothing', () => {
  expect(cost('2025-12-31', 'gpt-x')).toBeNull()
  expect(cost('2026-03-01', 'gpt-x-mini')).toBeNull()
  expect(cost('2026-03-01', null)).toBeNull()
  expect(cost('2026-03-01', 'gpt-x', { ...usage, input: null })).toBeNull()
  expect(cost('2026-03-01', 'gpt-x', { ...usage, output: null })).toBeNull()
})

test('the models asked by default have a rate', () => {
  const priced = currentPrices.map(({ model }) => model)
  for (const model of ['gpt-5.2', 'gemini-3.5-flash', 'claude-sonnet-5']) expect(priced).toContain(model)
})

test('no model has two rates from the same day', () => {
  const keys = currentPrices.map(({ engine, model, from }) => `${engine} ${model} ${from}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { from } of currentPrices) expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
