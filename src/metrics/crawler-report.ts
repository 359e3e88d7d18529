/** Reports which of a brand's pages AI agents requested, from server logs. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Verification, verifications } from '../../vocabulary/log-senders.ts'
import { bucketsInScope, daysInScope } from '../answers/scope.ts'
import { type Brand, brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, earlier } from '../core/days.ts'
import { BrandId, dateRange } from '../core/fields.ts'
import { pageQuery } from '../core/paging.ts'
import { route } from '../http/route.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { methods } from '../traffic/agent-verification.ts'
import { type CrawlerRole, crawlerRoles, findAiAgent, listAgentTokens } from '../traffic/ai-agents.ts'
import { lastClosedDay } from './changes.ts'
import { type Days, getSpan } from './compared-periods.ts'
import { compareCount, getCountPeriods } from './count-changes.ts'
import { Count } from './fields.ts'
import { RowChange, type RowRecord } from './period-state.ts'
import { dayNumber } from './rollups.ts'
import { sumBy } from './sum-by.ts'

const Counts = z
  .object({
    verified: Count.describe(
      'From the published IP ranges or host names of the operator, or with a signature by its key.',
    ),
    not_confirmed: Count.describe(
      'A check gave no certain result: the list is old or incomplete, or the DNS did not answer.',
    ),
    unverifiable: Count.describe(
      'The operator publishes nothing to check against, or the log has no address of the client.',
    ),
    spoofed: Count.describe(
      'From an address that does not belong to the operator, or with a signature that does not match its key.',
    ),
  })
  .meta({ id: 'VerificationCounts' })

const Role = z.enum(crawlerRoles).meta({
  id: 'AgentRole',
  description:
    'Why an agent requests pages: model training, a search index, a user question, or an autonomous agent.',
})

const HitChange = RowChange.describe('Without spoofed requests, on complete days with requests in the log.')

const CrawlerReport = z
  .object({
    total_hits: Count.describe('Number of requests without spoofed ones.'),
    change: HitChange,
    verification: Counts,
    roles: z.array(z.object({ role: Role, hits: Count })).describe('Without spoofed requests.'),
    agents: z.array(
      z.object({
        agent: z.string().describe('Product token in its user agent.'),
        operator: z.string().nullable(),
        role: Role.nullable(),
        hits: Count.describe('Without spoofed requests.'),
        change: RowChange,
        verification: Counts,
        methods: z.array(z.enum(methods)).describe('How its requests were checked.'),
        last_day: z.iso.date(),
      }),
    ),
    daily: z
      .array(z.object({ date: z.iso.date(), agent: z.string(), hits: Count }))
      .describe('Without spoofed requests.'),
    top_paths: z
      .array(z.object({ path: untrustedText(z.string()), hits: Count }))
      .describe('Requested pages, without a trailing slash and without spoofed requests.'),
  })
  .meta({ id: 'CrawlerReport' })

/** For the dashboard, the API and MCP. */
export const crawlerReport = route({
  access: 'read',
  invalidatedBy: null,
  reads: 'metric',
  summary: 'Get the pages that AI agents requested',
  whenToUse:
    'Answers "which AI crawlers and agents read the site, which pages, and are they genuine?" Needs a log source or an uploaded log; without one all counts are 0. For visits of people use get_ai_traffic.',
  description:
    'From the logs of the servers, which log sources send and people import, because AI agents do not run the tracking script. Any program can use the name of an agent, so `verification` says which requests came from its operator. Without dates, it covers all stored requests.',
  query: {
    brand_id: BrandId,
    ...dateRange,
    role: z.enum(crawlerRoles).optional().describe('Only agents with this purpose.'),
    limit: pageQuery.limit.describe('Maximum number of top_paths.'),
  },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: CrawlerReport,
  run: (ctx, { found, query }) =>
    getCrawlerReport(ctx, found.brand, {
      from: query.date_from ?? null,
      to: query.date_to ?? null,
      role: query.role ?? null,
      limit: query.limit,
    }),
})

type AgentDay = { day: string; agent: string; hits: number }

/**
 * Compares the requests with the period before. Days without a request of any agent were not measured, because the log can be
 * what is missing, and the last day with requests may be incomplete. Returns the change of these agents, by default of all.
 */
