/** The details of one page in the funnel. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../answers/scope.ts'
import { getBrand } from '../brands/brands.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText } from '../languages/localized.ts'
import { crawlerRoles, findAiAgent, listPlatformAgents } from '../traffic/ai-agents.ts'
import { getPath } from '../traffic/page-path.ts'
import { Count, SourceCitations, SourceUrl, Visits } from './fields.ts'
import { readAudits } from './funnel-audits.ts'
import { Conversions, GoalId, GoalName } from './funnel-fields.ts'
import { listAnalytics, onPlatforms } from './funnel-sources.ts'
import { defineMetric } from './metrics.ts'
import { visitCounts, type Window } from './rollups.ts'
import { describeMetric, MetricHeader, metricHeader } from './values.ts'

const VisitPlatform = z.string().describe('Platform that the visitors came from.')

const FunnelPageDetail = z
  .object({
    ...MetricHeader,
    path: untrustedText(z.string().describe('Path of the page.')),
    agents: z
      .array(
        z.object({
          agent: z.string().describe('Product token in its user agent.'),
          operator: z.string().nullable().describe('Operator of the agent.'),
          role: z.enum(crawlerRoles).nullable().describe('Why the agent requests pages.'),
          requests: Count.describe('Without spoofed requests.'),
          refused: Count.describe('With the status 401, 403, 429 or 5xx.'),
          missing: Count.describe('With the status 404 or 410.'),
          last_day: z.iso.date().describe('Last day with a request.'),
        }),
      )
      .describe('Agents that requested the page, of the operators of the platforms.'),
    urls: z
      .array(z.object({ url: SourceUrl, citations: SourceCitations }))
      .describe('The cited URLs with this path, most citations first, at most 10.'),
    visits: z.array(z.object({ platform: VisitPlatform, visits: Visits })),
    sessions: z
      .array(
        z.object({
          property: z.string().describe('Property of GA4.'),
          source: untrustedText(z.string().describe('Session source in GA4.')),
          sessions: Count.describe('Sessions from this source.'),
          key_events: z.number().min(0).describe('Key events of these sessions.'),
        }),
      )
      .describe('Sessions in GA4 that started on the page, by session source.'),
    goals: z
      .array(z.object({ goal_id: GoalId, name: GoalName, platform: VisitPlatform, conversions: Conversions }))
      .describe('Conversions of sessions that started on the page.'),
    audit: z
      .object({
        id: z.uuid().describe('Id of the audit.'),
        day: z.iso.date().describe('Day of the audit (UTC).'),
        status: z.number().int().nullable().describe('Status code of the page; null without a response.'),
        disallowed_agents: z
          .array(z.string())
          .describe('Agents of the platforms that robots.txt disallowed to read the page.'),
      })
      .nullable()
      .describe('Last audit of the page.'),
    opportunities: z
      .array(
        z.object({
          id: z.uuid().describe('Id of the opportunity.'),
          title: localizedText().describe('Title of the opportunity.'),
        }),
      )
      .describe('Open opportunities for prompts whose answers cite the page, at most 10.'),
  })
  .meta({ id: 'FunnelPageDetail' })

const query = {
  path: z.string().min(1).max(2_000).default('/').describe('Path of the page, as in the funnel.'),
}

export const funnelPage = defineMetric({
  summary: 'Get the details of a page in the funnel',
  description: describeMetric(
    [],
    'Requests by agent, cited URLs, visits by platform, sessions by source and conversions by goal, with the last audit and open opportunities. All lists are empty for an unknown page.',
  ),
  query,
  returns: FunnelPageDetail,
  read,
})

type Detail = z.input<typeof FunnelPageDetail>

async function read(
  window: Window,
  { path }: z.output<z.ZodObject<typeof query>>,
): Promise<z.input<typeof FunnelPageDetail>> {
  const { scope } = window
  const cited = await readCitedUrls(window, path)
  const audit = (await readAudits(window, await getBrand(window, scope.brand.id))).get(path)
  return {
    ...metricHeader(scope),
    path,
    agents: await readAgents(window, path),
    urls: cited.map(({ url, citations }) => ({ url, citations })).slice(0, 10),
    visits: await readVisits(window, path),
    sessions: await readSessions(window, path),
    goals: await readGoals(window, path),
    audit: audit
      ? {
          id: audit.id,
          day: audit.day,
          status: audit.status,
          disallowed_agents: audit.robots.flatMap(({ agent, is_allowed }) => (is_allowed ? [] : [agent])),
        }
      : null,
    opportunities: await readOpportunities(
      window,
      cited.map(({ id }) => id),
    ),
  }
}

/** A path with and without a trailing slash is one page. */
const variants = (path: string): string[] => [path, path === '/' ? '' : `${path}/`]

