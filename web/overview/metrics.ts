/** The metrics of the overview: how each is read from the API, compared with competitors and formatted. */
import {
  formatPct,
  formatPosition,
  formatPositionRange,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { AnswerSearch } from '../answers/search.ts'
import type { Returns } from '../api.ts'
import type { DisplayedChange } from '../ui/change-text.ts'
import type { PeriodChange } from '../ui/period-text.ts'
import type { MetricKey } from './search.ts'

export type Summary = Returns<'GET /api/metrics/visibility-summary'>
export type Comparison = Returns<'GET /api/metrics/competitor-comparison'>
export type TrendResponse = Returns<'GET /api/metrics/visibility-trend'>
export type Bucket = TrendResponse['buckets'][number]
type CompetitorPoint = TrendResponse['competitors'][number]
type Interval = { low: number; high: number } | null
type Data = { summary: Summary; comparison: Comparison }

/** The fields that the brand and its competitors have in common. */
type SharedField =
  | 'avg_visibility_score'
  | 'mention_rate_pct'
  | 'share_of_voice_pct'
  | 'citation_rate_pct'
  | 'avg_position'

/** The part of a comparison that ranks the brand. */
type Values = Record<SharedField, number | null>
export type Ranked = {
  brand: Values & { name: string }
  competitors: readonly (Values & { name: string; gap_change?: PeriodChange })[]
}

export type OverviewMetric = {
  label: string
  definition: string
  /** The name of the number in `changes` of a trend. */
  number: TrendResponse['changes'][number]['number']
  /** Null: competitors do not have it. */
  field: SharedField | null
  /** A smaller value is better. */
  isPosition: boolean
  format: (value: number | null) => string
  formatInterval: (interval: { low: number; high: number }) => string
  value(data: Data): number | null
  interval(data: Data): Interval
  change(data: Data): DisplayedChange & PeriodChange
  /** The answers or mentions in the denominator. */
  count(data: Data): number
  counted: 'answers' | 'mentions'
  /** The answers behind the number. */
  evidence: AnswerSearch
  bucketValue(bucket: Bucket): number | null
  bucketInterval(bucket: Bucket): Interval
}

const rate = {
  isPosition: false,
  format: formatPct,
  formatInterval: (interval: { low: number; high: number }) => formatRange(interval, '%'),
  counted: 'answers',
} as const

export const overviewMetrics = () =>
  ({
    visibility: {
      label: t('labels.metric.visibility_score.label'),
      definition: t('labels.metric.visibility_score.definition'),
      ...rate,
      number: 'score',
      field: 'avg_visibility_score',
      format: formatScore,
      formatInterval: (interval) => formatRange(interval),
      value: ({ summary }) => summary.avg_visibility_score,
      interval: ({ summary }) => summary.intervals.avg_visibility_score,
      change: ({ summary }) => summary.change,
      count: ({ summary }) => summary.result_count,
      evidence: {},
      bucketValue: (bucket) => bucket.avg_visibility_score,
      bucketInterval: (bucket) => bucket.interval,
    },
    mentions: {
      label: t('labels.metric.mention_rate.label'),
      definition: t('labels.metric.mention_rate.definition'),
      ...rate,
      number: 'mention_rate',
      field: 'mention_rate_pct',
      value: ({ summary }) => summary.mention_rate_pct,
      interval: ({ summary }) => summary.intervals.mention_rate_pct,
      change: ({ summary }) => summary.changes.mention_rate_pct,
      count: ({ summary }) => summary.result_count,
      evidence: { named: 'yes' },
      bucketValue: (bucket) => bucket.mention_rate_pct,
      bucketInterval: (bucket) => bucket.intervals.mention_rate_pct,
    },
    share: {
      label: t('labels.metric.share_of_voice.label'),
      definition: t('labels.metric.share_of_voice.definition'),
      ...rate,
      number: 'share_of_voice',
      field: 'share_of_voice_pct',
      counted: 'mentions',
      value: ({ comparison }) =>
        comparison.competitors.length === 0 ? null : comparison.share_of_voice.overall_sov_pct,
      interval: ({ comparison }) => comparison.share_of_voice.interval,
      change: ({ comparison }) => comparison.share_of_voice.change,
      count: ({ comparison: { share_of_voice: share } }) =>
        share.total_brand_mentions + share.total_competitor_mentions,
      evidence: { named: 'yes' },
      bucketValue: (bucket) => bucket.share_of_voice_pct,
      bucketInterval: () => null,
    },
    citations: {
      label: t('labels.metric.citation_rate.label'),
      definition: t('labels.metric.citation_rate.definition'),
      ...rate,
      number: 'citation_rate',
      field: 'citation_rate_pct',
      value: ({ summary }) => summary.citation_rate_pct,
      interval: ({ summary }) => summary.intervals.citation_rate_pct,
      change: ({ summary }) => summary.changes.citation_rate_pct,
      count: ({ summary }) => summary.result_count,
      evidence: { cited: 'yes' },
      bucketValue: (bucket) => bucket.citation_rate_pct,
      bucketInterval: (bucket) => bucket.intervals.citation_rate_pct,
    },
    sentiment: {
      label: t('labels.metric.sentiment.label'),
      definition: t('labels.metric.sentiment.definition'),
      ...rate,
      number: 'positive_sentiment',
      field: null,
      value: ({ summary }) => summary.positive_sentiment_pct,
      interval: ({ summary }) => summary.intervals.positive_sentiment_pct,
      change: ({ summary }) => summary.changes.positive_sentiment_pct,
      count: ({ summary: { sentiment } }) => sentiment.positive + sentiment.neutral + sentiment.negative,
      evidence: { sentiment: 'positive' },
      bucketValue: (bucket) => bucket.positive_sentiment_pct,
      bucketInterval: (bucket) => bucket.intervals.positive_sentiment_pct,
    },
    position: {
      label: t('labels.metric.average_position.label'),
      definition: t('labels.metric.average_position.definition'),
      ...rate,
      number: 'avg_position',
      field: 'avg_position',
      isPosition: true,
      format: formatPosition,
      formatInterval: formatPositionRange,
      value: ({ summary }) => summary.avg_position,
      interval: ({ summary }) => summary.intervals.avg_position,
      change: ({ summary }) => summary.changes.avg_position,
      count: ({ summary }) => summary.results_mentioning,
      evidence: { named: 'yes' },
      bucketValue: (bucket) => bucket.avg_position,
      bucketInterval: () => null,
    },
  }) as const satisfies Record<MetricKey, OverviewMetric>

export const getMetric = (key: MetricKey): OverviewMetric => overviewMetrics()[key]

export const competitorValue = ({ field }: OverviewMetric, point: CompetitorPoint): number | null =>
  field === null ? null : point[field]

export type Standing<C = unknown> = {
  /** 1 is first. */
  rank: number
  /** The brand and all competitors with a value. */
  of: number
  /** The best competitor. */
  competitor: C & { name: string; value: number }
  /** How far the brand is ahead of the best competitor; negative when behind. */
  lead: number
}

/** Ranks the brand among its competitors. Null without a value or without competitors that have one. */
export function getStanding<C extends Values & { name: string }>(
  { field, isPosition }: OverviewMetric,
  { brand, competitors }: { brand: Values; competitors: readonly C[] },
): Standing<C> | null {
  const own = field === null ? null : brand[field]
  if (field === null || own === null) return null
  const direction = isPosition ? -1 : 1
  const ranked = competitors
    .flatMap((each) => {
      const value = each[field]
      return value === null ? [] : [{ ...each, value }]
    })
    .sort((a, b) => direction * (b.value - a.value))
  const [first] = ranked
  if (first === undefined) return null
  return {
    rank: 1 + ranked.filter(({ value }) => direction * (value - own) > 0).length,
    of: ranked.length + 1,
    competitor: first,
    lead: direction * (own - first.value),
  }
}
