import { type SourceCategory, sourceCategories } from '../../vocabulary/source-categories.ts'
import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const citationSorts = ['citations', 'results', 'brand_mentioned'] as const
/** The first view is the default. */
export const views = ['targets', 'companies', 'domains', 'pages', 'changes'] as const

export type CitationSearch = SortSearch<(typeof citationSorts)[number]> & {
  category?: SourceCategory
  view?: (typeof views)[number]
}

export function citationSearch(search: Record<string, unknown>): CitationSearch {
  const category = sourceCategories.find((each) => each === search.category)
  const view = views.find((each) => each === search.view)
  return { ...sortSearch(citationSorts, search), ...(category && { category }), ...(view && { view }) }
}

/** URL parameters of the cited-page screen. */
export type CitedPageSearch = { url?: string; by?: 'week' }

export function citedPageSearch({ url, by }: Record<string, unknown>): CitedPageSearch {
  return {
    ...(typeof url === 'string' && url.length > 0 && url.length <= 8_192 && { url }),
    ...(by === 'week' && { by }),
  }
}
