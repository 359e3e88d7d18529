/** Describes the searches of a page: their texts, prompts, engines and days, and what their answers cite. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import { untrustedText } from '../../http/untrusted-text.ts'
import { draftPrompt } from '../../search-queries/draft.ts'
import { readQuery } from '../../search-queries/query-form.ts'
import {
  CompetitorId,
  CompetitorName,
  Count,
  Pct,
  Platform,
  SourceCategory,
  SourceDomain,
  SourceUrl,
  TopicName,
} from '../fields.ts'
import type { Window } from '../rollups.ts'
import { answersPerDay } from '../row-groups.ts'
import { IntervalRecord, pooledRateIntervalPct, ratioPct } from '../values.ts'
import { answersWith, type FoundSearch, type SearchKey } from './search-list.ts'
import type { Engine } from './search-sums.ts'

export const SearchText = untrustedText(
  z.string().describe('The search, in the words that most answers have.'),
)

export const Results = Count.describe('Answers with the search.')

const CitedSource = z
  .object({
    domain: SourceDomain,
    category: SourceCategory,
    url: SourceUrl.describe('The most cited page of the domain.'),
    results: Count.describe('Answers with the search that cite the domain.'),
  })
  .nullable()

export const SearchRow = z
  .object({
    search: SearchText,
    draft: untrustedText(
      z.string().describe('The search as a question, to edit before it becomes a prompt.'),
    ),
    is_new: z
      .boolean()
      .nullable()
      .describe(
        'Whether no answer of the previous window has it; null without searches in the previous window.',
      ),
    results: Results,
    prompt_count: Count.describe('Prompts of these answers.'),
    topics: z.array(TopicName.unwrap()).describe('Topics of these prompts, most answers first.'),
    platforms: z.array(z.object({ platform: Platform, results: Results })).describe('Most answers first.'),
    days: z
      .array(z.object({ date: z.iso.date().describe('The day.'), results: Results }))
      .describe('The days on which answers have it.'),
    first_day: z.iso.date().describe('First day on which an answer of the window has it.'),
    last_day: z.iso.date().describe('Last day on which an answer of the window has it.'),
    stability_pct: Pct.describe(
      'Days on which an answer has the search / days on which engines that report searches answered one of its prompts, in percent.',
    ),
    stability_interval: IntervalRecord.describe('Confidence interval of `stability_pct`.'),
    own_cited: Count.describe("Answers among `results` that cite the brand's own site."),
    own_cited_pct: Pct.describe('Share of the answers with the search that cite the own site, in percent.'),
    own_cited_interval: IntervalRecord.describe('Confidence interval of `own_cited_pct`.'),
    own_pages: Count.describe('Own pages that these answers cite.'),
    most_cited: CitedSource.describe('The domain that most of these answers cite; null if they cite none.'),
    competitors: z
      .array(
        z.object({
          competitor_id: CompetitorId,
          name: CompetitorName,
          results: Count.describe('Answers with the search that cite the competitor.'),
        }),
      )
      .describe('The competitors that these answers cite, most answers first.'),
  })
  .meta({ id: 'SearchRow' })

export type Listed = FoundSearch & { is_only: boolean }

type Described = {
  key: SearchKey
  search: string
  prompts: number
  topics: string[]
  platforms: { platform: string; results: number }[]
  days: { date: string; results: number }[]
  asked_days: number
  competitors: { entity: number; results: number }[]
  most_cited: z.input<typeof CitedSource>
  own_pages: number
}

/** `scope`: of the window or of the previous one. `engines`: those that report searches. `isCompared`: whether the other scope has searches. */
type Page = { scope: Scope; engines: readonly Engine[]; listed: readonly Listed[]; isCompared: boolean }

/** Returns the rows in the given order. */
export async function describeSearches(window: Window, page: Page): Promise<z.input<typeof SearchRow>[]> {
  const { listed, isCompared } = page
  if (listed.length === 0) return []
  const described = new Map((await readSearches(window, page)).map((row) => [row.key, row]))
  const perDay = answersPerDay((page.scope === window.scope ? null : window.previous) ?? window)
  const names = [window.scope.brand.name, ...window.competitors.map(({ name }) => name)]
  const byNumber = new Map(
    window.competitors.map(({ entity_no, id, name }) => [entity_no, { competitor_id: id, name }]),
  )
  return listed.flatMap(({ key, results, cited, n, y, first, last, is_only }) => {
    const found = described.get(key)
    if (!found) return []
    return [
      {
        search: found.search,
        draft: draftPrompt(found.search, readQuery(found.search, [], null), names),
        is_new: isCompared ? is_only : null,
        results,
        prompt_count: found.prompts,
        topics: found.topics,
        platforms: found.platforms.map((each) => ({ ...each, platform: Platform.parse(each.platform) })),
        days: found.days,
        first_day: first,
        last_day: last,
        stability_pct: ratioPct(found.days.length, found.asked_days),
        stability_interval: pooledRateIntervalPct(found.days.length, { n: found.asked_days, perDay: 1 }),
        own_cited: cited,
        own_cited_pct: ratioPct(y, n),
        own_cited_interval: pooledRateIntervalPct(y, { n, perDay }),
        own_pages: found.own_pages,
        most_cited: found.most_cited,
        competitors: found.competitors.flatMap(({ entity, results: of }) => {
          const competitor = byNumber.get(entity)
          return competitor ? [{ ...competitor, results: of }] : []
        }),
      },
    ]
  })
}

