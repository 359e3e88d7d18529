/** A day or week of a trend, of the brand and of its competitors. */
import { z } from 'zod'
import type { listEntities } from '../../brands/entities.ts'
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
import {
  coveragePct,
  isSentimentKnown,
  knownIn,
  positiveSharePct,
  SentimentCoverage,
} from '../known-sentiment.ts'
import type { BucketEntityCounter, TimeBucket } from '../rollup-rows.ts'
import { answersPerDayIn } from '../row-columns.ts'
import type { HeadlineNumber } from '../statistics/change-detection/overview.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import {
  IntervalRecord,
  MentionRateInterval,
  meanScore,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
  twoDecimals,
} from '../values.ts'
import { Annotation, type Note } from './trend-annotations.ts'

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
  counters.mentions + counters.entitySum('mentions', competitors)

const meanPosition = ({ named, rank_sum }: { named: number; rank_sum: number }): number | null =>
  named === 0 ? null : twoDecimals(rank_sum / named)

type Competitors = Awaited<ReturnType<typeof listEntities>>

/** Returns the bucket of each competitor. */
export function showCompetitors(counters: TimeBucket, competitors: Competitors) {
  const { start, answers } = counters
  const mentions = countMentions(
    counters,
    competitors.map(({ number }) => number),
  )
  return competitors.map(({ id, name, number }) => {
    const sumOf = (counter: BucketEntityCounter) => counters.entitySum(counter, [number])
    return {
      date: start,
      competitor_id: id,
      name,
      avg_visibility_score: meanScore(sumOf('score_milli'), answers),
      mention_rate_pct: ratioPct(sumOf('named'), answers),
      citation_rate_pct: ratioPct(sumOf('cited'), answers),
      share_of_voice_pct: ratioPct(sumOf('mentions'), mentions),
      avg_position: meanPosition({ named: sumOf('named'), rank_sum: sumOf('rank_sum') }),
    }
  })
}

/** `competitors`: their numbers. */
export function toBucket(
  counters: TimeBucket,
  competitors: readonly number[],
  { annotations, driftOf }: { annotations: Note[]; driftOf: (number: HeadlineNumber) => Drift | null },
): Bucket {
  const { answers, named, cited, positive } = counters
  const score = meanScore(counters.score_milli, answers)
  return {
    date: counters.start,
    result_count: answers,
    avg_visibility_score: score,
    ai_visibility_score: score,
    interval: scoreInterval(counters.score_strata, driftOf('score')),
    mention_rate_pct: ratioPct(named, answers),
    citation_rate_pct: ratioPct(cited, answers),
    share_of_voice_pct:
      competitors.length === 0 ? null : ratioPct(counters.mentions, countMentions(counters, competitors)),
    positive_sentiment_pct: positiveSharePct(counters),
    sentiment_coverage_pct: coveragePct(counters),
    avg_position: meanPosition(counters),
    intervals: {
      mention_rate_pct: rateIntervalPct(counters.named_strata, driftOf('mention_rate')),
      citation_rate_pct: rateIntervalPct(counters.cited_strata, driftOf('citation_rate')),
      positive_sentiment_pct: isSentimentKnown(counters)
        ? pooledRateIntervalPct(positive, {
            n: knownIn(counters),
            perDay: answersPerDayIn(counters),
            drift: driftOf('positive_sentiment'),
          })
        : null,
    },
    total_mentions: counters.mentions,
    total_citations: counters.own_citations,
    avg_competitor_score: meanScore(
      counters.entitySum('score_milli', competitors),
      answers * competitors.length,
    ),
    prompt_count: counters.prompts.size,
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
