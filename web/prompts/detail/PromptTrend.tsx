import { formatPct } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { withoutPromptFilters } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { LineChart } from '../../charts/LineChart.tsx'
import type { TimeLineSeries } from '../../charts/time-line.ts'
import { useChartNotes } from '../../notes/chart-notes.ts'
import { NotesButton } from '../../notes/NotesButton.tsx'
import { csvHref } from '../../ui/table/csv-href.ts'
import type { PromptDetail } from './prompt-detail.ts'

/** The mention rate of the brand and its competitors over time. */
export function PromptTrend({ detail }: { detail: PromptDetail }) {
  const { brand, slug, query } = useBrand()
  const getColor = useBrandColors()
  const { buckets, ranking, prompt_id } = detail
  const dates = buckets.map(({ date }) => date)
  const notes = useChartNotes(dates)
  const own: TimeLineSeries = {
    name: brand.name,
    isMain: true,
    color: 0,
    values: buckets.map(({ mention_rate_pct }) => mention_rate_pct),
    band: buckets.map(({ interval }) => interval),
  }
  const competitors = ranking.flatMap(({ competitor_id: id, name }): TimeLineSeries[] =>
    id === null
      ? []
      : [
          {
            name,
            color: getColor(id),
            values: buckets.map(
              ({ competitors }) =>
                competitors.find(({ competitor_id }) => competitor_id === id)?.mention_rate_pct ?? null,
            ),
          },
        ],
  )
  const window = withoutPromptFilters(query)
  return (
    <LineChart
      heading={<h2 className="font-semibold">{t('promptDetail.trend.title')}</h2>}
      lead={t('promptDetail.trend.lead', { brand: brand.name })}
      label={t('promptDetail.trend.chart', { brand: brand.name })}
      fileName={`${slug}-prompt`}
      csv={csvHref('GET /api/metrics/prompt-detail', { ...window, prompt_id }, 'buckets')}
      dates={dates}
      series={[own, ...competitors]}
      notes={notes}
      format={formatPct}
      step="day"
      isAutoScaled
    >
      <NotesButton />
    </LineChart>
  )
}
