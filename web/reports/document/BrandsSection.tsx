import { formatCount, formatPct, formatScore, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData, ReportData } from './report-data.ts'

/** The brands of a portfolio, highest visibility first. */
export function BrandsSection({ report }: { report: ReportData }) {
  const rows = report.snapshot.brands.toSorted(
    (a, b) => (b.summary.avg_visibility_score ?? 0) - (a.summary.avg_visibility_score ?? 0),
  )
  return (
    <ReportTable
      caption={t('reports.sections.brands')}
      columns={columns()}
      rows={rows}
      getKey={({ id }) => id}
    />
  )
}

const columns = (): ReportColumn<BrandData>[] => [
  {
    label: t('reports.brands.columns.brand'),
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    label: t('reports.brands.columns.visibility'),
    isNumber: true,
    cell: ({ summary }) => formatScore(summary.avg_visibility_score),
  },
  {
    label: t('ui.period.change'),
    isNumber: true,
    cell: ({ summary }) => <PeriodMark change={summary.change} />,
  },
  {
    label: t('reports.brands.columns.mentionRate'),
    isNumber: true,
    cell: ({ summary }) => formatPct(summary.mention_rate_pct),
  },
  { label: t('reports.brands.columns.leader'), onlyWide: true, cell: (brand) => <Leader brand={brand} /> },
  {
    label: t('reports.brands.columns.answers'),
    isNumber: true,
    onlyWide: true,
    cell: ({ summary }) => formatCount(summary.result_count),
  },
]

function Leader({ brand: { comparison } }: { brand: BrandData }) {
  const [best] = comparison.competitors
  return best ? `${best.name} (${formatScore(best.avg_visibility_score)})` : noData
}
