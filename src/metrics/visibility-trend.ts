/** The visibility of a brand by day or week, annotated with changes of models, prompts and platforms. */
import { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import { daysAfter, mondayOf } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import { readDrifts } from './drifts.ts'
import { PastChange, readPastChanges } from './established-changes.ts'
import {
  AveragePosition,
  BucketDate,
  CitationRate,
  CompetitorId,
  CompetitorName,
  CompetitorScore,
  Count,
  Granularity,
  GranularityParameter,
  MentionRate,
  Mentions,
  OwnCitations,
  PositiveSentiment,
  ResultCount,
  SameScore,
  Score,
  ShareOfVoice,
} from './fields.ts'
import { defineMetric } from './metrics.ts'
import { type BucketCounts, countByBucket, noCounts } from './not-counted.ts'
import type { BucketEntity, Grain, TimeBucket } from './rollup-rows.ts'
import { readSeries, type Window } from './rollups.ts'
import type { HeadlineNumber } from './statistics/change-detection/overview.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import { sumBy } from './sum-by.ts'
import {
  Annotation,
  type BucketWithCounts,
  changeNotes,
  type Note,
  notCountedNotes,
} from './trend-annotations.ts'
import {
  describeMetric,
  IntervalRecord,
  MentionRateInterval,
  MetricHeader,
  meanScore,
  metricHeader,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
  twoDecimals,
} from './values.ts'

const VisibilityTrend = z
  .object({
    ...MetricHeader,
    granularity: Granularity,
    buckets: z.array(
      z.object({
        date: BucketDate,
        result_count: ResultCount,
        avg_visibility_score: Score,
        ai_visibility_score: SameScore,
        interval: ScoreInterval,
        mention_rate_pct: MentionRate,
        citation_rate_pct: CitationRate,
        share_of_voice_pct: ShareOfVoice,
        positive_sentiment_pct: PositiveSentiment,
        avg_position: AveragePosition,
        intervals: z.object({
          mention_rate_pct: MentionRateInterval,
          citation_rate_pct: IntervalRecord.describe('Confidence interval of `citation_rate_pct`.'),
          positive_sentiment_pct: IntervalRecord.describe(
            'Confidence interval of `positive_sentiment_pct` that treats all answers of the bucket as independent answers to one prompt.',
          ),
        }),
        total_mentions: Mentions,
        total_citations: OwnCitations,
        avg_competitor_score: CompetitorScore,
        prompt_count: Count.describe('Prompts with at least one answer.'),
        annotations: z.array(Annotation).describe('Differences from the previous bucket with answers.'),
      }),
    ),
    changes: z
      .array(PastChange)
      .describe('Established changes of the brand in the window, over all platforms or on the chosen one.'),
    competitors: z
      .array(
        z.object({
          date: BucketDate,
          competitor_id: CompetitorId,
          name: CompetitorName,
          avg_visibility_score: Score,
          mention_rate_pct: MentionRate,
          citation_rate_pct: CitationRate,
          share_of_voice_pct: ShareOfVoice,
          avg_position: AveragePosition,
        }),
      )
      .describe(
        'With `competitors=true`: each bucket with answers of each tracked competitor, by date. Otherwise empty.',
      ),
  })
  .meta({ id: 'VisibilityTrend' })

/** Ten years of days. */
const maxFilledDays = 3_660

export const visibilityTrend = defineMetric({
  summary: 'Get the visibility trend',
  whenToUse:
    'Answers "how did visibility develop?" with a value per day or week, and notes on what else changed, such as a new model. For one total use get_visibility_summary.',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'citation_rate', 'share_of_voice', 'sentiment', 'average_position'],
    'Each bucket averages its own answers.',
    'A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window.',
  ),
  query: {
    granularity: GranularityParameter,
    fill: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: include buckets without answers, with null values.'),
    competitors: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: include the values of each tracked competitor.'),
    matched: z
      .enum(['true', 'false'])
      .default('false')
      .describe(
        '`true`: only answers to prompts, on platforms and in regions that also have answers in the previous window, so that added prompts and platforms do not change the values. Their average over the window is `current` of the changes of get_visibility_summary. Requires a first day.',
      ),
  },
  usesChanges: true,
  returns: VisibilityTrend,
  read,
})

type Flag = 'true' | 'false'
type Query = { granularity: Grain; fill: Flag; competitors: Flag; matched: Flag }

