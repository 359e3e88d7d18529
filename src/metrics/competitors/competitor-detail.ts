/** The brand against one competitor, in the same answers. */
import { z } from 'zod'
import { listEntities } from '../../brands/entities.ts'
import { notFound } from '../../core/errors.ts'
import { Uuid } from '../../core/ids.ts'
import { message } from '../../languages/message.ts'
import { driftAt, driftOfPrompts, readDrifts } from '../drifts.ts'
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
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { toRecord } from '../numbers.ts'
import { readPromptNames } from '../prompts/prompt-names.ts'
import type { Window } from '../rollups.ts'
import { scoreGap } from '../score-gap.ts'
import { columnsOfMeans } from '../statistics/day-sums.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import { sumBy } from '../sum-by.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  meanScore,
  metricHeader,
  PooledInterval,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
} from '../values.ts'
import {
  type ComparedStratum,
  computeMeanSums,
  listComparedStrata,
  type MentionPart,
  mentionParts,
} from './compared-strata.ts'
import { type CompetitorSource, listCompetitorSources } from './competitor-sources.ts'

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
    interval: IntervalRecord.describe('Confidence interval of `pct`.'),
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
          interval: PooledInterval,
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
  if (!competitor) throw notFound(message('common.texts.noSuchCompetitor'))
  const strata = await listComparedStrata(window, competitor.entity_no)
  const drifts = await readDrifts(window)
  const promptIds = getPrompts(strata)
  const names = await readPromptNames(window, scope.brand.id, [...promptIds])
  const gapDrift = drifts('score_gap', { entity: competitor.entity_no })
  const compare = (of: ComparedStratum[]) =>
    compareScores(of, driftOfPrompts(gapDrift, { some: getPrompts(of).size, all: promptIds.size }))
  const topicFor = ({ prompt_id }: ComparedStratum) => names.get(prompt_id)?.topic_name ?? null
  const byGap = (a: { gap: number }, b: { gap: number }) => a.gap - b.gap
  const showSource = sourcesAmong(strata)
  return {
    ...metricHeader(scope),
    competitor_id: competitor.id,
    name: competitor.name,
    result_count: answersIn(strata),
    overall: strata.length === 0 ? null : compare(strata),
    mentioned: toRecord(mentionParts, (part) => showPart(part, strata, drifts('mention_rate'))),
    prompts: [...Map.groupBy(strata, ({ prompt_id }) => prompt_id)]
      .flatMap(([prompt_id, of]) => {
        const prompt = names.get(prompt_id)
        return prompt
          ? [{ prompt_id, prompt_text: prompt.text, topic_name: prompt.topic_name, ...compare(of) }]
          : []
      })
      .sort(byGap),
    by_platform: [...Map.groupBy(strata, ({ platform }) => platform)]
      .map(([platform, of]) => ({ platform: Platform.parse(platform), ...compare(of) }))
      .sort(byGap),
    by_topic: [...Map.groupBy(strata, topicFor)]
      .map(([topic_name, of]) => ({ topic_name, ...compare(of) }))
      .sort(byGap),
    sources: (await listCompetitorSources(window, competitor.entity_no)).map(showSource),
  }
}

const getPrompts = (strata: readonly ComparedStratum[]) => new Set(strata.map(({ prompt_id }) => prompt_id))

const answersIn = (strata: readonly ComparedStratum[]) => sumBy(strata, ({ n }) => n)

/** Assumes that a part has the drift of the mention rate. */
function showPart(part: MentionPart, strata: readonly ComparedStratum[], drift: Drift | null) {
  const answers = answersIn(strata)
  const results = sumBy(strata, (stratum) => stratum[`${part}_y`])
  return {
    results,
    pct: ratioPct(results, answers),
    interval: rateIntervalPct(
      columnsOfMeans(computeMeanSums(strata, part)),
      driftAt(drift, results / answers),
    ),
  }
}

function compareScores(strata: readonly ComparedStratum[], drift: Drift | null) {
  const answers = answersIn(strata)
  const { points, interval } = scoreGap(computeMeanSums(strata, 'gap'), { drift })
  return {
    result_count: answers,
    brand_score: meanScore(
      sumBy(strata, ({ brand_milli }) => brand_milli),
      answers,
    ),
    competitor_score: meanScore(
      sumBy(strata, ({ competitor_milli }) => competitor_milli),
      answers,
    ),
    gap: points,
    interval,
    leader:
      interval.low > 0 ? ('brand' as const) : interval.high < 0 ? ('competitor' as const) : ('none' as const),
  }
}

/** Sources are counted in the answers that mention the competitor. */
function sourcesAmong(strata: readonly ComparedStratum[]) {
  const named = sumBy(strata, ({ both_y, only_competitor_y }) => both_y + only_competitor_y)
  const perDay = sumBy(strata, ({ nn }) => nn) / answersIn(strata)
  return (source: CompetitorSource) => {
    const citing = Math.min(source.answers, named)
    return {
      domain: source.domain,
      category: SourceCategory.parse(source.category),
      is_own: source.is_own,
      results_citing: source.answers,
      results_without_brand: source.without_brand,
      pct: ratioPct(citing, named),
      interval: pooledRateIntervalPct(citing, { n: named, perDay }),
    }
  }
}
