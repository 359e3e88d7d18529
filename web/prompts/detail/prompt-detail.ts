/** The data of the page of one prompt. */
import { type Returns, read } from '../../api.ts'
import type { MetricQuery } from '../../brands/filter.ts'

export type PromptDetail = Returns<'GET /api/metrics/prompt-detail'>

/** A prompt belongs to one topic, so only the other filters apply. */
export function getPromptDetail({ topic_id: _, branded: __, ...query }: MetricQuery, promptId: string) {
  return read('GET /api/metrics/prompt-detail', { query: { ...query, prompt_id: promptId } })
}
