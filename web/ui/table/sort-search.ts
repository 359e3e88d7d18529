import type { Sort } from './DataTable.tsx'

export type SortSearch<By extends string> = { sort?: By; order?: 'asc' | 'desc' }

/** The sort order in the URL; unknown columns are ignored. */
export function sortSearch<By extends string>(
  columns: readonly By[],
  search: Record<string, unknown>,
): SortSearch<By> {
  const sort = columns.find((each) => each === search.sort)
  const order = (['asc', 'desc'] as const).find((each) => each === search.order)
  return { ...(sort && { sort }), ...(order && { order }) }
}

/** The sort order as query parameters, and as shown in the table's header. */
export function getSort<By extends string>(
  { sort, order = 'desc' }: SortSearch<By>,
  usual: By,
): { requestQuery: { sort_by: By; order: 'asc' | 'desc' }; shown: Sort } {
  const by = sort ?? usual
  return { requestQuery: { sort_by: by, order }, shown: { by, order } }
}
