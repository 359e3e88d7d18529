import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Plus, Swords } from 'lucide-react'
import { useState } from 'react'
import {
  formatLikelyRange,
  formatPct,
  formatPosition,
  formatPositionRange,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { read } from '../api.ts'
import { useBrandColors } from '../brands/brand-colors.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { comparedWith } from '../ui/change-text.ts'
import { Dot } from '../ui/Dot.tsx'
import { Figure } from '../ui/Figure.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShareCell } from '../ui/table/MetricCells.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { CompetitorDialog } from './CompetitorDialog.tsx'
import { CompetitorSuggestions } from './CompetitorSuggestions.tsx'
import { CompetitorTabs } from './CompetitorTabs.tsx'
import type { Comparison } from './detail/competitor-detail.ts'
import { competitorSearch } from './search.ts'
import { TrackedCompetitors } from './TrackedCompetitors.tsx'

type Row = Omit<Comparison['brand'], 'id'> & { id: string | null; color: number }

/** The competitors in the brand's answers, and suggested ones. */
export function CompetitorsPage() {
  const { brand, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  const [isAdding, setAdding] = useState(false)
  const { data, error } = comparison
  return (
    <Page
      title={t('competitors.page.title')}
      within={brand.name}
      filters={<FilterBar />}
      actions={
        mayWrite && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {t('competitors.page.track')}
          </Button>
        )
      }
    >
      <QueryError query={comparison} />
      {!data && !error && <Bar className="h-screen rounded-xl" />}
      {data && data.competitors.length === 0 && (
        <EmptyState isCard Icon={Swords} title={t('competitors.page.emptyTitle')}>
          {t('competitors.page.empty')}
        </EmptyState>
      )}
      {data && data.competitors.length > 0 && (
        <>
          <CompetitorTabs comparison={data} chosen={null} />
          <Verdict data={data} />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <Leaderboard data={data} />
            <ShareByPlatform data={data} />
          </div>
        </>
      )}
      <CompetitorSuggestions />
      <TrackedCompetitors />
      {isAdding && <CompetitorDialog competitor={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

const byScore = (a: { avg_visibility_score: number | null }, b: { avg_visibility_score: number | null }) =>
  (b.avg_visibility_score ?? -1) - (a.avg_visibility_score ?? -1)

/** Who leads and by how much, then the rank of the brand or the best competitor. */
function Verdict({ data: { brand, competitors } }: { data: Comparison }) {
  const ranked = [brand, ...competitors].toSorted(byScore)
  const [leader, second] = ranked
  const best = competitors.toSorted(byScore)[0]
  if (!leader || !second || !best || leader.avg_visibility_score === null) return null
  const isOwn = leader === brand
  const points = leader.avg_visibility_score - ((isOwn ? best : brand).avg_visibility_score ?? 0)
  const rank = 1 + ranked.indexOf(brand)
  return (
    <div className="mb-3">
      <Headline
        context={
          isOwn
            ? t('competitors.verdict.second', { name: best.name })
            : t('competitors.verdict.rank', { brand: brand.name, rank, of: ranked.length })
        }
      >
        {areLevel(brand, best)
          ? t('competitorDetail.verdict.level', { name: best.name })
          : t('competitorDetail.verdict.leads', { name: leader.name, points })}
      </Headline>
    </div>
  )
}

/** The intervals overlap, so the difference may be chance. */
function areLevel(
  { score_interval: a }: Comparison['brand'],
  { score_interval: b }: Comparison['competitors'][number],
) {
  return a !== null && b !== null && a.low <= b.high && b.low <= a.high
}

function Leaderboard({ data }: { data: Comparison }) {
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
  const value = values[sort.by] ?? values.score
  const direction = sort.order === 'asc' ? 1 : -1
  const rows = entries.toSorted((a, b) => direction * ((value?.(a) ?? -1) - (value?.(b) ?? -1)))
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
        rows={rows}
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
  cited: (row) => row.citation_rate_pct,
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

type NumberColumn = {
  sortBy: string
  label: string
  format: (value: number | null) => string
  range: (interval: NonNullable<Interval>) => string
  interval: (row: Row) => Interval
  onlyWide?: boolean
}

const pctRange = (interval: NonNullable<Interval>) => formatRange(interval, '%')

/** Each number in one line; its interval and the answers open on hover, focus and press. */
const numberColumn = (
  { sortBy, label, format, range, interval, onlyWide = false }: NumberColumn,
  answers: number,
): Column<Row> => ({
  label,
  isNumber: true,
  sortBy,
  onlyWide,
  cell: (row) => {
    const limits = interval(row)
    return (
      <Figure
        label={`${row.name}, ${label}`}
        value={format(values[sortBy]?.(row) ?? null)}
        range={limits && range(limits)}
        count={answers}
        evidence={
          <AnswersLink of={row.id === null ? { named: 'yes' } : { competitor: row.id }}>
            {t('ui.figure.viewAnswers')}
          </AnswersLink>
        }
      />
    )
  },
})

const leaderColumns = (answers: number): Column<Row>[] => [
  { label: t('competitors.leaderboard.columns.name'), cell: (row) => <BrandName {...row} /> },
  numberColumn(
    {
      sortBy: 'score',
      label: t('labels.metric.visibility_score.label'),
      format: formatScore,
      range: formatRange,
      interval: (row) => row.score_interval,
    },
    answers,
  ),
  {
    label: t('competitors.leaderboard.columns.change'),
    isNumber: true,
    sortBy: 'change',
    cell: ({ id, change }) => <PeriodMark change={change} isOthers={id !== null} />,
  },
  numberColumn(
    {
      sortBy: 'rate',
      label: t('labels.metric.mention_rate.label'),
      format: formatPct,
      range: pctRange,
      interval: (row) => row.interval,
    },
    answers,
  ),
  numberColumn(
    {
      sortBy: 'share',
      label: t('labels.metric.share_of_voice.label'),
      format: formatPct,
      range: pctRange,
      interval: () => null,
    },
    answers,
  ),
  numberColumn(
    {
      sortBy: 'position',
      label: t('labels.metric.average_position.label'),
      format: formatPosition,
      range: formatPositionRange,
      interval: (row) => row.position_interval,
    },
    answers,
  ),
]

type Share = { platform: keyof typeof platformLabels; own: number; all: number }

function ShareByPlatform({ data: { share_of_voice: share } }: { data: Comparison }) {
  const { query } = useBrand()
  return (
    <Card
      title={t('labels.metric.share_of_voice.label')}
      lead={
        share.other_prompts_interval === null
          ? formatPct(share.overall_sov_pct)
          : t('competitors.shareOfVoice.overall', {
              share: formatPct(share.overall_sov_pct),
              interval: formatLikelyRange(share.other_prompts_interval, '%'),
            })
      }
      actions={
        <CsvLink
          isCompact
          href={csvHref('GET /api/metrics/competitor-comparison', query, 'share_of_voice')}
        />
      }
    >
      <DataTable
        isOneLine
        isInCard
        caption={t('competitors.shareOfVoice.caption')}
        columns={shareColumns()}
        rows={sumByPlatform(share.by_platform)}
        getKey={({ platform }) => platform}
      />
    </Card>
  )
}

/** The rows of a platform's models together: a share is of all its answers. */
function sumByPlatform(rows: Comparison['share_of_voice']['by_platform']): Share[] {
  const sums = new Map<Share['platform'], Share>()
  for (const { platform, brand_mentions: own, competitor_mentions: theirs } of rows) {
    const sum = sums.get(platform) ?? { platform, own: 0, all: 0 }
    sums.set(platform, { platform, own: sum.own + own, all: sum.all + own + theirs })
  }
  return [...sums.values()].toSorted((a, b) => getShare(b) - getShare(a))
}

const getShare = ({ own, all }: Share) => (all === 0 ? 0 : (100 * own) / all)

const shareColumns = (): Column<Share>[] => [
  {
    label: t('competitors.shareOfVoice.columns.platform'),
    cell: ({ platform }) => (
      <AnswersLink of={{ named: 'yes' }} filter={{ platform }}>
        {platformLabels[platform]}
      </AnswersLink>
    ),
  },
  {
    label: t('competitors.shareOfVoice.columns.share'),
    className: 'sm:min-w-48',
    cell: (share) => <ShareCell pct={share.all === 0 ? null : getShare(share)} />,
  },
]
