import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import type { MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import type { ChartNote, TimeLineSeries } from '../charts/time-line.ts'
import { useChartNotes } from '../notes/chart-notes.ts'
import { NotesButton } from '../notes/NotesButton.tsx'
import { establishedSentence } from '../ui/change-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import {
  type Bucket,
  competitorValue,
  getMetric,
  type OverviewMetric,
  type TrendResponse,
} from './metrics.ts'
import { metricKeys, type OverviewSearch, overviewSearch } from './search.ts'

type Granularity = 'day' | 'week'

/** Only answers on one platform, or in cells that also have answers in the previous period. Without competitors. */
type Part = { platform: Platform } | { matched: 'true' }

export const trendQuery = (query: MetricQuery, granularity: Granularity, part?: Part) =>
  read('GET /api/metrics/visibility-trend', {
    query: {
      ...query,
      granularity,
      fill: 'true',
      ...(part ?? { competitors: 'true' }),
    },
  })

/** The selected metric over time: the brand and each competitor, or each platform. */
export function Trend({ platforms }: { platforms: readonly Platform[] }) {
  const { brand, slug, query } = useBrand()
  const {
    metric: key = 'visibility',
    lines,
    by: granularity = 'day',
  } = overviewSearch(useSearch({ strict: false }))
  const metric = getMetric(key)
  const { data, error } = useQuery(trendQuery(query, granularity))
  const split = useQueries({
    queries:
      lines === 'platforms' ? platforms.map((platform) => trendQuery(query, granularity, { platform })) : [],
  })
  const hasPrevious = query.days !== undefined || query.date_from !== undefined
  const matched = useQuery({
    ...trendQuery(query, granularity, { matched: 'true' }),
    enabled: lines === 'matched' && hasPrevious,
  })
  const dates = data?.buckets.map(({ date }) => date) ?? []
  const ownNotes = useChartNotes(dates, granularity === 'week' ? 7 : 1)
  const parts = lines === 'platforms' ? split : lines === 'matched' && hasPrevious ? [matched] : []
  const failure = error ?? parts.find((part) => part.error)?.error
  if (failure) return <Notice tone="bad">{failure.message}</Notice>
  if (!data) return <Bar className="h-88 rounded-xl" />
  const { buckets } = data
  const own = ownSeries(brand.name, buckets, metric)
  const toValues = (part: { data?: TrendResponse | undefined } | undefined) =>
    onDates(dates, part?.data?.buckets ?? [], metric.bucketValue)
  const getSeries = (): TimeLineSeries[] => {
    if (lines === undefined) return [own, ...competitorSeries(data, dates, metric)]
    // Until they are loaded, days would appear to have no value.
    if (parts.length === 0 || parts.some((part) => !part.data)) return [own]
    return lines === 'matched'
      ? [own, { name: t('overview.trend.matchedLine'), values: toValues(matched) }]
      : platforms.map((platform, index) => ({
          name: platformLabels[platform],
          values: toValues(split[index]),
        }))
  }
  return (
    <section aria-label={t('overview.trend.label')} className="min-w-0">
      <LineChart
        heading={<h2 className="font-semibold">{metric.label}</h2>}
        lead={getLead(metric, buckets, lines)}
        label={t(`overview.trend.chart.${granularity}`, { metric: metric.label, brand: brand.name })}
        fileName={`${slug}-${key}`}
        csv={csvHref('GET /api/metrics/visibility-trend', { ...query, granularity, competitors: 'true' })}
        dates={dates}
        series={getSeries()}
        notes={[
          ...(lines === 'platforms'
            ? []
            : [...getNotes(buckets), ...establishedNotes(data.changes, dates, metric)]),
          ...ownNotes,
        ]}
        format={(value) => metric.format(value)}
        isAutoScaled
        isInverse={metric.isPosition}
        step={granularity}
      >
        <ChartChoices hasPrevious={hasPrevious} />
        <NotesButton />
      </LineChart>
    </section>
  )
}