async function read(window: Window, query: Query): Promise<z.input<typeof VisibilityTrend>> {
  const { scope } = window
  const { granularity } = query
  const competitors = await listEntities(window, 'competitors', scope.brand.id)
  const numbers = competitors.map(({ number }) => number)
  const driftOf = await readDrifts(window)
  const notCounted = await countByBucket(window, granularity)
  const buckets: Bucket[] = []
  const series = await readSeries(window, granularity, cellsOf(window, query))
  let previous: BucketWithCounts | undefined
  for (const counters of series) {
    const current = { bucket: counters, notCounted: notCounted.get(counters.start) ?? noBucketCounts }
    const changes = previous ? changeNotes(previous, current) : []
    const excluded = notCountedNotes(counters.answers, current.notCounted)
    buckets.push(
      toBucket(counters, numbers, {
        annotations: [...changes, ...excluded],
        driftOf: (number) => driftOf(number, { days: granularity === 'day' ? 1 : 7 }),
      }),
    )
    previous = current
  }
  return {
    ...metricHeader(scope),
    granularity,
    changes: await readPastChanges(window),
    buckets: query.fill === 'true' ? fillGaps(buckets, scope, granularity) : buckets,
    competitors:
      query.competitors === 'true'
        ? series.flatMap((counters) => showCompetitors(counters, competitors))
        : [],
  }
}

/** Returns undefined for all cells. */
function cellsOf(window: Window, { matched }: Query) {
  if (matched === 'false') return undefined
  const common = window.commonCells()
  if (common === null) throw invalid('matched', 'requires a first day')
  return common
}

const noBucketCounts: BucketCounts = { ...noCounts, prompts: [] }

const absent: BucketEntity = { named: 0, cited: 0, mentions: 0, rank_sum: 0, score_milli: 0 }

/** Mentions of the brand and of these competitors. */
const countMentions = ({ mentions, entities }: TimeBucket, competitors: readonly number[]): number =>
  mentions + sumBy(competitors, (number) => entities.get(number)?.mentions ?? 0)

const meanPosition = ({ named, rank_sum }: Pick<BucketEntity, 'named' | 'rank_sum'>): number | null =>
  named === 0 ? null : twoDecimals(rank_sum / named)

type Competitors = Awaited<ReturnType<typeof listEntities>>

function showCompetitors(counters: TimeBucket, competitors: Competitors) {
  const { start, answers, entities } = counters
  const mentions = countMentions(
    counters,
    competitors.map(({ number }) => number),
  )
  return competitors.map(({ id, name, number }) => {
    const sums = entities.get(number) ?? absent
    return {
      date: start,
      competitor_id: id,
      name,
      avg_visibility_score: meanScore(sums.score_milli, answers),
      mention_rate_pct: ratioPct(sums.named, answers),
      citation_rate_pct: ratioPct(sums.cited, answers),
      share_of_voice_pct: ratioPct(sums.mentions, mentions),
      avg_position: meanPosition(sums),
    }
  })
}

function toBucket(
  counters: TimeBucket,
  competitors: readonly number[],
  { annotations, driftOf }: { annotations: Note[]; driftOf: (number: HeadlineNumber) => Drift | null },
): Bucket {
  const { answers, named, cited, positive } = counters
  const clear = positive + counters.neutral + counters.negative
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
    positive_sentiment_pct: ratioPct(positive, clear),
    avg_position: meanPosition(counters),
    intervals: {
      mention_rate_pct: rateIntervalPct(counters.named_strata, driftOf('mention_rate')),
      citation_rate_pct: rateIntervalPct(counters.cited_strata, driftOf('citation_rate')),
      positive_sentiment_pct: pooledRateIntervalPct(clear, positive, driftOf('positive_sentiment')),
    },
    total_mentions: counters.mentions,
    total_citations: counters.own_citations,
    avg_competitor_score: meanScore(
      sumBy(competitors, (number) => counters.entities.get(number)?.score_milli ?? 0),
      answers * competitors.length,
    ),
    prompt_count: counters.prompts,
    annotations,
  }
}

type Bucket = z.input<typeof VisibilityTrend>['buckets'][number]

/** Adds an empty bucket for each day or week without answers. Throws `invalid_request` for a window of too many days. */
function fillGaps(buckets: Bucket[], { from, to }: Scope, grain: Grain): Bucket[] {
  const first = from ?? buckets[0]?.date
  const last = to ?? buckets.at(-1)?.date
  if (first === undefined || last === undefined) return buckets
  if (last > daysAfter(first, maxFilledDays))
    throw invalid('fill', `takes windows of at most ${maxFilledDays} days`)
  const byDate = new Map(buckets.map((each) => [each.date, each]))
  const all: Bucket[] = []
  const step = grain === 'day' ? 1 : 7
  for (let date = grain === 'day' ? first : mondayOf(first); date <= last; date = daysAfter(date, step))
    all.push(byDate.get(date) ?? emptyBucket(date))
  return all
}

const emptyBucket = (date: string): Bucket => ({
  date,
  result_count: 0,
  avg_visibility_score: null,
  ai_visibility_score: null,
  interval: null,
  mention_rate_pct: null,
  citation_rate_pct: null,
  share_of_voice_pct: null,
  positive_sentiment_pct: null,
  avg_position: null,
  intervals: { mention_rate_pct: null, citation_rate_pct: null, positive_sentiment_pct: null },
  total_mentions: 0,
  total_citations: 0,
  avg_competitor_score: null,
  prompt_count: 0,
  annotations: [],
})
