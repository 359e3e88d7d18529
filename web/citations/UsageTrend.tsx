import { formatPct } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'

type Cited = Returns<'GET /api/metrics/cited-page'>

/** The share of answers that cite the page, by day or week. */
export function UsageTrend({ cited, requestQuery }: { cited: Cited; requestQuery: Record<string, string> }) {
  const { slug } = useBrand()
  const choose = useFilterChoice()
  const { granularity, buckets } = cited
  const dates = getDates(cited)
  const byDate = new Map(buckets.map((bucket) => [bucket.date, bucket]))
  const found = dates.map((date) => byDate.get(date))
  return (
    <Section title={t('citations.trend.title')} lead={t('citations.trend.lead')}>
      <LineChart
        label={t('citations.trend.chart', { granularity })}
        fileName={`${slug}-cited-page`}
        csv={csvHref('GET /api/metrics/cited-page', requestQuery, 'buckets')}
        dates={dates}
        series={[
          {
            name: t('citations.trend.series'),
            values: found.map((bucket) => bucket?.usage_pct ?? null),
            band: found.map((bucket) => bucket?.interval ?? null),
          },
        ]}
        format={formatPct}
        step={granularity}
      >
        <Choice
          label={t('citations.trend.interval')}
          value={granularity === 'week' ? 'week' : undefined}
          every={t('citations.trend.byDay')}
          options={[['week', t('citations.trend.byWeek')]]}
          onChoose={(by) => choose({ by })}
        />
      </LineChart>
    </Section>
  )
}

/** A day or week without answers has no bucket but a position on the axis. */
function getDates({ granularity, buckets }: Cited): string[] {
  const [first, last] = [buckets[0]?.date, buckets.at(-1)?.date]
  if (first === undefined || last === undefined) return []
  const days = daysBetween(first, last)
  return granularity === 'day' ? days : days.filter((_, index) => index % 7 === 0)
}
