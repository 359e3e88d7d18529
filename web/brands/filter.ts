/** Period and filters in the URL of a brand's screens, and the query parameters for the metrics. */
import { formatDay } from '../../vocabulary/formats.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'

export const windows = [7, 30, 90] as const
export const defaultWindowDays = 30

export type BrandFilter = {
  days?: (typeof windows)[number] | 'all'
  from?: string
  to?: string
  /** Compared with the same days a month earlier, instead of the days before. */
  compare?: 'last_month'
  /** One or more platforms, separated by commas. */
  platform?: string
  /** One or more countries, separated by commas; `none`: without a country. */
  region?: string
  /** One or more IDs of topics, separated by commas. */
  topic?: string
  branded?: 'yes' | 'no'
  /** One or more tags, separated by commas. */
  tag?: string
  /** One or more IDs of personas, separated by commas; `none`: without a persona. */
  persona?: string
  /** One or more languages of prompts, separated by commas; `none`: without a language. */
  language?: string
}

export const periodNames = ['days', 'from', 'to', 'compare'] as const satisfies readonly (keyof BrandFilter)[]

/** The filters other than the period. */
export const filterNames = [
  'platform',
  'topic',
  'tag',
  'persona',
  'region',
  'language',
  'branded',
] as const satisfies readonly (keyof BrandFilter)[]

/** A choice that removes all filters. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, '']))

const day = /^\d{4}-\d{2}-\d{2}$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const regionCode = /^([A-Z]{2}|none)$/
const languageTag = /^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}|none)$/

/** Ignores unknown values. Explicit dates take precedence over a number of days. */
export function brandFilter(search: Record<string, unknown>): BrandFilter {
  const days = windows.find((each) => each === Number(search.days))
  const from = matching(search.from, day)
  const to = matching(search.to, day)
  const platform = getList(search.platform, (each) => platforms.some((known) => known === each))
  const region = getList(search.region, (each) => regionCode.test(each))
  const topic = getList(search.topic, (each) => uuid.test(each))
  const branded = (['yes', 'no'] as const).find((each) => each === search.branded)
  // The router parses a tag of digits as a number.
  const tag = getList(typeof search.tag === 'number' ? String(search.tag) : search.tag, (each) => each !== '')
  const persona = getList(search.persona, (each) => each === 'none' || uuid.test(each))
  const language = getList(search.language, (each) => languageTag.test(each))
  const period: BrandFilter =
    from === undefined && to === undefined
      ? search.days === 'all'
        ? { days: 'all' }
        : days === undefined
          ? {}
          : { days }
      : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return {
    ...period,
    ...(search.compare === 'last_month' && isAtMostAMonth(period) && { compare: 'last_month' as const }),
    ...(platform && { platform }),
    ...(region !== undefined && { region }),
    ...(topic !== undefined && { topic }),
    ...(branded && { branded }),
    ...(tag && { tag }),
    ...(persona && { persona }),
    ...(language && { language }),
  }
}

/** The valid items of a list, in the given order and without duplicates. */
function getList(value: unknown, isValid: (item: string) => boolean): string | undefined {
  if (typeof value !== 'string') return undefined
  const items = [...new Set(value.split(','))].filter(isValid)
  return items.length === 0 ? undefined : items.join()
}

export const toItems = (list: string | undefined): readonly string[] =>
  list === undefined ? [] : list.split(',')

export const matching = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined

/** The ids in a URL parameter, separated by commas. */
export const getIds = (value: unknown): string | undefined => getList(value, (id) => uuid.test(id))

/** The id in a URL parameter. */
export const getId = (value: unknown): string | undefined => matching(value, uuid)

export type MetricQuery = {
  brand_id: string
  days?: string
  date_from?: string
  date_to?: string
  compare?: 'last_month'
  platform?: string
  region?: string
  topic_id?: string
  branded?: string
  tag?: string
  persona_id?: string
  language?: string
}

/** For the screens of one prompt and of visits, which these filters do not apply to. */
export function withoutPromptFilters({
  topic_id: _topic,
  branded: _branded,
  tag: _tag,
  persona_id: _persona,
  language: _language,
  ...query
}: MetricQuery): Omit<MetricQuery, 'topic_id' | 'branded' | 'tag' | 'persona_id' | 'language'> {
  return query
}

export function metricQuery(brandId: string, filter: BrandFilter): MetricQuery {
  const { days = defaultWindowDays, from, to, compare, platform, region, topic, branded, tag } = filter
  const { persona, language } = filter
  const dated = from !== undefined || to !== undefined
  return {
    brand_id: brandId,
    ...(dated
      ? { ...(from !== undefined && { date_from: from }), ...(to !== undefined && { date_to: to }) }
      : days !== 'all' && { days: String(days) }),
    ...(compare && { compare }),
    ...(platform && { platform }),
    ...(region !== undefined && { region }),
    ...(topic !== undefined && { topic_id: topic }),
    ...(branded && { branded: branded === 'yes' ? 'true' : 'false' }),
    ...(tag && { tag }),
    ...(persona && { persona_id: persona }),
    ...(language && { language }),
  }
}

/** The number of filters that are set, excluding the period. */
export const filterCount = (filter: BrandFilter): number =>
  filterNames.reduce((count, name) => count + toItems(filter[name]).length, 0)

const dayMs = 86_400_000

/** The first and last day of the last `days` days, as the API counts them: in UTC, with today. */
export function rangeOfDays(days: number, now = Date.now()): { from: string; to: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: day(now - (days - 1) * dayMs), to: day(now) }
}

/** The first and last day of the period; null without a first day. */
export function periodRange(
  { days = defaultWindowDays, from, to }: BrandFilter,
  now = Date.now(),
): { from: string; to: string } | null {
  if (from === undefined && to === undefined) return days === 'all' ? null : rangeOfDays(days, now)
  return from === undefined ? null : { from, to: to ?? rangeOfDays(1, now).to }
}

/** The number of days of a range. */
export const countDays = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Returns the period of the same length after or before this one; null if it is not over. */
export function stepPeriod(
  filter: BrandFilter,
  direction: 1 | -1,
  now = Date.now(),
): { from: string; to: string; days: string } | null {
  const range = periodRange(filter, now)
  if (range === null) return null
  const step = direction * countDays(range)
  const [from, to] = [addDays(range.from, step), addDays(range.to, step)]
  const { to: today } = rangeOfDays(1, now)
  if (to > today) return null
  const days = to === today ? windows.find((each) => each === countDays({ from, to })) : undefined
  return days === undefined ? { from, to, days: '' } : { from: '', to: '', days: String(days) }
}

/** Comparing with the month before needs a period that does not overlap with it. */
export function isAtMostAMonth({ days = defaultWindowDays, from, to }: BrandFilter): boolean {
  if (from === undefined && to === undefined) return days !== 'all' && days <= 31
  return from !== undefined && Date.parse(to ?? rangeOfDays(1).to) - Date.parse(from) < 31 * dayMs
}

/** The period as it reads after "in". */
export function formatDays({ days = defaultWindowDays, from, to }: BrandFilter): string {
  if (from !== undefined && to !== undefined)
    return t('brands.period.range', { from: formatDay(from), to: formatDay(to) })
  if (from !== undefined) return t('brands.period.since', { from: formatDay(from) })
  if (to !== undefined) return t('brands.period.until', { to: formatDay(to) })
  return days === 'all' ? t('brands.period.allTime') : t('brands.period.lastDays', { days })
}
