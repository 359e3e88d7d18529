/** Cited domains and pages, and those cited without the brand. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import type { Returns } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell } from '../ui/table/MetricCells.tsx'
import { sortOf } from '../ui/table/sort-search.ts'
import { copy } from './copy.ts'
import { type CitationSearch, citationSearch } from './search.ts'

type Citations = Returns<'GET /api/metrics/citations'>
type Domain = Citations['top_domains'][number]
type Url = Citations['top_urls'][number]

export function SourceTables({
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
      title={copy.sources.title}
      lead={copy.sources.leads[view]}
      actions={
        <>
          <LinkTabs
            label={copy.sources.title}
            tabs={Object.entries(copy.sources.tabs).map(([key, label]) => ({
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
          caption={copy.sources.pagesCaption}
          columns={pageColumns}
          rows={first.top_urls}
          keyOf={({ url }) => url}
        />
      ) : view === 'gaps' ? (
        <Gaps domains={domains} pages={first.top_urls} query={{ ...query, category: search.category }} />
      ) : (
        <DataTable
          caption={copy.sources.domainsCaption}
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

type Source = Pick<Domain, 'category' | 'results_citing' | 'results_mentioning'>

/** Answers that cite the source without mentioning the brand. */
const without = ({ results_citing, results_mentioning }: Source) => results_citing - results_mentioning

/** Third-party sources cited without the brand, most frequent first. */
const gapsIn = <T extends Source>(sources: T[]): T[] =>
  sources
    .filter((source) => source.category !== 'owned' && without(source) > 0)
    .toSorted((a, b) => without(b) - without(a))

type GapsProps = { domains: Domain[]; pages: Url[]; query: Record<string, string | undefined> }

function Gaps({ domains, pages, query }: GapsProps) {
  const rows = gapsIn(domains)
  const pageRows = gapsIn(pages)
  if (rows.length === 0) return <p className="card px-5 py-4 text-muted">{copy.gaps.none}</p>
  return (
    <>
      <DataTable
        caption={copy.gaps.domainsCaption}
        columns={[nameColumn, ...gapColumns<Domain>(({ domain }) => ({ domain }))]}
        rows={rows}
        keyOf={({ domain }) => domain}
      />
      {pageRows.length > 0 && (
        <>
          <div className="mb-3 mt-6 flex flex-wrap items-end justify-between gap-3">
            <h3 className="font-semibold">{copy.gaps.pagesTitle}</h3>
            <CsvLink href={csvHref('GET /api/metrics/citations', query, 'top_urls')} />
          </div>
          <DataTable
            caption={copy.gaps.pagesCaption}
            columns={[pageColumn, ...gapColumns<Url>(({ url }) => ({ url }))]}
            rows={pageRows}
            keyOf={({ url }) => url}
          />
        </>
      )}
    </>
  )
}

const nameColumn: Column<Domain> = {
  label: copy.sources.domain,
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
    label: copy.sources.citations,
    isNumber: true,
    sortBy: 'citations',
    cell: ({ total_citations }) => formatCount(total_citations),
  },
  {
    label: copy.sources.citingAnswers,
    isNumber: true,
    sortBy: 'results',
    cell: ({ domain, results_citing, usage_pct }) => (
      <>
        <AnswersLink of={{ domain }}>{formatCount(results_citing)}</AnswersLink>
        <span className="block text-xs text-muted">{copy.sources.shareOfAll(usage_pct)}</span>
      </>
    ),
  },
  {
    label: copy.sources.mentionYou,
    isNumber: true,
    sortBy: 'brand_mentioned',
    cell: ({ brand_mentioned_pct, brand_mentioned_interval }) => (
      <RateCell pct={brand_mentioned_pct} interval={brand_mentioned_interval} />
    ),
  },
]

const gapColumns = <T extends Source>(cited: (row: T) => AnswerSearch): Column<T>[] => [
  {
    label: copy.gaps.withoutYou,
    isNumber: true,
    cell: (row) => <AnswersLink of={{ ...cited(row), named: 'no' }}>{formatCount(without(row))}</AnswersLink>,
  },
  {
    label: copy.gaps.allCiting,
    isNumber: true,
    cell: ({ results_citing }) => formatCount(results_citing),
  },
]

const pageColumn: Column<Url> = {
  label: copy.sources.page,
  className: 'sm:min-w-64',
  cell: ({ url, title, category }) => (
    <>
      <CitedPageLink url={url}>{title ?? url}</CitedPageLink>
      <span className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-muted [overflow-wrap:anywhere]">
        {title && url}
        <Badge tone={category === 'owned' ? 'accent' : 'plain'}>{sourceCategoryLabel(category)}</Badge>
      </span>
    </>
  ),
}

const pageColumns: Column<Url>[] = [
  pageColumn,
  {
    label: copy.sources.citations,
    isNumber: true,
    cell: ({ total_citations }) => formatCount(total_citations),
  },
  {
    label: copy.sources.citingAnswers,
    isNumber: true,
    cell: ({ url, results_citing }) => <AnswersLink of={{ url }}>{formatCount(results_citing)}</AnswersLink>,
  },
  {
    label: copy.sources.mentionYou,
    isNumber: true,
    cell: ({ brand_mentioned_pct, brand_mentioned_interval }) => (
      <RateCell pct={brand_mentioned_pct} interval={brand_mentioned_interval} />
    ),
  },
]

function CitedPageLink({ url, children }: { url: string; children: ReactNode }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/citations/page"
      params={{ slug }}
      search={{ ...brandFilter(filter), url }}
      className="font-medium hover:underline [overflow-wrap:anywhere]"
    >
      {children}
    </Link>
  )
}
