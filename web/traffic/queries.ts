import { type Returns, read } from '../api.ts'
import type { MetricQuery } from '../brands/filter.ts'

export type Traffic = Returns<'GET /api/metrics/ai-traffic'>
export type Funnel = Returns<'GET /api/metrics/funnel'>
export type Crawlers = Returns<'GET /api/traffic/crawlers'>

export type CrawlerRole = Crawlers['roles'][number]['role']

export type VisitQuery = Pick<MetricQuery, 'brand_id' | 'days' | 'date_from' | 'date_to' | 'platform'>

/** Removes the filters that do not apply to visits, which the service rejects. */
export const visitQuery = ({
  region: _region,
  topic_id: _topic,
  branded: _branded,
  tag: _tag,
  ...query
}: MetricQuery): VisitQuery => query

export const trafficQuery = (query: VisitQuery) => read('GET /api/metrics/ai-traffic', { query })

export const pixelQuery = (slug: string) => read('GET /api/brands/:brand/pixel', { params: { brand: slug } })

export const logSourcesQuery = (slug: string) =>
  read('GET /api/brands/:brand/log-sources', { params: { brand: slug } })

export const agentRangesQuery = () => read('GET /api/traffic/agent-ranges')

/** This API only takes calendar dates. */
export const crawlersQuery = (
  { brand_id, days, date_from, date_to }: MetricQuery,
  role: CrawlerRole | null,
) =>
  read('GET /api/traffic/crawlers', {
    query: {
      brand_id,
      ...(days !== undefined && { date_from: dayBefore(Number(days) - 1) }),
      ...(date_from !== undefined && { date_from }),
      ...(date_to !== undefined && { date_to }),
      ...(role !== null && { role }),
    },
  })

const dayMs = 86_400_000

/** In UTC, as all dates. */
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
