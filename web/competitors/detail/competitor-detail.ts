import { type Returns, read } from '../../api.ts'
import type { MetricQuery } from '../../brands/filter.ts'

export type CompetitorDetail = Returns<'GET /api/metrics/competitor-detail'>
export type Comparison = Returns<'GET /api/metrics/competitor-comparison'>
export type ComparedCompetitor = Comparison['competitors'][number]

export const competitorDetailQuery = (query: MetricQuery, competitorId: string) =>
  read('GET /api/metrics/competitor-detail', { query: { ...query, competitor_id: competitorId } })
