/**
 * Detects changes of daily visit counts, in total and by platform. Counts of whole weeks are compared, so that weekdays cancel
 * out. The log of the ratio of two means has the variance φ(1/Σy_A + 1/Σy_B) plus an allowance for the drift of a site's visits,
 * with the overdispersion φ of the days around their weekday and window (McCullagh and Nelder, Generalized Linear Models, 1989,
 * section 6.2). Change detection has the same states, windows and levels.
 */
import { tTwoSidedP } from '../distributions.ts'
import { benjaminiHochberg } from '../false-discovery.ts'
import { replay, type SeriesState, type SignificantTest } from './replay.ts'
import { type DayRange, daysIn, recentDayCounts, type Windows, windowsOn } from './windows.ts'

/** Days without visits have no row. */
export type VisitDay = { platform: string; day: number; visits: number }

export type VisitChange = {
  platform: string
  established: number
  since: number
  direction: 'up' | 'down'
  before: number
  after: number
}

/** Stricter than for numbers of answers, because a single site has no prompts whose spread could be measured. */
const significance = 0.001

/** The visits of a site drift by about a tenth (standard deviation) without a cause. */
const driftVariance = 0.1 ** 2

/** With fewer visits in both windows together, the normal approximation of the log ratio is poor. */
const minVisits = 30

const daysOfWeek = 7

/** Returns the changes until `lastDay`, oldest first. The first day with a visit is the first one of all series. */
export function findVisitChanges(visits: readonly VisitDay[], lastDay: number): VisitChange[] {
  if (visits.length === 0) return []
  const firstDay = Math.min(...visits.map(({ day }) => day))
  const platforms = [...new Set(visits.map(({ platform }) => platform))].toSorted()
  const views = platforms.length > 1 ? ['', ...platforms] : ['']
  const series = views.map((view) => getCounts(visits, view, { from: firstDay, to: lastDay }))
  const start = views.map((): SeriesState => ({ status: 'steady', change: null, levelStart: firstDay }))
  const { log } = replay({ from: firstDay, to: lastDay }, start, (day, states) =>
    significantTests(
      series.map((counts, index) => testOn(counts, firstDay, day, states[index]?.levelStart ?? firstDay)),
    ),
  )
  return log.flatMap(({ series: index, day, change }) => {
    const { established, since, direction, before, after } = change
    return established === day
      ? [{ platform: views[index] ?? '', established, since, direction, before, after }]
      : []
  })
}

function getCounts(visits: readonly VisitDay[], view: string, { from, to }: DayRange): Float64Array {
  const counts = new Float64Array(to - from + 1)
  for (const { platform, day, visits: count } of visits)
    if ((view === '' || platform === view) && day <= to)
      counts[day - from] = (counts[day - from] ?? 0) + count
  return counts
}

type Test = Omit<SignificantTest, 'q'>

function significantTests(tests: readonly (Test | null)[]): (SignificantTest | null)[] {
  const qValues = benjaminiHochberg(tests.map((test) => test?.p ?? 1))
  return tests.map((test, index) => {
    const q = qValues[index] ?? 1
    return test !== null && q <= significance ? { ...test, q } : null
  })
}

/** Returns the test of the most significant window, with a p-value corrected for three windows. */
function testOn(counts: Float64Array, firstDay: number, day: number, levelStart: number): Test | null {
  const tests = recentDayCounts.flatMap((recentDays) => {
    const windows = windowsOn(day, recentDays, levelStart)
    return (windows && compareCounts(counts, firstDay, wholeWeeks(windows))) ?? []
  })
  const best = tests.reduce<Test | null>((min, test) => (min === null || test.p < min.p ? test : min), null)
  return best && { ...best, p: Math.min(1, recentDayCounts.length * best.p) }
}

/** Shortens the reference at its start. */
function wholeWeeks({ reference, recent }: Windows): Windows {
  const days = daysIn(reference)
  return { reference: { ...reference, from: reference.from + (days % daysOfWeek) }, recent }
}

function compareCounts(counts: Float64Array, firstDay: number, windows: Windows): Test | null {
  const [before, now] = [windows.reference, windows.recent].map(({ from, to }) =>
    counts.subarray(from - firstDay, to - firstDay + 1),
  ) as [Float64Array, Float64Array]
  const [sumBefore, sumNow] = [sumUp(before), sumUp(now)]
  if (sumBefore + sumNow < minVisits) return null
  // Half a visit keeps the ratio finite when a window has none.
  const [a, b] = [sumBefore + 0.5, sumNow + 0.5]
  const df = before.length + now.length - daysOfWeek - 1
  const variance = dispersion(before, now, df) * (1 / a + 1 / b) + driftVariance
  const [meanBefore, meanNow] = [sumBefore / before.length, sumNow / now.length]
  const logRatio = Math.log(b / now.length) - Math.log(a / before.length)
  return {
    windows,
    delta: meanNow - meanBefore,
    before: meanBefore,
    after: meanNow,
    p: tTwoSidedP(logRatio / Math.sqrt(variance), df),
  }
}

/** Pearson's estimate: (y − μ)²/μ per degree of freedom, with μ = mean of the window × share of the weekday. At least 1. */
function dispersion(before: Float64Array, now: Float64Array, df: number): number {
  const total = sumUp(before) + sumUp(now)
  const shares = new Float64Array(daysOfWeek)
  for (const window of [before, now])
    for (const [day, count] of window.entries())
      shares[day % daysOfWeek] = (shares[day % daysOfWeek] ?? 0) + count / total
  let squares = 0
  for (const window of [before, now]) {
    const perWeek = sumUp(window) / (window.length / daysOfWeek)
    for (const [day, count] of window.entries()) {
      const expected = perWeek * (shares[day % daysOfWeek] ?? 0)
      if (expected > 0) squares += (count - expected) ** 2 / expected
    }
  }
  return Math.max(1, squares / df)
}

function sumUp(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
