import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const funnelSorts = ['citations', 'requests', 'visits', 'sessions', 'conversions'] as const
export const funnelGaps = ['missing', 'blocked', 'not_fetched', 'not_cited'] as const

/** URL parameters of the funnel, in addition to period and filters. */
export type FunnelSearch = SortSearch<(typeof funnelSorts)[number]> & {
  q?: string
  gap?: (typeof funnelGaps)[number]
}

export function funnelSearch(search: Record<string, unknown>): FunnelSearch {
  // The router parses a search for digits as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 200) : ''
  const gap = funnelGaps.find((each) => each === search.gap)
  return { ...sortSearch(funnelSorts, search), ...(q && { q }), ...(gap && { gap }) }
}
