import { expect, test } from 'vitest'
import { addUpDays, type DaySums, toColumns } from './day-sums.ts'
import { wilson } from './intervals.ts'
import { stratifiedInterval as computeInterval } from './stratified-interval.ts'

/** A stratum with one answer on each of `n` days. */
const singles = (n: number, value: (day: number) => number) =>
  addUpDays(Array.from({ length: n }, (_, day) => ({ n: 1, y: value(day) })))

const rate = (n: number, named: number) => singles(n, (day) => Number(day < named))

/** A stratum of `n` answers with equal scores. */
const constant = (n: number, score: number) => singles(n, () => score)

const stratifiedInterval = (strata: readonly DaySums[], { max }: { max: number }) =>
  computeInterval(toColumns(strata), { max, isRate: max === 1 })

test('a single stratum of 0/1 answers has the Wilson interval', () => {
  expect(stratifiedInterval([rate(10, 3)], { max: 1 })).toEqual({
    ...wilson(3, 10),
    level: 0.95,
    method: 'wilson',
  })
})

test('the limits of several strata match manually calculated ones', () => {
  // s² = .2 .3 .3 .2, so V = 1/(16·5) = .0125, 20 effective answers, t(16) = 2.1199
  const interval = stratifiedInterval([rate(5, 1), rate(5, 2), rate(5, 3), rate(5, 4)], { max: 1 })
  expect(interval?.low).toBeCloseTo(0.28583, 5)
  expect(interval?.high).toBeCloseTo(0.71417, 5)
  expect(interval?.method).toBe('stratified_wilson')
})

test('a rate and the same rate as scores have the same interval', () => {
  const named = [0, 1, 3, 7, 7]
  const asRate = stratifiedInterval(
    named.map((k) => rate(7, k)),
    { max: 1 },
  )
  const asScore = stratifiedInterval(
    named.map((k) => singles(7, (day) => (day < k ? 100_000 : 0))),
    { max: 100_000 },
  )
  expect((asScore?.low ?? 0) / 100_000).toBeCloseTo(asRate?.low ?? -1, 12)
  expect((asScore?.high ?? 0) / 100_000).toBeCloseTo(asRate?.high ?? -1, 12)
})

test('differences between prompts do not widen the interval', () => {
  const strata = Array.from({ length: 20 }, (_, prompt) => rate(28, prompt < 10 ? 2 : 26))
  const interval = stratifiedInterval(strata, { max: 1 })
  const pooled = wilson(280, 560)
  const width = (interval?.high ?? 0) - (interval?.low ?? 0)
  expect(width).toBeLessThan(0.6 * ((pooled?.high ?? 0) - (pooled?.low ?? 0)))
})

test('strata without variance have an interval that depends on their number of answers', () => {
  const none = wilson(0, 140)?.high ?? -1
  const noneOfHalf = (wilson(0, 70)?.high ?? -1) / 2

  const never = stratifiedInterval(Array(20).fill(rate(7, 0)), { max: 1 })
  expect(never?.low).toBe(0)
  expect((never?.high ?? 0) / none).toBeCloseTo(1, 1)

  const always = stratifiedInterval(Array(20).fill(rate(7, 7)), { max: 1 })
  expect((1 - (always?.low ?? 0)) / none).toBeCloseTo(1, 1)
  expect(always?.high).toBe(1)

  const split = stratifiedInterval([...Array(10).fill(rate(7, 0)), ...Array(10).fill(rate(7, 7))], { max: 1 })
  expect(((split?.high ?? 0) - 0.5) / noneOfHalf).toBeCloseTo(1, 1)
  expect((0.5 - (split?.low ?? 0)) / noneOfHalf).toBeCloseTo(1, 1)
})

test('equal scores still have an interval', () => {
  const interval = stratifiedInterval([constant(7, 60_000), constant(7, 60_000)], { max: 100_000 })
  expect(interval?.low).toBeLessThan(55_000)
  expect(interval?.high).toBeGreaterThan(65_000)
})

test('prompts with one answer each get the wider pooled interval', () => {
  const strata = Array.from({ length: 20 }, (_, prompt) => rate(1, prompt < 6 ? 1 : 0))
  expect(stratifiedInterval(strata, { max: 1 })).toEqual({
    low: expect.closeTo(wilson(6, 20)?.low ?? -1, 12),
    high: expect.closeTo(wilson(6, 20)?.high ?? -1, 12),
    level: 0.95,
    method: 'pooled_wilson',
  })
})

test('fewer than eight repeated days are pooled', () => {
  const asked = (prompts: number) => stratifiedInterval(Array(prompts).fill(rate(2, 1)), { max: 1 })?.method
  expect(asked(7)).toBe('pooled_wilson')
  expect(asked(8)).toBe('stratified_wilson')
})

test('one prompt with repeated days does not determine the variance of many single answers', () => {
  const strata = [rate(40, 0), ...Array.from({ length: 60 }, (_, prompt) => rate(1, prompt % 2))]
  expect(stratifiedInterval(strata, { max: 1 })?.method).toBe('pooled_wilson')
})

