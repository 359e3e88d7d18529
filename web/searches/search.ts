import { getId } from '../brands/filter.ts'
import { getChoice, getText, withoutUndefined } from '../search-params.ts'
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
  return {
    ...sortSearch(searchSorts, search),
    ...withoutUndefined({
      q: getText(search.q, 200),
      status: getChoice(searchStatuses, search.status),
      prompt: getId(search.prompt),
      search: getText(search.search, 2_000),
    }),
  }
}
