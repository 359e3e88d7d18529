import { expect, test } from 'vitest'
import { tQuantile } from '../distributions.ts'
import { arrangeDays } from './arrange-days.fixture.ts'
import { changeLimits, compareWindows, testWindows } from './compare-windows.ts'
import { getSeries } from './daily-sums.ts'
import { digitSeries } from './digits.fixture.ts'

// The numbers were computed independently from the formulas, to seven digits.

const windows = { reference: { from: 0, to: 6 }, recent: { from: 7, to: 13 } }
const p = { prompt: 'p', y: '0010010 1101111' }
const q = { prompt: 'q', y: '1010100 1110111' }
const r = { prompt: 'r', y: '0000001 0100011' }

test('the variance of one prompt has no part of the spread between prompts', () => {
  const result = testWindows(digitSeries(p), windows)
  expectDigits(result, { delta: 0.5714286, variance: 0.08062794, p: 0.07188362, df: 10 })
  expectDigits(result?.parts, { sampling: 0.07535322, drift: 0.2637363, days: 0.06802721 })
  expect(result?.parts.prompts).toBe(0)
  expectDigits({ t: (result?.delta ?? 0) / Math.sqrt(result?.variance ?? 0) }, { t: 2.012422 })
})

test('the spread between three prompts counts with two degrees of freedom', () => {
  const result = testWindows(digitSeries(p, q, r), windows)
  expectDigits(result, { delta: 0.4285714, variance: 0.02181958, p: 0.01329296, df: 12 })
  const parts = { sampling: 0.02319902, drift: 0.08119658, prompts: 0.006802721, days: 0.01511716 }
  expectDigits(result?.parts, parts)
})

test('the platforms of a prompt are one cluster', () => {
  const secondPlatform = { prompt: 'p', platform: 'b', y: '1111011 1111111' }
  const result = testWindows(digitSeries(p, q, r, secondPlatform), windows)
  expectDigits(result, { delta: 0.3571429, variance: 0.01461032, p: 0.01203881, df: 12 })
})

test('days with several answers and days without answers count by their answers', () => {
  const result = testWindows(
    digitSeries(
      { prompt: 'p', y: '0121010 2102122', n: '2222222 2222222' },
      { prompt: 'q', y: '1101020 1222212', n: '2212222 2220222' },
    ),
    windows,
  )
  expectDigits(result, { delta: 0.3994083, variance: 0.02728293, p: 0.03412243, df: 11 })
  expectDigits(result?.parts, { sampling: 0.02404643, days: 0.02652435 })
})

test('a ratio has the variance of its residuals', () => {
  const ones = '1111111 1111111'
  const result = testWindows(
    digitSeries(
      { prompt: 'p', y: '1021010 2312203', n: ones, x: '3342231 4533424' },
      { prompt: 'q', y: '0110001 1101120', n: ones, x: '2231122 3212231' },
    ),
    windows,
  )
  expectDigits(result, { delta: 0.229115, ratio: 0.3857143, variance: 0.009237722, p: 0.03625629, df: 11 })
})

test('a number that never varied has not changed', () => {
  expect(testWindows(digitSeries({ y: '1111111 1111111' }), windows)).toMatchObject({ delta: 0, p: 1 })
})

test('rounding errors of a constant ratio are not a change', () => {
  // One third everywhere, with varying answers and denominators. Without a tolerance, p is 0.002.
  const rows = [0, 1, 2, 3, 4].flatMap((prompt) =>
    Array.from({ length: 14 }, (_, day) => {
      const y = 1 + ((prompt + day) % 5)
      const n = 1 + ((prompt + day) % 3)
      return { prompt: `${prompt}`, platform: '', region: '', day, n, sums: { share: { y, x: 3 * y } } }
    }),
  )
  const { answers, sums } = arrangeDays(rows, ['share'])
  expect(testWindows(getSeries(answers, sums.share, null), windows)?.p).toBe(1)
})

test('the means have the weights of the recent window, so more answers to one prompt are not a change', () => {
  const rare = { prompt: 'p', y: '0000000 0000000', n: '1111111 1111111' }
  const frequent = { prompt: 'q', y: '1111111 9999999', n: '1111111 9999999' }
  expect(compareWindows(digitSeries(rare, frequent), windows)).toMatchObject({
    before: 0.9,
    after: 0.9,
    delta: 0,
  })
})

test('prompts and platforms without answers in one of the windows do not count', () => {
  const added = { prompt: 'new', y: '0000000 1111111', n: '0000000 1111111' }
  const removed = { prompt: 'old', y: '1111111 0000000', n: '1111111 0000000' }
  const changed = testWindows(digitSeries(p, q, r, added, removed), windows)
  expect(changed).toMatchObject({ delta: testWindows(digitSeries(p, q, r), windows)?.delta, promptCount: 3 })
})

test('windows without a common cell cannot be compared', () => {
  const added = { prompt: 'new', y: '0000000 1111111', n: '0000000 1111111' }
  const removed = { prompt: 'old', y: '1111111 0000000', n: '1111111 0000000' }
  expect(compareWindows(digitSeries(added, removed), windows)).toBeNull()
  expect(compareWindows(digitSeries({ y: '0000000 1111111', x: '0000000 1111111' }), windows)).toBeNull()
})

test.each([
  { reason: '9 answers before', cells: [{ y: '1111111 1111111', n: '2211111 3311111' }], isTestable: false },
  { reason: '10 answers in both', cells: [{ y: '1111111 1111111', n: '2221111 2221111' }], isTestable: true },
  { reason: '2 recent days', cells: [{ y: '1111111 1500000', n: '9999999 9900000' }], isTestable: false },
  { reason: '3 recent days', cells: [{ y: '1111111 1510000', n: '9999999 9990000' }], isTestable: true },
  { reason: '3 of 7 prompts in common', cells: [p, q, r, ...newPrompts(4)], isTestable: false },
  { reason: '3 of 6 prompts in common', cells: [p, q, r, ...newPrompts(3)], isTestable: true },
])('windows with $reason are testable: $isTestable', ({ cells, isTestable }) => {
  expect(compareWindows(digitSeries(...cells), windows)?.isTestable).toBe(isTestable)
})

test('the limits of a change are t standard errors from it', () => {
  const result = testWindows(digitSeries(p, q, r), windows)
  expect(result && changeLimits(result)).toEqual({
    low: expect.closeTo(0.4285714 - tQuantile(0.975, 12) * Math.sqrt(0.02181958), 6),
    high: expect.closeTo(0.4285714 + tQuantile(0.975, 12) * Math.sqrt(0.02181958), 6),
  })
})

function newPrompts(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    prompt: `new ${index}`,
    y: '0000000 1111111',
    n: '0000000 1111111',
  }))
}

function expectDigits<T extends Record<string, unknown>>(actual: T | null | undefined, expected: Partial<T>) {
  for (const [name, value] of Object.entries(expected))
    expect(Number(Number(actual?.[name]).toPrecision(7)), name).toBe(value)
}
