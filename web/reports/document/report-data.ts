/** What a report shows, derived from its snapshot. */
import type { Returns } from '../../api.ts'

/** A report as members and visitors of a link get it. */
export type ReportData = NonNullable<Returns<'GET /api/shared/:token'>['report']>
export type BrandData = ReportData['snapshot']['brands'][number]
/** The look of an organization's reports. */
export type BrandingData = Returns<'GET /api/report-branding'>

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
