/**
 * What the funnel reads in addition to citations: requests of AI agents, visits and sessions of web analytics. Each
 * source is grouped by path in one query. A path has the form of the tracking script: without query and trailing slash.
 */
import { type RawBuilder, sql } from 'kysely'
import { bucketsInScope, daysInScope } from '../answers/scope.ts'
import { type CrawlerRole, crawlerRoles, listAgentTokens, listPlatformAgents } from '../traffic/ai-agents.ts'
import type { Window } from './rollups.ts'
import { sumBy } from './sum-by.ts'

/** The pages of a source with the highest numbers; the others are part of the totals only. */
export const maxPages = 50_000

/** `isComplete`: a page that is not in the list has none. */
export type Source<Page, Total> = { pages: ReadonlyMap<string, Page>; isComplete: boolean; total: Total }

export type Days = { first_day: string | null; last_day: string | null }

/** `refused` and `missing`: as in the table agent_days. */
export type RequestCounts = Record<'requests' | 'refused' | 'missing' | CrawlerRole, number>

const path = (column: string): RawBuilder<string> =>
  sql`coalesce(nullif(rtrim(${sql.ref(column)}, '/'), ''), '/')`

/** Returns null without a log of these days, or when no agent belongs to the platforms of the scope. */
export async function readRequests({
  db,
  scope,
}: Window): Promise<Source<RequestCounts, RequestCounts & Days> | null> {
  const agents = scope.platforms && listPlatformAgents(scope.platforms)
  if (agents?.length === 0) return null
  const ofPlatforms = agents === null ? sql<boolean>`true` : sql<boolean>`agent = any(${agents}::text[])`
  const totals = await sql<RequestCounts & Days>`
    select min(day)::text as first_day, max(day)::text as last_day, ${countRequests(ofPlatforms)}
    from agent_days left join ${agentRoles} using (agent)
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and verification <> 'spoofed' and requests > 0`.execute(
    db,
  )
  const [total] = totals.rows
  if (!total || total.last_day === null) return null
  const { rows } = await sql<RequestCounts & { path: string }>`
    select path, ${countRequests(sql`true`)}
    from agent_page_rollups left join ${agentRoles} using (agent)
    where brand_id = ${scope.brand.id} and ${bucketsInScope(scope)} and ${ofPlatforms} and requests > 0
    group by path order by requests desc, path collate "C" limit ${maxPages + 1}`.execute(db)
  return toSource(rows, total)
}

/** Returns the last day of the scope on which an agent of its platforms requested the page. */
export async function readLastRequests(
  { db, scope }: Window,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const agents = scope.platforms && listPlatformAgents(scope.platforms)
  const { rows } = await sql<{ path: string; day: string }>`
    select path, max(start)::text as day from agent_page_rollups
    where brand_id = ${scope.brand.id} and grain = 'day' and ${daysInScope(scope, 'start')} and path = any(${paths}::text[])
      and (${agents}::text[] is null or agent = any(${agents}::text[])) and requests > 0
    group by path`.execute(db)
  return new Map(rows.map(({ path, day }) => [path, day]))
}

const listedRoles = crawlerRoles.flatMap((role) => listAgentTokens(role).map((agent) => ({ agent, role })))
const agentRoles = sql`
  unnest(${listedRoles.map(({ agent }) => agent)}::text[], ${listedRoles.map(({ role }) => role)}::text[]) as listed (agent, role)`

const countRequests = (isCounted: RawBuilder<boolean>) => {
  const counted = (column: string, is: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${isCounted} and ${is}), 0)::int8`
  return sql.join([
    ...(['requests', 'refused', 'missing'] as const).map(
      (column) => sql`${counted(column, sql`true`)} as ${sql.ref(column)}`,
    ),
    ...crawlerRoles.map((role) => sql`${counted('requests', sql`role = ${role}`)} as ${sql.ref(role)}`),
  ])
}

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
  const { db, scope } = window
  const [connection, ...others] = await listAnalytics(window)
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

/** Returns the properties of GA4. Numbers are of the first one only. */
export const listAnalytics = ({ db, organizationId, scope }: Window) =>
  db
    .selectFrom('data_connections')
    .select(['id', 'property_name', 'time_zone'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', scope.brand.id)
    .where('kind', '=', 'ga4')
    .orderBy('id')
    .execute()

export const onPlatforms = (platforms: string[] | null): RawBuilder<boolean> =>
  platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`
