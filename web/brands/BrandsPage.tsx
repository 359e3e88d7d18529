import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Radar } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { DemoOffer } from '../demo/DemoOffer.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { defaultWindowDays, windows } from './filter.ts'
import { getColumns, sortBrands } from './portfolio/columns.tsx'
import { PortfolioSummary } from './portfolio/PortfolioSummary.tsx'
import { portfolioSearch } from './portfolio-search.ts'
import { brandsQuery } from './queries.ts'
import { SimulatedChip } from './SimulatedChip.tsx'

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
      {data && found && (
        <>
          <PortfolioSummary data={data} />
          <p role="status" className="mb-3 text-sm text-muted">
            {found.length < brands.items.length
              ? t('brands.brands.countOf', { found: found.length, total: brands.items.length })
              : t('brands.brands.count', { brands: found.length })}
          </p>
          {found.length > 0 ? (
            <DataTable
              caption={t('brands.brands.title')}
              columns={getColumns(data)}
              rows={sortBrands(found, shown)}
              isOneLine
              getKey={({ id }) => id}
              sort={shown}
              onSort={({ by, order }) => change({ sort: by, order })}
            />
          ) : (
            <p className="card px-5 py-4 text-muted">{t('brands.brands.noneFound')}</p>
          )}
          <p className="mt-3 text-xs text-muted">{t('brands.brands.note')}</p>
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
