import { promptGroupings } from '../../vocabulary/labels.ts'
import { getId } from '../brands/filter.ts'
import { getChoice, getText, withoutUndefined } from '../search-params.ts'
import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const promptSorts = ['visibility', 'mentions', 'citations', 'volume', 'change'] as const

/** URL parameters of the prompts screen, in addition to period and filters. */
export type PromptsSearch = SortSearch<(typeof promptSorts)[number]> & {
  q?: string
  status?: 'active' | 'inactive'
  /** What the second table compares; the first that the brand has by default. */
  groups?: (typeof promptGroupings)[number]
  /** Prompts won and lost, instead of the table. */
  view?: 'changes'
  /** The prompt whose answers are compared, and the competitor that gained or lost it. */
  prompt?: string
  rival?: string
}

export function promptsSearch(search: Record<string, unknown>): PromptsSearch {
  const view = getChoice(['changes'], search.view)
  return {
    ...sortSearch(promptSorts, search),
    ...withoutUndefined({
      q: getText(search.q, 200),
      status: getChoice(['active', 'inactive'], search.status),
      groups: getChoice(promptGroupings, search.groups),
      view,
      prompt: view && getId(search.prompt),
      rival: view && getId(search.rival),
    }),
  }
}
