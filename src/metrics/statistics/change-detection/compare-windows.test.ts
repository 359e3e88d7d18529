import { expect, test } from 'vitest'
import { tQuantile } from '../distributions.ts'
import { changeLimits, compareWindows, testWindows } from './compare-windows.ts'
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

test.each(['score', 'constant cells with unequal answers'])(
  'rounding errors of a constant number are not a change: %s',
  () => {
    const cells = Array.from({ length: 7 }, (_, prompt) => ({
      prompt: `${prompt}`,
      y: '3333333 3333333'.replaceAll('3', prompt % 2 ? '3' : '9'),
      n: '1111111 1111111'.replaceAll('1', prompt % 2 ? '1' : '3'),
      x: '7777777 7777777'.replaceAll('7', prompt % 2 ? '1' : '3'),
    }))
    expect(testWindows(digitSeries(...cells), windows)?.p).toBe(1)
  },
)

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
  ['ten answers in each window', [{ y: '1111100 1111100', n: '2111111 2111111' }], false],
  ['ten answers in each window', [{ y: '1111100 1111100', n: '2221111 2221111' }], true],
  ['three days in each window', [{ y: '1111111 1500000', n: '9999999 9900000' }], false],
  ['three days in each window', [{ y: '1111111 1510000', n: '9999999 9990000' }], true],
  ['half of the recent answers in common', [p, q, r, ...newPrompts(4)], false],
  ['half of the recent answers in common', [p, q, r, ...newPrompts(3)], true],
])('a test needs %s: %j %s', (_, cells, isTestable) => {
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
