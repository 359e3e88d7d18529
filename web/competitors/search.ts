import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

const sorts = ['score', 'change', 'rate', 'share', 'position'] as const

export type CompetitorSearch = SortSearch<(typeof sorts)[number]>

export const competitorSearch = (search: Record<string, unknown>): CompetitorSearch =>
  sortSearch(sorts, search)
