/** The brand against one competitor, in the same answers. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import { notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { type CompetitorSource, listCompetitorSources } from './competitor-sources.ts'
import {
  CompetitorId,
  CompetitorName,
  Count,
  Pct,
  Platform,
  PromptId,
  PromptText,
  ResultCount,
  Score,
  SourceCategory,
  SourceDomain,
  TopicName,
} from './fields.ts'
import { defineMetric } from './metrics.ts'
import { readPromptNames } from './prompt-names.ts'
import type { Window } from './rollups.ts'
import { scoreGap } from './score-gap.ts'
import { sumBy } from './sum-by.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  meanScore,
  metricHeader,
  pooledRateIntervalPct,
  ratioPct,
} from './values.ts'

const GapFields = {
  result_count: ResultCount,
  brand_score: Score.describe('Visibility score of the brand.'),
  competitor_score: Score.describe('Visibility score of the competitor.'),
  gap: z
    .number()
    .describe('Mean difference in the same answers, in points; positive when the brand is ahead.'),
  interval: IntervalRecord.unwrap().describe('Confidence interval of `gap`.'),
  leader: z
    .enum(['brand', 'competitor', 'none'])
    .describe('Who is ahead; `none` when the interval of the gap includes zero.'),
}

const Part = z
  .object({
    results: Count.describe('Answers of this kind.'),
    pct: Pct.describe('`results` / answers, in percent.'),
    interval: IntervalRecord.describe(
      'Confidence interval of `pct`, computed as if all answers were independent answers to one prompt.',
    ),
  })
  .meta({ id: 'ShareOfAnswers' })

const CompetitorDetail = z
  .object({
    ...MetricHeader,
    competitor_id: CompetitorId,
    name: CompetitorName,
    result_count: ResultCount,
    overall: z.object(GapFields).nullable().describe('All answers; null without any.'),
    mentioned: z.object({ both: Part, only_brand: Part, only_competitor: Part, neither: Part }),
    prompts: z
      .array(z.object({ prompt_id: PromptId, prompt_text: PromptText, topic_name: TopicName, ...GapFields }))
      .describe('All prompts with answers, largest lead of the competitor first.'),
    by_platform: z.array(z.object({ platform: Platform, ...GapFields })),
    by_topic: z
      .array(z.object({ topic_name: TopicName, ...GapFields }))
      .describe('Prompts without a topic have the name null.'),
    sources: z
      .array(
        z.object({
          domain: SourceDomain,
          category: SourceCategory,
          is_own: z.boolean().describe('Whether it is a site of the competitor.'),
          results_citing: Count.describe('Answers that cite the source and mention the competitor.'),
          results_without_brand: Count.describe('Of these answers, those that do not mention the brand.'),
          pct: Pct.describe('`results_citing` / answers that mention the competitor, in percent.'),
          interval: IntervalRecord.describe(
            'Confidence interval of `pct`, computed as if all answers were independent answers to one prompt.',
          ),
        }),
      )
      .describe('The twenty domains that answers with the competitor cite most often.'),
  })
  .meta({ id: 'CompetitorDetail' })

const query = { competitor_id: Uuid.describe('Id of the competitor.') }

export const competitorDetail = defineMetric({
  summary: 'Compare the brand with one competitor',
  description: describeMetric(
    ['visibility_score'],
    'The gap is computed answer by answer. Prompts, platforms and topics are compared separately, without an adjustment for multiple comparisons.',
  ),
  query,
  returns: CompetitorDetail,
  read,
})

async function read(
  window: Window,
  query: { competitor_id: string },
): Promise<z.input<typeof CompetitorDetail>> {
  const { scope } = window
  const competitors = await listEntities(window, 'competitors', scope.brand.id)
  const competitor = competitors.find(({ id }) => id === query.competitor_id)
  if (!competitor) throw notFound(message('No such competitor.'))
  const cells = await listCells(window, competitor.number)
  const names = await readPromptNames(window, scope.brand.id, [
    ...new Set(cells.map((cell) => cell.prompt_id)),
  ])
  const topicOf = ({ prompt_id }: Cell) => names.get(prompt_id)?.topic_name ?? null
  const byGap = (a: { gap: number }, b: { gap: number }) => a.gap - b.gap
  const answers = sumBy(cells, ({ n }) => n)
  const named = sumBy(cells, ({ both, only_competitor }) => both + only_competitor)
  return {
    ...metricHeader(scope),
    competitor_id: competitor.id,
    name: competitor.name,
    result_count: answers,
    overall: cells.length === 0 ? null : compare(cells),
    mentioned: mentionedOf(cells, answers),
    prompts: [...Map.groupBy(cells, ({ prompt_id }) => prompt_id)]
      .flatMap(([prompt_id, of]) => {
        const prompt = names.get(prompt_id)
        return prompt
          ? [{ prompt_id, prompt_text: prompt.text, topic_name: prompt.topic_name, ...compare(of) }]
          : []
      })
      .sort(byGap),
    by_platform: [...Map.groupBy(cells, ({ platform }) => platform)]
      .map(([platform, of]) => ({ platform: Platform.parse(platform), ...compare(of) }))
      .sort(byGap),
    by_topic: [...Map.groupBy(cells, topicOf)]
      .map(([topic_name, of]) => ({ topic_name, ...compare(of) }))
      .sort(byGap),
    sources: (await listCompetitorSources(window, competitor.number)).map((source) =>
      showSource(source, named),
    ),
  }
}

function mentionedOf(cells: readonly Cell[], answers: number) {
  const part = (results: number) => ({
    results,
    pct: ratioPct(results, answers),
    interval: pooledRateIntervalPct(answers, results),
  })
  const sum = (name: 'both' | 'only_brand' | 'only_competitor') => sumBy(cells, (cell) => cell[name])
  const shown = sum('both') + sum('only_brand') + sum('only_competitor')
  return {
    both: part(sum('both')),
    only_brand: part(sum('only_brand')),
    only_competitor: part(sum('only_competitor')),
    neither: part(answers - shown),
  }
}

function compare(cells: readonly Cell[]) {
  const answers = sumBy(cells, ({ n }) => n)
  // One comparison, so the level needs no correction.
  const { points, interval } = scoreGap(cells, 1)
  return {
    result_count: answers,
    brand_score: meanScore(
      sumBy(cells, ({ brand_milli }) => brand_milli),
      answers,
    ),
    competitor_score: meanScore(
      sumBy(cells, ({ competitor_milli }) => competitor_milli),
      answers,
    ),
    gap: points,
    interval,
    leader:
      interval.low > 0 ? ('brand' as const) : interval.high < 0 ? ('competitor' as const) : ('none' as const),
  }
}

const showSource = (source: CompetitorSource, named: number) => ({
  domain: source.domain,
  category: SourceCategory.parse(source.category),
  is_own: source.is_own,
  results_citing: source.answers,
  results_without_brand: source.without_brand,
  pct: ratioPct(Math.min(source.answers, named), named),
  interval: pooledRateIntervalPct(named, Math.min(source.answers, named)),
})

/** The answers to a prompt on a platform in a region. `sum` and `sum_squares`: the brand's score minus the competitor's. */
type Cell = {
  prompt_id: string
  platform: string
  n: number
  both: number
  only_brand: number
  only_competitor: number
  brand_milli: number
  competitor_milli: number
  sum: number
  sum_squares: number
}

async function listCells({ db, scope }: Window, competitor: number): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    with compared as (
      select
        prompt_id, platform, region, mention_counts[1] > 0 as brand, scores_milli[1] as brand_milli,
        coalesce(mention_counts[array_position(entities, ${competitor}::smallint)], 0) > 0 as competitor,
        coalesce(scores_milli[array_position(entities, ${competitor}::smallint)], 0) as competitor_milli
      from answers where ${answersInScope(scope)}
    )
    select
      prompt_id, platform, count(*)::int as n,
      (count(*) filter (where brand and competitor))::int as both,
      (count(*) filter (where brand and not competitor))::int as only_brand,
      (count(*) filter (where competitor and not brand))::int as only_competitor,
      sum(brand_milli)::float8 as brand_milli, sum(competitor_milli)::float8 as competitor_milli,
      sum(brand_milli - competitor_milli)::float8 as sum,
      sum((brand_milli - competitor_milli)::int8 * (brand_milli - competitor_milli))::float8 as sum_squares
    from compared group by prompt_id, platform, region`.execute(db)
  return rows
}
