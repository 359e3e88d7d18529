/** One search of engines: its texts, its prompts, and the pages that the answers with it cite. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, previousScope } from '../../answers/scope.ts'
import { notFound } from '../../core/errors.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { message } from '../../languages/message.ts'
import { createClusters } from '../../search-queries/cluster.ts'
import { readQuery } from '../../search-queries/query-form.ts'
import { getSearchKey } from '../../search-queries/search-key.ts'
import {
  Count,
  PromptId,
  PromptText,
  SourceCategory,
  SourceDomain,
  SourceTitle,
  SourceUrl,
  TopicName,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Window } from '../rollups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../values.ts'
import { answersWith, type SearchKey } from './search-list.ts'
import { describeSearches, type Listed, Results, SearchRow, SearchText } from './search-rows.ts'
import { readSearchSums } from './search-sums.ts'

const SearchDetail = SearchRow.extend({
  ...MetricHeader,
  texts: z
    .array(z.object({ search: SearchText, results: Results }))
    .describe('The words of the search, most answers first, at most 20.'),
  prompts: z
    .array(
      z.object({
        prompt_id: PromptId,
        prompt_text: PromptText,
        topic: TopicName,
        results: Results,
        own_cited: Count.describe('Answers among them that cite the own site.'),
      }),
    )
    .describe('The prompts with most answers, at most 20.'),
  domains: z
    .array(z.object({ domain: SourceDomain, category: SourceCategory, results: Results }))
    .describe('The domains that most of the answers cite, at most ten.'),
  pages: z
    .array(
      z.object({
        url: SourceUrl,
        title: SourceTitle,
        is_own: z.boolean().describe('Whether it is a page of the own site.'),
        results: Results,
      }),
    )
    .describe('The pages that most of the answers cite, at most ten, and then up to ten own pages.'),
  similar: z
    .array(z.object({ search: SearchText, results: Results }))
    .describe('Searches with mostly the same words, among the 1,000 most frequent, at most ten.'),
}).meta({ id: 'SearchDetail' })

const query = {
  search: z.string().trim().min(1).max(2_000).describe('A text of the search, as in the list.'),
}

export const searchDetail = defineMetric({
  summary: 'Get a search of engines',
  description: describeMetric([], 'Returns 404 for a search that no answer of the window has.'),
  query,
  previous: {},
  returns: SearchDetail,
  read,
})

async function read(
  window: Window,
  { search }: z.output<z.ZodObject<typeof query>>,
): Promise<z.input<typeof SearchDetail>> {
  const { scope } = window
  const key = getSearchKey(search)
  const found = key === null ? undefined : await findSearch(window, key)
  if (key === null || !found) throw notFound(message('metrics.searches.noSuchSearch'))
  const { has_others, ...listed } = found
  const { reporting: engines } = await readSearchSums(window)
  const [row] = await describeSearches(window, { scope, engines, listed: [listed], isCompared: has_others })
  if (!row) throw new Error('The search was found in the same snapshot')
  const { texts, prompts, domains, pages, own_pages } = await readParts(window, key)
  return {
    ...metricHeader(scope),
    ...row,
    texts,
    prompts,
    domains,
    pages: [...pages, ...own_pages.filter(({ url }) => !pages.some((page) => page.url === url))],
    similar: await findSimilar(window, key, row.search),
  }
}

async function findSearch(window: Window, key: SearchKey) {
  const { db, scope } = window
  const previous = previousScope(window, scope)
  const inPrevious = (condition: ReturnType<typeof sql>) =>
    previous === null
      ? sql`false`
      : sql`exists (select from answers where ${answersInScope(previous)} and ${condition})`
  const { rows } = await sql<Listed & { has_others: boolean }>`
    select ${key}::bigint as key, count(*) as results, count(*) filter (where own_citations[1] > 0) as cited,
      sum(weight) as n, coalesce(sum(weight) filter (where own_citations[1] > 0), 0) as y, min(day) as first, max(day) as last, not ${inPrevious(sql`search_keys @> array[${key}::bigint]`)} as is_only,
      ${inPrevious(sql`search_keys <> '{}'`)} as has_others
    from answers where ${answersInScope(scope)} and search_keys @> array[${key}::bigint]
    having count(*) > 0`.execute(db)
  return rows[0]
}

type Parts = Pick<z.input<typeof SearchDetail>, 'texts' | 'prompts' | 'domains' | 'pages'> & {
  own_pages: z.input<typeof SearchDetail>['pages']
}

async function readParts({ db, scope }: Window, key: SearchKey): Promise<Parts> {
  const { rows } = await sql<Parts>`
    with listed as materialized (${answersWith(scope, [key])}),
    texts as (select search, count(*) as results from listed group by search order by results desc, search limit 20),
    by_prompt as (
      select prompt_id, count(*) as results, count(*) filter (where own_citations[1] > 0) as own_cited
      from listed group by prompt_id order by results desc, prompt_id limit 20
    ),
    prompts_of as (
      select prompt_id, prompts.text as prompt_text, topics.name as topic, results, own_cited
      from by_prompt join prompts on prompts.brand_id = ${scope.brand.id} and prompts.id = prompt_id
      left join topics on topics.brand_id = ${scope.brand.id} and topics.id = prompts.topic_id
      order by results desc, prompt_id
    ),
    cited as materialized (
      select citation.answer_id, citation.url_id, citation.category, citation.entity, domains.registrable as domain
      from listed
      join answer_citations citation on citation.brand_id = ${scope.brand.id} and citation.answer_id = listed.id
      join domains on domains.brand_id = ${scope.brand.id} and domains.id = citation.domain_id
      where citation.cited and ${daysInScope(scope, 'citation.day')}
    ),
    by_domain as (
      select domain, mode() within group (order by category) as category, count(distinct answer_id)::int as results
      from cited where domain <> '' group by domain order by results desc, domain limit 10
    ),
    by_page as materialized (
      select urls.url, urls.title, coalesce(bool_or(entity = 0), false) as is_own, count(distinct answer_id)::int as results
      from cited join urls on urls.brand_id = ${scope.brand.id} and urls.id = cited.url_id group by urls.url, urls.title
    ),
    most_pages as (select * from by_page order by results desc, url limit 10),
    most_own as (select * from by_page where is_own order by results desc, url limit 10)
    select
      (select json_agg(texts) from texts) as texts,
      (select json_agg(prompts_of) from prompts_of) as prompts,
      (select coalesce(json_agg(by_domain), '[]') from by_domain) as domains,
      (select coalesce(json_agg(most_pages), '[]') from most_pages) as pages,
      (select coalesce(json_agg(most_own), '[]') from most_own) as own_pages`.execute(db)
  const [parts] = rows
  if (!parts) throw new Error('A query without a table always returns a row')
  return parts
}

const maxCompared = 1_000
const maxSimilar = 10

async function findSimilar({ db, scope }: Window, key: SearchKey, search: string) {
  const { rows } = await sql<{ search: string; results: number }>`
    select min(search) as search, count(*)::int as results
    from (
      select unnest(search_keys) as key, unnest(searches) as search from answers where ${answersInScope(scope)}
    ) listed
    where key is not null and key <> ${key}::bigint
    group by key order by results desc, key limit ${maxCompared}`.execute(db)
  const clusters = createClusters<true>(() => 1)
  clusters.add(readQuery(search, [], null).words, true)
  const pause = timeSlicer()
  const similar = []
  for (const row of rows) {
    await pause()
    if (clusters.find(readQuery(row.search, [], null).words)) similar.push(row)
  }
  return similar.slice(0, maxSimilar)
}
