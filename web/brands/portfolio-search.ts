import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'
import { windows } from './filter.ts'

const sorts = ['name', 'run', 'score', 'change', 'alerts', 'spend', 'forecast', 'report'] as const

export type PortfolioSearch = SortSearch<(typeof sorts)[number]> & { days?: (typeof windows)[number] | 'all' }

export function portfolioSearch(search: Record<string, unknown>): PortfolioSearch {
  const days = search.days === 'all' ? 'all' : windows.find((each) => each === Number(search.days))
  return { ...sortSearch(sorts, search), ...(days && { days }) }
}
