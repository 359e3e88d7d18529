import { useQuery } from '@tanstack/react-query'
import { formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { LineChart } from '../../charts/LineChart.tsx'
import { useChartNotes } from '../../notes/chart-notes.ts'
import { NotesButton } from '../../notes/NotesButton.tsx'
import { trendQuery } from '../../overview/Trend.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { csvHref } from '../../ui/table/csv-href.ts'
import type { ComparedCompetitor } from './competitor-detail.ts'

/** The visibility of the brand and the competitor over time. */
export function CompetitorTrend({ competitor }: { competitor: ComparedCompetitor }) {
  const { brand, slug, query } = useBrand()
  const getColor = useBrandColors()
  const trend = useQuery(trendQuery(query, { competitors: 'true' }))
  const dates = trend.data?.buckets.map(({ date }) => date) ?? []
  const notes = useChartNotes(dates)
  return (
    <QueryBoundary query={trend} className="h-88">
      {({ buckets, competitors }) => {
        const theirs = new Map(
          competitors
            .filter(({ competitor_id }) => competitor_id === competitor.competitor_id)
            .map((point) => [point.date, point.avg_visibility_score]),
        )
        return (
          <LineChart
            heading={<h2 className="font-semibold">{t('competitorDetail.trend.title')}</h2>}
            lead={t('competitorDetail.trend.lead')}
            label={t('competitorDetail.trend.chart', { brand: brand.name, competitor: competitor.name })}
            fileName={`${slug}-competitor`}
            csv={csvHref('GET /api/metrics/visibility-trend', { ...query, competitors: 'true' })}
            dates={dates}
            series={[
              {
                name: brand.name,
                isMain: true,
                color: 0,
                values: buckets.map((bucket) => bucket.avg_visibility_score),
                band: buckets.map(({ interval }) => interval),
              },
              {
                name: competitor.name,
                color: getColor(competitor.competitor_id),
                values: dates.map((date) => theirs.get(date) ?? null),
              },
            ]}
            notes={notes}
            format={formatScore}
            isAutoScaled
            step="day"
          >
            <NotesButton />
          </LineChart>
        )
      }}
    </QueryBoundary>
  )
}
