import { expect, test } from 'vitest'
import { tTwoSidedP } from '../distributions.ts'
import { digitSeries } from './digits.fixture.ts'
import { listedWindows, promptChanges, testPrompts } from './prompt-changes.ts'

const windows = listedWindows(55)
const steady = (prompt: number) => ({
  prompt: `steady ${prompt}`,
  y: '0101010'.repeat(3) + '1001001'.repeat(3) + '0110010'.repeat(2),
})
const risen = { prompt: 'risen', y: '0000100'.repeat(4) + '1110111'.repeat(4) }

test('the prompts with a false discovery rate of at most 5 % are significant', () => {
  const changes = computeChanges(...[0, 1, 2, 3].map(steady), risen)
  expect(changes.filter(({ isSignificant }) => isSignificant).map(({ prompt }) => prompt)).toEqual(['risen'])
  expect(changes).toHaveLength(5)
})

test('q is p times the number of tested prompts for the smallest p', () => {
  const changes = computeChanges(steady(0), steady(1), risen)
  const smallest = changes.find(({ prompt }) => prompt === 'risen')
  expect(smallest?.q).toBeCloseTo(3 * (smallest?.test.p ?? 0), 15)
})

test('the variance of a prompt has an allowance for drift of 0.04 of the variance of a day', () => {
  const [tested] = testPrompts(digitSeries(risen), windows)
  const { parts, variance, df, delta, p } = tested?.test ?? { parts: { sampling: 0, drift: 0 } }
  expect(parts.drift).toBeGreaterThan(0)
  expect(variance).toBe(parts.sampling + 0.04 * parts.drift)
  expect(df).toBe(55)
  expect(p).toBe(tTwoSidedP((delta ?? 0) / Math.sqrt(variance ?? 0), 55))
})

test('a prompt that cannot be tested is absent and does not count', () => {
  const added = { prompt: 'new', y: '0'.repeat(28) + '1'.repeat(28), n: '0'.repeat(28) + '1'.repeat(28) }
  expect(computeChanges(risen, added)).toEqual(computeChanges(risen))
})

test('the list compares the last 28 days with the 28 days before', () => {
  expect(windows).toEqual({ reference: { from: 0, to: 27 }, recent: { from: 28, to: 55 } })
})

const computeChanges = (...cells: Parameters<typeof digitSeries>) =>
  promptChanges(testPrompts(digitSeries(...cells), windows))
