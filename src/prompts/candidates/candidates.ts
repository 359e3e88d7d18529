/**
 * A candidate is a group of search queries that ask for the same thing, and that could become a prompt. The queries come from
 * connected search consoles and from imported reports. The numbers of a candidate are shown per source, because sources count
 * different things: they are never added, nor filled where a source has none.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { dayMs, utcDay } from '../../core/days.ts'
import { recordEvent } from '../../core/events.ts'
import { normalizeName } from '../../core/fields.ts'
import { sha256 } from '../../core/ids.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { message } from '../../languages/message.ts'
import { requireRoom } from '../../plans/plans.ts'
import { createClusters } from '../../search-queries/cluster.ts'
import { draftPrompt, normalizeQuery, type QueryForm, readQuery } from '../../search-queries/query-form.ts'
import { createPrompt, type ListedPrompt, PromptText } from '../prompts.ts'

const windowDays = 28
/** Of one source, those with the most impressions or citations. */
const maxQueries = 5_000

const Count = z.number().int().min(0)
const Query = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .meta({ examples: ['best cargo bike for families'] })

export const CandidateStatus = z.enum(['open', 'tracked', 'dismissed'])

const Demand = z.object({
  source: z.enum(['search_console', 'bing', 'bing_ai_queries']),
  name: z.string().describe('The property, or the imported file.'),
  first_day: z.iso.date().describe('First day that the source has data of, in days of the source.'),
  last_day: z.iso.date(),
  days: Count.nullable().describe(
    'Days or weeks between these that were imported; null for a file, which does not list its days.',
  ),
  clicks: Count.nullable(),
  impressions: Count.nullable().describe('Impressions in search results.'),
  citations: Count.nullable().describe('Citations by AI answers of Bing.'),
})

export const PromptCandidate = z
  .object({
    query: z
      .string()
      .describe(
        'The question of the group with the highest rank in its source, or else the query; of a decided group, its query.',
      ),
    queries: Count.describe('Queries in the group.'),
    examples: z.array(z.string()).describe('Further queries of the group, at most five.'),
    is_question: z.boolean(),
    branded: z.boolean().describe('Whether the query names the brand.'),
    intent: z.string().nullable().describe('As Bing reports it; null if it does not.'),
    topic: z.string().nullable().describe('As Bing reports it; null if it does not.'),
    draft: z.string().describe('The query as a question, to edit before it becomes a prompt.'),
    status: CandidateStatus,
    prompt: z
      .object({ id: z.uuid(), text: z.string() })
      .nullable()
      .describe('The prompt of the brand that already asks this.'),
    demand: z
      .array(Demand)
      .describe('One entry per source. Sources count different things, so do not add them.'),
  })
  .meta({ id: 'PromptCandidate' })

export const CandidateList = z.object({
  items: z.array(PromptCandidate),
  total: Count.describe('Candidates with this status.'),
  sources: z.array(Demand.pick({ source: true, name: true, first_day: true, last_day: true, days: true })),
})

export const DecidedQuery = z.strictObject({ query: Query.describe('`query` of the candidate.') })
export const TrackedQuery = DecidedQuery.extend({ text: PromptText.describe('Text of the prompt.') })

type Source = z.output<typeof CandidateList>['sources'][number]
type SourceQuery = {
  query: string
  clicks: number | null
  impressions: number | null
  citations: number | null
  intent?: string | null
  topic?: string | null
}
type Seen = SourceQuery & { form: QueryForm; source: number; rank: number }
type Group = {
  seen: Seen[]
  status: z.output<typeof CandidateStatus>
  /** The query that a person has decided about. */
  decided: string | null
  prompt: { id: string; text: string } | null
}

export async function listCandidates(
  ctx: Context,
  brand: Brand,
  { status, limit }: { status: z.output<typeof CandidateStatus>; limit: number },
): Promise<z.output<typeof CandidateList>> {
  const found = await listSources(ctx, brand.id)
  const sources = found.map(({ source }) => source)
  const seen = await readQueries(
    brand,
    found.map(({ queries }) => queries),
  )
  const groups = await groupQueries(ctx, brand, seen)
  const matching = groups.filter((group) => group.seen.length > 0 && group.status === status)
  // By rank within a source, because numbers of different sources cannot be compared.
  matching.sort((a, b) => getPriority(b) - getPriority(a) || getRank(a) - getRank(b))
  return {
    items: matching.slice(0, limit).map((group) => showGroup(group, brand, sources)),
    total: matching.length,
    sources,
  }
}

/** Questions, then queries that compare or ask for the best, prices or reviews, then others. */
const getPriority = ({ seen }: Group) =>
  Math.max(...seen.map(({ form }) => (form.isQuestion ? 2 : Math.min(1, form.signals.length))))
