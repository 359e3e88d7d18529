/** The sentiment of answers toward the brand: shares of positive, neutral and negative answers, in total and over time. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type ComparedRows, compareSentiment } from './competitors/comparison.ts'
import { type Drifts, driftAt } from './drifts.ts'
import { readChanges, withEstablished } from './established-changes.ts'
import { BucketDate, Count, Granularity, GranularityParameter, Pct, Platform } from './fields.ts'
import { coveragePct, isSentimentKnown } from './known-sentiment.ts'
import { findMethodInUse, MethodInUse } from './method-in-use.ts'
import { defineMetric } from './metrics.ts'
import { toRecord } from './numbers.ts'
import { readPeriodChanges } from './period-changes.ts'
import { PeriodChange, RowChange } from './period-state.ts'
import { type BrandRows, daysOfGrain, type Grain, type TimeBucket } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { groupRows, selectRows } from './row-groups.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  rateDifference,
  rateIntervalPct,
  ratioPct,
} from './values.ts'

const Share = z
  .object({
    results: Count.describe('Answers with this sentiment.'),
    pct: Pct.describe('`results` / `clear_count`, in percent. Null if too few sentiments are known.'),
    interval: IntervalRecord.describe('Confidence interval of `pct`.'),
  })
  .meta({ id: 'SentimentShare' })

const ComparedShare = Share.extend({
  change: RowChange.describe('Change of `pct`, in percentage points.'),
}).meta({
  id: 'ComparedSentimentShare',
})

const Shares = {
  clear_count: Count.describe('Answers that mention the brand with a known sentiment.'),
  coverage_pct: Pct.describe(
    'For how many of the answers that mention the brand the sentiment is known; see `sentiment_coverage_pct`.',
  ),
  positive: Share,
  neutral: Share,
  negative: Share,
}

const Sentiment = z
  .object({
    ...MetricHeader,
    ...Shares,
    neutral: ComparedShare,
    negative: ComparedShare,
    change: PeriodChange.describe('Change of `positive.pct`.'),
    unknown_count: Count.describe('Answers that mention the brand with an unknown sentiment.'),
    method: MethodInUse.describe(
      'Numbers never mix methods. Answers before `from` are unknown. The label of a person replaces the classified one.',
    ),
    reviews: z
      .array(
        z.object({
          method: z.enum(['rules', 'model']).describe('What had classified the answers.'),
          reviewed: Count.describe('Answers whose label a person confirmed or corrected.'),
          agreed: Count.describe('Of these, those whose label was confirmed.'),
        }),
      )
      .describe('How often people agreed with each method, in all answers of the brand.'),
    by_platform: z.array(
      z.object({ platform: Platform, ...Shares, change: RowChange.describe('Change of `positive.pct`.') }),
    ),
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
  previous: { numbers: ['positive_sentiment', 'neutral_sentiment', 'negative_sentiment', 'mention_rate'] },
  pastDays,
  returns: Sentiment,
  read,
})

async function read(window: Window, query: { granularity: Grain }): Promise<z.input<typeof Sentiment>> {
  const { getEstablished, getDrift } = await readChanges(window)
  const periods = await readPeriodChanges(window)
  const before = window.previous && groupRows(window.previous, ({ platform }) => platform)
  const { change } = compareSentiment(window.previous, window)
  const difference = rateDifference(change)
  const platforms = [...groupRows(window, ({ platform }) => platform)]
  const all = sharesOfRows(window, getDrift('positive_sentiment'))
  const describePlatform = (compared: ComparedRows) =>
    periods.describeRow('positive_sentiment', rateDifference(compared.change), {
      ...compared,
      rows: platforms.length,
    })
  const withChange = (label: 'neutral' | 'negative') => {
    const number = `${label}_sentiment` as const
    const compared = compareSentiment(window.previous, window, number)
    const ofShare = rateDifference(compared.change)
    return {
      ...all[label],
      change: periods.describeRow(number, ofShare, { ...compared, rows: labels.length }),
    }
  }
  return {
    ...metricHeader(window.scope),
    ...all,
    neutral: withChange('neutral'),
    negative: withChange('negative'),
    change: {
      ...withEstablished(difference, getEstablished('positive_sentiment')),
      ...periods.describe('positive_sentiment', difference, change),
    },
    unknown_count: window.count('named') - all.clear_count,
    method: await findMethodInUse(window, 'sentiment'),
    reviews: await countReviews(window),
    by_platform: platforms
      .map(([platform, ofPlatform]) => ({
        platform: Platform.parse(platform),
        ...sharesOfRows(ofPlatform, getDrift('positive_sentiment', { platform })),
        change: describePlatform(
          compareSentiment(
            window.previous && (before?.get(platform) ?? selectRows(window.previous, [])),
            ofPlatform,
          ),
        ),
      }))
      .filter(({ clear_count }) => clear_count > 0)
      .sort((a, b) => (b.positive.pct ?? -1) - (a.positive.pct ?? -1)),
    granularity: query.granularity,
    buckets: (await window.trend(query.granularity)).map((bucket) => ({
      date: bucket.start,
      ...sharesOfBucket(bucket, driftInBucket(getDrift, query.granularity)),
    })),
  }
}

/** A label of a method that was unknown can be neither confirmed nor wrong. */
async function countReviews({ db, scope }: Window) {
  const { rows } = await sql<{ method: 'rules' | 'model'; reviewed: number; agreed: number }>`
    select classified_by as method, count(*)::int as reviewed,
      (count(*) filter (where label = classified_label))::int as agreed
    from sentiment_corrections
    where brand_id = ${scope.brand.id} and classified_label <> 'unknown'
    group by classified_by order by classified_by`.execute(db)
  return rows
}

const driftInBucket = (getDrift: Drifts, grain: Grain) =>
  getDrift('positive_sentiment', { days: daysOfGrain[grain] })

const labels = ['positive', 'neutral', 'negative'] as const
type Label = (typeof labels)[number]
type Interval = z.input<typeof IntervalRecord>

const sharesOfRows = (rows: BrandRows, drift: Drift | null) =>
  computeShares(rows, (label, share) =>
    rateIntervalPct(rows.number(`${label}_sentiment`), label === 'positive' ? drift : driftAt(drift, share)),
  )

/** Buckets have no sums of clear answers by prompt. */
const sharesOfBucket = (bucket: TimeBucket, drift: Drift | null) =>
  computeShares(bucket, (label, share) =>
    pooledRateIntervalPct(bucket.total(label), {
      n: bucket.total('clear'),
      perDay: bucket.answersPerDay,
      drift: label === 'positive' ? drift : driftAt(drift, share),
    }),
  )

function computeShares(
  of: Record<'total' | 'count', (name: Label | 'clear' | 'named') => number>,
  computeInterval: (label: Label, share: number) => Interval,
) {
  const counts = { named: of.total('named'), clear: of.total('clear') }
  const isKnown = isSentimentKnown(counts)
  const share = (label: Label) => ({
    results: of.count(label),
    pct: isKnown ? ratioPct(of.total(label), counts.clear) : null,
    interval: isKnown ? computeInterval(label, of.total(label) / counts.clear) : null,
  })
  return { clear_count: of.count('clear'), coverage_pct: coveragePct(counts), ...toRecord(labels, share) }
}
