import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { formatCount } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel, sourceCategoryLabels } from '../../vocabulary/labels.ts'
import { api, type Returns } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter, formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShareCell } from '../ui/table/MetricCells.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { sortOf } from '../ui/table/sort-search.ts'
import { copy } from './copy.ts'
import { SourceTables } from './SourceTables.tsx'
import { citationSearch } from './search.ts'

type Citations = Returns<'GET /api/metrics/citations'>

const pageSize = 50

/** The sources that answers cite, and where they are cited without the brand. */
export function CitationsPage() {
  const { brand, filter, query } = useBrand()
  const search = citationSearch(useSearch({ from: '/dashboard/brands/$slug/citations' }))
  const { requestQuery: sorted } = sortOf(search, 'citations')
  const requestQuery = { ...query, ...sorted, ...(search.category && { category: search.category }) }
  const list = useInfiniteQuery({
    queryKey: ['GET /api/metrics/citations', requestQuery],
    queryFn: ({ pageParam }) =>
      api('GET /api/metrics/citations', {
        query: { ...requestQuery, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  return (
    <Page title={copy.page.title} within={brand.name} lead={copy.page.lead}>
      <FilterBar>
        <CategoryChoice chosen={search.category} />
      </FilterBar>
      <QueryError query={list} />
      {list.isPending && <Bar className="h-96 rounded-xl" />}
      {first && first.totals.citations === 0 && (
        <EmptyState isCard Icon={Link2} title={copy.page.emptyTitle}>
          {copy.page.empty}
        </EmptyState>
      )}
      {first && first.totals.citations > 0 && (
        <>
          <p role="status" className="mb-4 text-sm text-muted">
            {copy.page.summary(first.totals, first.result_count, formatDays(filter))}
          </p>
          <SourceTypes citations={first} />
          <SourceTables
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
      label={copy.page.sourceType}
      value={chosen}
      every={copy.page.allSourceTypes}
      options={Object.entries(sourceCategoryLabels)}
      onChoose={(category) => choose({ category })}
    />
  )
}

type SourceType = Citations['source_type_breakdown'][number]

function SourceTypes({ citations }: { citations: Citations }) {
  const { query } = useBrand()
  return (
    <Section
      title={copy.sourceTypes.title}
      actions={<CsvLink href={csvHref('GET /api/metrics/citations', query, 'source_type_breakdown')} />}
    >
      <DataTable
        caption={copy.sourceTypes.caption}
        columns={sourceTypeColumns}
        rows={citations.source_type_breakdown}
        keyOf={({ category }) => category}
      />
    </Section>
  )
}

const sourceTypeColumns: Column<SourceType>[] = [
  { label: copy.sourceTypes.columns.type, cell: ({ category }) => <SourceTypeLink category={category} /> },
  {
    label: copy.sourceTypes.columns.share,
    className: 'sm:w-1/2 sm:min-w-40',
    cell: ({ pct }) => <ShareCell pct={pct} />,
  },
  {
    label: copy.sourceTypes.columns.citations,
    isNumber: true,
    cell: ({ citations }) => formatCount(citations),
  },
  { label: copy.sourceTypes.columns.domains, isNumber: true, cell: ({ domains }) => formatCount(domains) },
]

function SourceTypeLink({ category }: { category: SourceType['category'] }) {
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