async function readSearches({ db, scope: { brand }, competitors }: Window, { scope, engines, listed }: Page) {
  const numbers = competitors.map(({ entity_no }) => entity_no)
  const keys = listed.map(({ key }) => key)
  const { rows } = await sql<Described>`
    with listed as materialized (${answersWith(scope, keys)}),
    prompts_of as materialized (select key, prompt_id, count(*) as n from listed group by key, prompt_id),
    asked as materialized (
      select distinct prompt_id, day from answers
      where ${answersInScope(scope)} and prompt_id in (select prompt_id from prompts_of)
        and (platform, backend) in (
          select * from unnest(${engines.map(({ platform }) => platform)}::text[], ${engines.map(({ backend }) => backend)}::text[]) as engine
        )
    ),
    texts as (
      select distinct on (key) key, search from (select key, search, count(*) as n from listed group by key, search) counted
      order by key, n desc, search
    ),
    topics_of as (
      select key, topics.name, sum(n) as n
      from prompts_of
      join prompts on prompts.brand_id = ${brand.id} and prompts.id = prompts_of.prompt_id
      join topics on topics.brand_id = ${brand.id} and topics.id = prompts.topic_id
      group by key, topics.name
    ),
    platforms_of as (select key, platform, count(*) as results from listed group by key, platform),
    days_of as (select key, day as date, count(*) as results from listed group by key, day),
    asked_of as (
      select key, count(distinct day) as days from prompts_of join asked using (prompt_id) group by key
    ),
    competitors_of as (
      select key, entity, count(*) as results
      from listed cross join unnest(entities, own_citations) as fact (entity, own)
      where fact.own > 0 and entity = any(${numbers}::smallint[]) group by key, entity
    ),
    citations as materialized (
      select key, answer_id, url_id, domains.registrable as domain, category, entity
      from listed
      join answer_citations citation on citation.brand_id = ${brand.id} and citation.answer_id = listed.id
      join domains on domains.brand_id = ${brand.id} and domains.id = citation.domain_id
      where citation.cited and ${daysInScope(scope, 'citation.day')}
    ),
    domains_of as (
      select distinct on (key) key, domain, results from (
        select key, domain, count(distinct answer_id) as results from citations where domain <> '' group by key, domain
      ) counted
      order by key, results desc, domain
    ),
    most_cited as (
      select distinct on (key) key, domain, category, urls.url, results
      from (
        select key, domain, url_id, min(category) as category, count(distinct answer_id) as n, results
        from citations join domains_of using (key, domain) group by key, domain, url_id, results
      ) pages
      join urls on urls.brand_id = ${brand.id} and urls.id = url_id
      order by key, n desc, urls.url
    )
    select
      key, search,
      (select count(*) from prompts_of where prompts_of.key = texts.key)::int as prompts,
      array(select name from topics_of where topics_of.key = texts.key order by n desc, name) as topics,
      (select json_agg(json_build_object('platform', platform, 'results', results) order by results desc, platform)
        from platforms_of where platforms_of.key = texts.key) as platforms,
      (select json_agg(json_build_object('date', date, 'results', results) order by date)
        from days_of where days_of.key = texts.key) as days,
      (select days from asked_of where asked_of.key = texts.key)::int as asked_days,
      (select coalesce(json_agg(json_build_object('entity', entity, 'results', results) order by results desc, entity), '[]')
        from competitors_of where competitors_of.key = texts.key) as competitors,
      (select json_build_object('domain', domain, 'category', category, 'url', url, 'results', results)
        from most_cited where most_cited.key = texts.key) as most_cited,
      (select count(distinct url_id) from citations where citations.key = texts.key and entity = 0)::int as own_pages
    from texts`.execute(db)
  return rows
}
