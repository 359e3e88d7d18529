import { benjaminiHochberg } from '../false-discovery.ts'
import { testWindows, type WindowTest } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import { recentDayCounts, windowsOn } from './windows.ts'

/** Series that are tested together. */
export type Family = {
  series: readonly Series[]
  /** Returns the series of the family on a day. Their weights have mean 1. */
  membersOn: (day: number) => readonly FamilyMember[]
}

/** `series`: its index. */
export type FamilyMember = { series: number; weight: number }

/**
 * The result of a series on a day. `test` belongs to the window with the smallest p-value, null if no window can be tested.
 * `p` is corrected for testing three windows (Bonferroni), `q` also for testing the whole family.
 */
export type SeriesResult = { p: number; q: number; isSignificant: boolean; test: WindowTest | null }

/**
 * With 60 daily tests, fewer than one brand in ten has a false change (`simulation.test.ts`). 1/600 would guarantee it
 * for any dependence between the days, with less power.
 */
const significance = 0.004

/** Returns the family of series with equal weights, such as the scores of the competitors. */
export function equalFamily(series: readonly Series[]): Family {
  const members = series.map((_, index) => ({ series: index, weight: 1 }))
  return { series, membersOn: () => members }
}

/**
 * Tests a family on a day; returns one result per series, null for those that are not members on that day.
 * `levelStarts`: the first day of the current level of each series, null before its first answers. Each series is a step, because a
 * large family takes tens of milliseconds.
 */
export function* familyTestSteps(
  family: Family,
  day: number,
  levelStarts: readonly (number | null)[],
): Generator<undefined, (SeriesResult | null)[]> {
  const members = family.membersOn(day)
  const tests: (WindowTest | null)[] = []
  for (const { series: index } of members) {
    const series = family.series[index]
    const levelStart = levelStarts[index] ?? null
    tests.push(series && levelStart !== null ? mostSignificantWindow(series, day, levelStart) : null)
    yield
  }
  const pValues = tests.map((test) => Math.min(1, recentDayCounts.length * (test?.p ?? 1)))
  const weights = members.map(({ weight }) => weight)
  const qValues = benjaminiHochberg(pValues, weights)
  const results = family.series.map<SeriesResult | null>(() => null)
  for (const [position, { series }] of members.entries()) {
    const q = qValues[position] ?? 1
    results[series] = {
      p: pValues[position] ?? 1,
      q,
      isSignificant: q <= significance,
      test: tests[position] ?? null,
    }
  }
  return results
}

/** Returns the test with the smallest p-value over the windows that can be tested, or null. */
function mostSignificantWindow(series: Series, day: number, levelStart: number): WindowTest | null {
  const tests = recentDayCounts.flatMap((recentDays) => {
    const windows = windowsOn(day, recentDays, levelStart)
    const test = windows && testWindows(series, windows)
    return test?.isTestable ? [test] : []
  })
  return tests.reduce<WindowTest | null>(
    (best, test) => (best === null || test.p < best.p ? test : best),
    null,
  )
}
