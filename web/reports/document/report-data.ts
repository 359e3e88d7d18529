/** What a report shows, derived from its snapshot. */
import type { Returns } from '../../api.ts'
import type { DisplayedChange } from '../../ui/change-text.ts'

/** A report as members and visitors of a link get it. */
export type ReportData = NonNullable<Returns<'GET /api/shared/:token'>['report']>
export type BrandData = ReportData['snapshot']['brands'][number]
/** The look of an organization's reports. */
export type BrandingData = Returns<'GET /api/report-branding'>
type PastChange = BrandData['trend']['changes'][number]

/** The colors that competitors share; the brand has its own, number 0. */
const competitorColors = 7

/** Returns the number of a competitor's color: ids are in the order of creation, as in the rest of the dashboard. */
export function getColor({ comparison }: BrandData, competitorId: string): number {
  const ids = comparison.competitors.map(({ competitor_id }) => competitor_id).sort()
  return 1 + (ids.indexOf(competitorId) % competitorColors)
}

/** Returns the change of a number: the current one if it is known, otherwise one established within the period. */
export function changeIn(
  { trend }: BrandData,
  number: PastChange['number'],
  change: DisplayedChange,
): DisplayedChange {
  if (change.state === 'up' || change.state === 'down') return change
  const past = trend.changes.findLast((each) => each.number === number)
  return past
    ? { state: past.status, delta: past.after - past.before, reason: change.reason, established: past }
    : change
}

/** The names of new models in the trend, as events of the chart. */
export function modelEvents({ trend }: BrandData): { date: string; label: string }[] {
  return trend.buckets.flatMap(({ date, annotations }) =>
    annotations.flatMap(({ new_models: [model] }) =>
      model === undefined ? [] : [{ date, label: withoutDate(model) }],
    ),
  )
}

/** Models are often named after the day of their release, which the chart shows on its axis. */
const withoutDate = (model: string): string => model.replace(/-(\d{4}-\d{2}-\d{2}|\d{4,8})$/, '')

export const platformsIn = (brands: readonly BrandData[]): number =>
  new Set(brands.flatMap(({ method }) => method.answers.map(({ platform }) => platform))).size
