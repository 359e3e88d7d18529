/** The sources worth getting mentioned in: cited often, in answers that mention competitors and not the brand. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import { pageQuery } from '../../core/paging.ts'
import { noOutreach, Outreach, OutreachStatus, readOutreach } from '../../outreach/outreach.ts'
import {
  CitingResults,
  CompetitorId,
  CompetitorName,
  Count,
  NextCursor,
  Pct,
  ResultCount,
  SourceCategory,
  SourceDomain,
  Usage,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { paginateRanked } from '../ranked-paging.ts'
import type { Window } from '../rollups.ts'
import { pooledAnswers } from '../row-groups.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  ratioPct,
  twoDecimals,
  UsageInterval,
} from '../values.ts'
import { readDomainChanges, UsageChange } from './usage-changes.ts'

export const Target = z
  .object({
    domain: SourceDomain,
    category: SourceCategory,
    results_citing: CitingResults,
    usage_pct: Usage,
    usage_interval: UsageInterval,
    prompt_count: Count.describe('Prompts with an answer that cites the source.'),
    results_mentioning: Count.describe('Answers that cite the source and mention the brand.'),
    missed_count: Count.describe(
      'Answers that cite the source and mention a tracked competitor but not the brand.',
    ),
    missed_pct: Pct.describe('Share of the answers with `missed_count`, in percent.'),
    missed_interval: IntervalRecord.describe('Confidence interval of `missed_pct`.'),
    score: z
      .number()
      .min(0)
      .max(100)
      .describe(
        '`page_gap_count`, with the weights of answers, as a percentage of the largest one of the group.',
      ),
    competitors: z
      .array(
        z.object({
          competitor_id: CompetitorId,
          name: CompetitorName,
          results: Count.describe('Answers that cite the source and mention the competitor.'),
        }),
      )
      .describe('Most answers first.'),
    page_gap_count: Count.describe(
      'Missed answers that cite a page of the source which names a competitor but not the brand, or which Ansight has not read. Sources are ranked by this number, with the weights of answers.',
    ),
    on_pages: z
      .object({
        checked: Count.describe('Cited pages of the source that Ansight has read.'),
        naming: Count.describe('Those that name the brand.'),
        competitors: z
          .array(z.object({ competitor_id: CompetitorId, name: CompetitorName }))
          .describe('Competitors that at least one of them names.'),
      })
      .describe('What the cited pages themselves say. Does not depend on the window.'),
    change: UsageChange,
    outreach: Outreach.describe('What the team does to get the brand mentioned there.'),
  })
  .meta({ id: 'SourceTarget' })

const SourceTargets = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    source_count: Count.describe('Sources of the group, with the status, on all pages.'),
    target_count: Count.describe('Sources of the group with a `page_gap_count` above zero.'),
    sources: z.array(Target),
    next_cursor: NextCursor,
  })
  .meta({ id: 'SourceTargets' })

const groups = ['targets', 'companies'] as const

const query = {
  ...pageQuery,
  group: z
    .enum(groups)
    .default('targets')
    .describe(
      '`targets`: sources of third parties that can mention the brand. `companies`: sites of competitors, and shops.',
    ),
  status: OutreachStatus.optional().describe('Only sources with this status of outreach.'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const sourceTargets = defineMetric({
  summary: 'List the sources worth targeting',
  description: describeMetric(
    [],
    'Ranks sources by the answers that cite them and mention a tracked competitor but not the brand. Answers do not count if Ansight has read all the pages they cite there, and each page names the brand or no competitor.',
  ),
  query,
  previous: {},
  returns: SourceTargets,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof SourceTargets>> {
  const { scope } = window
  const show = await openTargets(window)
  const sources = (await listSources(window)).filter((source) => isIn(source, query.group))
  const listed = sources.filter(
    ({ domain }) => query.status === undefined || show.getOutreach(domain).status === query.status,
  )
  const largestGap = Math.max(1, ...sources.map(({ weighted_page_gap }) => weighted_page_gap))
  const ranking = {
    value: (source: Source) => source.weighted_page_gap,
    id: (source: Source) => source.domain,
  }
  const { items, next_cursor } = paginateRanked(listed, ranking, { ...query, order: 'desc' })
  const getChange = await readDomainChanges(
    window,
    items.map(({ domain }) => domain),
    sources.length,
  )
  return {
    ...metricHeader(scope),
    result_count: show.answers.answers,
    source_count: listed.length,
    target_count: sources.filter(({ page_gap }) => page_gap > 0).length,
    sources: items.map((source) => ({
      ...show.target(source),
      change: getChange(source.domain),
      score: twoDecimals((100 * source.weighted_page_gap) / largestGap),
    })),
    next_cursor,
  }
}

/** Reads what the rows of sources need, and returns how to show them. */
export async function openTargets(window: Window) {
  const outreach = await readOutreach(window, window.scope.brand.id)
  const names = new Map(
    window.competitors.map(({ entity_no: number, id, name }) => [number, { competitor_id: id, name }]),
  )
  const answers = pooledAnswers(window)
  const getOutreach = (domain: string) => outreach.get(domain) ?? noOutreach
  const getCompetitor = (number: number) => names.get(number)
  const target = (source: Source): Omit<z.input<typeof Target>, 'score' | 'change'> => ({
    domain: source.domain,
    category: SourceCategory.parse(source.category),
    results_citing: source.answers,
    ...computeShare(source.weighted, answers, 'usage'),
    prompt_count: source.prompts,
    results_mentioning: source.naming,
    missed_count: source.missed,
    ...computeShare(source.weighted_missed, answers, 'missed'),
    page_gap_count: source.page_gap,
    on_pages: {
      checked: source.checked,
      naming: source.naming_pages,
      competitors: source.page_competitors.flatMap((number) => getCompetitor(number) ?? []),
    },
    competitors: source.competitors.flatMap(({ entity, results }) => {
      const competitor = getCompetitor(entity)
      return competitor ? [{ ...competitor, results }] : []
    }),
    outreach: getOutreach(source.domain),
  })
  return { answers, getOutreach, getCompetitor, target }
}