const getRank = ({ seen }: Group) => Math.min(...seen.map(({ rank }) => rank))

type SearchedQuery = SourceQuery & {
  connection_id: string
  first_day: string
  last_day: string
  days: number
}
type QueriesOfSource = { source: Source; queries: SourceQuery[] }

async function listSources(ctx: Context, brandId: string): Promise<QueriesOfSource[]> {
  const connections = await ctx.db
    .selectFrom('data_connections')
    .select(['id', 'kind', 'property_name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('brand_id', '=', brandId)
    .where('kind', 'in', ['search_console', 'bing'])
    .orderBy('id')
    .execute()
  const from = utcDay(new Date(ctx.now().getTime() - windowDays * dayMs))
  // Of a day, the row of all pages if there is one: impressions of pages add up to more.
  const { rows } = await sql<SearchedQuery>`
    with of_days as (
      select connection_id, day, query,
        coalesce(sum(clicks) filter (where page = ''), sum(clicks))::int as clicks,
        coalesce(sum(impressions) filter (where page = ''), sum(impressions))::int as impressions
      from search_days
      where brand_id = ${brandId} and connection_id = any(${connections.map(({ id }) => id)}::uuid[])
        and query <> '' and day >= ${from}
      group by connection_id, day, query
    ),
    ranked as (
      select connection_id, query, sum(clicks)::int as clicks, sum(impressions)::int as impressions,
        row_number() over (partition by connection_id order by sum(impressions) desc, query) as rank
      from of_days
      group by connection_id, query
    )
    select connection_id, query, clicks, impressions, null as citations, first_day, last_day, days
    from ranked
    join (
      select connection_id, min(day) as first_day, max(day) as last_day, count(distinct day)::int as days
      from of_days group by connection_id
    ) as days using (connection_id)
    where rank <= ${maxQueries}
    order by rank`.execute(ctx.db)
  const sources = connections.flatMap(({ id, kind, property_name: name }): QueriesOfSource[] => {
    const queries = rows.filter(({ connection_id }) => connection_id === id)
    const [first] = queries
    if (!first) return []
    const { first_day, last_day, days } = first
    const source = kind === 'bing' ? ('bing' as const) : ('search_console' as const)
    return [{ source: { source, name, first_day, last_day, days }, queries }]
  })
  const file = await findGroundingQueries(ctx, brandId)
  return file ? [...sources, file] : sources
}

/** From the newest report: two reports can count the same citations. */
async function findGroundingQueries(ctx: Context, brandId: string): Promise<QueriesOfSource | null> {
  const file = await ctx.db
    .selectFrom('file_imports')
    .select(['id', 'file_name', 'first_day', 'last_day'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'bing_ai_queries')
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!file) return null
  const rows = await ctx.db
    .selectFrom('file_import_rows')
    .select(['key as query', 'count as citations', 'intent', 'topic'])
    .where('brand_id', '=', brandId)
    .where('import_id', '=', file.id)
    .where('content', '=', 'queries')
    .orderBy('count', 'desc')
    .orderBy('position')
    .limit(maxQueries)
    .execute()
  const { file_name: name, first_day, last_day } = file
  return {
    source: { source: 'bing_ai_queries', name, first_day, last_day, days: null },
    queries: rows.map((row) => ({ ...row, clicks: null, impressions: null })),
  }
}

/** Returns the queries that could be prompts, those with the highest rank in their source first. */
async function readQueries(brand: Brand, lists: readonly SourceQuery[][]): Promise<Seen[]> {
  const pause = timeSlicer()
  const names = getNames(brand)
  const seen: Seen[] = []
  for (const [source, queries] of lists.entries())
    for (const [rank, query] of queries.entries()) {
      await pause()
      const form = readQuery(query.query, names, brand.language)
      if (form.isPrompt && query.intent !== 'Navigational') seen.push({ ...query, form, source, rank })
    }
  return seen.sort((a, b) => a.rank - b.rank || a.source - b.source)
}

/** The names and domains of the brand, in the form of queries. */
function getNames({ name, aliases, domain, domains }: Brand): string[] {
  const sites = [domain, ...domains]
  return [name, ...aliases, ...sites, ...sites.map((site) => site.replaceAll('.', ' '))].map(normalizeQuery)
}

/** Prompts and decided queries are groups from the start, so that later queries which ask the same join them. */
async function groupQueries(ctx: Context, brand: Brand, seen: readonly Seen[]): Promise<Group[]> {
  const counts = new Map<string, number>()
  for (const { form } of seen) for (const word of form.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const clusters = createClusters<Group>((word) => counts.get(word) ?? 0)
  const groups: Group[] = []
  const addGroup = (words: readonly string[], fields: Omit<Group, 'seen'>): Group => {
    const group = { seen: [], ...fields }
    groups.push(group)
    clusters.add(words, group)
    return group
  }
  const pause = timeSlicer()
  for (const group of await listKnown(ctx, brand.id)) {
    await pause()
    addGroup(readQuery(group.decided ?? group.prompt?.text ?? '', [], brand.language).words, group)
  }
  for (const each of seen) {
    await pause()
    const { words } = each.form
    const group = clusters.find(words) ?? addGroup(words, { status: 'open', decided: null, prompt: null })
    group.seen.push(each)
  }
  return groups
}

/** Decisions come first: of equally similar groups, the first is found. */
async function listKnown(ctx: Context, brandId: string): Promise<Omit<Group, 'seen'>[]> {
  const decisions = await ctx.db
    .selectFrom('prompt_candidate_decisions')
    .select(['query', 'decision'])
    .where('brand_id', '=', brandId)
    .orderBy('decided_at')
    .orderBy('query_hash')
    .execute()
  const prompts = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text'])
    .where('brand_id', '=', brandId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return [
    ...decisions.map(({ query, decision }) => ({
      status: CandidateStatus.parse(decision),
      decided: query,
      prompt: null,
    })),
    ...prompts.map((prompt) => ({ status: 'tracked' as const, decided: null, prompt })),
  ]
}

function showGroup(
  { seen, status, decided, prompt }: Group,
  brand: Brand,
  sources: readonly Source[],
): z.output<typeof PromptCandidate> {
  const [first] = seen
  if (!first) throw new Error('A candidate has at least one query')
  const shown = seen.find((each) => each.form.isQuestion) ?? first
  const form = decided === null ? shown.form : readQuery(decided, getNames(brand), brand.language)
  const query = decided ?? shown.query
  const queries = [...new Set(seen.map((each) => each.query))]
  return {
    query,
    queries: queries.length,
    examples: queries.filter((each) => each !== query).slice(0, 5),
    is_question: form.isQuestion,
    branded: form.branded,
    intent: seen.find(({ intent }) => intent)?.intent ?? null,
    topic: seen.find(({ topic }) => topic)?.topic ?? null,
    draft: draftPrompt(query, form, brand.name),
    status,
    prompt,
    demand: sources.flatMap((source, index) => {
      const own = seen.filter((each) => each.source === index)
      if (own.length === 0) return []
      return [
        {
          ...source,
          clicks: sum(own, 'clicks'),
          impressions: sum(own, 'impressions'),
          citations: sum(own, 'citations'),
        },
      ]
    }),
  }
}

/** Null if the source does not count it. */
function sum(seen: readonly Seen[], number: 'clicks' | 'impressions' | 'citations'): number | null {
  const counts = seen.flatMap((each) => each[number] ?? [])
  return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0)
}

/** Creates the prompt, which can have another text than the query. */
export function trackCandidate(
  ctx: Context,
  brand: Brand,
  { query, text }: z.output<typeof TrackedQuery>,
): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    const prompt = await createPrompt(tx, brand, { text })
    await decide(tx, brand.id, query, 'tracked')
    return prompt
  })
}

