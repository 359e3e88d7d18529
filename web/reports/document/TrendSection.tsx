import { formatDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { getTrendLines } from '../../../vocabulary/trend-chart.ts'
import { type BrandData, modelEvents } from './report-data.ts'
import { TrendChart } from './TrendChart.tsx'

/** The visibility score of the brand and its competitors over the period. */
export function TrendSection({ brand }: { brand: BrandData }) {
  return (
    <TrendChart
      label={t('reports.trend.label', { brand: brand.name })}
      events={modelEvents(brand)}
      {...getTrendLines(brand)}
    />
  )
}

export const trendLead = ({ name, trend }: BrandData): string =>
  t('reports.trend.lead', {
    isDaily: trend.granularity === 'day',
    brand: name,
    last: formatDay(trend.buckets.at(-1)?.date ?? ''),
  })
