import { formatDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { type BrandData, getColor, modelEvents } from './report-data.ts'
import { TrendChart } from './TrendChart.tsx'

/** The visibility score of the brand and its competitors over the period. */
export function TrendSection({ brand }: { brand: BrandData }) {
  return (
    <TrendChart
      label={t('reports.trend.label', { brand: brand.name })}
      events={modelEvents(brand)}
      {...toTextLines(brand)}
    />
  )
}

export const trendLead = ({ name, trend }: BrandData): string =>
  t('reports.trend.lead', {
    isDaily: trend.granularity === 'day',
    brand: name,
    last: formatDay(trend.buckets.at(-1)?.date ?? ''),
  })

function toTextLines(brand: BrandData) {
  const { buckets, competitors } = brand.trend
  const dates = buckets.map(({ date }) => date)
  const own = {
    name: brand.name,
    color: 0,
    values: buckets.map(({ avg_visibility_score }) => avg_visibility_score),
    band: buckets.map(({ interval }) => interval),
  }
  const others = brand.comparison.competitors.slice(0, maxCompetitors).map(({ competitor_id, name }) => {
    const byDate = new Map(
      competitors.flatMap((each) =>
        each.competitor_id === competitor_id ? [[each.date, each.avg_visibility_score] as const] : [],
      ),
    )
    return {
      name,
      color: getColor(brand, competitor_id),
      values: dates.map((date) => byDate.get(date) ?? null),
    }
  })
  return { dates, lines: [own, ...others] }
}

/** More lines cannot be told apart. */
const maxCompetitors = 6
