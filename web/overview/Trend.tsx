import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatDayRange } from '../../vocabulary/formats.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import {
  addDays,
  type BrandFilter,
  countDays,
  type MetricQuery,
  metricQuery,
  periodRange,
} from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import type { ChartNote, ChartPeriod, TimeLineSeries } from '../charts/time-line.ts'
import { useChartNotes } from '../notes/chart-notes.ts'
import { NotesButton } from '../notes/NotesButton.tsx'
import { establishedSentence } from '../ui/change-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { type PeriodChange, usualRange } from '../ui/period-text.ts'
import { csvHref } from '../ui/table/csv-href.ts'
import { useHasWidth } from '../ui/useHasWidth.ts'
import {
  type Bucket,
  type Comparison,
  competitorValue,
  getMetric,
  type OverviewMetric,
  type Summary,
  type TrendResponse,
} from './metrics.ts'
import { overviewSearch } from './search.ts'

/** Each point of a line is the average of this many days. */
const averageDays = 7

const shortestDays = { wide: 42, narrow: 28 }

type Part = { trailing_days?: string; platform?: Platform; competitors?: 'true' }

export const trendQuery = (query: MetricQuery, part: Part) =>
  read('GET /api/metrics/visibility-trend', { query: { ...query, fill: 'true', ...part } })

/** The selected metric over the chosen period and the weeks before: the brand and each competitor, or each platform. */
export function Trend({ summary, comparison }: { summary: Summary; comparison: Comparison }) {
  const { brand, slug, query, filter } = useBrand()
  const { metric: key = 'visibility', lines } = overviewSearch(useSearch({ strict: false }))
  const metric = getMetric(key)
  const shown = shownDays(filter, useHasWidth('40rem') ? shortestDays.wide : shortestDays.narrow)
  // The first average needs the days before it.
  const days = shown
    ? metricQuery(brand.id, {
        ...withoutPeriod(filter),
        from: addDays(shown.from, 1 - averageDays),
        to: shown.to,
      })
    : query
  const average = { trailing_days: String(averageDays) }
  const averages = useQuery(trendQuery(days, { ...average, competitors: 'true' }))
  const daily = useQuery(trendQuery(days, {}))
  const platforms = [...new Set(summary.by_platform.map(({ platform }) => platform))]
  const split = useQueries({
    queries:
      lines === 'platforms' ? platforms.map((platform) => trendQuery(days, { ...average, platform })) : [],
  })
  const dates = datesFrom(averages.data?.buckets ?? [], shown?.from)
  const ownNotes = useChartNotes(dates)
  const failure = [averages, daily, ...split].find(({ error }) => error)?.error
  if (failure) return <Notice tone="bad">{failure.message}</Notice>
  if (!averages.data || !daily.data) return <Bar className="h-88 rounded-xl" />
  const own = ownSeries(brand.name, dates, { averages: averages.data, daily: daily.data, metric })
  const lineOf = (platform: Platform, index: number): TimeLineSeries => ({
    name: platformLabels[platform],
    isPlain: true,
    values: onDates(dates, split[index]?.data?.buckets ?? [], metric.bucketValue),
  })
  return (
    <section aria-label={t('overview.trend.label')} className="min-w-0">
      <LineChart
        heading={<h2 className="font-semibold">{metric.label}</h2>}
        lead={own.band ? t('overview.trend.averageLead') : t('overview.trend.averagePlain')}
        label={t('overview.trend.chart', { metric: metric.label, brand: brand.name })}
        fileName={`${slug}-${key}`}
        csv={csvHref('GET /api/metrics/visibility-trend', { ...query, competitors: 'true' })}
        dates={dates}
        series={[
          own,
          ...(lines === 'platforms' ? platforms.map(lineOf) : competitorSeries(averages.data, dates, metric)),
        ]}
        notes={[
          ...getNotes(daily.data.buckets),
          ...establishedNotes(daily.data.changes, dates, metric),
          ...ownNotes,
        ]}
        periods={chartPeriods(filter, metric.change({ summary, comparison }))}
        format={(value) => metric.format(value)}
        isAutoScaled
        isInverse={metric.isPosition}
        step={null}
      >
        <LinesChoice />
        <NotesButton />
      </LineChart>
    </section>
  )
}

/** The period and the one before, or some weeks if these are shorter; null for all days. */
function shownDays(filter: BrandFilter, shortest: number): { from: string; to: string } | null {
  const range = periodRange(filter)
  return range && { from: addDays(range.to, 1 - Math.max(shortest, 2 * countDays(range))), to: range.to }
}

/** The dates of the chart: none before the first answer. */
function datesFrom(buckets: readonly Bucket[], first = ''): string[] {
  const answered = buckets.findIndex(({ result_count }) => result_count > 0)
  return buckets.slice(Math.max(0, answered)).flatMap(({ date }) => (date >= first ? date : []))
}

const withoutPeriod = ({ days, from, to, compare, ...filter }: BrandFilter): BrandFilter => filter

/** The chosen period, and the one before unless that is a month earlier. */
function chartPeriods(filter: BrandFilter, change: PeriodChange): ChartPeriod[] {
  const range = periodRange(filter)
  if (range === null) return []
  const count = countDays(range)
  const before = { from: addDays(range.from, -count), to: addDays(range.from, -1) }
  const usual = usualRange(change)
  return [
    ...(filter.compare ? [] : [{ ...before, label: formatDayRange(before.from, before.to) }]),
    { ...range, label: formatDayRange(range.from, range.to), isChosen: true, ...(usual && { usual }) },
  ]
}

function LinesChoice() {
  const { lines } = overviewSearch(useSearch({ strict: false }))
  const choose = useFilterChoice()
  return (
    <Choice
      isCompact
      label={t('overview.trend.lines')}
      value={lines}
      every={t('overview.trend.competitors')}
      options={[['platforms', t('overview.trend.platforms')]]}
      onChoose={(chosen) => choose({ lines: chosen })}
    />
  )
}

type OwnValues = { averages: TrendResponse; daily: TrendResponse; metric: OverviewMetric }

function ownSeries(name: string, dates: string[], { averages, daily, metric }: OwnValues): TimeLineSeries {
  const band = onDates(dates, averages.buckets, metric.bucketInterval)
  return {
    name,
    isMain: true,
    values: onDates(dates, averages.buckets, metric.bucketValue),
    dots: onDates(dates, daily.buckets, metric.bucketValue),
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

function onDates<T extends { date: string }, V>(
  dates: string[],
  points: readonly T[],
  valueAt: (point: T) => V | null,
): (V | null)[] {
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

/** The marks of established changes that began in the days of the chart. */
export function establishedNotes(
  changes: TrendResponse['changes'],
  dates: readonly string[],
  metric: OverviewMetric,
): ChartNote[] {
  return changes.flatMap((change) => {
    const date = change.since
    return change.number === metric.number && dates.includes(date)
      ? [{ date, text: establishedSentence(change, metric), label: t('overview.trend.events.established') }]
      : []
  })
}
