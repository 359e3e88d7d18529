import { promptGroupings } from '../../vocabulary/labels.ts'
import { getId } from '../brands/filter.ts'
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
  const q = getText(search.q, 200)
  const status = (['active', 'inactive'] as const).find((each) => each === search.status)
  const groups = promptGroupings.find((each) => each === search.groups)
  return {
    ...sortSearch(promptSorts, search),
    ...(q && { q }),
    ...(status && { status }),
    ...(groups && { groups }),
    ...(search.view === 'changes' && { view: search.view, ...getIds(search) }),
  }
}

function getIds(search: Record<string, unknown>): Pick<PromptsSearch, 'prompt' | 'rival'> {
  const [prompt, rival] = [getId(search.prompt), getId(search.rival)]
  return { ...(prompt && { prompt }), ...(rival && { rival }) }
}

/** The router parses a search for digits as a number. */
const getText = (value: unknown, maxLength: number): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : ''
