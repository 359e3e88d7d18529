import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { formatCount, formatPct, formatQuantity } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel, sourceCategoryLabels } from '../../vocabulary/labels.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { api, type Returns } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter, daysInWords } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { ShareCell } from '../ui/cells.tsx'
import { csvHref } from '../ui/csv.ts'
import { type Column, CsvLink, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LinkTabs } from '../ui/LinkTabs.tsx'
import { Page } from '../ui/Page.tsx'
import { Section } from '../ui/Section.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { Bar } from '../ui/Skeleton.tsx'
import { sortOf } from '../ui/sort-search.ts'
import { type CitationSearch, citationSearch } from './search.ts'

type Citations = Returns<'GET /api/metrics/citations'>
type Domain = Citations['top_domains'][number]
type Url = Citations['top_urls'][number]

const pageSize = 50

/** Which pages the engines rest their answers on, and where they do without you. */
export function CitationsPage() {
  const { brand, filter, query } = useBrand()
  const search = citationSearch(useSearch({ from: '/dashboard/brands/$slug/citations' }))
  const { asked: sorted } = sortOf(search, 'citations')
  const asked = { ...query, ...sorted, ...(search.category && { category: search.category }) }
  const list = useInfiniteQuery({
    queryKey: ['GET /api/metrics/citations', asked],
    queryFn: ({ pageParam }) =>
      api('GET /api/metrics/citations', {
        query: { ...asked, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  return (
    <Page title="Citations" within={brand.name} lead="The pages that the engines rest their answers on.">
      <FilterBar>
        <CategoryChoice chosen={search.category} />
      </FilterBar>
      <Failure query={list} />
      {list.isPending && <Bar className="h-96 rounded-xl" />}
      {first && first.totals.citations === 0 && (
        <div className="card">
          <EmptyState Icon={Link2} title="No citation in these days">
            Engines cite sources when they search the web for an answer. Choose other days or take a filter
            away.
          </EmptyState>
        </div>
      )}
      {first && first.totals.citations > 0 && (
        <>
          <p role="status" className="mb-4 text-sm text-muted">
            {formatQuantity(first.totals.citations, 'citation')} of{' '}
            {formatQuantity(first.totals.urls, 'page')} on {formatQuantity(first.totals.domains, 'domain')},
            in {formatCount(first.totals.results_with_citations)} of{' '}
            {formatQuantity(first.result_count, 'answer')} in {daysInWords(filter)}.
          </p>
          <Kinds citations={first} />
          <Sources
            search={search}
            first={first}
            domains={list.data?.pages.flatMap(({ top_domains }) => top_domains) ?? []}
          />
          {search.view !== 'pages' && <ShowMore list={list} />}
        </>
      )}
    </Page>
  )
}

function CategoryChoice({ chosen }: { chosen: string | undefined }) {
  const choose = useFilterChoice()
  return (
    <Choice
      label="Kind of source"
      value={chosen}
      every="All kinds of source"
      options={Object.entries(sourceCategoryLabels)}
      onChoose={(category) => choose({ category })}
    />
  )
}

type Kind = Citations['source_type_breakdown'][number]

function Kinds({ citations }: { citations: Citations }) {
  const { query } = useBrand()
  return (
    <Section
      title="Kinds of source"
      actions={<CsvLink href={csvHref('GET /api/metrics/citations', query, 'source_type_breakdown')} />}
    >
      <DataTable
        caption="Citations by kind of source"
        columns={kindColumns}
        rows={citations.source_type_breakdown}
        keyOf={({ category }) => category}
      />
    </Section>
  )
}

const kindColumns: Column<Kind>[] = [
  { label: 'Kind', cell: ({ category }) => <KindLink category={category} /> },
  {
    label: 'Share of citations',
    className: 'sm:w-1/2 sm:min-w-40',
    cell: ({ pct }) => <ShareCell pct={pct} />,
  },
  { label: 'Citations', isNumber: true, cell: ({ citations }) => formatCount(citations) },
  { label: 'Domains', isNumber: true, cell: ({ domains }) => formatCount(domains) },
]

function KindLink({ category }: { category: Kind['category'] }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/citations"
      params={{ slug }}
      search={{ ...brandFilter(filter), category }}
      className="font-medium hover:underline"
    >
      {sourceCategoryLabel(category)}
    </Link>
  )
}

const tabLabels = { domains: 'Domains', pages: 'Pages', gaps: 'Gaps' } as const

const leads = {
  domains: 'Registrable domains, however many of their hosts and pages are cited.',
  pages: 'The most cited addresses.',
  gaps: 'Where answers cite a source and do not name you: the places worth being mentioned in.',
}

function Sources({
  search,
  first,
  domains,
}: {
  search: CitationSearch
  first: Citations
  domains: Domain[]
}) {
  const { slug, filter, query } = useBrand()
  const choose = useFilterChoice()
  const { view = 'domains' } = search
  const { shown } = sortOf(search, 'citations')
  const onSort = ({ by, order }: { by: string; order: string }) => choose({ sort: by, order })
  return (
    <Section
      title="Sources"
      lead={leads[view]}
      actions={
        <>
          <LinkTabs
            label="Sources"
            tabs={Object.entries(tabLabels).map(([key, label]) => ({
              label,
              isHere: key === view,
              to: '/dashboard/brands/$slug/citations',
              params: { slug },
              search: { ...brandFilter(filter), ...citationSearch({ ...search, view: key }) },
            }))}
          />
          <CsvLink
            href={csvHref(
              'GET /api/metrics/citations',
              { ...query, category: search.category },
              view === 'pages' ? 'top_urls' : 'top_domains',
            )}
          />
        </>
      }
    >
      {view === 'pages' ? (
        <DataTable
          caption="Cited pages"
          columns={pageColumns}
          rows={first.top_urls}
          keyOf={({ url }) => url}
        />
      ) : view === 'gaps' ? (
        <Gaps domains={domains} />
      ) : (
        <DataTable
          caption="Cited domains"
          columns={domainColumns}
          rows={domains}
          keyOf={({ domain }) => domain}
          sort={shown}
          onSort={onSort}
        />
      )}
    </Section>
  )
}

/** Answers that cite it without naming the brand. */
const without = ({ results_citing, brand_mentioned_pct }: Domain) =>
  Math.round((results_citing * (100 - (brand_mentioned_pct ?? 0))) / 100)

function Gaps({ domains }: { domains: Domain[] }) {
  const rows = domains
    .filter((row) => row.category !== 'owned' && without(row) > 0)
    .toSorted((a, b) => without(b) - without(a))
  if (rows.length === 0)
    return <p className="card px-5 py-4 text-muted">Every answer that cites these sources names you.</p>
  return (
    <DataTable
      caption="Sources cited without you"
      columns={gapColumns}
      rows={rows}
      keyOf={({ domain }) => domain}
    />
  )
}

const nameColumn: Column<Domain> = {
  label: 'Domain',
  cell: ({ domain, category }) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ExternalLink
        href={`https://${domain}`}
        className="font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {domain}
      </ExternalLink>
      <Badge tone={category === 'owned' ? 'accent' : 'plain'}>{sourceCategoryLabel(category)}</Badge>
    </span>
  ),
}

const domainColumns: Column<Domain>[] = [
  nameColumn,
  {
    label: 'Citations',
    isNumber: true,
    sortBy: 'citations',
    cell: ({ total_citations }) => formatCount(total_citations),
  },
  {
    label: 'Answers that cite it',
    isNumber: true,
    sortBy: 'results',
    cell: ({ domain, results_citing, usage_pct }) => (
      <>
        <AnswersLink of={{ domain }}>{formatCount(results_citing)}</AnswersLink>
        <span className="block text-xs text-muted">{formatPct(usage_pct)} of all</span>
      </>
    ),
  },
  {
    label: 'Of these, name you',
    isNumber: true,
    sortBy: 'brand_mentioned',
    cell: ({ brand_mentioned_pct }) => formatPct(brand_mentioned_pct),
  },
]

const gapColumns: Column<Domain>[] = [
  nameColumn,
  {
    label: 'Answers without you',
    isNumber: true,
    cell: (row) => (
      <AnswersLink of={{ domain: row.domain, named: 'no' }}>{formatCount(without(row))}</AnswersLink>
    ),
  },
  {
    label: 'Of answers that cite it',
    isNumber: true,
    cell: ({ results_citing }) => formatCount(results_citing),
  },
]

const pageColumns: Column<Url>[] = [
  {
    label: 'Page',
    className: 'sm:min-w-64',
    cell: ({ url, title, category }) => (
      <>
        <ExternalLink href={url} className="font-medium hover:underline [overflow-wrap:anywhere]">
          {title ?? url}
        </ExternalLink>
        <span className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-muted [overflow-wrap:anywhere]">
          {title && url}
          <Badge tone={category === 'owned' ? 'accent' : 'plain'}>{sourceCategoryLabel(category)}</Badge>
        </span>
      </>
    ),
  },
  { label: 'Citations', isNumber: true, cell: ({ total_citations }) => formatCount(total_citations) },
  {
    label: 'Answers that cite it',
    isNumber: true,
    cell: ({ url, results_citing }) => <AnswersLink of={{ url }}>{formatCount(results_citing)}</AnswersLink>,
  },
  {
    label: 'Of these, name you',
    isNumber: true,
    cell: ({ brand_mentioned_pct }) => formatPct(brand_mentioned_pct),
  },
]
