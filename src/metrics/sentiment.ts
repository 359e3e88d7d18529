/** The sentiment of answers toward the brand: shares of positive, neutral and negative answers, in total and over time. */
import { z } from 'zod'
import { type Drifts, driftAt, readDrifts } from './drifts.ts'
import { BucketDate, Count, Granularity, GranularityParameter, Pct, Platform } from './fields.ts'
import { defineMetric } from './metrics.ts'
import { recordOf } from './numbers.ts'
import { type BrandRows, daysOfGrain, type Grain, type TimeBucket } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { groupRows } from './row-groups.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
} from './values.ts'

const Share = z
  .object({
    results: Count.describe('Answers with this sentiment.'),
    pct: Pct.describe('`results` / `clear_count`, in percent.'),
    interval: IntervalRecord.describe('Confidence interval of `pct`.'),
  })
  .meta({ id: 'SentimentShare' })

const Shares = {
  clear_count: Count.describe('Answers that mention the brand with a clear sentiment.'),
  positive: Share,
  neutral: Share,
  negative: Share,
}

const Sentiment = z
  .object({
    ...MetricHeader,
    ...Shares,
    unknown_count: Count.describe('Answers that mention the brand with an unclear sentiment.'),
    by_platform: z.array(z.object({ platform: Platform, ...Shares })),
    granularity: Granularity,
    buckets: z
      .array(z.object({ date: BucketDate, ...Shares }))
      .describe(
        'Days or weeks with answers. The first and last week contain only their days within the window.',
      ),
  })
  .meta({ id: 'Sentiment' })

const query = { granularity: GranularityParameter }

export const sentiment = defineMetric({
  summary: 'Get the sentiment toward the brand',
  description: describeMetric(
    ['sentiment'],
    'Counts the answers that mention the brand, by their sentiment toward it.',
  ),
  query,
  numbers: ['positive_sentiment', 'neutral_sentiment', 'negative_sentiment'],
  usesChanges: true,
  returns: Sentiment,
  read,
})

async function read(window: Window, query: { granularity: Grain }): Promise<z.input<typeof Sentiment>> {
  const driftOf = await readDrifts(window)
  const all = sharesOfRows(window, driftOf('positive_sentiment'))
  return {
    ...metricHeader(window.scope),
    ...all,
    unknown_count: window.total('named') - all.clear_count,
    by_platform: [...groupRows(window, ({ platform }) => platform)]
      .map(([platform, ofPlatform]) => ({
        platform: Platform.parse(platform),
        ...sharesOfRows(ofPlatform, driftOf('positive_sentiment', { platform })),
      }))
      .filter(({ clear_count }) => clear_count > 0)
      .sort((a, b) => (b.positive.pct ?? 0) - (a.positive.pct ?? 0)),
    granularity: query.granularity,
    buckets: (await window.trend(query.granularity)).map((bucket) => ({
      date: bucket.start,
      ...sharesOfBucket(bucket, driftInBucket(driftOf, query.granularity)),
    })),
  }
}

const driftInBucket = (driftOf: Drifts, grain: Grain) =>
  driftOf('positive_sentiment', { days: daysOfGrain[grain] })

const labels = ['positive', 'neutral', 'negative'] as const
type Label = (typeof labels)[number]
type Interval = z.input<typeof IntervalRecord>

const sharesOfRows = (rows: BrandRows, drift: Drift | null) =>
  sharesOf(rows, (label, share) =>
    rateIntervalPct(rows.number(`${label}_sentiment`), label === 'positive' ? drift : driftAt(drift, share)),
  )

/** Buckets have no sums of clear answers by prompt. */
const sharesOfBucket = (bucket: TimeBucket, drift: Drift | null) =>
  sharesOf(bucket, (label, share) =>
    pooledRateIntervalPct(bucket.total(label), {
      n: bucket.total('clear'),
      perDay: bucket.answersPerDay,
      drift: label === 'positive' ? drift : driftAt(drift, share),
    }),
  )

function sharesOf(
  of: { total(name: Label | 'clear'): number },
  intervalOf: (label: Label, share: number) => Interval,
) {
  const clear = of.total('clear')
  const share = (label: Label) => ({
    results: of.total(label),
    pct: ratioPct(of.total(label), clear),
    interval: clear === 0 ? null : intervalOf(label, of.total(label) / clear),
  })
  return { clear_count: clear, ...recordOf(labels, share) }
}
