import { formatCount, formatPct } from '../../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { copy } from '../copy.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'

type Row = BrandData['sources']['top_domains'][number]

/** The sites that the answers cite most. */
export function SourceSection({ brand: { sources } }: { brand: BrandData }) {
  if (sources.top_domains.length === 0) return <p className="text-sm text-muted">{copy.sources.none}</p>
  return (
    <ReportTable
      caption={copy.sections.sources}
      columns={columns}
      rows={sources.top_domains}
      keyOf={({ domain }) => domain}
      isOwn={({ category }) => category === 'owned'}
    />
  )
}

const { columns: labels } = copy.sources

const columns: ReportColumn<Row>[] = [
  { label: labels.site, cell: ({ domain }) => <span className="[overflow-wrap:anywhere]">{domain}</span> },
  { label: labels.type, onlyWide: true, cell: ({ category }) => sourceCategoryLabel(category) },
  { label: labels.answers, isNumber: true, cell: (row) => formatCount(row.results_citing) },
  { label: labels.share, isNumber: true, onlyWide: true, cell: (row) => formatPct(row.usage_pct) },
  { label: labels.mention, isNumber: true, cell: (row) => formatPct(row.brand_mentioned_pct) },
]
