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
import { isSentimentKnown, positiveSharePct } from '../known-sentiment.ts'
import { defineMetric } from '../metrics.ts'
import { toRecord } from '../numbers.ts'
import { findLeader } from '../prompts/leaders.ts'
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
import { countSentiments, type SentimentCounts } from './competitor-sentiments.ts'
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
    .describe('Who has the higher score, the brand if both are equal; `none` if both are 0.'),
  is_clear: z
    .boolean()
    .describe('Whether the interval of the gap excludes zero, so that the lead is not chance.'),
}

const Part = z
  .object({
    results: Count.describe('Answers of this kind.'),
    pct: Pct.describe('`results` / answers, in percent.'),
    interval: IntervalRecord.describe('Confidence interval of `pct`.'),
  })
  .meta({ id: 'ShareOfAnswers' })

const Sentiment = z.object({
  clear_count: Count.describe('Answers that mention it with a known sentiment.'),
  positive_pct: Pct.describe(
    'Positive answers / `clear_count`, in percent. Null if too few sentiments are known.',
  ),
  interval: IntervalRecord.describe('Confidence interval of `positive_pct`.'),
})

const CompetitorDetail = z
  .object({
    ...MetricHeader,
    competitor_id: CompetitorId,
    name: CompetitorName,
    result_count: ResultCount,
    overall: z.object(GapFields).nullable().describe('All answers; null without any.'),
    mentioned: z.object({ both: Part, only_brand: Part, only_competitor: Part, neither: Part }),
    sentiment: z.object({ brand: Sentiment, competitor: Sentiment }),
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
  const sentiments = await countSentiments(window, competitor.entity_no)
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
    result_count: countAnswers(strata),
    overall: strata.length === 0 ? null : compare(strata),
    mentioned: toRecord(mentionParts, (part) => showPart(part, strata, drifts('mention_rate'))),
    sentiment: {
      brand: showSentiment(sentiments.get(0), strata),
      competitor: showSentiment(sentiments.get(competitor.entity_no), strata),
    },
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

const countAnswers = (strata: readonly ComparedStratum[]) => sumBy(strata, ({ answers }) => answers)

/** With weights. */
const answersIn = (strata: readonly ComparedStratum[]) => sumBy(strata, ({ n }) => n)

/** Assumes that a part has the drift of the mention rate. */
function showPart(part: MentionPart, strata: readonly ComparedStratum[], drift: Drift | null) {
  const answers = answersIn(strata)
  const results = sumBy(strata, (stratum) => stratum[`${part}_y`])
  return {
    results: sumBy(strata, (stratum) => stratum[`${part}_count`]),
    pct: ratioPct(results, answers),
    interval: rateIntervalPct(
      columnsOfMeans(computeMeanSums(strata, part)),
      driftAt(drift, results / answers),
    ),
  }
}

function showSentiment(
  counts: SentimentCounts = { named: 0, clear: 0, positive: 0, clear_count: 0 },
  strata: readonly ComparedStratum[],
): z.input<typeof Sentiment> {
  const { clear, positive, clear_count } = counts
  return {
    clear_count,
    positive_pct: positiveSharePct(counts),
    interval: isSentimentKnown(counts)
      ? pooledRateIntervalPct(positive, { n: clear, perDay: answersPerDay(strata) })
      : null,
  }
}

const answersPerDay = (strata: readonly ComparedStratum[]) =>
  sumBy(strata, ({ nn }) => nn) / answersIn(strata)

function compareScores(strata: readonly ComparedStratum[], drift: Drift | null) {
  const answers = answersIn(strata)
  const { points, interval } = scoreGap(computeMeanSums(strata, 'gap'), { drift })
  const mean = (milli: number) => meanScore(milli, answers)
  const scores = {
    brand: mean(sumBy(strata, ({ brand_milli }) => brand_milli)),
    competitor: mean(sumBy(strata, ({ competitor_milli }) => competitor_milli)),
  }
  return {
    result_count: countAnswers(strata),
    brand_score: scores.brand,
    competitor_score: scores.competitor,
    gap: points,
    interval,
    leader: findLeader(['brand', 'competitor'] as const, (side) => scores[side]) ?? ('none' as const),
    is_clear: interval.low > 0 || interval.high < 0,
  }
}

/** Sources are counted in the answers that mention the competitor. */
function sourcesAmong(strata: readonly ComparedStratum[]) {
  const named = sumBy(strata, ({ both_y, only_competitor_y }) => both_y + only_competitor_y)
  const perDay = answersPerDay(strata)
  return (source: CompetitorSource) => {
    const citing = Math.min(source.weighted, named)
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
