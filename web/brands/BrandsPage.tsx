import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Radar, TriangleAlert } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { formatSample } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { DemoOffer } from '../demo/DemoOffer.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClasses } from '../ui/Button.tsx'
import { ChangeBadge } from '../ui/ChangeBadge.tsx'
import { changeOrder } from '../ui/change-text.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell, ScoreCell } from '../ui/table/MetricCells.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { defaultWindowDays, windows } from './filter.ts'
import { portfolioSearch } from './portfolio-search.ts'
import { brandsQuery } from './queries.ts'
import { SimulatedChip } from './SimulatedChip.tsx'

type Row = Returns<'GET /api/portfolio'>['brands'][number]

/** All brands at a glance. */
export function BrandsPage() {
  return useCurrentUser().isClient ? <ClientBrands /> : <Portfolio />
}

/** The brands of a client, with their reports. */
function ClientBrands() {
  const { data } = useSuspenseQuery(brandsQuery)
  if (data.items.length === 0) return <NoBrands mayAdd={false} />
  return (
    <Page title={t('brands.brands.title')}>
      <ul className="card divide-y divide-line">
        {data.items.map(({ id, slug, name, domain }) => (
          <li key={id} className="px-4 py-3.5 sm:px-5">
            <Link
              to="/dashboard/brands/$slug/reports"
              params={{ slug }}
              className="font-semibold hover:underline [overflow-wrap:anywhere]"
            >
              {name}
            </Link>
            <span className="block text-xs text-muted [overflow-wrap:anywhere]">{domain}</span>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function Portfolio() {
  const { data: brands } = useSuspenseQuery(brandsQuery)
  const { seesOrganization } = useCurrentUser()
  const search = portfolioSearch(useSearch({ from: '/dashboard/' }))
  const { days = defaultWindowDays } = search
  const query = days === 'all' ? {} : { days: String(days) }
  const portfolio = useQuery({
    ...read('GET /api/portfolio', { query }),
    enabled: brands.items.length > 0,
  })
  const { data, error } = portfolio
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const change = useSearchChange()
  if (brands.items.length === 0) return <NoBrands mayAdd={seesOrganization} />
  const shown = search.sort ? getSort(search, 'name').shown : byName
  const found = data?.brands.filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(wanted))
  return (
    <Page
      title={t('brands.brands.title')}
      lead={t('brands.brands.lead')}
      actions={
        <>
          <SimulatedChip />
          {seesOrganization && <NewBrandLink />}
        </>
      }
    >
      <search aria-label={t('brands.filters.label')} className="mb-5 flex flex-wrap items-center gap-2">
        <input
          aria-label={t('brands.brands.search')}
          placeholder={t('brands.brands.searchPlaceholder')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="control w-full text-sm sm:w-60"
        />
        <Select
          aria-label={t('brands.dateRange.label')}
          value={days}
          onChange={({ target }) => change({ days: target.value })}
        >
          <Options of={windows.map((each) => [each, t('brands.dateRange.lastDays', { days: each })])} />
          <option value="all">{t('brands.dateRange.allTime')}</option>
        </Select>
        <span className="ml-auto">
          <CsvLink href={csvHref('GET /api/portfolio', query)} />
        </span>
      </search>
      <QueryError query={portfolio} />
      {!found && !error && <Bar className="h-72 rounded-xl" />}
      {found && (
        <>
          <p role="status" className="mb-3 text-sm text-muted">
            {found.length < brands.items.length
              ? t('brands.brands.countOf', { found: found.length, total: brands.items.length })
              : t('brands.brands.count', { brands: found.length })}
          </p>
          {found.length > 0 ? (
            <DataTable
              caption={t('brands.brands.title')}
              columns={columns()}
              rows={sorted(found, shown)}
              getKey={({ id }) => id}
              sort={shown}
              onSort={({ by, order }) => change({ sort: by, order })}
            />
          ) : (
            <p className="card px-5 py-4 text-muted">{t('brands.brands.noneFound')}</p>
          )}
        </>
      )}
    </Page>
  )
}

/** The list has at least one brand. */
function useSearchChange() {
  const navigate = useNavigate({ from: '/dashboard/' })
  return (change: Record<string, string>) =>
    void navigate({
      search: (old) => portfolioSearch({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    })
}

const byName = { by: 'name', order: 'asc' } as const

const values: Record<string, (row: Row) => number | null> = {
  score: (row) => row.avg_visibility_score,
  rate: (row) => row.mention_rate_pct,
  answers: (row) => row.result_count,
  change: ({ change }) => changeOrder(change),
}

/** Rows without a value come last in either order. */
function sorted(rows: Row[], { by, order }: { by: string; order: 'asc' | 'desc' }): Row[] {
  const value = values[by]
  if (!value) return order === 'asc' ? rows : rows.toReversed()
  const direction = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return direction * (x - y)
  })
}

const columns = (): Column<Row>[] => [
  {
    label: t('brands.brands.columns.brand'),
    className: 'sm:min-w-44',
    sortBy: 'name',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <BrandLink row={row} />
          {row.is_demo && <Badge tone="caution">{t('demo.badge')}</Badge>}
          {row.status === 'paused' && <Badge tone="caution">{t('labels.brandStatus.paused')}</Badge>}
        </span>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">{row.domain}</span>
      </>
    ),
  },
  {
    label: t('labels.metric.visibility_score.label'),
    isNumber: true,
    sortBy: 'score',
    cell: ({ avg_visibility_score, interval }) => (
      <ScoreCell score={avg_visibility_score} interval={interval} />
    ),
  },
  {
    label: t('brands.brands.columns.change'),
    isNumber: true,
    sortBy: 'change',
    cell: ({ change, result_count }) =>
      result_count > 0 ? (
        <ChangeBadge change={change} />
      ) : (
        <span className="text-muted">{t('brands.brands.noAnswers')}</span>
      ),
  },
  {
    label: t('labels.metric.mention_rate.label'),
    isNumber: true,
    sortBy: 'rate',
    cell: ({ mention_rate_pct, mention_rate_interval }) => (
      <RateCell pct={mention_rate_pct} interval={mention_rate_interval} />
    ),
  },
  {
    label: t('brands.brands.columns.answers'),
    isNumber: true,
    sortBy: 'answers',
    cell: (row) => <SampleLink row={row} />,
  },
  { label: t('brands.brands.columns.lastRun'), onlyWide: true, cell: (row) => <LastRun row={row} /> },
]

/** Links to the brand's answers of the same period. */
function SampleLink({ row: { slug, result_count } }: { row: Row }) {
  const { days } = portfolioSearch(useSearch({ from: '/dashboard/' }))
  if (result_count === 0) return <span className="text-muted">{formatSample(0)}</span>
  return (
    <Link
      to="/dashboard/brands/$slug/answers"
      params={{ slug }}
      search={{ ...(days && { days }) }}
      className="link whitespace-nowrap"
    >
      {formatSample(result_count)}
    </Link>
  )
}

function BrandLink({ row: { slug, name } }: { row: Row }) {
  const { days } = portfolioSearch(useSearch({ from: '/dashboard/' }))
  return (
    <Link
      to="/dashboard/brands/$slug"
      params={{ slug }}
      search={{ ...(days && { days }) }}
      className="font-semibold hover:underline [overflow-wrap:anywhere]"
    >
      {name}
    </Link>
  )
}

function LastRun({ row: { slug, last_run: run } }: { row: Row }) {
  if (!run) return <span className="text-muted">{t('brands.brands.noRuns')}</span>
  const troubled = run.status === 'failed' || run.troubled_platforms > 0
  return (
    <Link
      to="/dashboard/brands/$slug/runs"
      params={{ slug }}
      className="inline-flex items-center gap-1.5 hover:underline"
    >
      {troubled && <TriangleAlert aria-hidden className="size-3.5 text-caution" />}
      {run.troubled_platforms > 0
        ? t('brands.brands.platformsWithErrors', { platforms: run.troubled_platforms })
        : t(`labels.runStatus.${run.status}`)}
    </Link>
  )
}

function NoBrands({ mayAdd }: { mayAdd: boolean }) {
  return (
    <Page title={t('brands.brands.title')}>
      <EmptyState
        isCard
        Icon={Radar}
        title={mayAdd ? t('brands.noBrands.title') : t('brands.noBrands.viewerTitle')}
        action={mayAdd && <NewBrandLink />}
      >
        {mayAdd ? t('brands.noBrands.text') : t('brands.noBrands.viewerText')}
      </EmptyState>
      {mayAdd && (
        <div className="mt-6">
          <DemoOffer />
        </div>
      )}
    </Page>
  )
}

function NewBrandLink() {
  return (
    <Link to="/dashboard/brands/new" className={buttonClasses('primary')}>
      <Plus aria-hidden className="size-4" />
      {t('brands.brands.add')}
    </Link>
  )
}
