/** The queries of the table of prompts. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Returns, read, readPages } from '../api.ts'
import type { MetricQuery } from '../brands/filter.ts'
import { getSort } from '../ui/table/sort-search.ts'
import type { PromptsSearch } from './search.ts'

export type PromptTableData = Returns<'GET /api/metrics/prompt-table'>
export type PromptRow = PromptTableData['prompts'][number]

export const pageSize = 50

/** What the table lists: the filters of the screen, its search and its order. */
export function tableQuery(
  query: MetricQuery,
  { q, status, view: _, prompt: __, rival: ___, groups: ____, ...sort }: PromptsSearch,
) {
  const { requestQuery, shown } = getSort(sort, 'visibility')
  return {
    request: { ...query, ...requestQuery, ...(q && { q }), ...(status && { status }) },
    shown,
  }
}

export function usePromptTable(request: ReturnType<typeof tableQuery>['request']) {
  return useInfiniteQuery({
    ...readPages('GET /api/metrics/prompt-table', { query: { ...request, limit: pageSize } }),
    placeholderData: keepPreviousData,
  })
}

/** The prompts that were just added, regardless of the order of the table. */
export function useAddedPrompts(query: MetricQuery, ids: readonly string[]): PromptRow[] {
  const { data } = useQuery({
    ...read('GET /api/metrics/prompt-table', {
      query: { ...query, prompt_id: ids.slice(0, pageSize).join(), limit: pageSize },
    }),
    enabled: ids.length > 0,
  })
  return ids.length > 0 ? (data?.prompts ?? []) : []
}
