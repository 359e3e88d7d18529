/** The prompts won and lost in the period. */
import { useQuery } from '@tanstack/react-query'
import { formatScore } from '../../../vocabulary/formats.ts'
import { type Returns, read } from '../../api.ts'
import type { MetricQuery } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'

export type PromptLeaders = Returns<'GET /api/metrics/prompt-leaders'>
export type PreviousWindow = NonNullable<PromptLeaders['previous_window']>
export type ChangedPrompt = PromptLeaders['prompts'][number]

export function usePromptLeaders() {
  const { query } = useBrand()
  return useQuery(read('GET /api/metrics/prompt-leaders', { query }))
}

/** The same filters in the previous window. */
export function inPrevious(query: MetricQuery, { date_from, date_to }: PreviousWindow): MetricQuery {
  const { days: _, date_from: __, date_to: ___, compare: ____, ...filters } = query
  return { ...filters, ...(date_from && { date_from }), ...(date_to && { date_to }) }
}

/** The values of a sentence with the scores of the brand and the competitor before and now. */
export const getScores = ({ brand: own, competitor }: ChangedPrompt, brand: string) => ({
  brand,
  before: formatScore(own.previous_score),
  now: formatScore(own.score),
  rival: competitor.name,
  rivalBefore: formatScore(competitor.previous_score),
  rivalNow: formatScore(competitor.score),
})