async function readAgents({ db, scope }: Window, path: string): Promise<Detail['agents']> {
  const agents = scope.platforms && listPlatformAgents(scope.platforms)
  const { rows } = await sql<Omit<Detail['agents'][number], 'operator' | 'role'>>`
    select agent, sum(requests)::int8 as requests, max(start)::text as last_day,
      sum(refused)::int8 as refused, sum(missing)::int8 as missing
    from agent_page_rollups
    where brand_id = ${scope.brand.id} and grain = 'day' and ${daysInScope(scope, 'start')} and path = ${path}
      and (${agents}::text[] is null or agent = any(${agents}::text[])) and requests > 0
    group by agent order by 2 desc, agent`.execute(db)
  return rows.map((row) => {
    const known = findAiAgent(row.agent)
    return { ...row, operator: known?.operator ?? null, role: known?.role ?? null }
  })
}

async function readCitedUrls(window: Window, path: string) {
  const { url: urls } = await window.sources(['url'])
  const { rows } = await sql<{ number: number; id: string; url: string }>`
    select sources.number, urls.id::text as id, urls.url
    from sources join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    where sources.brand_id = ${window.scope.brand.id} and sources.kind = 'url' and sources.category = 'owned'`.execute(
    window.db,
  )
  return rows
    .map(({ number, ...row }) => ({ ...row, citations: urls.citations(number) }))
    .filter(({ url, citations }) => citations > 0 && getPath(url) === path)
    .sort((a, b) => b.citations - a.citations || (a.url < b.url ? -1 : 1))
}

async function readVisits({ db, scope }: Window, path: string): Promise<Detail['visits']> {
  const { rows } = await sql<Detail['visits'][number]>`
    select platform, sum(visits)::int8 as visits from ${visitCounts(scope.brand.id)}
    where dimension = 'page' and name = ${path} and grain = 'day' and ${daysInScope(scope, 'start')}
      and ${onPlatforms(scope.platforms)}
    group by 1 order by visits desc, 1`.execute(db)
  return rows
}

async function readSessions(window: Window, path: string) {
  const { db, scope } = window
  const [connection] = await listAnalytics(window)
  if (!connection) return []
  const { rows } = await sql<Omit<Detail['sessions'][number], 'property'>>`
    select source, sum(sessions)::int8 as sessions, sum(key_events)::float8 as key_events
    from session_days
    where brand_id = ${scope.brand.id} and connection_id = ${connection.id} and ${daysInScope(scope, 'day')}
      and page = any(${variants(path)}::text[]) and platform is not null
      and ${onPlatforms(scope.platforms)}
    group by 1 order by sessions desc, 1 limit 50`.execute(db)
  return rows.map((row) => ({ ...row, property: connection.property_name }))
}

async function readGoals({ db, scope }: Window, path: string): Promise<Detail['goals']> {
  const { rows } = await sql<Detail['goals'][number]>`
    select goal_id, goals.name, platform, count(*) as conversions
    from conversions join goals on goals.brand_id = conversions.brand_id and goals.id = goal_id
    where conversions.brand_id = ${scope.brand.id} and page = ${path} and ${daysInScope(scope, 'day')}
      and ${onPlatforms(scope.platforms)}
    group by 1, 2, 3 order by conversions desc, 2, 3`.execute(db)
  return rows
}

async function readOpportunities(
  { db, scope }: Window,
  urls: readonly string[],
): Promise<Detail['opportunities']> {
  if (urls.length === 0) return []
  const { rows } = await sql<Detail['opportunities'][number]>`
    select id, title from opportunities
    where brand_id = ${scope.brand.id} and status in ('new', 'sent', 'in_progress') and source_domain is null
      and exists (
        select 1 from answer_citations as cited join answers on answers.brand_id = cited.brand_id and answers.id = answer_id
        where cited.brand_id = ${scope.brand.id} and url_id = any(${urls}::int8[]) and cited.cited
          and ${daysInScope(scope, 'cited.day')} and answers.prompt_id = opportunities.prompt_id
          and ${answersInScope(scope)}
      )
    order by opportunity_score desc, id limit 10`.execute(db)
  return rows
}
