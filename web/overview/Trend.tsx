import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatScore } from '../../vocabulary/formats.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { type Returns, read } from '../api.ts'
import { Choice } from '../brands/FilterBar.tsx'
import type { MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import type { Series } from '../charts/line-options.ts'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { copy } from './copy.ts'

type Bucket = Returns<'GET /api/metrics/visibility-trend'>['buckets'][number]

const trendOf = (query: MetricQuery, granularity: 'day' | 'week', platform?: Platform) =>
  read('GET /api/metrics/visibility-trend', {
    query: { ...query, granularity, fill: 'true', ...(platform && { platform }) },
  })

export function Trend() {
  const { brand, slug, query } = useBrand()
  const [granularity, setGranularity] = useState<'day' | 'week'>('day')
  const [isSplit, setSplit] = useState(false)
  const { data, error } = useQuery(trendOf(query, granularity))
  const platforms = usePlatforms(query)
  const split = useQueries({
    queries: isSplit ? platforms.map((platform) => trendOf(query, granularity, platform)) : [],
  })
  const buckets = data?.buckets ?? []
  if (data && buckets.every(({ result_count }) => result_count === 0)) return null
  const dates = buckets.map(({ date }) => date)
  const series = isSplit
    ? platforms.map((platform, index) => ({
        name: platformLabels[platform],
        values: onDates(dates, split[index]?.data?.buckets ?? []),
      }))
    : [ownSeries(brand.name, buckets), ...rivalSeries(buckets)]
  return (
    <Section
      title={metricLabels.visibility_score.label}
      lead={isSplit ? copy.trend.perPlatform : copy.trend.lead}
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      {!data && !error && <Bar className="h-80 rounded-xl" />}
      {data && (
        <LineChart
          label={copy.trend.chart[granularity](brand.name)}
          fileName={`${slug}-visibility`}
          csv={csvHref('GET /api/metrics/visibility-trend', { ...query, granularity })}
          dates={dates}
          series={series}
          notes={
            isSplit
              ? []
              : buckets.flatMap(({ date, annotations }) =>
                  annotations.map(({ note }) => ({ date, text: note })),
                )
          }
          format={formatScore}
          max={100}
        >
          <Choice
            label={copy.trend.lines}
            value={isSplit ? 'platform' : undefined}
            every={copy.trend.combined}
            options={[['platform', copy.trend.byPlatform]]}
            onChoose={(value) => setSplit(value === 'platform')}
          />
          <Choice
            label={copy.trend.interval}
            value={granularity === 'week' ? 'week' : undefined}
            every={copy.trend.byDay}
            options={[['week', copy.trend.byWeek]]}
            onChoose={(value) => setGranularity(value === 'week' ? 'week' : 'day')}
          />
        </LineChart>
      )}
    </Section>
  )
}

/** The platforms with answers in this period. */
function usePlatforms(query: MetricQuery): Platform[] {
  const { data } = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  return [...new Set(data?.by_platform.map(({ platform }) => platform))]
}

const ownSeries = (name: string, buckets: Bucket[]): Series => ({
  name,
  values: buckets.map(({ avg_visibility_score }) => avg_visibility_score),
  band: buckets.map(({ interval }) => interval),
})

function rivalSeries(buckets: Bucket[]): Series[] {
  const values = buckets.map(({ avg_competitor_score }) => avg_competitor_score)
  return values.every((value) => value === null)
    ? []
    : [{ name: copy.trend.competitorAverage, values, isQuiet: true }]
}

function onDates(dates: string[], buckets: Bucket[]): (number | null)[] {
  const scores = new Map(buckets.map(({ date, avg_visibility_score }) => [date, avg_visibility_score]))
  return dates.map((date) => scores.get(date) ?? null)
}
