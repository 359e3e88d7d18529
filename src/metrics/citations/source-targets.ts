/** The sources worth getting mentioned in: cited often, in answers that mention competitors and not the brand. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import { listEntities } from '../../brands/entities.ts'
import { pageQuery } from '../../core/paging.ts'
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

const Target = z
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
    missed_pct: Pct.describe('`missed_count` / answers, in percent.'),
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
  })
  .meta({ id: 'SourceTarget' })

const SourceTargets = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    source_count: Count.describe('Sources of the group on all pages.'),
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
}

type Query = z.output<z.ZodObject<typeof query>>

export const sourceTargets = defineMetric({
  summary: 'List the sources worth targeting',
  description: describeMetric(
    [],
    'Ranks sources by the answers that cite them and mention a tracked competitor but not the brand. Only the answers are checked, not whether the page itself mentions a brand.',
  ),
  query,
  returns: SourceTargets,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof SourceTargets>> {
  const { scope } = window
  const competitors = await listEntities(window, 'competitors', scope.brand.id)
  const names = new Map(
    competitors.map(({ entity_no: number, id, name }) => [number, { competitor_id: id, name }]),
  )
  const sources = (await listSources(window, [...names.keys()])).filter((source) => isIn(source, query.group))
  const answers = pooledAnswers(window)
  const mostMissed = Math.max(1, ...sources.map(({ missed }) => missed))
  const ranking = { value: (source: Source) => source.missed, id: (source: Source) => source.domain }
  const { items, next_cursor } = paginateRanked(sources, ranking, { ...query, order: 'desc' })
  return {
    ...metricHeader(scope),
    result_count: answers.n,
    source_count: sources.length,
    target_count: sources.filter(({ missed }) => missed > 0).length,
    sources: items.map((source) => ({
      domain: source.domain,
      category: SourceCategory.parse(source.category),
      results_citing: source.answers,
      ...computeShare(source.answers, answers, 'usage'),
      prompt_count: source.prompts,
      results_mentioning: source.naming,
      missed_count: source.missed,
      ...computeShare(source.missed, answers, 'missed'),
      score: twoDecimals((100 * source.missed) / mostMissed),
      competitors: source.competitors.flatMap(({ entity, results }) => {
        const competitor = names.get(entity)
        return competitor ? [{ ...competitor, results }] : []
      }),
    })),
    next_cursor,
  }
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

type Source = {
  domain: string
  category: string
  answers: number
  /** Answers that also mention the brand. */
  naming: number
  /** Answers that mention a competitor and not the brand. */
  missed: number
  prompts: number
  competitors: { entity: number; results: number }[]
}

async function listSources({ db, scope }: Window, competitors: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with cited_domains as materialized (
      select cited.answer_id, domains.registrable as domain, mode() within group (order by cited.category) as category
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${daysInScope(scope, 'cited.day')}
      group by cited.answer_id, domains.registrable
    ),
    citing as materialized (
      select
        domain, category, prompt_id, mention_counts[1] > 0 as names_brand,
        array(
          select fact.entity from unnest(entities, mention_counts) as fact (entity, mentions)
          where fact.mentions > 0 and fact.entity = any(${[...competitors]}::smallint[])
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
      count(distinct prompt_id)::int as prompts, coalesce(min(named.competitors::text)::json, '[]') as competitors
    from citing left join named on named.domain = citing.domain
    group by citing.domain`.execute(db)
  return rows
}
