/** Which domains and URLs answers cite, how often, and their categories. */
import { sql } from 'kysely'
import { z } from 'zod'
import { pageQuery } from '../../core/paging.ts'
import {
  CitingResults,
  Count,
  NextCursor,
  Pct,
  ResultCount,
  SourceCategory,
  SourceCitations,
  SourceDomain,
  SourceTitle,
  SourceUrl,
  Usage,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { order, paginateRanked } from '../ranked-paging.ts'
import type { SourceCounts, SourceKind } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { pooledAnswers } from '../row-groups.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  ratioPct,
  twoDecimals,
  UsageInterval,
} from '../values.ts'
import { type SourcePage, showDomains, showUrls } from './top-sources.ts'
import { readUsageChanges, UsageChange } from './usage-changes.ts'

const Counts = z
  .object({
    total_citations: SourceCitations,
    results_citing: CitingResults,
    usage_pct: Usage,
    usage_interval: UsageInterval,
    results_mentioning: Count.describe('Answers that cite the source and mention the brand.'),
    brand_mentioned_pct: Pct.describe(
      'Answers that cite the source and mention the brand / answers that cite the source, in percent.',
    ),
    brand_mentioned_interval: IntervalRecord.describe('Confidence interval of `brand_mentioned_pct`.'),
    change: UsageChange,
  })
  .meta({ id: 'CitedCounts' })

const Citations = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    totals: z.object({
      domains: Count.describe('Cited domains.'),
      urls: Count.describe('Cited pages.'),
      citations: Count.describe('Citations in all answers.'),
      results_with_citations: Count.describe('Answers with at least one citation.'),
      avg_citations_per_result: z.number().nullable().describe('Citations in all answers / answers.'),
    }),
    top_domains: z.array(
      z.intersection(z.object({ domain: SourceDomain, category: SourceCategory }), Counts),
    ),
    top_urls: z.array(
      z.intersection(
        z.object({
          url: SourceUrl,
          title: SourceTitle,
          domain: SourceDomain.nullable(),
          category: SourceCategory,
        }),
        Counts,
      ),
    ),
    source_type_breakdown: z.array(
      z.object({
        category: SourceCategory,
        citations: Count.describe('Citations of sources in the category.'),
        domains: Count.describe('Cited domains in the category.'),
        pct: Pct.describe('Citations in the category / all citations, in percent.'),
      }),
    ),
    next_cursor: NextCursor.describe(
      'Pass as `cursor` to get the next page of `top_domains`; null on the last page.',
    ),
    next_top_urls_cursor: NextCursor.describe(
      'Pass as `top_urls_cursor` to get the next page of `top_urls`; null on the last page.',
    ),
  })
  .meta({ id: 'Citations' })

const query = {
  ...pageQuery,
  cursor: pageQuery.cursor.describe('`next_cursor` of the previous page of `top_domains`.'),
  top_urls_cursor: pageQuery.cursor.describe('`next_top_urls_cursor` of the previous page of `top_urls`.'),
  category: SourceCategory.optional().describe('Only citations of sources of this category.'),
  sort_by: z
    .enum(['citations', 'results', 'brand_mentioned'])
    .default('citations')
    .describe(
      '`citations`: by citations. `results`: by citing answers. `brand_mentioned`: by the share of citing answers that mention the brand.',
    ),
  order,
}

type Query = z.output<z.ZodObject<typeof query>>

export const citations = defineMetric({
  summary: 'List cited sources',
  whenToUse:
    'Answers "which sites and pages do AI engines rely on?" with domains and URLs by citations. Use sort_by=brand_mentioned with order=asc to find sources whose citing answers omit the brand.',
  description: describeMetric(
    [],
    'Every citation of an answer counts, even when it lists a URL twice. Sources that an engine retrieved without citing them do not count.',
    'The category of a domain is the one that most of its citations have.',
    'With `category`, only citations of that category count; `source_type_breakdown` always includes all.',
  ),
  query,
  previous: {},
  returns: Citations,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof Citations>> {
  const answers = pooledAnswers(window)
  const domainKind = query.category ? 'domain_category' : 'domain'
  const sources = await window.sources(['url', 'domain_category', query.category ? 'category' : 'domain'])
  const breakdown = sources.categories.filter((each) => each.citations > 0)
  const ofCategory = breakdown.find(({ category }) => category === query.category)
  const total = query.category
    ? {
        citations: ofCategory?.citations ?? 0,
        results: ofCategory?.answers ?? 0,
        weighted: ofCategory?.weighted.citations ?? 0,
      }
    : {
        citations: window.count('citations'),
        results: window.count('with_citations'),
        weighted: window.total('citations'),
      }
  const domains = topSources(
    sources[domainKind],
    await listNumbers(window, domainKind, query.category),
    query,
  )
  const urls = topSources(sources.url, await listNumbers(window, 'url', query.category), {
    ...query,
    cursor: query.top_urls_cursor,
  })
  const getChange = await readUsageChanges(window, {
    [domainKind]: { numbers: domains.numbers, rows: domains.count },
    url: { numbers: urls.numbers, rows: urls.count },
  })
  return {
    ...metricHeader(window.scope),
    result_count: answers.answers,
    totals: {
      domains: domains.count,
      urls: urls.count,
      citations: total.citations,
      results_with_citations: total.results,
      avg_citations_per_result: answers.n === 0 ? null : twoDecimals(total.weighted / answers.n),
    },
    top_domains: await showDomains(window, {
      kind: domainKind,
      list: domains,
      byCategory: sources.domain_category,
      answers,
      getChange,
    }),
    top_urls: await showUrls(window, { list: urls, answers, getChange }),
    source_type_breakdown: breakdown
      .map(({ category, citations, weighted, domains }) => ({
        category: SourceCategory.parse(category),
        citations,
        domains,
        pct: ratioPct(weighted.citations, window.total('citations')),
      }))
      .sort((a, b) => b.citations - a.citations || (a.category < b.category ? -1 : 1)),
    next_cursor: domains.next_cursor,
    next_top_urls_cursor: urls.next_cursor,
  }
}

/** Returns the numbers of the sources of a kind in a category; undefined without a category. */
async function listNumbers(
  { db, scope: { brand } }: Window,
  kind: SourceKind,
  category: string | undefined,
): Promise<number[] | undefined> {
  if (category === undefined) return undefined
  const { rows } = await sql<{ numbers: number[] }>`
    select coalesce(json_agg(number), '[]') as numbers from sources
    where brand_id = ${brand.id} and kind = ${kind} and category = ${category}`.execute(db)
  return rows[0]?.numbers
}

/** `numbers` limits the list to these sources. */
function topSources(counts: SourceCounts, numbers: number[] | undefined, query: Query): SourcePage {
  const cited = numbers?.filter((number) => counts.citations(number) > 0) ?? counts.numbers()
  const values = {
    citations: counts.citations,
    results: counts.answers,
    brand_mentioned: (number: number) => {
      const { answersNamingBrand, answers } = counts.weighted(number)
      return answersNamingBrand / answers
    },
  }
  const ranking = { value: values[query.sort_by], id: (number: number) => number }
  const { items, next_cursor } = paginateRanked(cited, ranking, query)
  return { counts, numbers: items, count: cited.length, next_cursor }
}
