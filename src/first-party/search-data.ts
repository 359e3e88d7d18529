/**
 * Reads what connections have imported. Every result is of one connection, because services count clicks, impressions and sessions
 * differently, and two sums must not be added. Days without data are missing: they are never zero.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { connectionStates } from '../../vocabulary/data-sources.ts'
import type { Context } from '../core/context.ts'
import { CalendarDay, Timestamp } from '../core/fields.ts'
import { cursorOffset, NextCursor, type Page, toOffsetPage } from '../core/paging.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText } from '../languages/localized.ts'
import { Kind } from './connections.ts'
import type { ConnectionRow } from './source.ts'

const Count = z.number().int().min(0)
const Position = z
  .number()
  .nullable()
  .describe('Average position weighted by impressions, from 1; null if the service does not report it.')

export const searchRange = {
  date_from: CalendarDay.optional().describe(
    'First day of the range, inclusive, in the time zone of the source.',
  ),
  date_to: CalendarDay.optional().describe(
    'Last day of the range, inclusive, in the time zone of the source.',
  ),
}
export type SearchRange = { date_from?: string | undefined; date_to?: string | undefined }

export const Connection = z
  .object({
    id: z.uuid(),
    kind: Kind,
    property: z.string().describe('Name of the site or property at the service; empty until one is chosen.'),
    property_name: untrustedText(z.string()),
    credential_kind: z.enum(['oauth', 'service_account', 'api_key']),
    account: z.string().describe('Address of the account, or the end of the API key.'),
    state: z
      .enum(connectionStates)
      .describe(
        'pending: no property is chosen. revoked: the service rejects the credentials. lost: they give no access to the property.',
      ),
    problem: localizedText().nullable().describe('Why the last import failed; null after a success.'),
    time_zone: z.string().describe('Time zone of the days of the source.'),
    first_day: z.iso.date().nullable().describe('The earliest imported day.'),
    last_day: z.iso.date().nullable().describe('The latest imported day.'),
    days: Count.describe('Imported days.'),
    missing_days: Count.describe('Days between the first and the last one without data of the service.'),
    created_at: Timestamp,
    last_import_at: Timestamp.nullable().describe('End of the last successful import.'),
    next_import_at: Timestamp.nullable(),
  })
  .meta({ id: 'DataConnection' })

/** Adds what has been imported. */
export async function showConnections(
  { db }: Context,
  brandId: string,
  connections: readonly ConnectionRow[],
): Promise<z.input<typeof Connection>[]> {
  const imported = await db
    .selectFrom('connection_days')
    .select([
      'connection_id',
      sql<string>`min(day)::text`.as('first_day'),
      sql<string>`max(day)::text`.as('last_day'),
      sql<number>`count(*)::int`.as('days'),
      sql<number>`(max(day) - min(day) + 1 - count(*))::int`.as('missing_days'),
    ])
    .where('brand_id', '=', brandId)
    .groupBy('connection_id')
    .execute()
  const nothing = { first_day: null, last_day: null, days: 0, missing_days: 0 }
  return connections.map((each) => {
    const { connection_id: _, ...days } = imported.find((row) => row.connection_id === each.id) ?? {
      connection_id: each.id,
      ...nothing,
    }
    return {
      id: each.id,
      kind: Kind.parse(each.kind),
      property: each.property,
      property_name: each.property_name,
      credential_kind: Connection.shape.credential_kind.parse(each.credential_kind),
      account: each.account,
      state: Connection.shape.state.parse(each.state),
      problem: Connection.shape.problem.parse(each.problem),
      time_zone: each.time_zone,
      ...days,
      created_at: each.created_at.toISOString(),
      last_import_at: each.last_import_at?.toISOString() ?? null,
      next_import_at: each.next_import_at?.toISOString() ?? null,
    }
  })
}

const DayState = {
  day: z.iso.date(),
  is_final: z.boolean().describe('Whether the service no longer changes the day.'),
  is_truncated: z.boolean().describe('Whether the service has more rows than it returned, or combined rows.'),
}

