import { expect, test } from 'vitest'
import { rounds } from '../../../../test/soak.ts'
import { drawNormal, seededRandom } from '../seeded-random.ts'
import { type CountDay, usualCountChange } from './counts.ts'

type Site = {
  mean(day: number): number
  /** Variance divided by the mean. */
  dispersion: number
  /** Weekends have half as many counts. */
  hasWeekends: boolean
}

const steady: Site = { mean: () => 30, dispersion: 1, hasWeekends: false }

function simulate({ mean, dispersion, hasWeekends }: Site, random: () => number, days = 120): CountDay[] {
  return Array.from({ length: days }, (_, day) => {
    const expected = mean(day) * (hasWeekends && day % 7 < 2 ? 0.5 : 1)
    return {
      day,
      count: Math.max(0, Math.round(expected + Math.sqrt(dispersion * expected) * drawNormal(random))),
    }
  })
}

/** Compares the last days with as many days before. */
function compare(days: readonly CountDay[], length: number, rows = 1) {
  const end = days.length
  const [before, after] = [days.slice(end - 2 * length, end - length), days.slice(end - length)]
  const sum = (of: readonly CountDay[]) => of.reduce((total, { count }) => total + count, 0)
  const past = days.slice(0, end - length).slice(-56)
  return {
    delta: sum(after) - sum(before),
    usual: usualCountChange({ before, after, past, rows }) ?? Number.NaN,
  }
}

test.each<[title: string, site: Partial<Site>]>([
  ['independent counts', {}],
  ['days that vary more', { dispersion: 4 }],
  ['weekends', { hasWeekends: true }],
  ['a slow drift', { mean: (day) => 30 + day / 20 }],
])('while nothing changes, few differences are larger than usual: %s', (_, site) => {
  const random = seededRandom(1)
  for (const length of [1, 7, 30]) {
    const count = rounds(60, 2000)
    let outside = 0
    for (let round = 0; round < count; round += 1) {
      const { delta, usual } = compare(simulate({ ...steady, ...site }, random), length)
      expect(usual).toBeGreaterThan(0)
      if (Math.abs(delta) > usual) outside += 1
    }
    expect(outside / count, `${length} days`).toBeLessThanOrEqual(0.02)
  }
})

test('counts that double are larger than usual for a day, a week and a month', () => {
  for (const length of [1, 7, 30]) {
    const mean = (day: number) => (day < 120 - length ? 100 : 200)
    const { delta, usual } = compare(simulate({ ...steady, mean }, seededRandom(2)), length)
    expect(delta, `${length} days`).toBeGreaterThan(usual)
  }
})

test('a day with twice as many counts as the day before is usual after a weekend', () => {
  // The last day has the number 121 = 17 × 7 + 2, the first one after a weekend.
  const days = simulate({ ...steady, mean: () => 400, hasWeekends: true }, seededRandom(3), 122)
  const { delta, usual } = compare(days, 1)
  expect(delta).toBeGreaterThan(100)
  expect(delta).toBeLessThan(usual)
})

test('a single day with many counts is not a change of a month', () => {
  const days = simulate({ ...steady, mean: () => 2 }, seededRandom(4))
  const { delta, usual } = compare(
    days.map(({ day, count }) => ({ day, count: day === 110 ? 80 : count })),
    30,
  )
  expect(delta).toBeGreaterThan(60)
  expect(delta).toBeLessThan(usual)
})

test('the usual difference of whole weeks is worked out on paper', () => {
  const at = (from: number, length: number, count: number) =>
    Array.from({ length }, (_, index) => ({ day: from + index, count }))
  const before = at(56, 7, 10)
  const after = at(63, 7, 10)
  // 70 counts in each week without any variation: φ is 1, so that the variance is 2 / 70.5 + 0.01 = 0.038369. With 56 + 7 − 7 − 1 =
  // 55 degrees of freedom, t is 2.6682: half of 2.6682 × 0.195880 = 0.522647 is 0.261323, whose tanh is 0.255532. Times 141: 36.03.
  expect(usualCountChange({ before, after, past: at(7, 56, 10), rows: 1 })).toBeCloseTo(36.03, 1)
})

test('fewer than thirty counts, or less than two weeks before, are not enough', () => {
  const at = (from: number, length: number, count: number) =>
    Array.from({ length }, (_, index) => ({ day: from + index, count }))
  const week = { before: at(49, 7, 2), after: at(56, 7, 2) }
  expect(usualCountChange({ ...week, past: at(0, 56, 2), rows: 1 })).toBeNull()
  const more = { before: at(49, 7, 3), after: at(56, 7, 3) }
  expect(usualCountChange({ ...more, past: at(0, 56, 3), rows: 1 })).toBeGreaterThan(0)
  expect(usualCountChange({ ...more, past: at(43, 13, 3), rows: 1 })).toBeNull()
})

test('one of many rows has a wider usual range', () => {
  const days = simulate(steady, seededRandom(5))
  const [one, many] = [compare(days, 7, 1).usual, compare(days, 7, 100).usual]
  expect(many).toBeGreaterThan(1.2 * one)
})
