import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { countryName, visitPlatformLabel } from '../../vocabulary/traffic.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PeriodFacts, PeriodMark } from '../ui/PeriodMark.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShareCell } from '../ui/table/MetricCells.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { AnalyticsSessions } from './AnalyticsSessions.tsx'
import { Calibration } from './Calibration.tsx'
import { PixelInstallation } from './PixelInstallation.tsx'
import { pixelQuery, type Traffic, trafficQuery, type VisitQuery, visitQuery } from './queries.ts'
import { TrafficTabs } from './TrafficTabs.tsx'
import { CitedPages, TopPages } from './VisitedPages.tsx'

const address = 'GET /api/metrics/ai-traffic'

/** Visits from AI platforms to the brand's site. */
export function TrafficPage() {
  const { brand, slug, query: metricQuery } = useBrand()
  const query = visitQuery(metricQuery)
  const traffic = useQuery(trafficQuery(query))
  const { data: pixel } = useQuery(pixelQuery(slug))
  const isMeasured = pixel?.last_seen !== null
  return (
    <Page
      title={t('traffic.page.title')}
      within={brand.name}
      lead={t('traffic.page.lead')}
      filters={<FilterBar parts={['days', 'platform']} />}
    >
      <TrafficTabs here="visits" />
      <PixelInstallation />
      <QueryBoundary query={traffic}>
        {(data) =>
          data.total_visits === 0 && data.cited_pages.length === 0 ? (
            <EmptyState
              isCard
              Icon={Footprints}
              title={isMeasured ? t('traffic.visits.empty') : t('traffic.visits.notMeasured')}
            >
              {isMeasured ? t('traffic.visits.emptyHint') : t('traffic.visits.notMeasuredHint')}
            </EmptyState>
          ) : (
            <Visits data={data} query={query} isMeasured={isMeasured} />
          )
        }
      </QueryBoundary>
      <AnalyticsSessions />
      <Calibration />
    </Page>
  )
}

type VisitsProps = { data: Traffic; query: VisitQuery; isMeasured: boolean }

function Visits({ data, query, isMeasured }: VisitsProps) {
  const { slug, brand } = useBrand()
  const platforms = data.platform_breakdown.map(({ platform }) => platform)
  const dates = getDates(data)
  return (
    <>
      {data.total_visits > 0 && (
        <>
          <Section
            title={t('traffic.visits.total', { visits: data.total_visits })}
            lead={t('traffic.visits.lead')}
            actions={data.simulated && <Badge tone="caution">{t('labels.surface.simulated')}</Badge>}
          >
            <div className="mb-3">
              <PeriodFacts change={data.change} format={formatCount} />
            </div>
            {data.burst_visits > 0 && (
              <Notice tone="caution">{t('traffic.visits.burst', { visits: data.burst_visits })}</Notice>
            )}
            <LineChart
              label={t('traffic.visits.chart', { brand: brand.name })}
              fileName={`${slug}-ai-traffic`}
              csv={csvHref(address, query, 'daily_by_platform')}
              dates={dates}
              series={getSeries(data, dates, platforms)}
              format={formatCount}
              step="day"
            />
          </Section>
          <div className="grid gap-x-6 lg:grid-cols-2">
            <Section
              title={t('traffic.visits.byPlatform')}
              actions={<CsvLink href={csvHref(address, query, 'platform_breakdown')} />}
            >
              <DataTable
                caption={t('traffic.visits.byPlatformCaption')}
                columns={[
                  ...computeShares<Traffic['platform_breakdown'][number]>(
                    t('traffic.visits.platform'),
                    ({ platform }) => visitPlatformLabel(platform),
                    data.total_visits,
                  ),
                  {
                    label: t('ui.period.change'),
                    isNumber: true,
                    cell: ({ change }) => <PeriodMark change={change} unit="count" />,
                  },
                ]}
                rows={data.platform_breakdown}
                getKey={({ platform }) => platform}
              />
            </Section>
            <Section
              title={t('traffic.visits.byCountry')}
              actions={<CsvLink href={csvHref(address, query, 'country_breakdown')} />}
            >
              <DataTable
                caption={t('traffic.visits.byCountryCaption')}
                columns={computeShares<Traffic['country_breakdown'][number]>(
                  t('traffic.visits.country'),
                  ({ country }) => countryName(country),
                  data.total_visits,
                )}
                rows={data.country_breakdown}
                getKey={({ country }) => country}
              />
            </Section>
          </div>
          <TopPages pages={data.top_pages} csv={csvHref(address, query, 'top_pages')} />
        </>
      )}
      <CitedPages
        pages={data.cited_pages}
        csv={csvHref(address, query, 'cited_pages')}
        isMeasured={isMeasured}
      />
    </>
  )
}

/** Days without visits count as zero. For all time, the chart starts at the first visit. */
function getDates({ window, daily }: Traffic): string[] {
  const first = window.date_from ?? daily[0]?.date
  const last = window.date_to ?? daily.at(-1)?.date
  return first === undefined || last === undefined ? [] : daysBetween(first, last)
}

/** More lines are not distinguishable. */
const mostLines = 6

function getSeries(data: Traffic, dates: string[], platforms: string[]) {
  const named = platforms.length > mostLines ? platforms.slice(0, mostLines - 1) : platforms
  const line = (name: string, counts: (platform: string) => boolean) => {
    const visits = new Map<string, number>()
    for (const each of data.daily_by_platform)
      if (counts(each.platform)) visits.set(each.date, (visits.get(each.date) ?? 0) + each.visits)
    return { name, isPlain: true, values: dates.map((date) => visits.get(date) ?? 0) }
  }
  return [
    ...named.map((platform) => line(visitPlatformLabel(platform), (each) => each === platform)),
    ...(named.length < platforms.length
      ? [line(t('traffic.visits.otherPlatforms'), (each) => !named.includes(each))]
      : []),
  ]
}

function computeShares<T extends { visits: number }>(
  label: string,
  getName: (row: T) => string,
  total: number,
): Column<T>[] {
  return [
    { label, cell: (row) => <span className="font-medium">{getName(row)}</span> },
    {
      label: t('traffic.visits.share'),
      className: 'w-1/2',
      cell: ({ visits }) => <ShareCell pct={(100 * visits) / total} />,
    },
    numberColumn(t('traffic.visits.visits'), ({ visits }) => formatCount(visits)),
  ]
}
