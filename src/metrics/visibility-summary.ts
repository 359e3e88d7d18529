/** How visible a brand is over a window: scores, rates, sentiment, their intervals and their changes. */
import { z } from 'zod'
import type { Drifts } from './drifts.ts'
import { readChanges, withEstablished } from './established-changes.ts'
import {
  AveragePosition,
  CitationRate,
  CompetitorId,
  CompetitorName,
  Count,
  MentionRate,
  Mentions,
  ModelUsed,
  OwnCitations,
  Pct,
  Platform,
  ResultCount,
  Score,
} from './fields.ts'
import {
  coveragePct,
  isSentimentKnown,
  positiveSharePct,
  SentimentCoverage,
  tooLittleKnown,
} from './known-sentiment.ts'
import { defineMetric } from './metrics.ts'
import { countNotCounted, NotCounted } from './not-counted.ts'
import type { NumberName } from './numbers.ts'
import { readPeriodChanges } from './period-changes.ts'
import { PeriodChange } from './period-state.ts'
import type { EntityTotals, Period } from './rollup-rows.ts'
import type { Competitor, Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import type { HeadlineNumber } from './statistics/change-detection/overview.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'
import { sampleCaution, smallestDetectableChange } from './statistics/sample-size.ts'
import { type Unit, type WindowChange, withoutTest } from './statistics/window-change.ts'
import { computeTotals, countNamed, type ModelTotals } from './totals.ts'
import {
  type Difference,
  describeMetric,
  IntervalRecord,
  MentionRateInterval,
  MetricHeader,
  meanPosition,
  meanScore,
  metricHeader,
  notComparable,
  positionDifference,
  positionInterval,
  rateDifference,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreDifference,
  scoreInterval,
  twoDecimals,
} from './values.ts'

const Rates = {
  avg_visibility_score: Score,
  mention_rate_pct: MentionRate,
}

const VisibilitySummary = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    branded_result_count: Count.describe('Answers to branded prompts; `branded=false` excludes them.'),
    not_counted: NotCounted.describe('Replies that are excluded from all numbers.'),
    prompt_count: Count.describe('Prompts with at least one answer.'),
    sample_caution: z
      .enum(['directional', 'exploratory'])
      .nullable()
      .describe(
        '`directional`: fewer than ten answers. `exploratory`: fewer than fifty prompts. Null: neither.',
      ),
    smallest_detectable_change: z
      .number()
      .nullable()
      .describe(
        'Smallest change of `avg_visibility_score`, in points, that is detected with 80% probability between two such windows.',
      ),
    results_mentioning: Count.describe('Answers that mention the brand.'),
    results_citing: Count.describe("Answers that cite one of the brand's own domains."),
    ...Rates,
    citation_rate_pct: CitationRate,
    positive_sentiment_pct: Pct.describe(
      'positive / (positive + neutral + negative) of `sentiment`, in percent. Null if too few sentiments are known.',
    ),
    sentiment_coverage_pct: SentimentCoverage,
    avg_position: AveragePosition,
    total_mentions: Mentions,
    total_citations: OwnCitations,
    sentiment: z
      .object({
        positive: Count.describe('Answers with positive sentiment toward the brand.'),
        neutral: Count.describe('Answers with neutral sentiment toward the brand.'),
        negative: Count.describe('Answers with negative sentiment toward the brand.'),
        unknown: Count.describe('Answers that mention the brand and whose sentiment is not known.'),
      })
      .describe('Answers that mention the brand, by sentiment.'),
    intervals: z.object({
      avg_visibility_score: IntervalRecord,
      mention_rate_pct: IntervalRecord,
      citation_rate_pct: IntervalRecord,
      positive_sentiment_pct: IntervalRecord,
      avg_position: IntervalRecord.describe(
        'Confidence interval; null if the answers mention no competitor, because the brand is always first.',
      ),
    }),
    change: PeriodChange,
    changes: z.object({
      mention_rate_pct: PeriodChange,
      citation_rate_pct: PeriodChange,
      positive_sentiment_pct: PeriodChange,
      avg_position: PeriodChange,
    }),
    by_platform: z.array(
      z.object({
        platform: Platform,
        model_used: ModelUsed,
        result_count: ResultCount,
        ...Rates,
        interval: MentionRateInterval,
        score_interval: ScoreInterval,
      }),
    ),
    top_competitors: z
      .array(
        z.object({
          competitor_id: CompetitorId,
          name: CompetitorName,
          ...Rates,
          total_mentions: Mentions,
          total_citations: OwnCitations,
        }),
      )
      .max(5),
  })
  .meta({ id: 'VisibilitySummary' })

const numbers = [
  'score',
  'mention_rate',
  'citation_rate',
  'positive_sentiment',
  'avg_position',
] as const satisfies NumberName[]

export const visibilitySummary = defineMetric({
  summary: 'Get the visibility summary',
  whenToUse:
    'Answers "how visible is the brand, and did it change?" Start here for one brand: the score, rates, sentiment and position in total, by platform, and the top competitors. For a series over time use get_visibility_trend, for the reasons of a change get_score_change.',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'citation_rate', 'sentiment', 'average_position', 'citations'],
    '`change` compares with the previous window of the same length, paired by prompt. `period_state` says whether the difference is larger than usual, and `state` follows the established change.',
  ),
  query: {},
  numbers,
  entities: 'totals',
  previous: { numbers },
  pastDays,
  returns: VisibilitySummary,
  read,
})

