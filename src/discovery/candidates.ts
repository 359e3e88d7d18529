/**
 * Discovery proposes prompts. A candidate is a group of queries that ask for the same thing and that no prompt asks yet. Its
 * queries come from origins: search consoles, imported reports, searches of engines, uploaded keywords, the brand's own pages,
 * and question patterns. The numbers of a candidate are shown per source, because sources count different things: they are
 * never added, nor filled where a source has none.
 */
import { z } from 'zod'
import {
  candidateIntents,
  candidateOrigins,
  candidateStatuses,
  coverageKinds,
} from '../../vocabulary/discovery.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { cursorOffset, NextCursor, pageQuery, toOffsetPage } from '../core/paging.ts'
import { draftPrompt } from '../search-queries/draft.ts'
import { getIntent, normalizeQuery, readQuery } from '../search-queries/query-form.ts'
import { groupQueries, type QueryGroup, type SeenQuery } from './group-queries.ts'
import type { Source } from './origin.ts'
import { listSources } from './origins.ts'
import { findGermanNouns, getNames, loadSubjects, type Subjects } from './subjects.ts'
import { isAbout, listUncovered, type Uncovered } from './uncovered.ts'

const Count = z.number().int().min(0)

const Demand = z.object({
  origin: z.enum(candidateOrigins).describe('Where the queries are from.'),
  name: z.string().describe('The property, or the file; empty for other origins.'),
  first_day: z.iso
    .date()
    .nullable()
    .describe('First day that the source has data of, in days of the source; null without a period.'),
  last_day: z.iso.date().nullable().describe('Last day that the source has data of.'),
  days: Count.nullable().describe(
    'Days or weeks between these that were imported; null if the source does not list its days.',
  ),
  clicks: Count.nullable().describe('Clicks in search results.'),
  impressions: Count.nullable().describe('Impressions in search results.'),
  citations: Count.nullable().describe('Citations by AI answers of Bing.'),
  answers: Count.nullable().describe(
    'Answers whose engine searched for the query that the most answers have.',
  ),
  volume: Count.nullable().describe(
    'Searches per month as uploaded, of the query with the highest volume; null if the file has none.',
  ),
  platforms: z.array(z.enum(platforms)).describe('Platforms whose engines searched for it.'),
  pages: z.array(z.string()).describe('Pages of the brand with this text, at most five.'),
})

const Addition = z.object({
  kind: z.enum([...coverageKinds, 'language']).describe('What has no prompt yet.'),
  id: z.uuid().nullable().describe('Id of the product or topic.'),
  name: z.string().describe('Name of the product or topic, title of the page, or the language tag.'),
  url: z.string().nullable().describe('URL of the page.'),
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
    is_question: z.boolean().describe('Whether the query is a question.'),
    branded: z.boolean().describe('Whether the query names the brand.'),
    intent: z.enum(candidateIntents).describe('What the query asks for, derived from its words.'),
    reported_intent: z.string().nullable().describe('As Bing reports it; null if it does not.'),
    reported_topic: z.string().nullable().describe('As Bing reports it; null if it does not.'),
    language: z.string().describe('Language of the query, guessed from its words.'),
    draft: z.string().describe('The query as a question, to edit before it becomes a prompt.'),
    status: z.enum(candidateStatuses).describe('Whether a prompt asks it, or a person has dismissed it.'),
    prompt: z
      .object({
        id: z.uuid().describe('Id of the prompt.'),
        text: z.string().describe('Text of the prompt.'),
      })
      .nullable()
      .describe('The prompt of the brand that already asks this.'),
    adds: z
      .array(Addition)
      .describe('Topics, products, pages and languages that no prompt is about, and this one would be.'),
    demand: z
      .array(Demand)
      .describe('One entry per source. Sources count different things, so do not add them.'),
  })
  .meta({ id: 'PromptCandidate' })

export const CandidateList = z.object({
  items: z.array(PromptCandidate).describe('The candidates.'),
  total: Count.describe('Candidates with this status that match the filters.'),
  next_cursor: NextCursor,
  sources: z
    .array(Demand.pick({ origin: true, name: true, first_day: true, last_day: true, days: true }))
    .describe('The sources with queries.'),
})

export const candidateQuery = {
  status: z
    .enum(candidateStatuses)
    .default('open')
    .describe('Only candidates with this status. `tracked`: a prompt asks the same.'),
  origin: z.enum(candidateOrigins).optional().describe('Only candidates with a query of this origin.'),
  intent: z.enum(candidateIntents).optional().describe('Only candidates with this intent.'),
  q: z.string().max(200).optional().describe('Only candidates with a query that contains this text.'),
  ...pageQuery,
}
type CandidateQuery = z.output<z.ZodObject<typeof candidateQuery>>

type Discovery = {
  brand: Brand
  groups: readonly QueryGroup[]
  sources: readonly Source[]
  uncovered: readonly Uncovered[]
  /** Of the brand, its competitors and products. */
  names: readonly string[]
  /** German words that the brand's texts write with a capital letter, by their lower case. */
  nouns: ReadonlyMap<string, string>
  /** Languages of the brand's prompts. */
  languages: ReadonlySet<string>
}

export async function discover(ctx: Context, brand: Brand): Promise<Discovery> {
  const subjects = await loadSubjects(ctx, brand)
  const sources = await listSources(ctx, brand, subjects)
  const groups = await groupQueries(ctx, brand, { sources, prompts: subjects.prompts })
  return {
    brand,
    groups: groups.sort(compareGroups(sources.map(({ source }) => source))),
    sources: sources.map(({ source }) => source),
    uncovered: listUncovered(brand, subjects),
    names: [brand.name, ...subjects.competitors, ...subjects.products.map(({ name }) => name)],
    nouns: findGermanNouns(brand, subjects),
    languages: getLanguages(brand, subjects),
  }
}

