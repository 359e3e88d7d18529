import { type SourceCategory, sourceCategories } from '../../vocabulary/source-categories.ts'
import { matching } from '../brands/filter.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'
import { type SortSearch, sortSearch } from '../ui/table/sort-search.ts'

export const citationSorts = ['citations', 'results', 'brand_mentioned'] as const
/** The first view is the default. */
export const views = ['targets', 'companies', 'domains', 'pages', 'changes'] as const

export const outreachStatuses = ['new', 'contacted', 'listed', 'not_relevant'] as const

export type CitationSearch = SortSearch<(typeof citationSorts)[number]> & {
  category?: SourceCategory
  view?: (typeof views)[number]
  /** The domain whose panel is open. */
  source?: string
  /** Only sources with this status of outreach. */
  outreach?: (typeof outreachStatuses)[number]
}

export function citationSearch(search: Record<string, unknown>): CitationSearch {
  return {
    ...sortSearch(citationSorts, search),
    ...withoutUndefined({
      category: getChoice(sourceCategories, search.category),
      view: getChoice(views, search.view),
      outreach: getChoice(outreachStatuses, search.outreach),
      source: matching(search.source, /^[^\s/]{1,253}$/),
    }),
  }
}

/** URL parameters of the cited-page screen. */
export type CitedPageSearch = { url?: string; by?: 'week' }

export function citedPageSearch({ url, by }: Record<string, unknown>): CitedPageSearch {
  return {
    ...(typeof url === 'string' && url.length > 0 && url.length <= 8_192 && { url }),
    ...(by === 'week' && { by }),
  }
}
