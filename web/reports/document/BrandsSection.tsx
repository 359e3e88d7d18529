import { formatCount, formatPct, formatScore, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
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
  numberColumn(t('reports.brands.columns.visibility'), ({ summary }) =>
    formatScore(summary.avg_visibility_score),
  ),
  numberColumn(t('ui.period.change'), ({ summary }) => <PeriodMark change={summary.change} />),
  numberColumn(t('reports.brands.columns.mentionRate'), ({ summary }) => formatPct(summary.mention_rate_pct)),
  { label: t('reports.brands.columns.leader'), onlyWide: true, cell: (brand) => <Leader brand={brand} /> },
  numberColumn(t('reports.brands.columns.answers'), ({ summary }) => formatCount(summary.result_count), {
    onlyWide: true,
  }),
]

function Leader({ brand: { comparison } }: { brand: BrandData }) {
  const [best] = comparison.competitors
  return best ? `${best.name} (${formatScore(best.avg_visibility_score)})` : noData
}
