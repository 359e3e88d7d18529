import { expect, test } from 'vitest'
import { basketInterval } from './basket.ts'
import { wilson } from './intervals.ts'

const rate = (n: number, named: number) => ({ n, sum: named, sumSquares: named })

/** A cell of `n` answers with equal scores. */
const constant = (n: number, score: number) => ({ n, sum: n * score, sumSquares: n * score ** 2 })

test('a single cell of 0/1 answers has the Wilson interval', () => {
  expect(basketInterval([rate(10, 3)], { max: 1 })).toEqual({
    ...wilson(3, 10),
    level: 0.95,
    method: 'wilson',
  })
})

test('the limits of a basket match a calculation by hand', () => {
  // s² = .2 .3 .3 .2, so V = 1/(16·5) = .0125, 20 effective answers, t(16) = 2.1199
  const interval = basketInterval([rate(5, 1), rate(5, 2), rate(5, 3), rate(5, 4)], { max: 1 })
  expect(interval?.low).toBeCloseTo(0.28583, 5)
  expect(interval?.high).toBeCloseTo(0.71417, 5)
  expect(interval?.method).toBe('stratified_wilson')
})

test('a rate and the same rate as scores have the same interval', () => {
  const named = [0, 1, 3, 7, 7]
  const asRate = basketInterval(
    named.map((k) => rate(7, k)),
    { max: 1 },
  )
  const asScore = basketInterval(
    named.map((k) => ({ n: 7, sum: k * 100_000, sumSquares: k * 100_000 ** 2 })),
    { max: 100_000 },
  )
  expect((asScore?.low ?? 0) / 100_000).toBeCloseTo(asRate?.low ?? -1, 12)
  expect((asScore?.high ?? 0) / 100_000).toBeCloseTo(asRate?.high ?? -1, 12)
})

test('differences between prompts do not widen the interval', () => {
  const cells = Array.from({ length: 20 }, (_, prompt) => rate(28, prompt < 10 ? 2 : 26))
  const interval = basketInterval(cells, { max: 1 })
  const pooled = wilson(280, 560)
  const width = (interval?.high ?? 0) - (interval?.low ?? 0)
  expect(width).toBeLessThan(0.6 * ((pooled?.high ?? 0) - (pooled?.low ?? 0)))
})

test('a basket without variance has an interval that depends on its number of answers', () => {
  const none = wilson(0, 140)?.high ?? -1
  const noneOfHalf = (wilson(0, 70)?.high ?? -1) / 2

  const never = basketInterval(Array(20).fill(rate(7, 0)), { max: 1 })
  expect(never?.low).toBe(0)
  expect((never?.high ?? 0) / none).toBeCloseTo(1, 1)

  const always = basketInterval(Array(20).fill(rate(7, 7)), { max: 1 })
  expect((1 - (always?.low ?? 0)) / none).toBeCloseTo(1, 1)
  expect(always?.high).toBe(1)

  const split = basketInterval([...Array(10).fill(rate(7, 0)), ...Array(10).fill(rate(7, 7))], { max: 1 })
  expect(((split?.high ?? 0) - 0.5) / noneOfHalf).toBeCloseTo(1, 1)
  expect((0.5 - (split?.low ?? 0)) / noneOfHalf).toBeCloseTo(1, 1)
})

test('equal scores still have an interval', () => {
  const interval = basketInterval([constant(7, 60_000), constant(7, 60_000)], { max: 100_000 })
  expect(interval?.low).toBeLessThan(55_000)
  expect(interval?.high).toBeGreaterThan(65_000)
})

test('prompts with one answer each get the wider pooled interval', () => {
  const cells = Array.from({ length: 20 }, (_, prompt) => rate(1, prompt < 6 ? 1 : 0))
  expect(basketInterval(cells, { max: 1 })).toEqual({
    low: expect.closeTo(wilson(6, 20)?.low ?? -1, 12),
    high: expect.closeTo(wilson(6, 20)?.high ?? -1, 12),
    level: 0.95,
    method: 'pooled_wilson',
  })
})

test('fewer than eight repeats are pooled', () => {
  const asked = (prompts: number) => basketInterval(Array(prompts).fill(rate(2, 1)), { max: 1 })?.method
  expect(asked(7)).toBe('pooled_wilson')
  expect(asked(8)).toBe('stratified_wilson')
})

test('one prompt with repeats does not determine the variance of many single answers', () => {
  const cells = [rate(40, 0), ...Array.from({ length: 60 }, (_, prompt) => rate(1, prompt % 2))]
  expect(basketInterval(cells, { max: 1 })?.method).toBe('pooled_wilson')
})

test('a single score has an interval of nearly the whole range', () => {
  const interval = basketInterval([constant(1, 60_000)], { max: 100_000 })
  expect(interval?.low).toBeLessThan(1_000)
  expect(interval?.high).toBeGreaterThan(99_000)
})

test('cells without answers are ignored, and no answers have no interval', () => {
  const cells = [rate(7, 2), rate(7, 5)]
  expect(basketInterval([...cells, rate(0, 0)], { max: 1 })).toEqual(basketInterval(cells, { max: 1 }))
  expect(basketInterval([rate(0, 0)], { max: 1 })).toBeNull()
  expect(basketInterval([], { max: 1 })).toBeNull()
})
