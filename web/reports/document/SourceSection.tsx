import { formatCount, formatPct } from '../../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { t } from '../../../vocabulary/texts.ts'
import { numberColumn } from '../../ui/table/number-column.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'

type Row = BrandData['sources']['top_domains'][number]

/** The sites that the answers cite most. */
export function SourceSection({ brand: { sources } }: { brand: BrandData }) {
  if (sources.top_domains.length === 0)
    return <p className="text-sm text-muted">{t('reports.sources.none')}</p>
  return (
    <ReportTable
      caption={t('reports.sections.sources')}
      columns={columns()}
      rows={sources.top_domains}
      getKey={({ domain }) => domain}
      isOwn={({ category }) => category === 'owned'}
    />
  )
}

const columns = (): ReportColumn<Row>[] => [
  {
    label: t('reports.sources.columns.site'),
    cell: ({ domain }) => <span className="[overflow-wrap:anywhere]">{domain}</span>,
  },
  {
    label: t('reports.sources.columns.type'),
    onlyWide: true,
    cell: ({ category }) => sourceCategoryLabel(category),
  },
  numberColumn(t('reports.sources.columns.answers'), (row) => formatCount(row.results_citing)),
  numberColumn(t('reports.sources.columns.share'), (row) => formatPct(row.usage_pct), { onlyWide: true }),
  numberColumn(t('reports.sources.columns.mention'), (row) => formatPct(row.brand_mentioned_pct)),
]
