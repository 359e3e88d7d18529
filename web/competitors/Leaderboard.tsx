import { Link, useSearch } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { AnswersFigure } from '../answers/AnswersFigure.tsx'
import { useBrandColors } from '../brands/brand-colors.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { getMetric } from '../overview/metrics.ts'
import type { MetricKey } from '../overview/search.ts'
import { Badge } from '../ui/Badge.tsx'
import { comparedWith } from '../ui/change-text.ts'
import { Dot } from '../ui/Dot.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { sortRows } from '../ui/table/sort-rows.ts'
import { getSort } from '../ui/table/sort-search.ts'
import type { Comparison } from './detail/competitor-detail.ts'
import { competitorSearch } from './search.ts'

type Row = Omit<Comparison['brand'], 'id'> & { id: string | null; color: number }

/** The brand and its competitors with their numbers. */
export function Leaderboard({ data }: { data: Comparison }) {
  const { query, filter } = useBrand()
  const search = competitorSearch(useSearch({ from: '/dashboard/brands/$slug/competitors' }))
  const choose = useFilterChoice()
  const getColor = useBrandColors()
  const { shown: sort } = getSort(search, 'score')
  const { id: _, ...own } = data.brand
  const entries: Row[] = [
    { ...own, id: null, color: 0 },
    ...data.competitors.map(({ competitor_id: id, ...rest }) => ({ ...rest, id, color: getColor(id) })),
  ]
  return (
    <Card
      title={t('competitors.leaderboard.title')}
      lead={t('competitors.leaderboard.lead', {
        answers: data.result_count,
        period: comparedWith(filter.compare),
      })}
      actions={
        <CsvLink isCompact href={csvHref('GET /api/metrics/competitor-comparison', query, 'competitors')} />
      }
    >
      <DataTable
        isOneLine
        isInCard
        caption={t('competitors.leaderboard.caption')}
        columns={leaderColumns(data.result_count)}
        rows={sortRows(entries, values, sort)}
        getKey={({ id }) => id ?? 'brand'}
        sort={sort}
        onSort={({ by, order }) => choose({ sort: by, order })}
      />
    </Card>
  )
}

const values: Record<string, (row: Row) => number | null> = {
  score: (row) => row.avg_visibility_score,
  change: ({ change }) => change.delta,
  rate: (row) => row.mention_rate_pct,
  share: (row) => row.share_of_voice_pct,
  position: (row) => row.avg_position,
}

function BrandName({ id, name, color }: Row) {
  const { slug, filter } = useBrand()
  return (
    <span className="flex items-center gap-2 font-medium">
      <Dot color={color} />
      {id === null ? (
        <>
          {name}
          <Badge tone="accent">{t('competitors.leaderboard.you')}</Badge>
        </>
      ) : (
        <Link
          to="/dashboard/brands/$slug/competitors/$id"
          params={{ slug, id }}
          search={filter}
          className="truncate hover:underline"
        >
          {name}
        </Link>
      )}
    </span>
  )
}

type Interval = { low: number; high: number } | null

/** Each number in one line; its interval and the answers open on hover, focus and press. */
function metricColumn(
  key: MetricKey,
  sortBy: string,
  answers: number,
  interval: (row: Row) => Interval,
): Column<Row> {
  const { label, format, formatInterval } = getMetric(key)
  return {
    label,
    isNumber: true,
    sortBy,
    cell: (row) => {
      const limits = interval(row)
      return (
        <AnswersFigure
          label={`${row.name}, ${label}`}
          value={format(values[sortBy]?.(row) ?? null)}
          range={limits && formatInterval(limits)}
          count={answers}
          of={row.id === null ? { named: 'yes' } : { competitor: row.id }}
        />
      )
    },
  }
}

const leaderColumns = (answers: number): Column<Row>[] => [
  { label: t('competitors.leaderboard.columns.name'), cell: (row) => <BrandName {...row} /> },
  metricColumn('visibility', 'score', answers, (row) => row.score_interval),
  {
    label: t('ui.period.change'),
    isNumber: true,
    sortBy: 'change',
    cell: ({ id, change }) => <PeriodMark change={change} isOthers={id !== null} />,
  },
  metricColumn('mentions', 'rate', answers, (row) => row.interval),
  metricColumn('share', 'share', answers, () => null),
  metricColumn('position', 'position', answers, (row) => row.position_interval),
]
