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
      .describe('`missed_pct`, as a percentage of the largest `missed_pct` of the group.'),
    competitors: z
      .array(
        z.object({
          competitor_id: CompetitorId,
          name: CompetitorName,
          results: Count.describe('Answers that cite the source and mention the competitor.'),
        }),
      )
      .describe('Most answers first.'),
    change: UsageChange,
    outreach: Outreach.describe('What the team does to get the brand mentioned there.'),
  })
  .meta({ id: 'SourceTarget' })

const SourceTargets = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    source_count: Count.describe('Sources of the group, with the status, on all pages.'),
    target_count: Count.describe('Sources of the group with a `missed_count` above zero.'),
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
    'Ranks sources by the answers that cite them and mention a tracked competitor but not the brand. Only the answers are checked, not whether the page itself mentions a brand.',
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
  const mostMissed = Math.max(1, ...sources.map(({ weighted_missed }) => weighted_missed))
  const ranking = { value: (source: Source) => source.weighted_missed, id: (source: Source) => source.domain }
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
    target_count: sources.filter(({ missed }) => missed > 0).length,
    sources: items.map((source) => ({
      ...show.target(source),
      change: getChange(source.domain),
      score: twoDecimals((100 * source.weighted_missed) / mostMissed),
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
  /** Answers that mention a competitor and not the brand. */
  missed: number
  /** The citing answers, and the missed ones, with their weights. */
  weighted: number
  weighted_missed: number
  prompts: number
  competitors: { entity: number; results: number }[]
}

/** Lists the cited domains, or one of them. */
export async function listSources(window: Window, domain?: string): Promise<Source[]> {
  const { db, scope } = window
  const { rows } = await sql<Source>`
    with cited_domains as materialized (
      select cited.answer_id, domains.registrable as domain, mode() within group (order by cited.category) as category
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${domain === undefined ? sql`true` : sql`domains.registrable = ${domain}`} and ${daysInScope(scope, 'cited.day')}
      group by cited.answer_id, domains.registrable
    ),
    citing as materialized (
      select
        domain, category, prompt_id, weight, mention_counts[1] > 0 as names_brand,
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
    )
    select
      citing.domain, mode() within group (order by category) as category, count(*)::int as answers,
      (count(*) filter (where names_brand))::int as naming,
      (count(*) filter (where not names_brand and mentioned <> '{}'))::int as missed,
      sum(weight)::int as weighted, coalesce(sum(weight) filter (where not names_brand and mentioned <> '{}'), 0)::int as weighted_missed,
      count(distinct prompt_id)::int as prompts, coalesce(min(named.competitors::text)::json, '[]') as competitors
    from citing left join named on named.domain = citing.domain
    group by citing.domain`.execute(db)
  return rows
}
