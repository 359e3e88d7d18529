import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Swords } from 'lucide-react'
import { formatCount, formatPct, formatRange } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { changeSentence, comparedWith } from '../ui/change-text.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { PositionCell, RateCell, ScoreCell, ShareCell } from '../ui/table/MetricCells.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { CompetitorSuggestions } from './CompetitorSuggestions.tsx'
import { HeadToHead } from './HeadToHead.tsx'
import { competitorSearch } from './search.ts'
import { TrackedCompetitors } from './TrackedCompetitors.tsx'

type Comparison = Returns<'GET /api/metrics/competitor-comparison'>
type Row = Omit<Comparison['brand'], 'id'> & { id: string | null }

/** The competitors in the brand's answers, and suggested ones. */
export function CompetitorsPage() {
  const { brand, query } = useBrand()
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  const { data, error } = comparison
  return (
    <Page title={t('competitors.page.title')} within={brand.name} lead={t('competitors.page.lead')}>
      <FilterBar />
      <QueryError query={comparison} />
      {!data && !error && <Bar className="h-screen rounded-xl" />}
      {data && data.competitors.length === 0 && (
        <EmptyState isCard Icon={Swords} title={t('competitors.page.emptyTitle')}>
          {t('competitors.page.empty')}
        </EmptyState>
      )}
      {data && data.competitors.length > 0 && (
        <>
          <Leaderboard data={data} />
          <HeadToHead comparison={data} />
          <ShareByPlatform data={data} />
        </>
      )}
      <CompetitorSuggestions />
      <TrackedCompetitors />
    </Page>
  )
}

function Leaderboard({ data }: { data: Comparison }) {
  const { query, filter } = useBrand()
  const search = competitorSearch(useSearch({ from: '/dashboard/brands/$slug/competitors' }))
  const choose = useFilterChoice()
  const { shown: sort } = getSort(search, 'score')
  const { id: _, ...own } = data.brand
  const entries: Row[] = [
    { ...own, id: null },
    ...data.competitors.map(({ competitor_id, ...rest }) => ({ ...rest, id: competitor_id })),
  ]
  const value = values[sort.by] ?? values.score
  const direction = sort.order === 'asc' ? 1 : -1
  const rows = entries.toSorted((a, b) => direction * ((value?.(a) ?? -1) - (value?.(b) ?? -1)))
  return (
    <Section
      title={t('competitors.leaderboard.title')}
      lead={t('competitors.leaderboard.lead', {
        answers: data.result_count,
        period: comparedWith(filter.compare),
      })}
      actions={<CsvLink href={csvHref('GET /api/metrics/competitor-comparison', query, 'competitors')} />}
    >
      <DataTable
        caption={t('competitors.leaderboard.caption')}
        columns={leaderColumns()}
        rows={rows}
        getKey={({ id }) => id ?? 'brand'}
        sort={sort}
        onSort={({ by, order }) => choose({ sort: by, order })}
      />
    </Section>
  )
}

const values: Record<string, (row: Row) => number | null> = {
  score: (row) => row.avg_visibility_score,
  rate: (row) => row.mention_rate_pct,
  position: (row) => row.avg_position,
  change: ({ change }) => change.delta,
  answers: (row) => row.appearance_count,
  citations: (row) => row.total_citations,
}

function CompetitorLink({ id, children }: { id: string; children: string }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/competitors/$id"
      params={{ slug, id }}
      search={brandFilter(filter)}
      className="hover:underline [overflow-wrap:anywhere]"
    >
      {children}
    </Link>
  )
}

