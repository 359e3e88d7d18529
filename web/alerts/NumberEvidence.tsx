import { useQuery } from '@tanstack/react-query'
import { getLabel } from '../../vocabulary/label.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { metricOfNumber } from '../../vocabulary/tested-numbers.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import {
  addDays,
  type BrandFilter,
  brandFilter,
  type MetricQuery,
  metricQuery,
  rangeOfDays,
} from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { DriverBars, driversBy, withOthers } from '../overview/Drivers.tsx'
import { competitorValue, overviewMetrics } from '../overview/metrics.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { usualRange } from '../ui/period-text.ts'
import { type Alert, type AlertItem, getSearch } from './queries.ts'

type NumberEvidenceProps = { alert: Alert; item: AlertItem; change: NonNullable<AlertItem['change']> }

/** The number of an alert around the day on which it changed, and what drove the change. */
export function NumberEvidence({ alert, item, change }: NumberEvidenceProps) {
  const { brand } = useBrand()
  const search = getSearch(item)
  const { days: _, from: __, to: ___, compare: ____, ...part } = brandFilter(search)
  const period = { from: change.since, to: change.established }
  const reasons = useQuery(
    read('GET /api/metrics/score-change', { query: metricQuery(brand.id, { ...period, ...part }) }),
  )
  const isScore = change.number === 'score'
  const usual = isScore && reasons.data ? usualRange(reasons.data.change) : null
  return (
    <>
      <Around alert={alert} change={change} part={part} competitor={search.competitor} usual={usual} />
      {change.number !== 'competitor_score' && (
        <QueryBoundary query={reasons} className="h-40">
          {(data) => (
            <section>
              <h3 className="font-semibold">
                {t('alerts.detail.cause')}
                {isScore && (
                  <span className="ml-2 text-xs font-normal text-muted">{t('alerts.detail.causeLead')}</span>
                )}
              </h3>
              {isScore && data.explained !== null && data.change.delta !== null && (
                <div className="-mx-4">
                  <DriverBars
                    drivers={withOthers(
                      driversBy(data, 'prompt').map((driver) => ({
                        ...driver,
                        filter: { ...period, ...part },
                      })),
                      { count: data.prompt_count, total: data.change.delta },
                    )}
                  />
                </div>
              )}
              {data.circumstances.length > 0 && (
                <ul className="list-disc space-y-1 pl-5 text-sm text-muted">
                  {data.circumstances.map(({ kind, note }) => (
                    <li key={`${kind} ${note}`}>{note}</li>
                  ))}
                </ul>
              )}
              {data.circumstances.length === 0 && !isScore && (
                <p className="text-sm text-muted">{t('alerts.detail.noCause')}</p>
              )}
            </section>
          )}
        </QueryBoundary>
      )}
    </>
  )
}

const averageDays = 7
const daysBefore = 35
const daysAfter = 14

type AroundProps = Pick<NumberEvidenceProps, 'alert' | 'change'> & {
  part: BrandFilter
  competitor: string | undefined
  usual: { low: number; high: number } | null
}

/** Weekly means, and the days as dots. */
function Around({ alert, change, part, competitor, usual }: AroundProps) {
  const { brand, slug } = useBrand()
  const today = rangeOfDays(1).to
  const end = addDays(alert.last_day, daysAfter)
  const shown = { from: addDays(change.since, -daysBefore), to: end < today ? end : today }
  const query = metricQuery(brand.id, { ...part, from: addDays(shown.from, 1 - averageDays), to: shown.to })
  const averages = useQuery(trendOf(query, averageDays))
  const daily = useQuery(trendOf(query, 1))
  const metric = Object.values(overviewMetrics()).find(
    ({ number }) => metricOfNumber[number] === metricOfNumber[change.number],
  )
  if (!metric) return null
  const dates = daysBetween(shown.from, shown.to)
  const valuesOf = ({ buckets, competitors }: NonNullable<typeof daily.data>) => {
    const points =
      competitor === undefined
        ? buckets.map((bucket) => [bucket.date, metric.bucketValue(bucket)] as const)
        : competitors
            .filter(({ competitor_id }) => competitor_id === competitor)
            .map((point) => [point.date, competitorValue(metric, point)] as const)
    const values = new Map(points)
    return dates.map((date) => values.get(date) ?? null)
  }
  const name =
    competitor === undefined
      ? brand.name
      : (averages.data?.competitors.find(({ competitor_id }) => competitor_id === competitor)?.name ?? '')
  return (
    <QueryBoundary query={averages} className="h-88">
      {(data) => (
        <div className="h-88">
          <LineChart
            heading={<h3 className="font-semibold">{metric.label}</h3>}
            lead={usual ? t('alerts.detail.chartLead') : t('alerts.detail.chartPlain')}
            label={t('alerts.detail.chart', {
              metric: metric.label,
              name: part.platform ? (getLabel(platformLabels, part.platform) ?? name) : name,
            })}
            fileName={`${slug}-alert`}
            csv={null}
            dates={dates}
            series={[
              {
                name,
                isMain: true,
                values: valuesOf(data),
                ...(daily.data && { dots: valuesOf(daily.data) }),
              },
            ]}
            notes={[{ date: alert.day, text: alert.title, label: t('alerts.detail.chartAlert') }]}
            periods={[
              {
                from: change.since,
                to: change.established,
                label: t('alerts.detail.chartPeriod'),
                isChosen: true,
                ...(usual && { usual }),
              },
            ]}
            format={(value) => metric.format(value)}
            isAutoScaled
            isInverse={metric.isPosition}
            step={null}
          />
        </div>
      )}
    </QueryBoundary>
  )
}

const trendOf = (query: MetricQuery, days: number) =>
  read('GET /api/metrics/visibility-trend', {
    query: { ...query, competitors: 'true', trailing_days: String(days) },
  })
