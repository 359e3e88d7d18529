import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const sorts = ['visibility', 'mentions', 'citations', 'volume', 'change'] as const

export type PromptsSearch = SortSearch<(typeof sorts)[number]>

export const promptsSearch = (search: Record<string, unknown>): PromptsSearch => sortSearch(sorts, search)
