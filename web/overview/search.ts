export const metricKeys = ['visibility', 'mentions', 'share', 'citations', 'sentiment', 'position'] as const
export type MetricKey = (typeof metricKeys)[number]

/** URL parameters of the overview, in addition to period and filters: what the chart shows. */
export type OverviewSearch = { metric?: MetricKey; lines?: 'platforms' }

export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const metric = metricKeys.find((each) => each === search.metric)
  return {
    ...(metric && { metric }),
    ...(search.lines === 'platforms' && { lines: search.lines }),
  }
}
