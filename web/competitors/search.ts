import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

const sorts = ['score', 'change', 'rate', 'answers', 'position', 'citations'] as const
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** `versus`: the competitor in the head-to-head comparison. */
export type CompetitorSearch = SortSearch<(typeof sorts)[number]> & { versus?: string }

export function competitorSearch(search: Record<string, unknown>): CompetitorSearch {
  const { versus } = search
  return { ...sortSearch(sorts, search), ...(typeof versus === 'string' && uuid.test(versus) && { versus }) }
}
