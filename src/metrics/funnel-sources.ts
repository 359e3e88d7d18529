/**
 * What the funnel reads besides citations: requests of AI agents, visits, sessions of web analytics, conversions and audits. Each
 * source is grouped by path in one query. A path has the form of the tracking script: without query and trailing slash.
 */
import { type RawBuilder, sql } from 'kysely'
import { daysInScope } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { listAgentTokens, listPlatformAgents } from '../traffic/ai-agents.ts'
import { isAtOrBelow } from '../traffic/visit-sources.ts'
import { getPath } from './citations/own-cited-pages.ts'
import type { Window } from './rollups.ts'
import { sumBy } from './sum-by.ts'

/** The pages of a source with the highest numbers; the others are part of the totals only. */
const maxPages = 50_000

/** `isComplete`: a page that is not in the list has none. */
export type Source<Page, Total> = { pages: ReadonlyMap<string, Page>; isComplete: boolean; total: Total }

export type Days = { first_day: string | null; last_day: string | null }

type RequestCounts = {
  requests: number
  search: number
  user: number
  training: number
  agent: number
  /** With the status 401, 403, 429 or 5xx. */
  refused: number
  /** With the status 404 or 410. */
  missing: number
}
export type PageRequests = RequestCounts & { last_day: string | null }

const path = (column: string): RawBuilder<string> =>
  sql`coalesce(nullif(rtrim(${sql.ref(column)}, '/'), ''), '/')`

/** Returns null without a log of these days, or when no agent belongs to the platforms of the scope. */
export async function readRequests({
  db,
  scope,
}: Window): Promise<Source<PageRequests, RequestCounts & Days> | null> {
  const agents = scope.platforms && listPlatformAgents(scope.platforms)
  if (agents?.length === 0) return null
  const counts: Record<keyof RequestCounts, RawBuilder<unknown>> = {
    requests: sql`true`,
    search: isBy('search'),
    user: isBy('user'),
    training: isBy('training'),
    agent: isBy('agent'),
    refused: sql`status in (401, 403, 429) or status >= 500`,
    missing: sql`status in (404, 410)`,
  }
  const ofPlatforms = agents === null ? sql`true` : sql`agent = any(${agents}::text[])`
  const columns = Object.entries(counts).map(
    ([name, is]) =>
      sql`coalesce(sum(hits) filter (where (${is}) and ${ofPlatforms}), 0)::int8 as ${sql.ref(name)}`,
  )
  // Grouped twice, so that agents are compared once per group instead of once per request. The first row is the total.
  const { rows } = await sql<PageRequests & Days & { path: string; newest: string | null }>`
    with grouped as (
      select path, agent, status, count(*) as hits, min(day) as first, max(day) as last
      from crawler_hits
      where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and verification <> 'spoofed'
      group by path, agent, status
    ),
    pages as (select ${path('path')} as path, agent, status, hits, first, last from grouped)
    select path, min(first)::text as first_day, max(last)::text as newest,
      max(last) filter (where ${ofPlatforms})::text as last_day, ${sql.join(columns)}
    from pages group by grouping sets ((path), ())
    order by path is null desc, requests desc, path limit ${maxPages + 2}`.execute(db)
  const [total, ...pages] = rows
  if (!total || total.newest === null) return null
  return toSource(pages, { ...total, last_day: total.newest })
}

const isBy = (role: Parameters<typeof listAgentTokens>[0]) =>
  sql`agent = any(${listAgentTokens(role)}::text[])`

function toSource<Row extends { path: string }, Total>(
  rows: readonly Row[],
  total: Total,
): Source<Row, Total> {
  const pages = new Map(rows.slice(0, maxPages).map((row) => [row.path, row]))
  return { pages, isComplete: rows.length <= maxPages, total }
}

export type PageVisits = { visits: number }

/** `goalsSince`: the first day on which the script reported what conversions need. */
export type VisitTotal = Days & { visits: number; burst: number; goalsSince: string | null }

/** Returns null when the script has never reported from a page of the brand. */
export async function readVisits(window: Window): Promise<Source<PageVisits, VisitTotal> | null> {
  const { rows } = await sql<{ goals_since: string | null }>`
    select (goals_since at time zone 'utc')::date::text as goals_since from pixel_sightings
    where brand_id = ${window.scope.brand.id} and is_own`.execute(window.db)
  const daily = await window.dailyVisits()
  if (rows.length === 0 && daily.length === 0) return null
  const pages = await window.visits('page')
  const bursts = await window.visits('burst')
  return toSource(
    pages.slice(0, maxPages + 1).map(({ name, visits }) => ({ path: name, visits })),
    {
      visits: sumBy(pages, ({ visits }) => visits),
      burst: sumBy(bursts, ({ visits }) => visits),
      first_day: daily[0]?.date ?? null,
      last_day: daily.at(-1)?.date ?? null,
      goalsSince: rows[0]?.goals_since ?? null,
    },
  )
}