test('a single score has the interval of a binomial share, because no other value varies more', () => {
  const interval = stratifiedInterval([constant(1, 60_000)], { max: 100_000 })
  const half = Math.sqrt((0.6 * 0.4 + 1.96 ** 2 / 4) / 1)
  expect(interval?.low).toBeCloseTo(100_000 * ((0.6 + 1.96 ** 2 / 2 - 1.96 * half) / (1 + 1.96 ** 2)), -1)
  expect(interval?.high).toBeCloseTo(100_000 * ((0.6 + 1.96 ** 2 / 2 + 1.96 * half) / (1 + 1.96 ** 2)), -1)
})

test('strata without answers are ignored, and no answers have no interval', () => {
  const strata = [rate(7, 2), rate(7, 5)]
  expect(stratifiedInterval([...strata, rate(0, 0)], { max: 1 })).toEqual(
    stratifiedInterval(strata, { max: 1 }),
  )
  expect(stratifiedInterval([rate(0, 0)], { max: 1 })).toBeNull()
  expect(stratifiedInterval([], { max: 1 })).toBeNull()
})

test('answers of one day that are all alike count as one', () => {
  const alike = [1, 0, 0, 1, 0, 1, 1, 0, 0, 0].map((y) => ({ n: 4, y: 4 * y }))
  const once = [1, 0, 0, 1, 0, 1, 1, 0, 0, 0].map((y) => ({ n: 1, y }))
  const strata = (days: typeof alike) => Array.from({ length: 3 }, () => addUpDays(days))
  const [four, one] = [alike, once].map((days) => stratifiedInterval(strata(days), { max: 1 }))
  expect(four?.low).toBeCloseTo(one?.low ?? -1, 12)
  expect(four?.high).toBeCloseTo(one?.high ?? -1, 12)
})

test('several answers a day to one prompt are not a binomial rate', () => {
  const days = [4, 0, 1, 4, 0, 4, 0, 0, 3, 0].map((y) => ({ n: 4, y }))
  const interval = stratifiedInterval([addUpDays(days)], { max: 1 })
  expect(interval?.method).toBe('stratified_wilson')
  expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(
    1.5 * ((wilson(16, 40)?.high ?? 0) - (wilson(16, 40)?.low ?? 0)),
  )
})

test('the answers of a single day are binomial, at one prompt and pooled over prompts only if each has one', () => {
  const [five, one] = [addUpDays([{ n: 5, y: 2 }]), addUpDays([{ n: 1, y: 1 }])]
  expect(stratifiedInterval([five], { max: 1 })).toMatchObject({ ...wilson(2, 5), method: 'wilson' })
  expect(stratifiedInterval(Array(9).fill(one), { max: 1 })?.low).toBeCloseTo(wilson(9, 9)?.low ?? -1, 12)
  const pooled = stratifiedInterval(
    Array.from({ length: 9 }, (_, prompt) => addUpDays([{ n: 5, y: prompt % 3 === 0 ? 5 : 0 }])),
    { max: 1 },
  )
  expect(pooled?.method).toBe('pooled_wilson')
  expect(pooled?.low).toBeLessThan(wilson(3, 9)?.low ?? 0)
})

test('the variance of a share of mentions matches a calculation by hand', () => {
  // R = 1/2, so the residuals of the days are y − 1.
  const first = [
    { n: 1, y: 2, x: 2 },
    { n: 1, y: 0, x: 2 },
    { n: 1, y: 1, x: 2 },
    { n: 1, y: 2, x: 2 },
    { n: 1, y: 0, x: 2 },
  ]
  const second = [
    { n: 1, y: 0, x: 2 },
    { n: 1, y: 2, x: 2 },
    { n: 1, y: 0, x: 2 },
    { n: 1, y: 2, x: 2 },
    { n: 1, y: 1, x: 2 },
  ]
  const interval = computeInterval(toColumns([addUpDays(first), addUpDays(second)]), { max: 1 })
  // Σe² = 4 in both strata and Σe = 0, so V = 2 · 5/4 · 4 / 20² = 0.025; effective size 0.25 / 0.025, t(8) = 2.306.
  expect(interval?.method).toBe('stratified_wilson')
  const half = (2.306 / (1 + 2.306 ** 2 / 10)) * Math.sqrt((0.25 + 2.306 ** 2 / 40) / 10)
  expect(interval?.low).toBeCloseTo(0.5 - half, 4)
  expect(interval?.high).toBeCloseTo(0.5 + half, 4)
})

test('mentions within one answer are not independent values', () => {
  const never = Array.from({ length: 10 }, () => ({ n: 1, y: 0, x: 6 }))
  const interval = computeInterval(toColumns([addUpDays(never), addUpDays(never)]), { max: 1 })
  expect(interval?.low).toBe(0)
  expect(interval?.high).toBeGreaterThan(wilson(0, 20)?.high ?? 1)
})