async function readHitChanges(
  ctx: Context,
  brand: Brand,
  range: { from: string | null; to: string | null },
): Promise<(agents: readonly string[] | null, rows: number) => RowRecord> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day)::text as first, max(day)::text as last from agent_days where brand_id = ${brand.id} and requests > 0`.execute(
    ctx.db,
  )
  const { first, last } = rows[0] ?? { first: null, last: null }
  const measured =
    first === null || last === null ? null : { from: first, to: earlier(lastClosedDay(ctx), dayBefore(last)) }
  const periods = getCountPeriods(range, measured)
  const days = typeof periods === 'string' ? [] : await listAgentDays(ctx, brand, getSpan(periods))
  const byDay = [...Map.groupBy(days, ({ day }) => day)]
  return (agents, length) =>
    compareCount(
      periods,
      ({ from, to }) =>
        byDay
          .filter(([day]) => day >= from && day <= to)
          .map(([day, ofDay]) => ({
            day: dayNumber(day),
            count: sumBy(
              ofDay.filter(({ agent }) => agents === null || agents.includes(agent)),
              ({ hits }) => hits,
            ),
          })),
      length,
    )
}

async function listAgentDays(ctx: Context, brand: Brand, { from, to }: Days): Promise<AgentDay[]> {
  const { rows } = await sql<AgentDay>`
    select day::text as day, agent, coalesce(sum(requests) filter (where verification <> 'spoofed'), 0)::int as hits
    from agent_days where brand_id = ${brand.id} and day between ${from}::date and ${to}::date and requests > 0
    group by agent_days.day, agent order by agent_days.day`.execute(ctx.db)
  return rows
}

type AgentRow = z.input<typeof Counts> & {
  agent: string
  methods: (typeof methods)[number][]
  last_day: string
}

async function getCrawlerReport(
  ctx: Context,
  brand: Brand,
  {
    from,
    to,
    role,
    limit,
  }: { from: string | null; to: string | null; role: CrawlerRole | null; limit: number },
): Promise<z.input<typeof CrawlerReport>> {
  const byRole = role === null ? sql`true` : sql`agent = any(${listAgentTokens(role)}::text[])`
  const days = sql`agent_days where brand_id = ${brand.id} and ${daysInScope({ from, to }, 'day')} and ${byRole} and requests > 0`
  const agents = await sql<AgentRow>`
    select agent, max(day)::text as last_day, array_remove(array_agg(distinct method), '') as methods,
      ${sql.join(verifications.map(countOf))}
    from ${days} group by agent
    order by coalesce(sum(requests) filter (where verification <> 'spoofed'), 0) desc, agent`.execute(ctx.db)
  const daily = await sql<{ date: string; agent: string; hits: number }>`
    select day::text as date, agent, sum(requests)::int8 as hits from ${days} and verification <> 'spoofed'
    group by 1, 2 order by 1, 2`.execute(ctx.db)
  const paths = await sql<{ path: string; hits: number }>`
    select path, sum(requests)::int8 as hits from agent_page_rollups
    where brand_id = ${brand.id} and ${bucketsInScope({ from, to })} and ${byRole} and requests > 0
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(ctx.db)
  const getChange = await readHitChanges(ctx, brand, { from, to })
  const listed = agents.rows.map(({ agent }) => agent)
  const shown = agents.rows.map((row) => ({
    ...showAgent(row),
    change: getChange([row.agent], listed.length),
  }))
  return {
    total_hits: sumBy(shown, ({ hits }) => hits),
    change: getChange(role === null ? null : listAgentTokens(role), 1),
    verification: {
      verified: total(agents.rows, 'verified'),
      not_confirmed: total(agents.rows, 'not_confirmed'),
      unverifiable: total(agents.rows, 'unverifiable'),
      spoofed: total(agents.rows, 'spoofed'),
    },
    roles: crawlerRoles.map((each) => ({
      role: each,
      hits: sumBy(
        shown.filter((agent) => agent.role === each),
        ({ hits }) => hits,
      ),
    })),
    agents: shown,
    daily: daily.rows,
    top_paths: paths.rows,
  }
}

const countOf = (verification: Verification): RawBuilder<unknown> =>
  sql`coalesce(sum(requests) filter (where verification = ${verification}), 0)::int8 as ${sql.ref(verification)}`

const total = (rows: readonly AgentRow[], verification: Verification) =>
  rows.reduce((sum, row) => sum + row[verification], 0)

function showAgent({ agent, methods, last_day, ...verification }: AgentRow) {
  const known = findAiAgent(agent)
  const { verified, not_confirmed, unverifiable } = verification
  return {
    agent,
    operator: known?.operator ?? null,
    role: known?.role ?? null,
    hits: verified + not_confirmed + unverifiable,
    verification,
    methods,
    last_day,
  }
}
