/** The APIs of Search Console and Google Analytics, with invented numbers that depend on seed, property and day. */
import { random } from '../seeded-random.ts'
import { isJson } from '../wire/request.ts'
import { type Json, jsonReply, type Reply } from '../wire/wire.ts'
import type { FirstPartyState } from './state.ts'

type DataRequest = { state: FirstPartyState; seed: number; now: Date; path: string; body: Json | null }

export const searchScope = 'https://www.googleapis.com/auth/webmasters.readonly'
export const analyticsScope = 'https://www.googleapis.com/auth/analytics.readonly'

/** Returns null for an unknown path. */
export function searchConsoleReply(request: DataRequest): Reply | null {
  const { state, path, body } = request
  if (path === '/sites') return json(state.sites.length > 0 ? { siteEntry: state.sites } : {})
  const site = decodeURIComponent(/^\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(path)?.[1] ?? '')
  if (site === '' || !body) return null
  const known = state.sites.find(({ siteUrl }) => siteUrl === site)
  if (!known || known.permissionLevel === 'siteUnverifiedUser')
    return googleError(403, 'forbidden', `User does not have sufficient permission for site '${site}'.`)
  const dimensions = Array.isArray(body.dimensions) ? body.dimensions.map(String) : []
  const days = listDays(
    request,
    dayIn('America/Los_Angeles', request.now),
    String(body.startDate),
    String(body.endDate),
  )
  const rows = dimensions.includes('date')
    ? days.map((day) => searchTotal(request, site, day))
    : days.flatMap((day) => searchRows(request, site, day, dimensions.includes('query')))
  const start = Number(body.startRow ?? 0)
  const page = rows.slice(start, Math.min(start + Number(body.rowLimit ?? 1000), 50_000))
  const { firstIncomplete, spelling } = state
  const metadata = {
    [spelling === 'snake' ? 'first_incomplete_date' : 'firstIncompleteDate']: firstIncomplete,
  }
  return json({
    ...(page.length > 0 && { rows: page }),
    responseAggregationType: dimensions.includes('page') ? 'byPage' : 'byProperty',
    ...(dimensions.includes('date') && firstIncomplete !== null && { metadata }),
  })
}

const paths = ['/', '/pricing', '/guides/choose', '/guides/compare', '/blog/launch']
const queries = ['what is example', 'example pricing', 'best example', 'example alternatives', 'example']

type SearchRow = { keys: string[]; clicks: number; impressions: number; ctr: number; position: number }

/** With queries, each page has less than without: queries of few people are left out. */
function searchRows(
  { state, seed }: DataRequest,
  site: string,
  day: string,
  withQuery: boolean,
): SearchRow[] {
  const origin = site.startsWith('sc-domain:') ? `https://${site.slice(10)}` : site.replace(/\/$/, '')
  if (withQuery && state.rowsPerDay !== null)
    return Array.from({ length: state.rowsPerDay }, (_, n) => toRow([`${origin}/`, `query ${n}`], 1, 10, 5))
  return paths.flatMap((path) => {
    const named = queries.map((query) => {
      const chance = random(seed, 'search', site, day, path, query, state.revision)
      const impressions = chance.between(5, 60)
      return toRow([origin + path, query], Math.floor(impressions / 6), impressions, chance.between(1, 30))
    })
    if (withQuery) return named
    const sum = (get: (row: SearchRow) => number) => named.reduce((total, row) => total + get(row), 0)
    return [toRow([origin + path], sum((row) => row.clicks) * 2, sum((row) => row.impressions) * 2, 8)]
  })
}

/** The whole property counts an impression once, also if a search shows two of its pages. */
function searchTotal(request: DataRequest, site: string, day: string): SearchRow {
  const rows = searchRows({ ...request, state: { ...request.state, rowsPerDay: null } }, site, day, false)
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0)
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0)
  return toRow([day], clicks, Math.floor(impressions * 0.9), 7.5)
}

const toRow = (keys: string[], clicks: number, impressions: number, position: number): SearchRow => ({
  keys,
  clicks,
  impressions,
  ctr: impressions === 0 ? 0 : clicks / impressions,
  position,
})

/** Returns null for an unknown path. */
export function accountSummariesReply({ state, path }: DataRequest): Reply | null {
  if (path !== '/accountSummaries') return null
  const propertySummaries = state.properties.map(({ id, name }) => ({
    property: `properties/${id}`,
    displayName: name,
  }))
  return json({ accountSummaries: [{ account: 'accounts/1', displayName: 'Acme', propertySummaries }] })
}

