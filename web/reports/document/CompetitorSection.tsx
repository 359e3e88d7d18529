import { formatPct, formatPosition, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { getCompetitorColor } from '../../../vocabulary/trend-chart.ts'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'

type Compared = Omit<BrandData['comparison']['competitors'][number], 'competitor_id' | 'gap_change'>
type Row = Compared & { id: string; color: number; isOwn: boolean }

/** The brand among its competitors, by visibility score. */
export function CompetitorSection({ brand }: { brand: BrandData }) {
  return (
    <ReportTable
      caption={t('reports.competitors.title', { brand: brand.name })}
      columns={columns()}
      rows={toRows(brand)}
      getKey={({ id }) => id}
      isOwn={({ isOwn }) => isOwn}
    />
  )
}

function toRows(brand: BrandData): Row[] {
  const { brand: own, competitors } = brand.comparison
  const rows: Row[] = [
    { ...own, color: 0, isOwn: true },
    ...competitors.map((each) => ({
      ...each,
      id: each.competitor_id,
      color: getCompetitorColor(competitors, each.competitor_id),
      isOwn: false,
    })),
  ]
  return rows.sort((a, b) => (b.avg_visibility_score ?? 0) - (a.avg_visibility_score ?? 0))
}

const columns = (): ReportColumn<Row>[] => [
  {
    label: t('reports.competitors.columns.brand'),
    cell: ({ name, color }) => (
      <span className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 8 8" className="size-2 shrink-0">
          <circle cx={4} cy={4} r={4} fill={`var(--series-${color})`} />
        </svg>
        {name}
      </span>
    ),
  },
  numberColumn(t('reports.competitors.columns.visibility'), (row) => formatScore(row.avg_visibility_score)),
  numberColumn(t('ui.period.change'), ({ change, isOwn }) => (
    <PeriodMark change={change} isOthers={!isOwn} />
  )),
  numberColumn(t('reports.competitors.columns.mentionRate'), (row) => formatPct(row.mention_rate_pct), {
    onlyWide: true,
  }),
  numberColumn(t('reports.competitors.columns.shareOfVoice'), (row) => formatPct(row.share_of_voice_pct), {
    onlyWide: true,
  }),
  numberColumn(t('reports.competitors.columns.citationRate'), (row) => formatPct(row.citation_rate_pct), {
    onlyWide: true,
  }),
  numberColumn(t('reports.competitors.columns.position'), (row) => formatPosition(row.avg_position)),
]
