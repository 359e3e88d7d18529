import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { inEnglish } from '../languages/message.ts'
import { listedModel } from './client/model-lookup.ts'
import { findModelProblems, isServedAsRequested } from './model-checks.ts'
import { type ApiName, apiVendorNamed } from './vendors.ts'

const now = new Date('2026-11-23T12:00:00Z')
const config = readConfig({})

type Listed = Parameters<typeof findModelProblems>[3]

const problems = (name: ApiName, model: string, listed: Listed = listedModel, settings = config) =>
  findModelProblems(settings, apiVendorNamed(name), { model }, listed, now).map(({ kind, message }) => [
    kind,
    typeof message === 'string' ? message : inEnglish(message),
  ])

test('a listed model with a known price has no findings', () => {
  for (const name of ['openai', 'gemini', 'anthropic', 'mistral'] as const)
    expect(problems(name, String(apiVendorNamed(name).model))).toEqual([])
})

test('a model is announced as ending 60 days before, by the list of the vendor or by prices.json', () => {
  const ends = [
    [
      'ends_soon',
      'OpenAI shuts down the model "gpt-5" on 11 Dec 2026; set OPENAI_MODEL to "gpt-6.1-sol" before.',
    ],
  ]
  expect(problems('openai', 'gpt-5')).toEqual(ends)
  expect(problems('openai', 'gpt-5', { ...listedModel, shutdown: '2026-12-11' })).toEqual(ends)
  expect(problems('openai', 'gpt-4.1', { ...listedModel, shutdown: '2027-01-22' })).toHaveLength(1)
  expect(problems('openai', 'gpt-4.1', { ...listedModel, shutdown: '2027-01-23' })).toEqual([])
})

test('a model that the vendor does not list, or that has ended, is gone', () => {
  expect(problems('openai', 'gpt-6-lnua', 'gone')[0]).toEqual([
    'model_gone',
    'OpenAI does not have the model "gpt-6-lnua"; set OPENAI_MODEL to "gpt-6-luna".',
  ])
  expect(
    problems('anthropic', 'claude-sonnet-5-5', { ...listedModel, shutdown: '2026-11-23' }),
  ).toMatchObject([['model_gone', expect.stringContaining('ANTHROPIC_MODEL')]])
})

test('a model without a price is reported where costs are computed, unless the operator sets its price', () => {
  expect(problems('openai', 'gpt-7')).toMatchObject([
    ['no_price', expect.stringContaining('PRICE_OVERRIDES')],
  ])
  expect(problems('openrouter', 'openai/gpt-7')).toEqual([])
  expect(problems('compatible', 'qwen')).toEqual([])
  const own = readConfig({ PRICE_OVERRIDES: '{"openai/gpt-7": {"input": 1, "output": 2}}' })
  expect(problems('openai', 'gpt-7', listedModel, own)).toEqual([])
})

test('a price of the vendor that differs from prices.json is reported', () => {
  const price = { input: 1.25, output: 2.5 }
  expect(problems('xai', 'grok-4.3', { ...listedModel, price })).toEqual([])
  expect(problems('xai', 'grok-4.3', { ...listedModel, price: { ...price, input: 2 } })).toEqual([
    [
      'price_differs',
      'xAI charges 2 and 2.5 US dollars per million input and output tokens of "grok-4.3"; this version expects 1.25 and 2.5. Update Ansight, or set PRICE_OVERRIDES.',
    ],
  ])
})

test.each([
  ['openai', 'gpt-6-luna', 'gpt-6-luna', true],
  ['openai', 'gpt-5.2', 'gpt-5.2-2025-12-11', true],
  ['openai', 'gpt-5', 'gpt-5-mini', false],
  ['openai', 'chat-latest', 'gpt-6.1-instant', true],
  ['gemini', 'gemini-2.5-flash', 'gemini-3.5-flash-lite', false],
  ['anthropic', 'claude-sonnet-5-5', 'claude-sonnet-5-5-20260929', true],
  ['anthropic', 'claude-sonnet-5', 'claude-sonnet-5-5', false],
  ['perplexity', 'perplexity/sonar', 'sonar', true],
  ['openrouter', 'openai/gpt-6-luna', 'openai/gpt-6-luna-2026-10-01', true],
  ['mistral', 'mistral-medium-latest', 'mistral-medium-2604', true],
  ['compatible', 'qwen3.5:27b', 'qwen3.5:27b', true],
] as const)('%s: %s answered by %s counts as requested: %s', (name, requested, served, expected) => {
  expect(isServedAsRequested(apiVendorNamed(name), requested, served, now)).toBe(expected)
})
