/** Detects changes of daily visit counts, in total and by platform, with the tests of change detection. */
import { arrangeDays, type Series, seriesOf } from './daily-sums.ts'
import { equalFamily } from './family.ts'
import { replayFamily, startStates } from './replay.ts'

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

/** Returns the changes until `lastDay`, oldest first. The first day with a visit is the first one of all series. */
export function findVisitChanges(visits: readonly VisitDay[], lastDay: number): VisitChange[] {
  if (visits.length === 0) return []
  const firstDay = Math.min(...visits.map(({ day }) => day))
  const platforms = [...new Set(visits.map(({ platform }) => platform))].toSorted()
  const views = platforms.length > 1 ? ['', ...platforms] : ['']
  const series = views.map((platform) => seriesOfView(visits, platform, { firstDay, lastDay }))
  const family = equalFamily(series)
  const { log } = replayFamily(family, { from: firstDay, to: lastDay }, startStates(family))
  return log.flatMap(({ series: index, day, change }) => {
    const { established, since, direction, before, after } = change
    const platform = views[index]
    return platform === undefined || established !== day
      ? []
      : [{ platform, established, since, direction, before, after }]
  })
}

/** A view is one cell with one value per day, so its variance is that of the days: it includes any overdispersion. */
function seriesOfView(
  visits: readonly VisitDay[],
  platform: string,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Series {
  const ofDay = new Map<number, number>()
  for (const each of visits)
    if (platform === '' || each.platform === platform)
      ofDay.set(each.day, (ofDay.get(each.day) ?? 0) + each.visits)
  const rows = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => ({
    prompt: '',
    platform,
    region: '',
    day: firstDay + index,
    n: 1,
    sums: { visits: { y: ofDay.get(firstDay + index) ?? 0, x: 1 } },
  }))
  const { answers, sums } = arrangeDays(rows, ['visits'])
  return seriesOf(answers, sums.visits, null)
}
