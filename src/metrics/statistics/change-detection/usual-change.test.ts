import { expect, test } from 'vitest'
import { rounds } from '../../../../test/soak.ts'
import { seededRandom } from '../seeded-random.ts'
import { getSeries } from './daily-sums.ts'
import { type SimulatedBrand, simulateBrand, steadyWorld, type World } from './simulated-brand.fixture.ts'
import { comparePeriods } from './usual-change.ts'

const lastDay = steadyWorld.days - 1

/** The last days of a simulated brand, and the same number of days before. */
function windowsOf(days: number) {
  const from = lastDay - days + 1
  return { reference: { from: from - days, to: from - 1 }, recent: { from, to: lastDay } }
}

function compare({ answers, sums }: SimulatedBrand, days: number) {
  const series = getSeries(answers, sums.score, null)
  const windows = windowsOf(days)
  const past = { from: windows.recent.from - 56, to: windows.recent.from - 1 }
  const { before, after, usual } = comparePeriods(series, windows, { past }) ?? {
    before: 0,
    after: 0,
    usual: null,
  }
  return { delta: after - before, usual }
}

const worlds: [title: string, world: Partial<World>][] = [
  ['independent answers', {}],
  ['prompts that drift', { drift: 0.5 }],
  ['days that affect all prompts of a platform', { shock: 0.3 }],
  ['drift and such days', { drift: 0.5, shock: 0.3 }],
]

/** Of brands in which nothing changed, the share whose difference is larger than usual. */
function shareOutside(world: Partial<World>, days: number): number {
  const random = seededRandom(days)
  const count = rounds(40, 1000)
  let outside = 0
  for (let round = 0; round < count; round += 1) {
    const { delta, usual } = compare(simulateBrand({ ...steadyWorld, ...world }, random), days)
    if (usual === null || Math.abs(delta) > usual) outside += 1
  }
  return outside / count
}

test.each(worlds)(
  'while nothing changes, few differences between periods are larger than usual: %s',
  (_, world) => {
    for (const days of [1, 7, 30]) {
      const share = shareOutside(world, days)
      expect(share, `${days} days`).toBeLessThanOrEqual(0.05)
    }
  },
)

test('one of many rows has a wider usual range, so that few lists have a row outside it', () => {
  const { answers, sums } = simulateBrand(steadyWorld, seededRandom(1))
  const series = getSeries(answers, sums.score, null)
  const windows = windowsOf(7)
  const past = { from: windows.recent.from - 56, to: windows.recent.from - 1 }
  const [one = 0, five = 0, hundred = 0] = [1, 5, 100].map(
    (rows) => comparePeriods(series, windows, { past, rows })?.usual ?? 0,
  )
  expect(one).toBeGreaterThan(0)
  // 1 − 0.05 / 5 is 99%, as for a single number.
  expect(five).toBe(one)
  expect(hundred).toBeGreaterThan(1.2 * one)
})

test('a large step is larger than usual for one day, a week and a month', () => {
  for (const days of [1, 7, 30]) {
    const step = { day: lastDay - days + 1, logit: 1.5 }
    const { delta, usual } = compare(simulateBrand({ ...steadyWorld, step }, seededRandom(1)), days)
    expect(delta, `${days} days`).toBeGreaterThan(usual ?? Number.POSITIVE_INFINITY)
  }
})

test('days that affect all prompts make the usual difference of single days larger', () => {
  const usual = (shock: number) =>
    compare(simulateBrand({ ...steadyWorld, shock }, seededRandom(3)), 1).usual ?? 0
  expect(usual(0.5)).toBeGreaterThan(1.3 * usual(0))
})

test('with less than seven days of history, the usual difference is not known', () => {
  const { answers, sums } = simulateBrand(steadyWorld, seededRandom(4))
  const series = getSeries(answers, sums.score, null)
  const after = (days: number) =>
    comparePeriods(
      series,
      { reference: { from: days - 1, to: days - 1 }, recent: { from: days, to: days } },
      { past: { from: 0, to: days - 1 } },
    )?.usual
  expect(after(6)).toBeNull()
  expect(after(7)).toBeGreaterThan(0)
})
