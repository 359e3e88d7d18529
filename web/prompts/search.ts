import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const promptSorts = ['visibility', 'mentions', 'citations', 'volume', 'change'] as const

/** URL parameters of the prompts screen, in addition to period and filters. */
export type PromptsSearch = SortSearch<(typeof promptSorts)[number]> & {
  q?: string
  status?: 'active' | 'inactive'
}

export function promptsSearch(search: Record<string, unknown>): PromptsSearch {
  const q = getText(search.q, 200)
  const status = (['active', 'inactive'] as const).find((each) => each === search.status)
  return {
    ...sortSearch(promptSorts, search),
    ...(q && { q }),
    ...(status && { status }),
  }
}

/** The router parses a search for digits as a number. */
const getText = (value: unknown, maxLength: number): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : ''
