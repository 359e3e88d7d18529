/** The sentiment of answers toward the brand: shares of positive, neutral and negative answers, in total and over time. */
import { z } from 'zod'
import { type Drifts, driftAt, readDrifts } from './drifts.ts'
import { BucketDate, Count, Granularity, GranularityParameter, Pct, Platform } from './fields.ts'
import { defineMetric } from './metrics.ts'
import { daysOfGrain, type Grain, type RollupRow, type TimeBucket } from './rollup-rows.ts'
import { readSeries, type Window } from './rollups.ts'
import { answersPerDayIn, RowColumns } from './row-columns.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import { sumBy } from './sum-by.ts'
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
  usesChanges: true,
  returns: Sentiment,
  read,
})

async function read(window: Window, query: { granularity: Grain }): Promise<z.input<typeof Sentiment>> {
  const { rows } = window
  const driftOf = await readDrifts(window)
  const all = sharesOfRows(rows, driftOf('positive_sentiment'))
  return {
    ...metricHeader(window.scope),
    ...all,
    unknown_count: sumBy(rows, ({ named }) => named) - all.clear_count,
    by_platform: [...Map.groupBy(rows, ({ platform }) => platform)]
      .map(([platform, ofPlatform]) => ({
        platform: Platform.parse(platform),
        ...sharesOfRows(ofPlatform, driftOf('positive_sentiment', { platform })),
      }))
      .filter(({ clear_count }) => clear_count > 0)
      .sort((a, b) => (b.positive.pct ?? 0) - (a.positive.pct ?? 0)),
    granularity: query.granularity,
    buckets: (await readSeries(window, query.granularity)).map((bucket) => ({
      date: bucket.start,
      ...sharesOfBucket(bucket, driftInBucket(driftOf, query.granularity)),
    })),
  }
}

const driftInBucket = (driftOf: Drifts, grain: Grain) =>
  driftOf('positive_sentiment', { days: daysOfGrain[grain] })

type Counts = { positive: number; neutral: number; negative: number }
type Interval = z.input<typeof IntervalRecord>

const clearOf = ({ positive, neutral, negative }: Counts) => positive + neutral + negative

function sharesOfRows(rows: readonly RollupRow[], drift: Drift | null) {
  const columns = new RowColumns(rows)
  const counts = {
    positive: sumBy(rows, ({ positive }) => positive),
    neutral: sumBy(rows, ({ neutral }) => neutral),
    negative: sumBy(rows, ({ negative }) => negative),
  }
  return sharesOf(counts, (name, share) =>
    name === 'positive'
      ? rateIntervalPct(columns.positive(rows), drift)
      : rateIntervalPct(columns.otherSentiment(rows, name), driftAt(drift, share)),
  )
}

/** Buckets have no sums of clear answers by prompt. */
const sharesOfBucket = (bucket: TimeBucket, drift: Drift | null) =>
  sharesOf(bucket, (name, share) =>
    pooledRateIntervalPct(bucket[name], {
      n: clearOf(bucket),
      perDay: answersPerDayIn(bucket),
      drift: name === 'positive' ? drift : driftAt(drift, share),
    }),
  )

function sharesOf(counts: Counts, intervalOf: (name: keyof Counts, share: number) => Interval) {
  const clear = clearOf(counts)
  const share = (name: keyof Counts) => ({
    results: counts[name],
    pct: ratioPct(counts[name], clear),
    interval: clear === 0 ? null : intervalOf(name, counts[name] / clear),
  })
  return {
    clear_count: clear,
    positive: share('positive'),
    neutral: share('neutral'),
    negative: share('negative'),
  }
}