function getLead(
  metric: OverviewMetric,
  buckets: readonly Bucket[],
  lines: OverviewSearch['lines'],
): string | undefined {
  if (lines === 'platforms') return t('overview.trend.perPlatform')
  if (lines === 'matched') return t('overview.trend.matchedLead')
  if (metric.isPosition) return t('overview.trend.positionLead')
  return buckets.some((bucket) => metric.bucketInterval(bucket) !== null)
    ? t('overview.trend.bandLead')
    : undefined
}

/** `hasPrevious`: whether the period has a first day, so that there is one before it. */
function ChartChoices({ hasPrevious }: { hasPrevious: boolean }) {
  const { metric, lines, by } = overviewSearch(useSearch({ strict: false }))
  const choose = useFilterChoice()
  return (
    <>
      <Choice
        isCompact
        label={t('overview.trend.metric')}
        value={metric}
        every={getMetric('visibility').label}
        options={metricKeys.slice(1).map((key) => [key, getMetric(key).label])}
        onChoose={(chosen) => choose({ metric: chosen })}
      />
      <Choice
        isCompact
        label={t('overview.trend.lines')}
        value={lines}
        every={t('overview.trend.competitors')}
        options={[
          ['platforms', t('overview.trend.platforms')],
          ...(hasPrevious ? [['matched', t('overview.trend.matched')] as const] : []),
        ]}
        onChoose={(chosen) => choose({ lines: chosen })}
      />
      <Choice
        isCompact
        label={t('overview.trend.interval')}
        value={by}
        every={t('overview.trend.byDay')}
        options={[['week', t('overview.trend.byWeek')]]}
        onChoose={(chosen) => choose({ by: chosen })}
      />
    </>
  )
}

function ownSeries(name: string, buckets: readonly Bucket[], metric: OverviewMetric): TimeLineSeries {
  const band = buckets.map(metric.bucketInterval)
  return {
    name,
    isMain: true,
    values: buckets.map(metric.bucketValue),
    ...(band.some((interval) => interval !== null) && { band }),
  }
}

/** More lines are not distinguishable. */
const mostCompetitors = 7

/** Competitors are in the order of the API, so that each has the same color in every chart. */
function competitorSeries(
  { competitors }: TrendResponse,
  dates: string[],
  metric: OverviewMetric,
): TimeLineSeries[] {
  if (metric.field === null) return []
  return [...Map.groupBy(competitors, ({ competitor_id }) => competitor_id).values()]
    .slice(0, mostCompetitors)
    .map((points) => ({
      name: points[0]?.name ?? '',
      values: onDates(dates, points, (point) => competitorValue(metric, point)),
    }))
}

function onDates<T extends { date: string }>(
  dates: string[],
  points: readonly T[],
  valueAt: (point: T) => number | null,
): (number | null)[] {
  const values = new Map(points.map((point) => [point.date, valueAt(point)]))
  return dates.map((date) => values.get(date) ?? null)
}

const getNotes = (buckets: readonly Bucket[]): ChartNote[] =>
  buckets.flatMap(({ date, annotations }) =>
    annotations.map(({ kind, note, not_counted_pct }) => ({
      date,
      text: note,
      label: t(`overview.trend.events.${kind}`),
      isMinor: not_counted_pct !== null && not_counted_pct < partialRunPct,
    })),
  )

/** Most days have a refused or an empty answer. Only days without this share of their answers are marked. */
const partialRunPct = 10

/** The marks of established changes, each at the first of its days that the chart shows. */
export function establishedNotes(
  changes: TrendResponse['changes'],
  dates: readonly string[],
  metric: OverviewMetric,
): ChartNote[] {
  return changes.flatMap((change) => {
    const date = dates.findLast((date) => date <= change.since) ?? dates[0]
    return change.number === metric.number && date !== undefined
      ? [{ date, text: establishedSentence(change, metric), label: t('overview.trend.events.established') }]
      : []
  })
}
