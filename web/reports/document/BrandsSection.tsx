import { formatCount, formatPct, formatScore, noData } from '../../../vocabulary/formats.ts'
import { ChangeMark } from '../../ui/ChangeMark.tsx'
import { copy } from '../copy.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import { type BrandData, changeIn, type ReportData } from './report-data.ts'

/** The brands of a portfolio, highest visibility first. */
export function BrandsSection({ report }: { report: ReportData }) {
  const rows = report.snapshot.brands.toSorted(
    (a, b) => (b.summary.avg_visibility_score ?? 0) - (a.summary.avg_visibility_score ?? 0),
  )
  return <ReportTable caption={copy.sections.brands} columns={columns} rows={rows} keyOf={({ id }) => id} />
}

const { columns: labels } = copy.brands

const columns: ReportColumn<BrandData>[] = [
  { label: labels.brand, cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    label: labels.visibility,
    isNumber: true,
    cell: ({ summary }) => formatScore(summary.avg_visibility_score),
  },
  {
    label: labels.change,
    isNumber: true,
    cell: (brand) => <ChangeMark change={changeIn(brand, 'score', brand.summary.change)} />,
  },
  { label: labels.mentionRate, isNumber: true, cell: ({ summary }) => formatPct(summary.mention_rate_pct) },
  { label: labels.leader, onlyWide: true, cell: (brand) => <Leader brand={brand} /> },
  {
    label: labels.answers,
    isNumber: true,
    onlyWide: true,
    cell: ({ summary }) => formatCount(summary.result_count),
  },
]

function Leader({ brand: { comparison } }: { brand: BrandData }) {
  const [best] = comparison.competitors
  return best ? `${best.name} (${formatScore(best.avg_visibility_score)})` : noData
}
