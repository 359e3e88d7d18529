/** Period and filters in the URL of a brand's screens, and the query parameters for the metrics. */
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { copy } from './copy.ts'

export const windows = [7, 30, 90] as const
export const defaultWindowDays = 30

export type BrandFilter = {
  days?: (typeof windows)[number] | 'all'
  from?: string
  to?: string
  platform?: Platform
  region?: string
  topic?: string
  branded?: 'yes' | 'no'
}

const day = /^\d{4}-\d{2}-\d{2}$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ignores unknown values. Explicit dates take precedence over a number of days. */
export function brandFilter(search: Record<string, unknown>): BrandFilter {
  const days = windows.find((each) => each === Number(search.days))
  const from = matching(search.from, day)
  const to = matching(search.to, day)
  const platform = platforms.find((each) => each === search.platform)
  const region = matching(search.region, /^[A-Z]{2}$/)
  const topic = matching(search.topic, uuid)
  const branded = (['yes', 'no'] as const).find((each) => each === search.branded)
  return {
    ...(from === undefined && to === undefined
      ? search.days === 'all'
        ? { days: 'all' as const }
        : days !== undefined && { days }
      : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
    ...(platform && { platform }),
    ...(region !== undefined && { region }),
    ...(topic !== undefined && { topic }),
    ...(branded && { branded }),
  }
}

const matching = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined

export type MetricQuery = {
  brand_id: string
  days?: string
  date_from?: string
  date_to?: string
  platform?: string
  region?: string
  topic_id?: string
  branded?: string
}

export function metricQuery(brandId: string, filter: BrandFilter): MetricQuery {
  const { days = defaultWindowDays, from, to, platform, region, topic, branded } = filter
  const dated = from !== undefined || to !== undefined
  return {
    brand_id: brandId,
    ...(dated
      ? { ...(from !== undefined && { date_from: from }), ...(to !== undefined && { date_to: to }) }
      : days !== 'all' && { days: String(days) }),
    ...(platform && { platform }),
    ...(region !== undefined && { region }),
    ...(topic !== undefined && { topic_id: topic }),
    ...(branded && { branded: branded === 'yes' ? 'true' : 'false' }),
  }
}

/** The number of filters that are set, excluding the period. */
export const filterCount = ({ platform, region, topic, branded }: BrandFilter): number =>
  [platform, region, topic, branded].filter(Boolean).length

/** The period as it reads after "in". */
export function formatDays({ days = defaultWindowDays, from, to }: BrandFilter): string {
  if (from !== undefined && to !== undefined) return copy.period.range(from, to)
  if (from !== undefined) return copy.period.since(from)
  if (to !== undefined) return copy.period.until(to)
  return days === 'all' ? copy.period.allTime : copy.period.lastDays(days)
}
