/**
 * Bing Webmaster Tools: clicks and impressions of a site by day, and of its pages and queries by week. Bing returns what it keeps,
 * without dates or pages in the request, so every row that was seen is kept.
 */
import { z } from 'zod'
import { daysAfter, utcDay } from '../core/days.ts'
import { message } from '../languages/message.ts'
import { mergeRows } from './save-days.ts'
import type { ImportedDay, SearchRow, Source, Turn, TurnOutcome } from './source.ts'
import { nextHour } from './time-zones.ts'
import { type ErrorResponse, type Protocol, quotaUsedUp, unavailable } from './vendor-api.ts'

const vendor = 'Bing'

const Sites = z.object({ d: z.array(z.object({ Url: z.string(), IsVerified: z.boolean().default(false) })) })

/** `/Date(1732612952000-0800)/`: milliseconds in UTC, and the time zone of the day. */
const BingDay = z.string().transform((text, issues) => {
  const parts = /^\/Date\((-?\d{1,15})(?:([+-])(\d\d)(\d\d))?\)\/$/.exec(text)
  if (parts) {
    const [, ms, sign, hours = '0', minutes = '0'] = parts
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
    const at = new Date(Number(ms) + offsetMs)
    if (!Number.isNaN(at.getTime()) && at.getUTCFullYear() > 2000) return utcDay(at)
  }
  issues.addIssue({ code: 'custom', message: 'no date' })
  return z.NEVER
})
const Counts = { Date: BingDay, Clicks: z.number().int(), Impressions: z.number().int() }
const Days = z.object({ d: z.array(z.object(Counts)) })
/** `Query` is the URL of a page in `GetPageStats`. */
const Weeks = z.object({
  d: z.array(z.object({ ...Counts, Query: z.string(), AvgImpressionPosition: z.number().nullish() })),
})

const finalAfterDays = 3

export const bing: Source = {
  intervalMs: 24 * 3_600_000,
  listProperties: async ({ config }, api) => {
    const sites = await api.call({ url: `${config.BING_WEBMASTER_BASE_URL}/GetUserSites` }, Sites)
    if (sites.outcome !== 'answered') return sites
    const verified = sites.body.d.filter(({ IsVerified }) => IsVerified)
    return { outcome: 'answered', body: verified.map(({ Url }) => ({ property: Url, name: Url })) }
  },
  importTurn,
}

async function importTurn({ ctx, api, connection }: Turn): Promise<TurnOutcome> {
  const url = (method: string) =>
    `${ctx.config.BING_WEBMASTER_BASE_URL}/${method}?siteUrl=${encodeURIComponent(connection.property)}`
  const totals = await api.call({ url: url('GetRankAndTrafficStats') }, Days)
  if (totals.outcome !== 'answered') return totals
  const queries = await api.call({ url: url('GetQueryStats') }, Weeks)
  if (queries.outcome !== 'answered') return queries
  const pages = await api.call({ url: url('GetPageStats') }, Weeks)
  if (pages.outcome !== 'answered') return pages
  const rows: (SearchRow & { day: string })[] = [
    ...totals.body.d.map((row) => ({ ...toCounts(row), page: '', query: '', days: 1 as const })),
    ...queries.body.d.map((row) => ({ ...toCounts(row), page: '', query: row.Query, days: 7 as const })),
    ...pages.body.d.map((row) => ({ ...toCounts(row), page: row.Query, query: '', days: 7 as const })),
  ]
  const finalBefore = daysAfter(utcDay(ctx.now()), -finalAfterDays)
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(
    ([day, search]): ImportedDay => ({
      day,
      isFinal: day < finalBefore,
      isTruncated: false,
      isThresholded: false,
      samples: null,
      search: search.map(({ day: _, ...row }) => row),
      sessions: [],
    }),
  )
  await mergeRows(ctx, connection, days)
  return { outcome: 'imported', hasMore: false }
}

/** A position of -1 means that there is none. */
const toCounts = (row: {
  Date: string
  Clicks: number
  Impressions: number
  AvgImpressionPosition?: number | null | undefined
}) => ({
  day: row.Date,
  clicks: row.Clicks,
  impressions: row.Impressions,
  position: (row.AvgImpressionPosition ?? -1) > 0 ? (row.AvgImpressionPosition ?? null) : null,
})

export const bingProtocol = (key: string, now: () => Date): Protocol => ({
  vendor,
  authenticate: async ({ url }) => {
    const separator = url.includes('?') ? '&' : '?'
    return {
      outcome: 'authenticated',
      url: `${url}${separator}apikey=${encodeURIComponent(key)}`,
      headers: {},
    }
  },
  readError: (error) => readBingError(now(), error),
})

const BingError = z.object({ ErrorCode: z.number(), Message: z.string().default('') })

/** The numbers are documented (ApiErrorCode), and the message was observed, so both are compared. */
function readBingError(now: Date, { status, body }: ErrorResponse) {
  const parsed = BingError.safeParse(body)
  const { ErrorCode: code, Message: text } = parsed.success ? parsed.data : { ErrorCode: 0, Message: '' }
  if (status === 429 || code === 2 || code === 4) return quotaUsedUp(vendor, nextHour(now))
  if (code === 3 || status === 401 || /InvalidApiKey/i.test(text))
    return { outcome: 'revoked' as const, problem: message('traffic.search.keyRejected', { vendor }) }
  if (code === 14 || status === 403 || /NotAuthorized/i.test(text))
    return { outcome: 'lost' as const, problem: message('traffic.search.lost') }
  return unavailable(vendor)
}
