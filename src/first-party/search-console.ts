/** Google Search Console: clicks and impressions by day, page and query. Days are in Pacific time. */
import { z } from 'zod'
import { daysAfter } from '../core/days.ts'
import { importDays } from './save-days.ts'
import type { ImportedDay, SearchRow, Source, Turn, TurnOutcome } from './source.ts'
import { dayIn, pacific } from './time-zones.ts'
import type { VendorResult } from './vendor-api.ts'

const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})

const Day = z.iso.date()
const Rows = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number(),
      }),
    )
    .default([]),
  /** The reference has snake case, and Google's own types camel case. */
  metadata: z
    .object({ first_incomplete_date: Day, firstIncompleteDate: Day })
    .partial()
    .nullish()
    .transform((names) => names?.first_incomplete_date ?? names?.firstIncompleteDate ?? null),
})
type Row = z.output<typeof Rows>['rows'][number]

/** What Search Console keeps: 16 months. */
const historyDays = 487
/** Numbers of later days still change. */
const finalAfterDays = 5
const rowsPerRequest = 25_000
/** What Search Console returns per day, type of search and property. */
const maxRowsPerDay = 50_000

export const searchConsole: Source = {
  intervalMs: 6 * 3_600_000,
  listProperties: async ({ config }, api) => {
    const sites = await api.call({ url: `${config.SEARCH_CONSOLE_BASE_URL}/sites` }, Sites)
    if (sites.outcome !== 'answered') return sites
    const usable = sites.body.siteEntry.filter(
      ({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser',
    )
    return {
      outcome: 'answered',
      body: usable.map(({ siteUrl }) => ({ property: siteUrl, name: siteUrl.replace(/^sc-domain:/, '') })),
    }
  },
  importTurn,
}

/**
 * One request returns the totals of all days, and so the days that have data. The queries of a day are requested by page, because
 * Search Console counts an impression per page there; only such numbers can be compared with the pages without a query.
 */
async function importTurn(turn: Turn): Promise<TurnOutcome> {
  const today = dayIn(pacific, turn.ctx.now())
  const totals = await query(turn, { from: daysAfter(today, -historyDays), to: today }, ['date'])
  if (totals.outcome !== 'answered') return totals
  const { rows, firstIncomplete } = totals.body
  const byDay = new Map(rows.map((row) => [row.keys[0] ?? '', row]))
  const isFinal = (day: string) =>
    day < daysAfter(today, -finalAfterDays) && (firstIncomplete === null || day < firstIncomplete)
  return importDays(turn, [...byDay.keys()].sort().reverse(), async (day) => {
    const pages = await query(turn, { from: day, to: day }, ['page'])
    if (pages.outcome !== 'answered') return pages
    const queries = await query(turn, { from: day, to: day }, ['page', 'query'])
    if (queries.outcome !== 'answered') return queries
    const total = byDay.get(day)
    const body: ImportedDay = {
      day,
      isFinal: isFinal(day),
      isTruncated: [pages.body.rows, queries.body.rows].some(({ length }) => length >= maxRowsPerDay),
      isThresholded: false,
      samples: null,
      search: [...(total ? [{ ...total, keys: [] }] : []), ...pages.body.rows, ...queries.body.rows].map(
        toSearchRow,
      ),
      sessions: [],
    }
    return { outcome: 'answered', body }
  })
}

/** The keys are the page and the query; the row of the whole property has none. */
const toSearchRow = ({ keys: [page = '', text = ''], ...row }: Row): SearchRow => ({
  page,
  query: text,
  days: 1,
  clicks: Math.round(row.clicks),
  impressions: Math.round(row.impressions),
  position: row.position,
})

async function query(
  { ctx, api, connection }: Turn,
  { from, to }: { from: string; to: string },
  dimensions: readonly ('date' | 'page' | 'query')[],
): Promise<VendorResult<{ rows: Row[]; firstIncomplete: string | null }>> {
  const site = encodeURIComponent(connection.property)
  const url = `${ctx.config.SEARCH_CONSOLE_BASE_URL}/sites/${site}/searchAnalytics/query`
  const rows: Row[] = []
  let firstIncomplete: string | null = null
  for (;;) {
    const page = await api.call(
      {
        url,
        body: {
          startDate: from,
          endDate: to,
          dimensions,
          type: 'web',
          dataState: 'all',
          rowLimit: rowsPerRequest,
          startRow: rows.length,
        },
      },
      Rows,
    )
    if (page.outcome !== 'answered') return page
    rows.push(...page.body.rows)
    firstIncomplete ??= page.body.metadata
    if (page.body.rows.length < rowsPerRequest || rows.length >= maxRowsPerDay)
      return { outcome: 'answered', body: { rows, firstIncomplete } }
  }
}