/** Queries that ask the same as a dismissed one are not candidates either. */
export function dismissCandidate(ctx: Context, brandId: string, query: string): Promise<void> {
  return transaction(ctx, (tx) => decide(tx, brandId, query, 'dismissed'))
}

export function restoreCandidate(ctx: Context, brandId: string, query: string): Promise<void> {
  return transaction(ctx, (tx) => decide(tx, brandId, query, null))
}

/** Null removes the decision. */
async function decide(
  tx: Context,
  brandId: string,
  query: string,
  decision: 'tracked' | 'dismissed' | null,
): Promise<void> {
  const query_hash = sha256(normalizeName(query))
  if (decision === null)
    await tx.db
      .deleteFrom('prompt_candidate_decisions')
      .where('brand_id', '=', brandId)
      .where('query_hash', '=', query_hash)
      .execute()
  else {
    await requireRoom(tx, {
      max: maxDecisions,
      count: () => countDecisions(tx, brandId),
      full: message('prompts.candidates.tooMany', { max: maxDecisions }),
    })
    await tx.db
      .insertInto('prompt_candidate_decisions')
      .values({ brand_id: brandId, query_hash, query, decision, decided_at: tx.now() })
      .onConflict((conflicting) => conflicting.columns(['brand_id', 'query_hash']).doUpdateSet({ decision }))
      .execute()
  }
  await recordEvent(tx, 'prompt_candidate.decided', { brandId, data: { query, decision } })
}

const maxDecisions = 5_000

async function countDecisions(tx: Context, brandId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('prompt_candidate_decisions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  return count
}
