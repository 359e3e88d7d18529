/**
 * What others counted, by day: visits of the tracking script, sessions of GA4, requests that users cause, and what search engines
 * report about their AI answers. The series have different definitions and are never added.
 */
import { sql } from 'kysely'
import { daysInScope, type Scope } from '../answers/scope.ts'
import { findAiAgent, listAgentTokens, platformOperators } from '../traffic/ai-agents.ts'
import { listAnalytics } from './funnel-sources.ts'
import type { Window } from './rollups.ts'
import { lastReportedDay } from './visit-changes.ts'

export const seriesNames = ['visits', 'sessions', 'fetches', 'impressions', 'reported_citations'] as const
export type SeriesName = (typeof seriesNames)[number]

/** `platforms`: several where the source does not distinguish them. A day that was not measured has no number, which is not zero. */
export type Series = {
  name: SeriesName
  platforms: readonly string[]
  counts: ReadonlyMap<string, number>
  isMeasured(day: string): boolean
}

/** Returns the series with numbers in the window. */
export async function readSeries(window: Window): Promise<Series[]> {
  const { platforms } = window.scope
  const all = [
    ...(await readVisits(window)),
    ...(await readSessions(window)),
    ...(await readFetches(window)),
    ...(await readReported(window)),
  ]
  return all.filter((series) =>
    series.platforms.every((each) => platforms === null || platforms.includes(each)),
  )
}

type Counted = { day: string; of: string; count: number }

/** Groups the counts by platform, operator or report. `listPlatforms`: whose answers they are compared with. */
const toSeries = (
  rows: readonly Counted[],
  name: SeriesName,
  {
    listPlatforms,
    isMeasured,
  }: { listPlatforms(of: string): readonly string[]; isMeasured(day: string, of: string): boolean },
): Series[] =>
  [...Map.groupBy(rows, ({ of }) => of)].map(([of, ofSeries]) => ({
    name,
    platforms: listPlatforms(of),
    counts: new Map(ofSeries.map(({ day, count }) => [day, count])),
    isMeasured: (day) => isMeasured(day, of),
  }))

/** From the first visit until the last report of the script. */
async function readVisits(window: Window): Promise<Series[]> {
  const visits = await window.dailyVisits()
  const first = visits[0]?.date
  const last = await lastReportedDay(window, window.scope.brand.id)
  if (first === undefined) return []
  const rows = visits.map(({ date, platform, visits: count }) => ({ day: date, of: platform, count }))
  return toSeries(rows, 'visits', {
    listPlatforms: (platform) => [platform],
    isMeasured: (day) => last !== null && day >= first && day <= last,
  })
}

/** The days of the property that it no longer changes. */
async function readSessions(window: Window): Promise<Series[]> {
  const { db, scope } = window
  const [connection] = await listAnalytics(window)
  if (!connection) return []
  const ofConnection = sql`
    brand_id = ${scope.brand.id} and connection_id = ${connection.id} and ${daysInScope(scope, 'day')}`
  const { rows } = await sql<Counted>`
    select day::text as day, platform as of, sum(sessions)::int8 as count from session_days
    where ${ofConnection} and platform is not null group by 1, 2 order by 2, 1`.execute(db)
  const imported = await sql<{ day: string }>`
    select day::text as day from connection_days where ${ofConnection} and is_final`.execute(db)
  const days = new Set(imported.rows.map(({ day }) => day))
  return toSeries(rows, 'sessions', {
    listPlatforms: (platform) => [platform],
    isMeasured: (day) => days.has(day),
  })
}

/** The days on which the log has requests of any agent. */
async function readFetches({ db, scope }: Window): Promise<Series[]> {
  const { rows: days } = await sql<{ day: string }>`
    select distinct day::text as day from agent_days
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and requests > 0`.execute(db)
  const agents = listAgentTokens('user').map((agent) => ({
    agent,
    operator: findAiAgent(agent)?.operator ?? '',
  }))
  const { rows } = await sql<Counted>`
    select day::text as day, operator as of, sum(requests)::int8 as count
    from agent_days
    join unnest(${agents.map(({ agent }) => agent)}::text[], ${agents.map(({ operator }) => operator)}::text[])
      as listed (agent, operator) using (agent)
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and verification <> 'spoofed' and requests > 0
    group by 1, 2 order by 2, 1`.execute(db)
  const measured = new Set(days.map(({ day }) => day))
  const ofPlatforms = rows.filter(({ of }) => listPlatformsOf(of).length > 0)
  return toSeries(ofPlatforms, 'fetches', {
    listPlatforms: listPlatformsOf,
    isMeasured: (day) => measured.has(day),
  })
}

const listPlatformsOf = (operator: string): string[] =>
  Object.entries(platformOperators).flatMap(([platform, each]) => (each === operator ? [platform] : []))

/** The reports with a table of days, and the platforms whose answers they count. */
const reports = {
  google_ai_search: { name: 'impressions', platforms: ['google_ai_overview', 'google_ai_mode'] },
  bing_ai_overview: { name: 'reported_citations', platforms: ['copilot'] },
} as const

/** The listed days of imported reports. Of several imports of a day, the last one counts; a filtered one does not. */
async function readReported({ db, scope }: Window): Promise<Series[]> {
  const { rows } = await sql<Counted>`
    select distinct on (kind, key) kind as of, key as day, count
    from file_imports
    join file_import_rows on file_import_rows.brand_id = file_imports.brand_id and import_id = id
    where file_imports.brand_id = ${scope.brand.id} and kind = any(${Object.keys(reports)}::text[])
      and content = 'dates' and filters = '{}' and ${keysInScope(scope)}
    order by kind, key, id desc`.execute(db)
  return Object.entries(reports).flatMap(([kind, { name, platforms }]) => {
    const ofReport = rows.filter(({ of }) => of === kind)
    const days = new Set(ofReport.map(({ day }) => day))
    return toSeries(ofReport, name, { listPlatforms: () => platforms, isMeasured: (day) => days.has(day) })
  })
}

/** `key` is a day as text (YYYY-MM-DD), so texts compare like days. */
const keysInScope = ({ from, to }: Scope) =>
  sql`key >= ${from ?? '0000-01-01'} and key <= ${to ?? '9999-12-31'}`