/** The last answers may not be in the rollups of the window yet, so a part is limited to the whole. */
function computeShare<N extends string>(part: number, all: { n: number; perDay: number }, name: N) {
  const counted = Math.min(part, all.n)
  return {
    [`${name}_pct`]: ratioPct(counted, all.n),
    [`${name}_interval`]: pooledRateIntervalPct(counted, all),
  } as Record<`${N}_pct`, number | null> & Record<`${N}_interval`, z.input<typeof IntervalRecord>>
}

const isIn = ({ category }: Source, group: (typeof groups)[number]): boolean => {
  const isCompany = category === 'competitor' || category === 'ecommerce'
  return group === 'companies' ? isCompany : !isCompany && category !== 'owned'
}

export type Source = {
  domain: string
  category: string
  answers: number
  /** Answers that also mention the brand. */
  naming: number
  /** Answers that mention a competitor but not the brand. */
  missed: number
  /** Missed answers that cite a page which names a competitor but not the brand, or which was not read. */
  page_gap: number
  /** The citing answers, the missed ones, and those with a page gap, with their weights. */
  weighted: number
  weighted_missed: number
  weighted_page_gap: number
  /** Cited pages that were read, those that name the brand, and the competitors that they name. */
  checked: number
  naming_pages: number
  page_competitors: number[]
  prompts: number
  competitors: { entity: number; results: number }[]
}

/** Lists the cited domains, or one of them. */
export async function listSources(window: Window, domain?: string): Promise<Source[]> {
  const { db, scope } = window
  const { rows } = await sql<Source>`
    with cited_domains as materialized (
      select
        cited.answer_id, domains.registrable as domain, mode() within group (order by cited.category) as category,
        bool_or(page.named is null or (page.named <> '{}' and not 0 = any(page.named))) as has_page_gap
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      left join cited_pages page
        on page.brand_id = cited.brand_id and page.url_id = cited.url_id and page.state = 'read'
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${domain === undefined ? sql`true` : sql`domains.registrable = ${domain}`} and ${daysInScope(scope, 'cited.day')}
      group by cited.answer_id, domains.registrable
    ),
    citing as materialized (
      select
        domain, category, has_page_gap, prompt_id, weight, mention_counts[1] > 0 as names_brand,
        array(
          select fact.entity from unnest(entities, mention_counts) as fact (entity, mentions)
          where fact.mentions > 0 and fact.entity = any(${window.competitors.map(({ entity_no }) => entity_no)}::smallint[])
        ) as mentioned
      from cited_domains join answers on answers.brand_id = ${scope.brand.id} and answers.id = cited_domains.answer_id
      where ${answersInScope(scope)}
    ),
    named as (
      select domain, json_agg(json_build_object('entity', entity, 'results', results) order by results desc, entity) as competitors
      from (select domain, entity, count(*) as results from citing cross join unnest(mentioned) as entity group by domain, entity) counted
      group by domain
    ),
    checked_pages as (
      select
        domains.registrable as domain, count(distinct page.url_id)::int as checked,
        (count(*) filter (where entity = 0))::int as naming,
        coalesce(array_agg(distinct entity) filter (where entity > 0), '{}') as competitors
      from cited_pages page
      left join lateral unnest(page.named) as entity on true
      join urls on urls.brand_id = page.brand_id and urls.id = page.url_id
      join domains on domains.brand_id = page.brand_id and domains.id = urls.domain_id
      where page.brand_id = ${scope.brand.id} and page.state = 'read'
      group by domains.registrable
    )
    select
      citing.domain, mode() within group (order by category) as category, count(*)::int as answers,
      (count(*) filter (where names_brand))::int as naming,
      (count(*) filter (where not names_brand and mentioned <> '{}'))::int as missed,
      (count(*) filter (where not names_brand and mentioned <> '{}' and has_page_gap))::int as page_gap,
      sum(weight)::int as weighted,
      coalesce(sum(weight) filter (where not names_brand and mentioned <> '{}'), 0)::int as weighted_missed,
      coalesce(sum(weight) filter (where not names_brand and mentioned <> '{}' and has_page_gap), 0)::int as weighted_page_gap,
      count(distinct prompt_id)::int as prompts, coalesce(min(named.competitors::text)::json, '[]') as competitors,
      coalesce(min(checked_pages.checked), 0) as checked, coalesce(min(checked_pages.naming), 0) as naming_pages,
      coalesce(min(checked_pages.competitors), '{}') as page_competitors
    from citing
    left join named on named.domain = citing.domain
    left join checked_pages on checked_pages.domain = citing.domain
    group by citing.domain`.execute(db)
  return rows
}
