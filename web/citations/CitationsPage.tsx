import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, readPages } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { isUnusual } from '../ui/period-text.ts'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { useSourceOpportunities, useTargets } from './queries.ts'
import { SourceChanges } from './SourceChanges.tsx'
import { SourceTables } from './SourceTables.tsx'
import { SourceTypeBar } from './SourceTypeBar.tsx'
import { type CitationSearch, citationSearch } from './search.ts'
import { OutreachChoice, TargetTable } from './TargetTable.tsx'

const SourcePanel = lazy(async () => ({ default: (await import('./panel/SourcePanel.tsx')).SourcePanel }))

type Citations = Returns<'GET /api/metrics/citations'>
type View = NonNullable<CitationSearch['view']>

const pageSize = 50

/** The sources that answers cite: those worth targeting first. */
export function CitationsPage() {
  const { brand, filter, query } = useBrand()
  const search = citationSearch(useSearch({ from: '/dashboard/brands/$slug/citations' }))
  const { view = 'targets' } = search
  const { requestQuery: sorted } = getSort(search, 'citations')
  const requestQuery = { ...query, ...sorted, ...(search.category && { category: search.category }) }
  const list = useInfiniteQuery({
    ...readPages('GET /api/metrics/citations', { query: { ...requestQuery, limit: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  const domains = list.data?.pages.flatMap(({ top_domains }) => top_domains) ?? []
  return (
    <Page
      title={t('citations.page.title')}
      within={brand.name}
      filters={<FilterBar>{isListed(view) && <CategoryChoice chosen={search.category} />}</FilterBar>}
    >
      <QueryError query={list} />
      {list.isPending && <Bar className="h-96 rounded-xl" />}
      {first && first.totals.citations === 0 && (
        <EmptyState isCard Icon={Link2} title={t('citations.page.emptyTitle')}>
          {t('citations.page.empty')}
        </EmptyState>
      )}
      {first && first.totals.citations > 0 && (
        <>
          <Verdict />
          <SourceTypeBar
            citations={first}
            lead={t('citations.page.summary', {
              citations: first.totals.citations,
              urls: first.totals.urls,
              domains: first.totals.domains,
              resultsWithCitations: first.totals.results_with_citations,
              answers: first.result_count,
              period: formatDays(filter),
            })}
          />
          <Tabs search={search} view={view} />
          <div
            className={
              search.source === undefined ? '' : 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_30rem]'
            }
          >
            <div className="min-w-0">
              {view === 'changes' && <SourceChanges />}
              {(view === 'targets' || view === 'companies') && <TargetTable group={view} search={search} />}
              {isListed(view) && <SourceTables search={search} first={first} domains={domains} />}
              {view === 'domains' && <ShowMore list={list} />}
            </div>
            {search.source !== undefined && (
              <Panel
                domain={search.source}
                view={view}
                search={search}
                domains={domains.map(({ domain }) => domain)}
              />
            )}
          </div>
        </>
      )}
    </Page>
  )
}

const isListed = (view: View) => view === 'domains' || view === 'pages'

type PanelProps = { domain: string; view: View; search: CitationSearch; domains: string[] }

/** The panel, which steps through the sources of the table. */
function Panel({ domain, view, search, domains }: PanelProps) {
  const group = view === 'companies' ? view : 'targets'
  const targets = useTargets(group, search.outreach)
  const opportunityFor = useSourceOpportunities()
  const listed =
    view === group
      ? (targets.data?.pages.flatMap(({ sources }) => sources.map((source) => source.domain)) ?? [])
      : domains
  return (
    <Suspense fallback={<Bar className="h-96 rounded-xl" />}>
      <SourcePanel domain={domain} listed={listed} opportunity={opportunityFor(domain)} />
    </Suspense>
  )
}

/** How many sources to target, and the first of them. */
function Verdict() {
  const { brand } = useBrand()
  const { data } = useTargets('targets')
  const first = data?.pages[0]
  if (!first) return <Bar className="mb-4 h-7 w-2/3" />
  const { sources } = first
  const most = sources.find(({ page_gap_count }) => page_gap_count > 0)
  const isCompared = sources.some(({ change }) => change.usual_change !== null)
  const changed = sources.filter(({ change }) => isUnusual(change)).length
  return (
    <div className="mb-4">
      <Headline
        context={[
          ...(most
            ? [
                t('citations.page.largest', {
                  domain: most.domain,
                  answers: most.page_gap_count,
                  brand: brand.name,
                }),
              ]
            : []),
          ...(isCompared ? [t('citations.page.changed', { changed, shown: sources.length })] : []),
        ].join(' ')}
      >
        {t('citations.page.verdict', { targets: first.target_count })}
      </Headline>
    </div>
  )
}

function Tabs({ search, view }: { search: CitationSearch; view: View }) {
  const { slug, filter, query } = useBrand()
  const csv: Record<View, Parameters<typeof csvHref>> = {
    targets: ['GET /api/metrics/source-targets', { ...query, status: search.outreach }, 'sources'],
    companies: [
      'GET /api/metrics/source-targets',
      { ...query, group: 'companies', status: search.outreach },
      'sources',
    ],
    domains: ['GET /api/metrics/citations', { ...query, category: search.category }, 'top_domains'],
    pages: ['GET /api/metrics/citations', { ...query, category: search.category }, 'top_urls'],
    changes: ['GET /api/metrics/source-changes', query, 'new_sources'],
  }
  return (
    <div className="mb-3 mt-4 flex flex-wrap items-center justify-between gap-3">
      <LinkTabs
        label={t('citations.page.viewLabel')}
        tabs={(['targets', 'companies', 'domains', 'pages', 'changes'] as const)
          .map((each) => [each, t(`citations.page.views.${each}`)] as const)
          .map(([key, label]) => ({
            label,
            isHere: key === view,
            to: '/dashboard/brands/$slug/citations',
            params: { slug },
            search: {
              ...filter,
              ...citationSearch({ ...search, source: undefined, view: key === 'targets' ? undefined : key }),
            },
          }))}
      />
      <div className="flex flex-wrap items-center gap-2">
        {(view === 'targets' || view === 'companies') && <OutreachChoice chosen={search.outreach} />}
        <CsvLink href={csvHref(...csv[view])} />
      </div>
    </div>
  )
}

function CategoryChoice({
  chosen,
}: {
  chosen: Citations['source_type_breakdown'][number]['category'] | undefined
}) {
  const choose = useFilterChoice()
  return (
    <Choice
      label={t('citations.page.sourceType')}
      value={chosen}
      every={t('citations.page.allSourceTypes')}
      options={sourceCategories.map((each) => [each, t(`labels.sourceCategory.${each}`)] as const)}
      onChoose={(category) => choose({ category })}
    />
  )
}
