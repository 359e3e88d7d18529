import { getId } from '../brands/filter.ts'
import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const searchSorts = ['results', 'own_cited_pct', 'first_day', 'last_day'] as const
export const searchStatuses = ['new', 'vanished', 'never_cited'] as const

/** URL parameters of the searches, in addition to period and filters. */
export type SearchesSearch = SortSearch<(typeof searchSorts)[number]> & {
  q?: string
  status?: (typeof searchStatuses)[number]
  /** The prompt of the chart. */
  prompt?: string
  /** The search that is open. */
  search?: string
}

export function searchesSearch(search: Record<string, unknown>): SearchesSearch {
  const q = getText(search.q, 200)
  const prompt = getId(search.prompt)
  const opened = getText(search.search, 2_000)
  const status = searchStatuses.find((each) => each === search.status)
  return {
    ...sortSearch(searchSorts, search),
    ...(q && { q }),
    ...(status && { status }),
    ...(prompt && { prompt }),
    ...(opened && { search: opened }),
  }
}

/** The router parses digits as a number. */
const getText = (value: unknown, length: number): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, length) : ''
