/** Reports which of a brand's pages AI agents requested, from server logs. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Verification, verifications } from '../../vocabulary/log-senders.ts'
import { bucketsInScope, daysInScope } from '../answers/scope.ts'
import { type Brand, brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId, dateRange, Timestamp } from '../core/fields.ts'
import { pageQuery } from '../core/paging.ts'
import { route } from '../http/route.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { listRanges, methods } from './agent-verification.ts'
import { type CrawlerRole, crawlerRoles, findAiAgent, listAgentTokens } from './ai-agents.ts'
import { signers } from './identify-agent.ts'
import { listKeyDirectories } from './key-directories.ts'

const Count = z.number().int().min(0)

const Counts = z.object({
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

const Role = z
  .enum(crawlerRoles)
  .describe(
    'Why an agent requests pages: model training, a search index, a user question, or an autonomous agent.',
  )

const CrawlerReport = z
  .object({
    total_hits: Count.describe('Number of requests without spoofed ones.'),
    verification: Counts.describe('All requests by the result of their verification.'),
    roles: z.array(z.object({ role: Role, hits: Count })).describe('Without spoofed requests.'),
    agents: z.array(
      z.object({
        agent: z.string().describe('Product token in its user agent.'),
        operator: z.string().nullable(),
        role: Role.nullable(),
        hits: Count.describe('Without spoofed requests.'),
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

export const AgentRangeList = z
  .object({
    url: z.url(),
    agents: z.array(z.string()),
    prefixes: Count.describe('Number of IP ranges.'),
    fetched_at: Timestamp.nullable().describe('When the list was read. Null without ranges.'),
    is_snapshot: z
      .boolean()
      .describe('Whether the ranges are from the release, because none were fetched yet.'),
    problem: z.string().nullable().describe('Why the last fetch kept the ranges of the one before.'),
  })
  .meta({ id: 'AgentRangeList' })

export const showRangeLists = async (ctx: Context): Promise<z.input<typeof AgentRangeList>[]> =>
  (await listRanges(ctx)).map(({ url, agents, prefixes, fetchedAt, isSnapshot, problem }) => ({
    url,
    agents,
    prefixes: prefixes.length,
    fetched_at: fetchedAt?.toISOString() ?? null,
    is_snapshot: isSnapshot,
    problem,
  }))

export const AgentSigner = z
  .object({
    host: z.string().describe('Host that publishes the keys.'),
    operator: z.string(),
    keys: Count.describe('Number of keys that the host listed at the last fetch.'),
    fetched_at: Timestamp.nullable().describe('Null until a request with a signature is received.'),
    problem: z.string().nullable().describe('Why the last fetch failed.'),
  })
  .meta({ id: 'AgentSigner' })

export const showSigners = async (ctx: Context): Promise<z.input<typeof AgentSigner>[]> =>
  (await listKeyDirectories(ctx)).map(({ host, keys, fetchedAt, problem }) => ({
    host,
    operator: findAiAgent(signers.find((each) => each.host === host)?.agent ?? '')?.operator ?? host,
    keys: keys.filter(({ listedAt }) => listedAt.getTime() === fetchedAt?.getTime()).length,
    fetched_at: fetchedAt?.toISOString() ?? null,
    problem,
  }))

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
  const shown = agents.rows.map(showAgent)
  const sum = (of: readonly (typeof shown)[number][]) => of.reduce((total, each) => total + each.hits, 0)
  return {
    total_hits: sum(shown),
    verification: {
      verified: total(agents.rows, 'verified'),
      not_confirmed: total(agents.rows, 'not_confirmed'),
      unverifiable: total(agents.rows, 'unverifiable'),
      spoofed: total(agents.rows, 'spoofed'),
    },
    roles: crawlerRoles.map((each) => ({
      role: each,
      hits: sum(shown.filter((agent) => agent.role === each)),
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
