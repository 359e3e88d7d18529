import { useQuery } from '@tanstack/react-query'
import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { auditMethod, auditTrendQuery } from './queries.ts'

/** Score over time of one page: the chosen one, or the page audited last. */
export function AuditTrend({ brandId, page }: { brandId: string; page: string | undefined }) {
  const { data } = useQuery(auditTrendQuery(brandId, page))
  const { data: method } = useQuery(auditMethod)
  // A single point makes no line; its score is in the list.
  if (!data?.url || !method || data.points.length < 2) return null
  const { url, points } = data
  const weighted = method.categories.filter(({ weight }) => weight > 0)
  const getLabel = (key: string) => method.checks.find((check) => check.key === key)?.label ?? key
  return (
    <Section title={t('audits.trend.title')} lead={t('audits.trend.lead', { url })}>
      <LineChart
        label={t('audits.trend.chart', { url })}
        fileName="site-audits"
        csv={csvHref('GET /api/audits/trend', { brand_id: brandId, url: page })}
        dates={points.map(({ created_at }) => created_at)}
        series={[
          { name: t('audits.trend.score'), values: points.map(({ score }) => score) },
          ...weighted.map(({ key, label }) => ({
            name: label,
            values: points.map(
              ({ categories }) => categories.find((category) => category.key === key)?.score ?? null,
            ),
          })),
        ]}
        notes={points.flatMap(({ created_at, capped_by }) =>
          capped_by === null
            ? []
            : [{ date: created_at, text: t('audits.trend.cappedBy', { check: getLabel(capped_by) }) }],
        )}
        format={formatScore}
        max={100}
        step={null}
      />
    </Section>
  )
}
