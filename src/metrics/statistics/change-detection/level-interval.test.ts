import { expect, test } from 'vitest'
import { wilson } from '../intervals.ts'
import { digitSeries } from './digits.fixture.ts'
import { computeDrift } from './drift.ts'
import { levelInterval } from './level-interval.fixture.ts'
import { estimateLevel } from './level-interval.ts'

const week = { from: 0, to: 6 }
const threeCells = digitSeries(
  { prompt: 'p', y: '0010010' },
  { prompt: 'q', y: '1101111' },
  { prompt: 'r', y: '2021121', n: '2222222' },
)

test('the interval of three cells in a week', () => {
  const level = estimateLevel(threeCells, week, { max: 1 })
  expect(level?.mean.toPrecision(7)).toBe('0.6071429')
  expect(level?.variance.toPrecision(7)).toBe('0.008503401')
  expect(level?.df).toBe(18)
  const interval = levelInterval(threeCells, week, { max: 1 })
  expect(interval).toMatchObject({ level: 0.95, method: 'stratified_wilson' })
  expect([interval?.low, interval?.high].map((limit) => limit?.toPrecision(7))).toEqual([
    '0.4119043',
    '0.7732466',
  ])
})

test('the limits of a number are in its unit', () => {
  const [share, points] = [1, 9].map((max) => {
    const y = [...'0010010'].map((digit) => `${Number(digit) * max}`).join('')
    return levelInterval(digitSeries({ y }, { prompt: 'q', y }), week, { max })
  })
  expect(points?.low).toBeCloseTo(9 * (share?.low ?? 0), 12)
  expect(points?.high).toBeCloseTo(9 * (share?.high ?? 0), 12)
})

test('fewer than eight repeated days pool all rows', () => {
  const pooled = estimateLevel(digitSeries({ y: '0010011' }), week, { max: 1 })
  expect(pooled).toMatchObject({ method: 'pooled_wilson', df: 6 })
  // Seven rows with three ones: variance of the mean p(1 − p)/6.
  expect(pooled?.variance).toBeCloseTo(((3 / 7) * (4 / 7)) / 6, 12)
})

test('more than a third of the answers on the only day of their cell pool all rows', () => {
  const repeated = [0, 1].map((prompt) => ({ prompt: `${prompt}`, y: '0010010' }))
  const single = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ prompt: `single ${index}`, y: '1' }))
  expect(getMethod(7)).toBe('stratified_wilson')
  expect(getMethod(8)).toBe('pooled_wilson')
  function getMethod(count: number) {
    return estimateLevel(digitSeries(...repeated, ...single(count)), week, { max: 1 })?.method
  }
})

test('a cell with one day gets the average variance of the other cells', () => {
  const repeated = [{ y: '0010010' }, { prompt: 'q', y: '1101111' }]
  const level = estimateLevel(digitSeries(...repeated, { prompt: 'r', y: '1' }), week, { max: 1 })
  // Squares within the cells 10/7 and 6/7 with 12 degrees of freedom; 15 answers.
  const expected = ((7 / 6) * (10 / 7 + 6 / 7) + (10 / 7 + 6 / 7) / 12) / 15 ** 2
  expect(level?.variance).toBeCloseTo(expected, 12)
})

test('a single row has the interval of a binomial rate', () => {
  const interval = levelInterval(digitSeries({ y: '3', n: '9' }), week, { max: 1 })
  expect(interval).toMatchObject({ ...wilson(3, 9), method: 'pooled_wilson' })
})

test('a rate of 0% or 100% has an interval, from the number of answers', () => {
  const cells = [0, 1, 2].map((prompt) => ({ prompt: `${prompt}`, y: '0000000' }))
  const none = levelInterval(digitSeries(...cells), week, { max: 1 })
  expect(none?.low).toBe(0)
  expect(none?.high).toBeGreaterThan(wilson(0, 21)?.high ?? 1)
  expect(none?.high).toBeLessThan(0.2)
  const all = levelInterval(digitSeries(...cells.map((cell) => ({ ...cell, y: '1111111' }))), week, {
    max: 1,
  })
  expect(all).toMatchObject({ low: expect.closeTo(1 - (none?.high ?? 0), 12), high: 1 })
})

test('a number without a denominator has no interval', () => {
  expect(
    levelInterval(digitSeries({ y: '0000000', n: '1111111', x: '0000000' }), week, { max: 1 }),
  ).toBeNull()
  expect(levelInterval(digitSeries(), week, { max: 1 })).toBeNull()
})

test('drift widens the interval, with five prompts and 28 days', () => {
  const lastWeek = { from: 21, to: 27 }
  const driftingPrompts = (count: number) => Array.from({ length: count }, (_, prompt) => drifting(prompt))
  expect(computeDrift(digitSeries(...driftingPrompts(4)), lastWeek)).toBeNull()
  expect(computeDrift(digitSeries(...driftingPrompts(5)), { from: 20, to: 26 })).toBeNull()
  const series = digitSeries(...driftingPrompts(5))
  expect(computeDrift(series, lastWeek)?.variance).toBeGreaterThan(0)
  const [short, long] = [digitSeries(...driftingPrompts(5).map(withLastWeek)), series].map((each) =>
    getWidth(levelInterval(each, lastWeek, { max: 1 })),
  )
  expect(long).toBeGreaterThan(short ?? 1)
})

test('a week at 0 % after drift has finite limits', () => {
  const cells = Array.from({ length: 6 }, (_, prompt) => ({
    prompt: `${prompt}`,
    y: `${prompt % 2 ? '1111111 0000000 1101111' : '0000000 1111111 0001000'} 0000000`,
  }))
  const interval = levelInterval(digitSeries(...cells), { from: 21, to: 27 }, { max: 1 })
  expect(interval?.low).toBe(0)
  expect(interval?.high).toBeGreaterThan(wilson(0, 42)?.high ?? 1)
  expect(interval?.high).toBeLessThan(0.7)
})

function drifting(prompt: number) {
  const up = '0100010 0010100 1101101 1110111'
  const down = '1101111 1110110 0100101 0010000'
  return { prompt: `${prompt}`, y: prompt % 2 ? up : down }
}

/** The same last week without the weeks before. */
function withLastWeek({ prompt, y }: { prompt: string; y: string }) {
  return { prompt, y, n: `${'0'.repeat(21)}1111111` }
}

function getWidth(interval: { low: number; high: number } | null) {
  return interval ? interval.high - interval.low : Number.NaN
}
