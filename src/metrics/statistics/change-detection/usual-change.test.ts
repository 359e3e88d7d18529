import { expect, test } from 'vitest'
import { rounds } from '../../../../test/soak.ts'
import { compareCells } from '../compare-cells.ts'
import { seededRandom } from '../seeded-random.ts'
import { findCommonCells, sumsIn } from './common-cells.ts'
import { getSeries, indexRange } from './daily-sums.ts'
import { type SimulatedBrand, simulateBrand, steadyWorld, type World } from './simulated-brand.fixture.ts'
import { pastDays, usualChange } from './usual-change.ts'
import { countDays, residualsOfDays } from './variance-of-days.ts'
import type { Windows } from './windows.ts'

const lastDay = steadyWorld.days - 1

/** The last days of a simulated brand, and the same number of days before. */
function windowsOf(days: number) {
  const from = lastDay - days + 1
  return { reference: { from: from - days, to: from - 1 }, recent: { from, to: lastDay } }
}

/** `past`: the number of days before the recent ones that show how much days differ. */
function compare(
  { answers, sums }: SimulatedBrand,
  windows: Windows,
  past = pastDays,
): { delta: number; usual: number | null } {
  const series = getSeries(answers, sums.score, null)
  const common = findCommonCells(series, windows)
  if (common === null) throw new Error('The windows have no common cells')
  const { cells, ranges } = common
  const compared = compareCells({
    prompts: Int32Array.from(cells, (cell) => answers.promptOfCell[cell] ?? 0),
    promptCount: answers.promptCount,
    before: sumsIn(series, cells, ranges.reference),
    after: sumsIn(series, cells, ranges.recent),
  })
  const { from } = windows.recent
  const range = indexRange(answers, { from: from - past, to: from - 1 })
  const inRange = sumsIn(series, cells, range)
  const dayCounts = {
    reference: countDays(series, cells, ranges.reference),
    recent: countDays(series, cells, ranges.recent),
  }
  const residuals = residualsOfDays(series, { cells, range, inRange }, compared.ratio)
  return { delta: compared.delta, usual: usualChange(compared, dayCounts, residuals) }
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
    const { delta, usual } = compare(simulateBrand({ ...steadyWorld, ...world }, random), windowsOf(days))
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

test('a large step is larger than usual for one day, a week and a month', () => {
  for (const days of [1, 7, 30]) {
    const step = { day: lastDay - days + 1, logit: 1.5 }
    const { delta, usual } = compare(
      simulateBrand({ ...steadyWorld, step }, seededRandom(1)),
      windowsOf(days),
    )
    expect(delta, `${days} days`).toBeGreaterThan(usual ?? Number.POSITIVE_INFINITY)
  }
})

test('days that affect all prompts make the usual difference of single days larger', () => {
  const usual = (shock: number) =>
    compare(simulateBrand({ ...steadyWorld, shock }, seededRandom(3)), windowsOf(1)).usual ?? 0
  expect(usual(0.5)).toBeGreaterThan(1.3 * usual(0))
})

test('with less than seven days of history, the usual difference is not known', () => {
  const brand = simulateBrand(steadyWorld, seededRandom(4))
  const after = (days: number) =>
    compare(brand, { reference: { from: days - 1, to: days - 1 }, recent: { from: days, to: days } }, days)
      .usual
  expect(after(6)).toBeNull()
  expect(after(7)).toBeGreaterThan(0)
})