export const SearchDays = z
  .object({
    time_zone: z.string(),
    clicks: Count,
    impressions: Count,
    position: Position,
    query_click_share_pct: z
      .number()
      .nullable()
      .describe(
        'Clicks with a query / clicks of the same pages, in percent: services leave out rare queries. Null without clicks, and for Bing, whose queries and days do not have the same period.',
      ),
    items: z
      .array(z.object({ ...DayState, clicks: Count, impressions: Count, position: Position }))
      .describe('Imported days with data, of the whole property. Days that are missing were not measured.'),
  })
  .meta({ id: 'SearchDays' })

const range = ({ date_from, date_to }: SearchRange) => sql`
  s.day between coalesce(${date_from ?? null}::date, '-infinity') and coalesce(${date_to ?? null}::date, 'infinity')`

const ofConnection = ({ id, brand_id }: ConnectionRow, days: SearchRange) => sql`
  s.brand_id = ${brand_id} and s.connection_id = ${id} and ${range(days)}`

/** Sums fit into a number of JavaScript; PostgreSQL would return them as text. */
const sums = sql`
  sum(clicks)::double precision as clicks, sum(impressions)::double precision as impressions,
  sum(position * impressions) / nullif(sum(impressions) filter (where position is not null), 0) as position`

type Sums = { clicks: number; impressions: number; position: number | null }

export async function getSearchDays(
  { db }: Context,
  connection: ConnectionRow,
  days: SearchRange,
): Promise<z.input<typeof SearchDays>> {
  const { rows: items } = await sql<Sums & { day: string; is_final: boolean; is_truncated: boolean }>`
    select s.day::text as day, is_final, is_truncated, clicks, impressions, position
    from search_days s
    join connection_days d on d.brand_id = s.brand_id and d.connection_id = s.connection_id and d.day = s.day
    where ${ofConnection(connection, days)} and page = '' and query = ''
    order by s.day`.execute(db)
  const totals = await sql<Sums>`
    select ${sums} from search_days s where ${ofConnection(connection, days)} and page = '' and query = ''
    having count(*) > 0`.execute(db)
  const share = await sql<{ pct: number | null }>`
    select 100.0 * sum(clicks) filter (where query <> '') / nullif(sum(clicks) filter (where query = ''), 0)::double precision as pct
    from search_days s where ${ofConnection(connection, days)} and page <> ''`.execute(db)
  const isByPage = connection.kind === 'search_console'
  return {
    time_zone: connection.time_zone,
    ...(totals.rows[0] ?? { clicks: 0, impressions: 0, position: null }),
    query_click_share_pct: isByPage ? (share.rows[0]?.pct ?? null) : null,
    items,
  }
}

const ranked = {
  clicks: Count,
  impressions: Count,
  position: Position,
}
const RankedName = (about: string) => untrustedText(z.string().describe(about))

export const SearchQueries = z
  .object({
    items: z.array(
      z.object({
        query: RankedName('The search query.'),
        pages: Count.describe('Pages that were shown for it; 0 if the service does not report them.'),
        ...ranked,
      }),
    ),
    next_cursor: NextCursor,
  })
  .meta({ id: 'SearchQueries' })

export const SearchPages = z
  .object({
    items: z.array(
      z.object({
        page: RankedName('URL of the page.'),
        ...ranked,
        query_click_share_pct: z
          .number()
          .nullable()
          .describe(
            'Clicks with a query / all clicks of the page, in percent; null without clicks, and for Bing.',
          ),
      }),
    ),
    next_cursor: NextCursor,
  })
  .meta({ id: 'SearchPages' })

type RankedPage = SearchRange & Page

/** Queries by clicks; for Bing, of the weeks that start in the range. */
export async function listSearchQueries(
  { db }: Context,
  connection: ConnectionRow,
  page: RankedPage,
): Promise<z.input<typeof SearchQueries>> {
  const { rows } = await sql<Sums & { query: string; pages: number }>`
    select query, (count(distinct page) filter (where page <> ''))::int as pages, ${sums}
    from search_days s where ${ofConnection(connection, page)} and query <> ''
    group by query order by 3 desc, 4 desc, query limit ${page.limit + 1} offset ${cursorOffset(page)}`.execute(
    db,
  )
  return toOffsetPage(rows, page)
}

