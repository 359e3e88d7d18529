/** Which domains and addresses the answers cite, how often, and what kinds of source they are. */
import { sql } from 'kysely'
import { z } from 'zod'
import { sourceCategories } from '../../../vocabulary/source-categories.ts'
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { pageQuery } from '../../core/paging.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { defineMetric } from '../metric.ts'
import { order, paginateRanked } from '../ranked-paging.ts'
import { memoize } from '../rollups/cache.ts'
import type { RowSums } from '../rollups/packed-rows.ts'
import { readWindow, type Snapshot } from '../rollups/snapshot.ts'
import { answersOf, citationsOf, namedOf, type SourceSums } from '../rollups/source-counts.ts'
import type { SourceKind } from '../rollups/source-ids.ts'
import { readSources } from '../rollups/source-rollups.ts'
import { readTotals } from '../totals.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  Pct,
  pooledRateIntervalPct,
  ratioPct,
  twoDecimals,
} from '../values.ts'

const Category = z.enum(sourceCategories)

const Cited = {
  domain: z.string(),
  category: Category,
  total_citations: Count,
  results_citing: Count.describe('Answers that cite it.'),
  usage_pct: Pct.describe('Of all answers, those that cite it.'),
  usage_interval: IntervalRecord.describe('Of usage_pct.'),
  brand_mentioned_pct: Pct.describe('Of the answers that cite it, those that name the brand.'),
  brand_mentioned_interval: IntervalRecord.describe('Of brand_mentioned_pct.'),
}

const Citations = z
  .object({
    ...MetricHeader,
    result_count: Count.describe('Answers in the denominator.'),
    totals: z.object({
      domains: Count,
      urls: Count,
      citations: Count,
      results_with_citations: Count,
      avg_citations_per_result: z.number().nullable().describe('Citations / answers.'),
    }),
    top_domains: z.array(z.object(Cited)),
    top_urls: z.array(
      z.object({ url: z.string(), title: z.string().nullable(), ...Cited, domain: z.string().nullable() }),
    ),
    source_type_breakdown: z.array(
      z.object({
        category: Category,
        citations: Count,
        domains: Count,
        pct: Pct.describe('Of all citations.'),
      }),
    ),
    next_cursor: z.string().nullable().describe('Of top_domains; top_urls are the first ones always.'),
  })
  .meta({ id: 'Citations' })

const query = {
  ...pageQuery,
  category: Category.optional(),
  sort_by: z.enum(['citations', 'results', 'brand_mentioned']).default('citations'),
  order: order.default('desc'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const citations = defineMetric({
  summary: 'List the sources that answers cite',
  description: describeMetric(
    [],
    'Every entry of an answer’s citations counts, also an address listed twice; sources that an engine read without citing them do not.',
    'Usage: answers that cite the source / answers. A domain is registrable (by the public suffix list); its category is that of most of its citations.',
    'With `category`, only citations of that category count; `source_type_breakdown` always shows all.',
  ),
  query,
  returns: Citations,
  read,
})

function read(ctx: Context, scope: Scope, query: Query): Promise<z.input<typeof Citations>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    // Addresses and their titles come with answers, and so change with the sums only.
    const counted = await memoize(at, scope, ['citations', query], () => count(at, scope, query))
    return { ...metricHeader(scope), ...counted }
  })
}

type Counted = Omit<z.input<typeof Citations>, keyof typeof MetricHeader>

async function count(at: Snapshot, scope: Scope, query: Query): Promise<Counted> {
  const { all } = await readTotals(at, scope)
  const { answers } = all
  const sums = await readSources(at, scope)
  const numbers = await listNumbers(at, scope, query.category)
  const rest = timeSlicer()
  const breakdown = breakDown(sums, numbers)
  await rest()
  const only = breakdown.find(({ category }) => category === query.category)
  const chosen = query.category
    ? { citations: only?.citations ?? 0, results: only?.results ?? 0 }
    : { citations: all.citations, results: all.with_citations }
  const domainKind = query.category ? 'domain_category' : 'domain'
  const domains = listOf(sums[domainKind], numbersOf(numbers, domainKind, query.category), query)
  await rest()
  const urls = listOf(sums.url, numbersOf(numbers, 'url', query.category), { ...query, cursor: undefined })
  await rest()
  return {
    result_count: answers,
    totals: {
      domains: domains.count,
      urls: urls.count,
      citations: chosen.citations,
      results_with_citations: chosen.results,
      avg_citations_per_result: answers === 0 ? null : twoDecimals(chosen.citations / answers),
    },
    top_domains: await showDomains(at, scope, {
      kind: domainKind,
      list: domains,
      pairs: sums.domain_category,
      answers,
    }),
    top_urls: await showUrls(at, scope, urls, answers),
    source_type_breakdown: breakdown
      .map(({ category, citations, domains }) => ({
        category,
        citations,
        domains,
        pct: ratioPct(citations, all.citations),
      }))
      .sort((a, b) => b.citations - a.citations || (a.category < b.category ? -1 : 1)),
    next_cursor: domains.next_cursor,
  }
}

