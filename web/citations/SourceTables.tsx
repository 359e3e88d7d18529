import { formatCount, formatPct } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import type { Returns } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell } from '../ui/table/MetricCells.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { getSort } from '../ui/table/sort-search.ts'
import { CitedPageLink } from './CitedPageLink.tsx'
import { SourceLink } from './SourceLink.tsx'
import type { CitationSearch } from './search.ts'

type Citations = Returns<'GET /api/metrics/citations'>
type Domain = Citations['top_domains'][number]
type Url = Citations['top_urls'][number]

type SourceTablesProps = { search: CitationSearch; first: Citations; domains: Domain[] }

/** All cited domains, or the most cited pages. */
export function SourceTables({ search, first, domains }: SourceTablesProps) {
  const choose = useFilterChoice()
  const { shown } = getSort(search, 'citations')
  if (search.view === 'pages')
    return (
      <DataTable
        caption={t('citations.sources.pagesCaption')}
        columns={[pageColumn(), ...countColumns<Url>(({ url }) => ({ url }), false)]}
        rows={first.top_urls}
        getKey={({ url }) => url}
      />
    )
  return (
    <DataTable
      caption={t('citations.sources.domainsCaption')}
      columns={[nameColumn(), ...countColumns<Domain>(({ domain }) => ({ domain }), true)]}
      rows={domains}
      getKey={({ domain }) => domain}
      sort={shown}
      onSort={({ by, order }) => choose({ sort: by, order })}
    />
  )
}

const nameColumn = (): Column<Domain> => ({
  label: t('citations.sources.domain'),
  cell: ({ domain, category }) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <SourceLink domain={domain} />
      <Badge tone={category === 'owned' ? 'accent' : 'plain'}>{sourceCategoryLabel(category)}</Badge>
    </span>
  ),
})

/** `answersOf`: the filter of the answers that cite the source. */
const countColumns = <Source extends Domain | Url>(
  answersOf: (source: Source) => AnswerSearch,
  isSorted: boolean,
): Column<Source>[] => [
  {
    label: t('citations.sources.citations'),
    isNumber: true,
    ...(isSorted && { sortBy: 'citations' }),
    cell: ({ total_citations }) => formatCount(total_citations),
  },
  {
    label: t('citations.sources.citingAnswers'),
    isNumber: true,
    ...(isSorted && { sortBy: 'results' }),
    cell: (source) => (
      <>
        <AnswersLink of={answersOf(source)}>{formatCount(source.results_citing)}</AnswersLink>
        <span className="block text-xs text-muted">
          {t('citations.sources.shareOfAll', { pct: formatPct(source.usage_pct) })}
        </span>
      </>
    ),
  },
  // Of the share of answers that cite the source.
  numberColumn(t('ui.period.change'), ({ category, change }) => (
    <PeriodMark change={change} format={formatPct} isOthers={category !== 'owned'} />
  )),
  {
    label: t('citations.sources.mentionYou'),
    isNumber: true,
    ...(isSorted && { sortBy: 'brand_mentioned' }),
    cell: ({ brand_mentioned_pct, brand_mentioned_interval }) => (
      <RateCell pct={brand_mentioned_pct} interval={brand_mentioned_interval} />
    ),
  },
]

const pageColumn = (): Column<Url> => ({
  label: t('citations.sources.page'),
  className: 'sm:min-w-64',
  cell: ({ url, title, category }) => (
    <>
      <CitedPageLink url={url} className="font-medium hover:underline [overflow-wrap:anywhere]">
        {title ?? url}
      </CitedPageLink>
      <span className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-muted [overflow-wrap:anywhere]">
        {title && url}
        <Badge tone={category === 'owned' ? 'accent' : 'plain'}>{sourceCategoryLabel(category)}</Badge>
      </span>
    </>
  ),
})
