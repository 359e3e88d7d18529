/**
 * Detects changes of daily visit counts (counts.ts), in total and by platform. Counts of whole weeks are compared, so that weekdays
 * cancel out. Change detection has the same states, windows and levels.
 */
import { tTwoSidedP } from '../distributions.ts'
import { benjaminiHochberg } from '../false-discovery.ts'
import { type CountDay, compareCounts } from './counts.ts'
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

const daysOfWeek = 7

/** Returns the changes until `lastDay`, oldest first. The first day with a visit is the first one of all series. */
export function findVisitChanges(visits: readonly VisitDay[], lastDay: number): VisitChange[] {
  if (visits.length === 0) return []
  const firstDay = Math.min(...visits.map(({ day }) => day))
  const platforms = [...new Set(visits.map(({ platform }) => platform))].toSorted()
  const views = platforms.length > 1 ? ['', ...platforms] : ['']
  const series = views.map((view) => countVisits(visits, view, { from: firstDay, to: lastDay }))
  const start = views.map((): SeriesState => ({ status: 'steady', change: null, levelStart: firstDay }))
  const { log } = replay({ from: firstDay, to: lastDay }, start, (day, states) =>
    significantTests(
      series.map((counts, index) => testOn(counts, day, states[index]?.levelStart ?? firstDay)),
    ),
  )
  return log.flatMap(({ series: index, day, change }) => {
    const { established, since, direction, before, after } = change
    return established === day
      ? [{ platform: views[index] ?? '', established, since, direction, before, after }]
      : []
  })
}

/** Returns the visits of each day of a range from a platform, or from all platforms for ''. */
export function countVisits(visits: readonly VisitDay[], view: string, { from, to }: DayRange): CountDay[] {
  const counts = new Float64Array(daysIn({ from, to }))
  for (const { platform, day, visits: count } of visits)
    if ((view === '' || platform === view) && day >= from && day <= to)
      counts[day - from] = (counts[day - from] ?? 0) + count
  return Array.from(counts, (count, index) => ({ day: from + index, count }))
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
function testOn(counts: readonly CountDay[], day: number, levelStart: number): Test | null {
  const tests = recentDayCounts.flatMap((recentDays) => {
    const windows = windowsOn(day, recentDays, levelStart)
    return (windows && testCounts(counts, wholeWeeks(windows))) ?? []
  })
  const best = tests.reduce<Test | null>((min, test) => (min === null || test.p < min.p ? test : min), null)
  return best && { ...best, p: Math.min(1, recentDayCounts.length * best.p) }
}

/** Shortens the reference at its start. */
function wholeWeeks({ reference, recent }: Windows): Windows {
  const days = daysIn(reference)
  return { reference: { ...reference, from: reference.from + (days % daysOfWeek) }, recent }
}

/** `counts`: of consecutive days. */
function testCounts(counts: readonly CountDay[], windows: Windows): Test | null {
  const firstDay = counts[0]?.day ?? 0
  const select = ({ from, to }: DayRange) => counts.slice(from - firstDay, to - firstDay + 1)
  const [before, after] = [select(windows.reference), select(windows.recent)]
  const compared = compareCounts({ before, after }, [before, after])
  if (compared === null) return null
  const [meanBefore, meanAfter] = [compared.before / before.length, compared.after / after.length]
  return {
    windows,
    delta: meanAfter - meanBefore,
    before: meanBefore,
    after: meanAfter,
    p: tTwoSidedP(compared.logRatio / Math.sqrt(compared.variance), compared.df),
  }
}
