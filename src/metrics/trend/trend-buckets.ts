/** A day or week of a trend, of the brand and of its competitors. */
import { z } from 'zod'
import {
  AveragePosition,
  BucketDate,
  CitationRate,
  CompetitorId,
  CompetitorName,
  CompetitorScore,
  Count,
  MentionRate,
  Mentions,
  OwnCitations,
  PositiveSentiment,
  ResultCount,
  SameScore,
  Score,
  ShareOfVoice,
} from '../fields.ts'
import { coveragePct, isSentimentKnown, positiveSharePct, SentimentCoverage } from '../known-sentiment.ts'
import type { EntityCounter } from '../numbers.ts'
import type { TimeBucket } from '../rollup-rows.ts'
import type { Competitor } from '../rollups.ts'
import type { HeadlineNumber } from '../statistics/change-detection/overview.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import {
  IntervalRecord,
  MentionRateInterval,
  meanPosition,
  meanScore,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
  twoDecimals,
} from '../values.ts'
import { Annotation, type TrendAnnotation } from './trend-annotations.ts'

export const TrendBucket = z.object({
  date: BucketDate,
  result_count: ResultCount,
  avg_visibility_score: Score,
  ai_visibility_score: SameScore,
  interval: ScoreInterval,
  mention_rate_pct: MentionRate,
  citation_rate_pct: CitationRate,
  share_of_voice_pct: ShareOfVoice,
  positive_sentiment_pct: PositiveSentiment,
  sentiment_coverage_pct: SentimentCoverage,
  avg_position: AveragePosition,
  intervals: z.object({
    mention_rate_pct: MentionRateInterval,
    citation_rate_pct: IntervalRecord.describe('Confidence interval of `citation_rate_pct`.'),
    positive_sentiment_pct: IntervalRecord.describe(
      'Confidence interval of `positive_sentiment_pct`. Answers to a prompt on a platform on one day count as one sample, and differences between prompts as chance.',
    ),
  }),
  total_mentions: Mentions,
  total_citations: OwnCitations,
  avg_competitor_score: CompetitorScore,
  prompt_count: Count.describe('Prompts with at least one answer.'),
  annotations: z.array(Annotation).describe('Differences from the previous bucket with answers.'),
})

export type Bucket = z.input<typeof TrendBucket>

export const CompetitorBucket = z.object({
  date: BucketDate,
  competitor_id: CompetitorId,
  name: CompetitorName,
  avg_visibility_score: Score,
  mention_rate_pct: MentionRate,
  citation_rate_pct: CitationRate,
  share_of_voice_pct: ShareOfVoice,
  avg_position: AveragePosition,
})

/** Mentions of the brand and of these competitors. */
const countMentions = (counters: TimeBucket, competitors: readonly number[]): number =>
  counters.total('mentions') + counters.computeTotal('mentions', competitors)

const getPosition = (total: (name: 'named' | 'names_before') => number): number | null =>
  total('named') === 0
    ? null
    : twoDecimals(meanPosition({ named: total('named'), names_before: total('names_before') }))

/** Returns the bucket of each competitor. */
export function showCompetitors(counters: TimeBucket, competitors: readonly Competitor[]) {
  const { start } = counters
  const answers = counters.total('answers')
  const mentions = countMentions(
    counters,
    competitors.map(({ entity_no }) => entity_no),
  )
  return competitors.map(({ id, name, entity_no: number }) => {
    const sumUp = (counter: EntityCounter) => counters.computeTotal(counter, [number])
    return {
      date: start,
      competitor_id: id,
      name,
      avg_visibility_score: meanScore(sumUp('score_millipoints'), answers),
      mention_rate_pct: ratioPct(sumUp('named'), answers),
      citation_rate_pct: ratioPct(sumUp('cited'), counters.total('searchable')),
      share_of_voice_pct: ratioPct(sumUp('mentions'), mentions),
      avg_position: getPosition(sumUp),
    }
  })
}

/** `competitors`: their numbers. */
export function toBucket(
  counters: TimeBucket,
  competitors: readonly number[],
  {
    annotations,
    getDrift,
  }: { annotations: TrendAnnotation[]; getDrift: (number: HeadlineNumber) => Drift | null },
): Bucket {
  const { total, count, strata } = counters
  const answers = total('answers')
  const sentiment = { named: total('named'), clear: total('clear'), positive: total('positive') }
  const score = meanScore(total('score_millipoints'), answers)
  return {
    date: counters.start,
    result_count: count('answers'),
    avg_visibility_score: score,
    ai_visibility_score: score,
    interval: scoreInterval(strata.score, getDrift('score')),
    mention_rate_pct: ratioPct(total('named'), answers),
    citation_rate_pct: ratioPct(total('cited'), total('searchable')),
    share_of_voice_pct:
      competitors.length === 0 ? null : ratioPct(total('mentions'), countMentions(counters, competitors)),
    positive_sentiment_pct: positiveSharePct(sentiment),
    sentiment_coverage_pct: coveragePct(sentiment),
    avg_position: getPosition(total),
    intervals: {
      mention_rate_pct: rateIntervalPct(strata.mention_rate, getDrift('mention_rate')),
      citation_rate_pct: rateIntervalPct(strata.citation_rate, getDrift('citation_rate')),
      positive_sentiment_pct: isSentimentKnown(sentiment)
        ? pooledRateIntervalPct(sentiment.positive, {
            n: sentiment.clear,
            perDay: counters.answersPerDay,
            drift: getDrift('positive_sentiment'),
          })
        : null,
    },
    total_mentions: count('mentions'),
    total_citations: count('own_citations'),
    avg_competitor_score: meanScore(
      counters.computeTotal('score_millipoints', competitors),
      answers * competitors.length,
    ),
    prompt_count: counters.prompts.length,
    annotations,
  }
}

export const emptyBucket = (date: string): Bucket => ({
  date,
  result_count: 0,
  avg_visibility_score: null,
  ai_visibility_score: null,
  interval: null,
  mention_rate_pct: null,
  citation_rate_pct: null,
  share_of_voice_pct: null,
  positive_sentiment_pct: null,
  sentiment_coverage_pct: null,
  avg_position: null,
  intervals: { mention_rate_pct: null, citation_rate_pct: null, positive_sentiment_pct: null },
  total_mentions: 0,
  total_citations: 0,
  avg_competitor_score: null,
  prompt_count: 0,
  annotations: [],
})