/** The numbers of the sources of a kind that are in a category. */
type Numbers = { kind: SourceKind; category: string; numbers: number[] }[]

async function listNumbers(ctx: Context, { brand }: Scope, category: string | undefined): Promise<Numbers> {
  const { rows } = await sql<Numbers[number]>`
    select kind, category, json_agg(number) as numbers from sources
    where brand_id = ${brand.id} and kind in ('category', 'domain_category') group by kind, category
    ${
      category === undefined
        ? sql``
        : sql`
      union all
      select kind, category, json_agg(number) from sources
      where brand_id = ${brand.id} and kind = 'url' and category = ${category} group by kind, category`
    }`.execute(ctx.db)
  return rows
}

/** Undefined when there is no category to choose by. */
function numbersOf(numbers: Numbers, kind: SourceKind, category: string | undefined): number[] | undefined {
  if (category === undefined) return undefined
  return numbers.find((each) => each.kind === kind && each.category === category)?.numbers ?? []
}

function breakDown(sums: SourceSums, numbers: Numbers) {
  return sourceCategories.flatMap((category) => {
    const [number = 0] = numbersOf(numbers, 'category', category) ?? []
    const citations = citationsOf(sums.category, number)
    if (citations === 0) return []
    const pairs = numbersOf(numbers, 'domain_category', category) ?? []
    const domains = pairs.filter((pair) => citationsOf(sums.domain_category, pair) > 0).length
    return [{ category, citations, results: answersOf(sums.category, number), domains }]
  })
}

/** One page of sources, and how many there are on all pages. */
type List = { sums: RowSums; numbers: number[]; count: number; next_cursor: string | null }

function listOf(sums: RowSums, among: number[] | undefined, query: Query): List {
  const cited = among?.filter((number) => citationsOf(sums, number) > 0) ?? sums.keys()
  const values = {
    citations: (number: number) => citationsOf(sums, number),
    results: (number: number) => answersOf(sums, number),
    brand_mentioned: (number: number) => namedOf(sums, number) / answersOf(sums, number),
  }
  const ranking = { value: values[query.sort_by], id: (number: number) => number }
  const { items, next_cursor } = paginateRanked(cited, ranking, query)
  return { sums, numbers: items, count: cited.length, next_cursor }
}

type Listed = { kind: 'domain' | 'domain_category'; list: List; pairs: RowSums; answers: number }

async function showDomains(ctx: Context, { brand }: Scope, { kind, list, pairs, answers }: Listed) {
  const { rows } = await sql<{
    number: number
    domain: string
    pairs: { number: number; category: string }[]
  }>`
    select
      listed.number, listed.name as domain,
      (
        select json_agg(json_build_object('number', pair.number, 'category', pair.category) order by pair.category)
        from sources pair
        where pair.brand_id = ${brand.id} and pair.kind = 'domain_category' and pair.url_id = 0 and pair.name = listed.name
          and (listed.category = '' or pair.category = listed.category)
      ) as pairs
    from sources listed
    where listed.brand_id = ${brand.id} and listed.kind = ${kind} and listed.number = any(${list.numbers}::int[])`.execute(
    ctx.db,
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return list.numbers.flatMap((number) => {
    const row = byNumber.get(number)
    if (!row) return []
    const [most] = row.pairs.toSorted((a, b) => citationsOf(pairs, b.number) - citationsOf(pairs, a.number))
    return [
      { domain: row.domain, category: Category.parse(most?.category), ...counts(list.sums, number, answers) },
    ]
  })
}

async function showUrls(ctx: Context, { brand }: Scope, list: List, answers: number) {
  const { rows } = await sql<{
    number: number
    url: string
    title: string | null
    domain: string
    category: string
  }>`
    select sources.number, urls.url, urls.title, domains.registrable as domain, sources.category
    from sources
    join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    join domains on domains.brand_id = urls.brand_id and domains.id = urls.domain_id
    where sources.brand_id = ${brand.id} and sources.kind = 'url' and sources.number = any(${list.numbers}::int[])`.execute(
    ctx.db,
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return list.numbers.flatMap((number) => {
    const row = byNumber.get(number)
    if (!row) return []
    const { url, title, domain, category } = row
    return [
      {
        url,
        title,
        domain: domain || null,
        category: Category.parse(category),
        ...counts(list.sums, number, answers),
      },
    ]
  })
}

function counts(sums: RowSums, number: number, answers: number) {
  const results = answersOf(sums, number)
  const named = namedOf(sums, number)
  return {
    total_citations: citationsOf(sums, number),
    results_citing: results,
    usage_pct: ratioPct(results, answers),
    usage_interval: pooledRateIntervalPct(answers, results),
    brand_mentioned_pct: ratioPct(named, results),
    brand_mentioned_interval: pooledRateIntervalPct(results, named),
  }
}
