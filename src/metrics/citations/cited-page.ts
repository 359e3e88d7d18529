/** One cited page: which answers cite it, how often, when, and which entities these answers name. */
import { sql } from 'kysely'
import { z } from 'zod'
import { classifyUrl } from '../../answers/analysis.ts'
import { getBrand } from '../../brands/brands.ts'
import { listEntities, trackedEntities } from '../../brands/entities.ts'
import { notFound } from '../../core/errors.ts'
import { pageQuery } from '../../core/paging.ts'
import { message } from '../../languages/message.ts'
import { driftAt, readDrifts, readPromptDrifts } from '../drifts.ts'
import {
  BucketDate,
  CitingResults,
  CompetitorId,
  Count,
  Granularity,
  GranularityParameter,
  NextCursor,
  Pct,
  Platform,
  PromptId,
  PromptText,
  ResultCount,
  SourceCategory,
  SourceCitations,
  SourceDomain,
  SourceTitle,
  SourceUrl,
  TopicName,
  Usage,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPromptNames } from '../prompts/prompt-names.ts'
import { paginateRanked } from '../ranked-paging.ts'
import { daysOfGrain } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { columnsOfMeans } from '../statistics/day-sums.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import { sumBy } from '../sum-by.ts'
import {
  describeMetric,
  MetricHeader,
  metricHeader,
  PooledInterval,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
  UsageInterval,
} from '../values.ts'
import { type CitingAnswers, type CitingRow, countCitingAnswers } from './citing-answers.ts'
import { PageCheck, readPageChecks } from './page-checks.ts'

const UsageFields = {
  result_count: ResultCount,
  results_citing: CitingResults,
  usage_pct: Usage,
  interval: UsageInterval,
}

const CitedPage = z
  .object({
    ...MetricHeader,
    url: SourceUrl,
    title: SourceTitle,
    domain: SourceDomain.nullable().describe(
      'Registrable domain; null for a URL without one, such as an IP address.',
    ),
    category: SourceCategory,
    article_type: z.string().describe('Kind of page, derived from URL and title.'),
    owner: z
      .object({
        competitor_id: CompetitorId.nullable().describe('Id of the competitor; null for the brand.'),
        name: z.string().describe('Name of the owner.'),
      })
      .nullable()
      .describe('The tracked entity that the domain belongs to; null when there is none.'),
    check: PageCheck.nullable().describe('What the page itself says; null if it was not read yet.'),
    ...UsageFields,
    total_citations: SourceCitations,
    first_cited: z.iso
      .date()
      .nullable()
      .describe('First day of the window with an answer that cites the page.'),
    last_cited: z.iso
      .date()
      .nullable()
      .describe('Last day of the window with an answer that cites the page.'),
    prompts: z.array(
      z.object({
        prompt_id: PromptId,
        prompt_text: PromptText,
        topic_name: TopicName,
        ...UsageFields,
      }),
    ),
    by_platform: z.array(z.object({ platform: Platform, ...UsageFields })),
    named: z
      .array(
        z.object({
          competitor_id: CompetitorId.nullable().describe('Id of the competitor; null for the brand.'),
          name: z.string().describe('Name of the brand or competitor.'),
          results_naming: Count.describe('Answers that cite the page and mention the entity.'),
          pct: Pct.describe('`results_naming` / `results_citing`, in percent.'),
          interval: PooledInterval,
        }),
      )
      .describe('The brand, then the competitors that these answers mention, most frequent first.'),
    granularity: Granularity,
    buckets: z
      .array(z.object({ date: BucketDate, ...UsageFields }))
      .describe(
        'Days or weeks with answers. Their intervals count the answers to a prompt on a platform on one day as one sample, and differences between prompts as chance.',
      ),
    next_cursor: NextCursor.describe(
      'Pass as `cursor` to get the next page of `prompts`; the other lists are complete.',
    ),
  })
  .meta({ id: 'CitedPage' })

const query = {
  url: z.string().min(1).max(8_192).describe('The URL of the page, as in lists of citations.'),
  granularity: GranularityParameter,
  ...pageQuery,
}

type Query = z.output<z.ZodObject<typeof query>>

export const citedPage = defineMetric({
  summary: 'Get a cited page',
  description: describeMetric(
    [],
    '`prompts` lists the prompts with an answer that cites the page, most such answers first. Returns 404 for a page that has never been a source of an answer to the brand’s prompts.',
  ),
  query,
  returns: CitedPage,
  read,
})

