import { queryOptions } from '@tanstack/react-query'
import { api, type Returns, read, readPages } from '../api.ts'
import { type MetricQuery, rangeOfDays, withoutPromptFilters } from '../brands/filter.ts'

export type Traffic = Returns<'GET /api/metrics/ai-traffic'>
export type Funnel = Returns<'GET /api/metrics/funnel'>
export type Crawlers = Returns<'GET /api/traffic/crawlers'>

export type CrawlerRole = Crawlers['roles'][number]['role']

export type VisitQuery = Pick<MetricQuery, 'brand_id' | 'days' | 'date_from' | 'date_to' | 'platform'>

/** Removes the filters that do not apply to visits, which the service rejects. */
export function visitQuery(query: MetricQuery): VisitQuery {
  const { region: _, ...others } = withoutPromptFilters(query)
  return others
}

export const trafficQuery = (query: VisitQuery) => read('GET /api/metrics/ai-traffic', { query })

/** Half a year, because a fit needs months. */
const calibrationDays = 182

export const calibrationQuery = (brandId: string) =>
  read('GET /api/metrics/calibration', {
    query: { brand_id: brandId, days: String(calibrationDays) },
  })

export const pixelQuery = (slug: string) => read('GET /api/brands/:brand/pixel', { params: { brand: slug } })

export const logSourcesQuery = (slug: string) =>
  read('GET /api/brands/:brand/log-sources', { params: { brand: slug } })

export const agentRangesQuery = () => read('GET /api/traffic/agent-ranges')

/** These APIs only take calendar dates. */
const calendarDays = ({ days, date_from, date_to }: MetricQuery) => ({
  ...(days !== undefined && { date_from: rangeOfDays(Number(days)).from }),
  ...(date_from !== undefined && { date_from }),
  ...(date_to !== undefined && { date_to }),
})

export const crawlerFilter = (query: MetricQuery, role: CrawlerRole | null) => ({
  brand_id: query.brand_id,
  ...calendarDays(query),
  ...(role !== null && { role }),
})

export const crawlersQuery = (query: MetricQuery, role: CrawlerRole | null) =>
  read('GET /api/traffic/crawlers', { query: crawlerFilter(query, role) })

export type Connections = Returns<'GET /api/brands/:brand/connections'>
export type Connection = Connections['items'][number]

export const connectionsQuery = (slug: string) =>
  read('GET /api/brands/:brand/connections', { params: { brand: slug } })

/** Of one connection, because numbers of two services are never added. */
const ofConnection = (query: MetricQuery, { id }: Connection) => ({
  brand_id: query.brand_id,
  connection_id: id,
  ...calendarDays(query),
})

export const searchDaysQuery = (query: MetricQuery, connection: Connection) =>
  read('GET /api/traffic/search-days', { query: ofConnection(query, connection) })

export const sessionSourcesQuery = (query: MetricQuery, connection: Connection) =>
  read('GET /api/traffic/session-sources', { query: ofConnection(query, connection) })

export const searchQueriesQuery = (query: MetricQuery, connection: Connection) =>
  readPages('GET /api/traffic/search-queries', { query: ofConnection(query, connection) })

export const searchPagesQuery = (query: MetricQuery, connection: Connection) =>
  readPages('GET /api/traffic/search-pages', { query: ofConnection(query, connection) })

/** A consent is finished once. */
export const finishedConnectionQuery = (query: string) =>
  queryOptions({
    queryKey: ['finished connection', query] as const,
    queryFn: () => api('POST /api/connections/finish', { body: { query } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