function getLanguages({ language }: Brand, { prompts }: Subjects): ReadonlySet<string> {
  const tags = [language ?? '', ...prompts.map((prompt) => prompt.language)]
  return new Set(tags.filter((tag) => tag !== '').map((tag) => tag.split('-')[0] ?? tag))
}

export async function listCandidates(
  ctx: Context,
  brand: Brand,
  { status, origin, intent, q, ...page }: CandidateQuery,
): Promise<z.output<typeof CandidateList>> {
  const found = await discover(ctx, brand)
  const text = normalizeQuery(q ?? '')
  const matching = found.groups.filter(
    (group) =>
      group.status === status &&
      (origin === undefined || group.seen.some(({ source }) => found.sources[source]?.origin === origin)) &&
      (intent === undefined || getGroupIntent(group) === intent) &&
      (text === '' || group.seen.some(({ form }) => form.text.includes(text))),
  )
  const { items, next_cursor } = toOffsetPage(matching.slice(cursorOffset(page)), page)
  return {
    items: items.map((group) => showGroup(group, found)),
    total: matching.length,
    next_cursor,
    sources: [...found.sources],
  }
}

/**
 * Measured demand first, then the brand's own texts, then patterns. Among them questions, then queries that compare or ask for the
 * best, prices or reviews, then others, and each by rank within a source, because numbers of different sources cannot be compared.
 */
const compareGroups = (sources: readonly Source[]) => {
  const getTier = ({ seen }: QueryGroup) => {
    const of = new Set(seen.map(({ source }) => sources[source]?.origin))
    const measured = [...of].some((origin) => origin !== 'site' && origin !== 'pattern')
    return measured ? 0 : of.has('site') ? 1 : 2
  }
  return (a: QueryGroup, b: QueryGroup) =>
    getTier(a) - getTier(b) || getPriority(b) - getPriority(a) || getRank(a) - getRank(b)
}

const getPriority = ({ seen }: QueryGroup) =>
  Math.max(...seen.map(({ form }) => (form.isQuestion ? 2 : Math.min(1, form.signals.length))))
const getRank = ({ seen }: QueryGroup) => Math.min(...seen.map(({ rank }) => rank))

/** The query that a group is shown with. */
function getShown({ seen }: QueryGroup): SeenQuery {
  const shown = seen.find(({ form }) => form.isQuestion) ?? seen[0]
  if (!shown) throw new Error('A candidate has at least one query')
  return shown
}

const getGroupIntent = (group: QueryGroup) => getIntent(getShown(group).form)

export function showGroup(group: QueryGroup, found: Discovery): z.output<typeof PromptCandidate> {
  const { seen, status, decided, prompt } = group
  const { brand, sources } = found
  const shown = getShown(group)
  const form = decided === null ? shown.form : readQuery(decided, getNames(brand), brand.language)
  const query = decided ?? shown.query
  const queries = [...new Set(seen.map((each) => each.query))]
  return {
    query,
    queries: queries.length,
    examples: queries.filter((each) => each !== query).slice(0, 5),
    is_question: form.isQuestion,
    branded: form.branded,
    intent: getIntent(form),
    reported_intent: seen.find(({ intent }) => intent)?.intent ?? null,
    reported_topic: seen.find(({ topic }) => topic)?.topic ?? null,
    language: form.language,
    draft:
      sources[shown.source]?.origin === 'pattern'
        ? query
        : draftPrompt(query, form, found.names, found.nouns),
    status,
    prompt,
    adds: status === 'open' ? listAdditions(group, found) : [],
    demand: sources.flatMap((source, index) => {
      const own = seen.filter((each) => each.source === index)
      return own.length === 0 ? [] : [{ ...source, ...countDemand(own) }]
    }),
  }
}

/** Search results and citations are counted per query and add up; an answer or a month of searches can be in several. */
const countDemand = (own: readonly SeenQuery[]) => ({
  clicks: fold(own, 'clicks', (a, b) => a + b),
  impressions: fold(own, 'impressions', (a, b) => a + b),
  citations: fold(own, 'citations', (a, b) => a + b),
  answers: fold(own, 'answers', Math.max),
  volume: fold(own, 'volume', Math.max),
  platforms: platforms.filter((platform) => own.some((each) => each.platforms?.includes(platform))),
  pages: [...new Set(own.flatMap(({ page }) => page ?? []))].slice(0, 5),
})

/** Null if the source does not count it. */
function fold(
  own: readonly SeenQuery[],
  number: 'clicks' | 'impressions' | 'citations' | 'answers' | 'volume',
  combine: (a: number, b: number) => number,
): number | null {
  const counts = own.flatMap((each) => each[number] ?? [])
  return counts.length === 0 ? null : counts.reduce((a, b) => combine(a, b))
}

const maxAdditions = 3

function listAdditions(group: QueryGroup, { uncovered, languages }: Discovery) {
  const { form } = getShown(group)
  const added = uncovered
    .filter((each) => adds(group, each))
    .slice(0, maxAdditions)
    .map(({ kind, id, name, page }) => ({ kind, id, name, url: page?.url ?? null }))
  const isNewLanguage = languages.size > 0 && form.signals.length + form.words.length > 1
  if (!isNewLanguage || languages.has(form.language)) return added
  return [...added, { kind: 'language' as const, id: null, name: form.language, url: null }]
}

/** Whether the group names the subject, or is a text of the page. */
export function adds({ seen }: QueryGroup, { words, page }: Uncovered): boolean {
  return seen.some(
    ({ form, page: from }) => (page !== null && from === page.url) || isAbout(words, new Set(form.words)),
  )
}