/** Pages by clicks, with their totals of all queries. */
export async function listSearchPages(
  { db }: Context,
  connection: ConnectionRow,
  page: RankedPage,
): Promise<z.input<typeof SearchPages>> {
  const { rows } = await sql<Sums & { page: string; with_query: number | null }>`
    with pages as (
      select page, ${sums} from search_days s where ${ofConnection(connection, page)} and page <> '' and query = ''
      group by page order by 2 desc, 3 desc, page limit ${page.limit + 1} offset ${cursorOffset(page)}
    )
    select pages.*, (
      select sum(clicks)::double precision from search_days s
      where ${ofConnection(connection, page)} and s.page = pages.page and query <> ''
    ) as with_query
    from pages order by 2 desc, 3 desc, page`.execute(db)
  const isByPage = connection.kind === 'search_console'
  const shown = toOffsetPage(rows, page)
  const items = shown.items.map(({ with_query, ...row }) => ({
    ...row,
    query_click_share_pct: isByPage && row.clicks > 0 ? (100 * (with_query ?? 0)) / row.clicks : null,
  }))
  return { ...shown, items }
}

export const SessionSources = z
  .object({
    time_zone: z.string(),
    sessions: Count.describe('All sessions of the imported days, of any source.'),
    items: z.array(
      z.object({
        source: RankedName('Source of the sessions as Google Analytics names it.'),
        channel: RankedName('Default channel group, which has "AI Assistant" only since 2026-05-13.'),
        platform: z
          .string()
          .nullable()
          .describe('AI platform by the list that also classifies visits; null if only Google names it one.'),
        sessions: Count,
        engaged_sessions: Count,
        key_events: z.number(),
      }),
    ),
    imported_days: Count.describe('Days of the range with data.'),
    thresholded_days: Count.describe('Days for which Google leaves out rows of few people.'),
    combined_days: Count.describe('Days for which Google combines rows as `(other)`.'),
    sampled_pct: z
      .number()
      .nullable()
      .describe('Part of the data that Google counted, in percent; null if it counted all.'),
    daily: z.array(
      z.object({ ...DayState, sessions: Count.describe('Sessions from AI platforms.'), all_sessions: Count }),
    ),
  })
  .meta({ id: 'SessionSources' })

/** Sessions from AI platforms by the source of the session. */
export async function getSessionSources(
  { db }: Context,
  connection: ConnectionRow,
  days: SearchRange,
): Promise<z.input<typeof SessionSources>> {
  const { id, brand_id, time_zone } = connection
  const { rows: items } = await sql<z.input<typeof SessionSources>['items'][number]>`
    select source, channel, platform, sum(sessions)::double precision as sessions,
      sum(engaged_sessions)::double precision as engaged_sessions, sum(key_events) as key_events
    from session_days s where ${ofConnection(connection, days)} and source <> ''
    group by source, channel, platform order by 4 desc, source, channel`.execute(db)
  const { rows: daily } = await sql<z.input<typeof SessionSources>['daily'][number]>`
    select s.day::text as day, is_final, is_truncated,
      coalesce((sum(sessions) filter (where source <> ''))::int, 0) as sessions,
      coalesce((sum(sessions) filter (where source = ''))::int, 0) as all_sessions
    from session_days s
    join connection_days d on d.brand_id = s.brand_id and d.connection_id = s.connection_id and d.day = s.day
    where ${ofConnection(connection, days)} group by s.day, is_final, is_truncated order by s.day`.execute(db)
  const { rows } = await sql<
    Record<'imported' | 'thresholded' | 'combined', number> & { sampled: number | null }
  >`
    select count(*)::int as imported, (count(*) filter (where is_thresholded))::int as thresholded,
      (count(*) filter (where is_truncated))::int as combined,
      (100.0 * sum(samples_read) / nullif(sum(sampling_space), 0))::double precision as sampled
    from connection_days s where brand_id = ${brand_id} and connection_id = ${id} and ${range(days)}`.execute(
    db,
  )
  const [state = { imported: 0, thresholded: 0, combined: 0, sampled: null }] = rows
  return {
    time_zone,
    sessions: daily.reduce((sum, { all_sessions }) => sum + all_sessions, 0),
    items,
    imported_days: state.imported,
    thresholded_days: state.thresholded,
    combined_days: state.combined,
    sampled_pct: state.sampled,
    daily,
  }
}
