/** The sentiment of answers toward the brand: shares of positive, neutral and negative answers, in total and over time. */
import { z } from 'zod'
import { BucketDate, Count, Granularity, GranularityParameter, Pct, Platform } from './fields.ts'
import { defineMetric } from './metrics.ts'
import type { Grain } from './rollup-rows.ts'
import { readSeries, type Window } from './rollups.ts'
import { sumBy } from './sum-by.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  ratioPct,
} from './values.ts'

const Share = z
  .object({
    results: Count.describe('Answers with this sentiment.'),
    pct: Pct.describe('`results` / `clear_count`, in percent.'),
    interval: IntervalRecord.describe(
      'Confidence interval of `pct`, computed as if all answers were independent answers to one prompt.',
    ),
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
  returns: Sentiment,
  read,
})

async function read(window: Window, query: { granularity: Grain }): Promise<z.input<typeof Sentiment>> {
  const { rows } = window
  const all = countsOf(rows)
  return {
    ...metricHeader(window.scope),
    ...sharesOf(all),
    unknown_count: sumBy(rows, ({ named }) => named) - clearOf(all),
    by_platform: [...Map.groupBy(rows, ({ platform }) => platform)]
      .map(([platform, ofPlatform]) => ({
        platform: Platform.parse(platform),
        ...sharesOf(countsOf(ofPlatform)),
      }))
      .filter(({ clear_count }) => clear_count > 0)
      .sort((a, b) => (b.positive.pct ?? 0) - (a.positive.pct ?? 0)),
    granularity: query.granularity,
    buckets: (await readSeries(window, query.granularity)).map((bucket) => ({
      date: bucket.start,
      ...sharesOf(bucket),
    })),
  }
}

type Counts = { positive: number; neutral: number; negative: number }

const countsOf = (rows: readonly Counts[]): Counts => ({
  positive: sumBy(rows, ({ positive }) => positive),
  neutral: sumBy(rows, ({ neutral }) => neutral),
  negative: sumBy(rows, ({ negative }) => negative),
})

const clearOf = ({ positive, neutral, negative }: Counts) => positive + neutral + negative

function sharesOf(counts: Counts) {
  const clear = clearOf(counts)
  const share = (results: number) => ({
    results,
    pct: ratioPct(results, clear),
    interval: pooledRateIntervalPct(clear, results),
  })
  return {
    clear_count: clear,
    positive: share(counts.positive),
    neutral: share(counts.neutral),
    negative: share(counts.negative),
  }
}
