import { getChoice, withoutUndefined } from '../search-params.ts'

export const metricKeys = ['visibility', 'mentions', 'share', 'citations', 'sentiment', 'position'] as const
export type MetricKey = (typeof metricKeys)[number]

/** URL parameters of the overview, in addition to period and filters: what the chart shows. */
export type OverviewSearch = { metric?: MetricKey; lines?: 'platforms' }

export const overviewSearch = (search: Record<string, unknown>): OverviewSearch =>
  withoutUndefined({
    metric: getChoice(metricKeys, search.metric),
    lines: getChoice(['platforms'], search.lines),
  })