async function read(window: Window): Promise<z.input<typeof VisibilitySummary>> {
  const { competitors } = window
  const { getEstablished, getDrift } = await readChanges(window)
  const periods = await readPeriodChanges(window)
  const entities = window.entityTotals()
  const namedCompetitors = countNamed(
    entities,
    competitors.map(({ entity_no }) => entity_no),
  )
  const compare = (name: NumberName, unit?: Unit) =>
    periods.comparison && window.previous
      ? periods.comparison.change(window.previous.number(name), window.number(name), unit)
      : withoutTest(notComparable)
  const showChange = (
    number: HeadlineNumber,
    change: WindowChange,
    toDifference: (change: WindowChange) => Difference,
  ) => {
    const difference = toDifference(change)
    return {
      ...withEstablished(difference, getEstablished(number)),
      ...periods.describe(number, difference, change),
    }
  }
  const { all, byModel } = computeTotals(window)
  const { answers, named, counts } = all
  return {
    ...metricHeader(window.scope),
    result_count: counts.answers,
    branded_result_count: countBranded(window),
    not_counted: await countNotCounted(window),
    prompt_count: all.prompts,
    sample_caution: answers === 0 ? null : sampleCaution(counts.answers, all.prompts),
    smallest_detectable_change: detectableChange(scoreInterval(all.strata.score), all.prompts),
    avg_visibility_score: meanScore(all.score_millipoints, answers),
    results_mentioning: counts.named,
    results_citing: counts.cited,
    mention_rate_pct: ratioPct(named, answers),
    citation_rate_pct: ratioPct(all.cited, all.searchable),
    positive_sentiment_pct: positiveSharePct(all),
    sentiment_coverage_pct: coveragePct(all),
    avg_position: named === 0 ? null : twoDecimals(meanPosition(all)),
    total_mentions: counts.mentions,
    total_citations: counts.own_citations,
    sentiment: {
      positive: counts.positive,
      neutral: counts.neutral,
      negative: counts.negative,
      unknown: counts.named - counts.clear,
    },
    intervals: {
      avg_visibility_score: scoreInterval(all.strata.score, getDrift('score')),
      mention_rate_pct: rateIntervalPct(all.strata.mention_rate, getDrift('mention_rate')),
      citation_rate_pct: rateIntervalPct(all.strata.citation_rate, getDrift('citation_rate')),
      positive_sentiment_pct: isSentimentKnown(all)
        ? rateIntervalPct(window.number('positive_sentiment'), getDrift('positive_sentiment'))
        : null,
      avg_position: positionInterval(
        window.number('avg_position'),
        namedCompetitors,
        getDrift('avg_position'),
      ),
    },
    change: showChange('score', compare('score'), scoreDifference),
    changes: {
      mention_rate_pct: showChange('mention_rate', compare('mention_rate'), rateDifference),
      citation_rate_pct: showChange('citation_rate', compare('citation_rate'), rateDifference),
      positive_sentiment_pct: showChange(
        'positive_sentiment',
        window.previous === null || [window.previous, window].every(hasKnownSentiment)
          ? compare('positive_sentiment', 'clear_answers')
          : tooLittleKnown(),
        rateDifference,
      ),
      avg_position: showChange(
        'avg_position',
        compare('avg_position', 'mentioning_answers'),
        positionDifference,
      ),
    },
    by_platform: byModel.map((totals) => showModel(totals, getDrift)),
    top_competitors: topCompetitors(competitors, entities, answers),
  }
}

const hasKnownSentiment = ({ total }: Period): boolean =>
  isSentimentKnown({ named: total('named'), clear: total('clear') })

function countBranded(window: Window): number {
  const branded = new Set(window.prompts.filter((prompt) => prompt.branded).map(({ id }) => id))
  return rowsWhere(window, ({ prompt_id }) => branded.has(prompt_id)).count('answers')
}

const detectableChange = (interval: z.input<typeof IntervalRecord>, prompts: number): number | null =>
  interval && twoDecimals(smallestDetectableChange(interval, prompts))

const showModel = (totals: ModelTotals, getDrift: Drifts) => ({
  platform: Platform.parse(totals.platform),
  model_used: totals.model || null,
  result_count: totals.counts.answers,
  avg_visibility_score: meanScore(totals.score_millipoints, totals.answers),
  mention_rate_pct: ratioPct(totals.named, totals.answers),
  interval: rateIntervalPct(totals.strata.mention_rate, getDrift('mention_rate', totals)),
  score_interval: scoreInterval(totals.strata.score, getDrift('score', totals)),
})

function topCompetitors(competitors: readonly Competitor[], entities: EntityTotals[], answers: number) {
  return competitors
    .flatMap(({ id, name, entity_no: number }) => {
      const totals = entities.find(({ entity }) => entity === number)
      return totals && totals.score_millipoints > 0 ? [{ id, name, totals }] : []
    })
    .sort((a, b) => b.totals.score_millipoints - a.totals.score_millipoints || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
    .map(({ id, name, totals }) => ({
      competitor_id: id,
      name,
      avg_visibility_score: meanScore(totals.score_millipoints, answers),
      mention_rate_pct: ratioPct(totals.named, answers),
      total_mentions: totals.counts.mentions,
      total_citations: totals.counts.own_citations,
    }))
}