export type PageSessions = { sessions: number; key_events: number }

/** The days that were imported, and how complete they are. */
export type SessionTotal = PageSessions &
  Days & {
    property: string
    time_zone: string
    days: number
    open_days: number
    thresholded_days: number
    sampled_days: number
    other_properties: number
  }

/** Reads one property of GA4, because two properties can count the same session. Returns null without one. */
export async function readSessions(window: Window): Promise<Source<PageSessions, SessionTotal> | null> {
  const { db, organizationId, scope } = window
  const [connection, ...others] = await db
    .selectFrom('data_connections')
    .select(['id', 'property_name', 'time_zone'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', scope.brand.id)
    .where('kind', '=', 'ga4')
    .orderBy('id')
    .execute()
  if (!connection) return null
  const ofConnection = sql`
    brand_id = ${scope.brand.id} and connection_id = ${connection.id} and ${daysInScope(scope, 'day')}`
  const days = await sql<
    Omit<SessionTotal, keyof PageSessions | 'property' | 'time_zone' | 'other_properties'>
  >`
    select count(*) as days, min(day)::text as first_day, max(day)::text as last_day,
      count(*) filter (where not is_final) as open_days,
      count(*) filter (where is_thresholded) as thresholded_days,
      count(*) filter (where samples_read < sampling_space) as sampled_days
    from connection_days where ${ofConnection}`.execute(db)
  const { rows } = await sql<PageSessions & { path: string; all_sessions: number; all_key_events: number }>`
    select ${path('page')} as path, sum(sessions)::int8 as sessions, sum(key_events)::float8 as key_events,
      (sum(sum(sessions)) over ())::int8 as all_sessions, (sum(sum(key_events)) over ())::float8 as all_key_events
    from session_days where ${ofConnection} and platform is not null and ${onPlatforms(scope.platforms)}
    group by 1 order by sessions desc, path limit ${maxPages + 1}`.execute(db)
  const [counted] = days.rows
  if (!counted || counted.days === 0) return null
  return toSource(rows, {
    ...counted,
    property: connection.property_name,
    time_zone: connection.time_zone,
    other_properties: others.length,
    sessions: rows[0]?.all_sessions ?? 0,
    key_events: rows[0]?.all_key_events ?? 0,
  })
}

const onPlatforms = (platforms: string[] | null): RawBuilder<boolean> =>
  platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`

export type GoalPage = { goal_id: string; path: string; conversions: number; goal_conversions: number }

/** Returns the conversions by goal and landing page. */
export async function readConversions({ db, scope }: Window): Promise<GoalPage[]> {
  const { rows } = await sql<GoalPage>`
    select goal_id, page as path, count(*) as conversions,
      (sum(count(*)) over (partition by goal_id))::int8 as goal_conversions
    from conversions
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and ${onPlatforms(scope.platforms)}
    group by 1, 2 order by conversions desc, path limit ${maxPages}`.execute(db)
  return rows
}

/** The last audit of a page. `isDisallowed`: robots.txt disallows most agents that cite or fetch pages for users. */
export type PageAudit = { id: string; day: string; status: number | null; isDisallowed: boolean }

const maxAudits = 200

/** Returns the last audit of each page of the brand, among the latest audits. */
export async function readAudits(
  { db }: Window,
  { id, domain, domains }: Brand,
): Promise<Map<string, PageAudit>> {
  const { rows } = await sql<PageAudit & { url: string }>`
    with latest as (
      select id, created_at, report from site_audits
      where brand_id = ${id} and report is not null order by id desc limit ${maxAudits}
    )
    select latest.id, (created_at at time zone 'utc')::date::text as day, page ->> 'url' as url,
      (page ->> 'status')::int as status,
      coalesce((
        select min((found ->> 'share')::float8) from jsonb_array_elements(report -> 'checks') as found
        where found ->> 'key' in ('robots-search', 'robots-fetch')
      ), 1) < 0.5 as "isDisallowed"
    from latest cross join jsonb_array_elements(report -> 'pages') as page
    order by latest.id`.execute(db)
  const hosts = [domain, ...domains].map((each) => (each.split('/')[0] ?? each).replace(/^www\./, ''))
  const isOwn = (url: string) => {
    const host = URL.parse(url)?.hostname
    return host !== undefined && hosts.some((each) => isAtOrBelow(host, each))
  }
  return new Map(
    rows.flatMap(({ url, ...audit }) => {
      const page = isOwn(url) ? getPath(url) : null
      return page === null ? [] : [[page, audit] as const]
    }),
  )
}