const leaderColumns = (): Column<Row>[] => [
  {
    label: t('competitors.leaderboard.columns.name'),
    cell: ({ id, name }) => (
      <span className="flex items-center gap-2 font-medium">
        {id === null ? name : <CompetitorLink id={id}>{name}</CompetitorLink>}
        {id === null && <Badge tone="accent">{t('competitors.leaderboard.you')}</Badge>}
      </span>
    ),
  },
  {
    label: t('labels.metric.visibility_score.label'),
    isNumber: true,
    sortBy: 'score',
    cell: ({ avg_visibility_score, score_interval }) => (
      <ScoreCell score={avg_visibility_score} interval={score_interval} />
    ),
  },
  {
    label: t('competitors.leaderboard.columns.change'),
    isNumber: true,
    sortBy: 'change',
    cell: ({ id, change }) => <PeriodMark change={change} isOthers={id !== null} />,
  },
  {
    label: t('labels.metric.mention_rate.label'),
    isNumber: true,
    sortBy: 'rate',
    cell: ({ mention_rate_pct, interval }) => <RateCell pct={mention_rate_pct} interval={interval} />,
  },
  {
    label: t('competitors.leaderboard.columns.answers'),
    isNumber: true,
    sortBy: 'answers',
    cell: ({ id, appearance_count }) => (
      <AnswersLink of={id === null ? { named: 'yes' } : { competitor: id }}>
        {formatCount(appearance_count)}
      </AnswersLink>
    ),
  },
  {
    label: t('labels.metric.average_position.label'),
    isNumber: true,
    onlyWide: true,
    sortBy: 'position',
    cell: ({ avg_position, position_interval }) => (
      <PositionCell position={avg_position} interval={position_interval} />
    ),
  },
  {
    label: t('competitors.leaderboard.columns.citations'),
    isNumber: true,
    onlyWide: true,
    sortBy: 'citations',
    cell: ({ total_citations }) => formatCount(total_citations),
  },
]

type Share = Comparison['share_of_voice']['by_platform'][number]

function ShareByPlatform({ data: { share_of_voice: share } }: { data: Comparison }) {
  const { query } = useBrand()
  return (
    <Section
      title={t('labels.metric.share_of_voice.label')}
      lead={
        <>
          {t('labels.metric.share_of_voice.definition')}{' '}
          {share.interval === null
            ? t('competitors.shareOfVoice.overallWithoutInterval', {
                share: formatPct(share.overall_sov_pct),
              })
            : t('competitors.shareOfVoice.overall', {
                share: formatPct(share.overall_sov_pct),
                interval: formatRange(share.interval, '%'),
              })}{' '}
          {share.other_prompts_interval &&
            t('competitors.shareOfVoice.otherPrompts', {
              interval: formatRange(share.other_prompts_interval, '%'),
            })}
        </>
      }
      actions={<CsvLink href={csvHref('GET /api/metrics/competitor-comparison', query, 'share_of_voice')} />}
    >
      <p className="mb-3 text-sm text-muted">
        {changeSentence(share.change, { label: t('labels.metric.share_of_voice.label'), format: formatPct })}{' '}
        {share.smallest_detectable_change !== null &&
          t('competitors.shareOfVoice.detectable', { points: share.smallest_detectable_change })}
      </p>
      <DataTable
        caption={t('competitors.shareOfVoice.caption')}
        columns={shareColumns()}
        rows={share.by_platform}
        getKey={({ platform, model_used }) => `${platform} ${model_used}`}
      />
    </Section>
  )
}

const shareColumns = (): Column<Share>[] => [
  {
    label: t('competitors.shareOfVoice.columns.platform'),
    cell: ({ platform, model_used }) => (
      <>
        <span className="font-medium">{platformLabels[platform]}</span>
        {model_used && <span className="block text-xs text-muted">{model_used}</span>}
      </>
    ),
  },
  {
    label: t('competitors.shareOfVoice.columns.share'),
    className: 'sm:w-1/3 sm:min-w-40',
    cell: ({ sov_pct, interval }) => <ShareCell pct={sov_pct} interval={interval} />,
  },
  {
    label: t('competitors.shareOfVoice.columns.own'),
    isNumber: true,
    cell: ({ platform, model_used: model, brand_mentions }) => (
      <AnswersLink of={{ named: 'yes', ...(model && { model }) }} filter={{ platform }}>
        {formatCount(brand_mentions)}
      </AnswersLink>
    ),
  },
  {
    label: t('competitors.shareOfVoice.columns.competitors'),
    isNumber: true,
    cell: ({ competitor_mentions }) => formatCount(competitor_mentions),
  },
]
