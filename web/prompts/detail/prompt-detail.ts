/** The data of the page of one prompt. */
import { type Returns, read } from '../../api.ts'
import { type MetricQuery, withoutPromptFilters } from '../../brands/filter.ts'

export type PromptDetail = Returns<'GET /api/metrics/prompt-detail'>

export function getPromptDetail(query: MetricQuery, promptId: string) {
  return read('GET /api/metrics/prompt-detail', {
    query: { ...withoutPromptFilters(query), prompt_id: promptId },
  })
}
