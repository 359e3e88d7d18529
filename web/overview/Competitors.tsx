import { Link } from '@tanstack/react-router'
import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrandColors } from '../brands/brand-colors.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Dot } from '../ui/Dot.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { Comparison } from './metrics.ts'

type Row = Pick<Comparison['brand'], 'name' | 'avg_visibility_score' | 'change'> & {
  id: string | null
  color: number
}

const shownAtMost = 6

/** The brand among its competitors, highest score first. */
export function Competitors({ comparison: { brand, competitors } }: { comparison: Comparison }) {
  const { slug, filter } = useBrand()
  const getColor = useBrandColors()
  const rows: Row[] = [
    { ...brand, id: null, color: 0 },
    ...competitors.map(({ competitor_id: id, ...rest }) => ({ ...rest, id, color: getColor(id) })),
  ]
  if (competitors.length === 0) return null
  return (
    <Card
      title={t('competitors.page.title')}
      actions={
        <Link to="/dashboard/brands/$slug/competitors" params={{ slug }} search={filter} className="link">
          {t('overview.competitors.compare')}
        </Link>
      }
    >
      <DataTable
        isInCard
        isOneLine
        caption={t('competitors.leaderboard.caption')}
        columns={columns()}
        rows={rows
          .toSorted((a, b) => (b.avg_visibility_score ?? 0) - (a.avg_visibility_score ?? 0))
          .slice(0, shownAtMost)}
        getKey={({ id }) => id ?? 'brand'}
      />
    </Card>
  )
}

const columns = (): Column<Row>[] => [
  {
    label: t('competitors.leaderboard.columns.name'),
    cell: ({ id, name, color }) => (
      <span className={id === null ? 'flex items-center gap-2 font-semibold' : 'flex items-center gap-2'}>
        <Dot color={color} />
        <span className="truncate">{name}</span>
      </span>
    ),
  },
  numberColumn(t('overview.competitors.score'), ({ avg_visibility_score }) =>
    formatScore(avg_visibility_score),
  ),
  numberColumn(t('ui.period.change'), ({ id, change }) => (
    <PeriodMark change={change} isOthers={id !== null} />
  )),
]