/** Throws `not_found` for a page that is not among the sources of any answer. */
async function read(window: Window, query: Query): Promise<z.input<typeof CitedPage>> {
  const { brand } = window.scope
  const page = await getPage(window, query.url)
  const citing = await countCitingAnswers(window, page.id, query.granularity)
  const citedFor = [...Map.groupBy(citing.rows, ({ prompt_id }) => prompt_id)]
    .map(([prompt_id, rows]) => ({ prompt_id, rows, citing: sumBy(rows, (row) => row.citing) }))
    .filter((prompt) => prompt.citing > 0)
  const { items, next_cursor } = paginateRanked(
    citedFor,
    { value: (prompt) => prompt.citing, id: (prompt) => prompt.prompt_id },
    { ...query, order: 'desc' },
  )
  const getDrift = await readDrifts(window)
  const driftOfPrompt = (await readPromptDrifts(window))('citation_rate')
  const driftInBucket = getDrift('citation_rate', { days: daysOfGrain[query.granularity] })
  const promptIds = items.map(({ prompt_id }) => prompt_id)
  const prompts = await readPromptNames(window, brand.id, promptIds)
  return {
    ...metricHeader(window.scope),
    ...(await describePage(window, page)),
    check: await readCheck(window, page.id),
    ...getUsage(citing.rows, getDrift('citation_rate')),
    total_citations: citing.citations,
    first_cited: citing.first,
    last_cited: citing.last,
    prompts: items.flatMap(({ prompt_id, rows }) => {
      const prompt = prompts.get(prompt_id)
      if (!prompt) return []
      return [
        {
          prompt_id,
          prompt_text: prompt.text,
          topic_name: prompt.topic_name,
          ...getUsage(rows, driftOfPrompt),
        },
      ]
    }),
    by_platform: [...Map.groupBy(citing.rows, ({ platform }) => platform)]
      .map(([platform, rows]) => ({
        platform: Platform.parse(platform),
        ...getUsage(rows, getDrift('citation_rate', { platform })),
      }))
      .sort((a, b) => b.results_citing - a.results_citing || (a.platform < b.platform ? -1 : 1)),
    named: await showNamed(window, citing),
    granularity: query.granularity,
    buckets: citing.buckets.map(({ start, answers, citing, n, y, perDay }) => ({
      date: start,
      result_count: answers,
      results_citing: citing,
      usage_pct: ratioPct(y, n),
      interval: pooledRateIntervalPct(y, {
        n,
        perDay,
        drift: driftAt(driftInBucket, y / n),
      }),
    })),
    next_cursor,
  }
}

type Page = { id: number; url: string; title: string | null; domain: string }

async function getPage({ db, scope: { brand } }: Window, url: string): Promise<Page> {
  const { rows } = await sql<Page>`
    select urls.id, urls.url, urls.title, coalesce(domains.registrable, '') as domain
    from urls left join domains on domains.brand_id = urls.brand_id and domains.id = urls.domain_id
    where urls.brand_id = ${brand.id} and urls.url = ${url}`.execute(db)
  if (!rows[0]) throw notFound(message('metrics.citedPage.noSuchPage'))
  return rows[0]
}

/** Classifies the page with the brand's current names and domains. */
async function describePage(window: Window, { url, title, domain }: Page) {
  const brand = await getBrand(window, window.scope.brand.id)
  const { citation, owner } = classifyUrl(brand, await trackedEntities(window, brand), { url, title })
  return {
    url,
    title,
    domain: domain || null,
    category: citation?.category ?? 'other',
    article_type: citation?.articleType ?? 'other',
    owner: owner ? { competitor_id: owner.kind === 'brand' ? null : owner.id, name: owner.name } : null,
  }
}

async function readCheck(window: Window, urlId: number) {
  const getCheck = await readPageChecks(window, [urlId], (number) => {
    const competitor = window.competitors.find(({ entity_no }) => entity_no === number)
    return competitor && { competitor_id: competitor.id, name: competitor.name }
  })
  return getCheck(urlId)
}

/** `drift`: of the citation rate. The page is assumed to drift as much. */
function getUsage(rows: readonly CitingRow[], drift: Drift | null) {
  const answers = sumBy(rows, (row) => row.n)
  const citing = sumBy(rows, (row) => row.y)
  return {
    result_count: sumBy(rows, (row) => row.answers),
    results_citing: sumBy(rows, (row) => row.citing),
    usage_pct: ratioPct(citing, answers),
    interval: rateIntervalPct(columnsOfMeans(rows), driftAt(drift, citing / answers)),
  }
}

async function showNamed(window: Window, { named, rows, citingPerDay }: CitingAnswers) {
  const { brand } = window.scope
  const citing = sumBy(rows, (row) => row.y)
  const show = (competitor_id: string | null, name: string, number: number) => {
    const { results, weighted } = named.find(({ entity }) => entity === number) ?? { results: 0, weighted: 0 }
    return {
      competitor_id,
      name,
      results_naming: results,
      pct: ratioPct(weighted, citing),
      interval: pooledRateIntervalPct(weighted, { n: citing, perDay: citingPerDay }),
    }
  }
  const competitors = (await listEntities(window, 'competitors', brand.id))
    .map(({ id, name, entity_no: number }) => show(id, name, number))
    .filter(({ results_naming }) => results_naming > 0)
    .sort((a, b) => b.results_naming - a.results_naming)
  return [show(null, brand.name, 0), ...competitors]
}