export function reportReply(request: DataRequest): Reply | null {
  const { state, path, body, now } = request
  const id = /^\/properties\/(\d+):runReport$/.exec(path)?.[1]
  if (id === undefined || !body) return null
  const property = state.properties.find((each) => each.id === id)
  if (!property)
    return googleError(
      403,
      null,
      'User does not have sufficient permissions for this property.',
      'PERMISSION_DENIED',
    )
  const names = Array.isArray(body.dimensions) ? body.dimensions.map((each) => String(each.name)) : []
  const [range] = Array.isArray(body.dateRanges) ? body.dateRanges : []
  const today = dayIn(property.timeZone, now)
  const dayOf = (text: unknown) => {
    const ago = /^(\d+)daysAgo$/.exec(String(text))?.[1]
    return text === 'today' ? today : ago === undefined ? String(text) : daysBefore(today, Number(ago))
  }
  const days = listDays(request, today, dayOf(range?.startDate), dayOf(range?.endDate))
  const sources = readSources(body)
  const all = days.flatMap((day) => sessionRows(request, id, day))
  const rows = groupRows(
    all.filter(({ sessionSource }) => sources === null || sources.includes(sessionSource)),
    names,
  )
  const offset = Number(body.offset ?? 0)
  const page = rows.slice(offset, offset + Number(body.limit ?? 10_000))
  return json({
    ...(page.length > 0 && { rows: page }),
    rowCount: rows.length,
    metadata: {
      timeZone: property.timeZone,
      currencyCode: 'EUR',
      ...(state.isThresholded && { subjectToThresholding: true }),
      ...(state.sampling && { samplingMetadatas: [state.sampling] }),
      ...(names.includes('landingPagePlusQueryString') &&
        all.some((row) => row.landingPagePlusQueryString === '(other)') && { dataLossFromOtherRow: true }),
    },
    propertyQuota: {
      tokensPerDay: { consumed: 7, remaining: state.tokensPerDay },
      tokensPerHour: { consumed: 7, remaining: state.tokensPerHour },
    },
    kind: 'analyticsData#runReport',
  })
}

function readSources({ dimensionFilter }: Json): string[] | null {
  const filter = isJson(dimensionFilter) && isJson(dimensionFilter.filter) ? dimensionFilter.filter : null
  const list = isJson(filter?.inListFilter) ? filter.inListFilter : null
  return Array.isArray(list?.values) ? list.values.map(String) : null
}

/** The channel of assistants exists since this day, and not for earlier sessions. */
const channelSince = '2026-05-13'

type SessionRow = {
  date: string
  sessionSource: string
  sessionMedium: string
  sessionDefaultChannelGroup: string
  landingPagePlusQueryString: string
  sessions: number
  engagedSessions: number
  keyEvents: number
}

function sessionRows({ state, seed }: DataRequest, property: string, day: string): SessionRow[] {
  const isRecognized = day >= channelSince
  const sources = [
    ['chatgpt.com', isRecognized ? 'ai-assistant' : 'referral', isRecognized ? 'AI Assistant' : 'Referral'],
    ['perplexity.ai', 'referral', 'Referral'],
    [
      'assistant.example',
      isRecognized ? 'ai-assistant' : 'referral',
      isRecognized ? 'AI Assistant' : 'Referral',
    ],
    ['google', 'organic', 'Organic Search'],
    ['(direct)', '(none)', 'Direct'],
  ] as const
  const pages =
    state.rowsPerDay === null
      ? ['/', '/pricing?utm_source=chatgpt.com', '/pricing', '(not set)', '(other)']
      : Array.from({ length: state.rowsPerDay }, (_, n) => `/page-${n}`)
  return sources.flatMap(([sessionSource, sessionMedium, sessionDefaultChannelGroup]) =>
    pages.map((landingPagePlusQueryString) => {
      const chance = random(
        seed,
        'sessions',
        property,
        day,
        sessionSource,
        landingPagePlusQueryString,
        state.revision,
      )
      const sessions = chance.between(1, 9)
      return {
        date: day.replaceAll('-', ''),
        sessionSource,
        sessionMedium,
        sessionDefaultChannelGroup,
        landingPagePlusQueryString,
        sessions,
        engagedSessions: Math.floor(sessions / 2),
        keyEvents: Math.floor(sessions / 4),
      }
    }),
  )
}

function groupRows(rows: readonly SessionRow[], names: readonly string[]) {
  const nameOf = (row: SessionRow) => names.map((name) => String(row[name as keyof SessionRow]))
  const groups = Map.groupBy(rows, (row) => JSON.stringify(nameOf(row)))
  return [...groups.values()].map((group) => ({
    dimensionValues: group.slice(0, 1).flatMap((row) => nameOf(row).map((value) => ({ value }))),
    metricValues: (['sessions', 'engagedSessions', 'keyEvents'] as const).map((metric) => ({
      value: String(group.reduce((sum, row) => sum + row[metric], 0)),
    })),
  }))
}

function listDays({ state }: DataRequest, today: string, from: string, to: string): string[] {
  const days: string[] = []
  const last = to < today ? to : today
  for (let day = from > state.firstDay ? from : state.firstDay; day <= last; day = daysBefore(day, -1))
    if (!state.missingDays.has(day)) days.push(day)
  return days
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

export function googleError(code: number, reason: string | null, message: string, status?: string): Reply {
  const errors = reason === null ? [] : [{ message, domain: 'global', reason }]
  return jsonReply(code, { error: { code, message, ...(status && { status }), ...(reason && { errors }) } })
}

const json = (body: object) => jsonReply(200, body)
