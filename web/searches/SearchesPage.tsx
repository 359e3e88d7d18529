import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { readPages } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { AddPromptDialog } from '../prompts/AddPromptDialog.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { SearchField } from '../ui/form/SearchField.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { PromptFlow } from './PromptFlow.tsx'
import { type Searches, type SearchRow, searchesAddress } from './queries.ts'
import { SearchDetail } from './SearchDetail.tsx'
import { SearchTiles } from './SearchTiles.tsx'
import { searchesSearch, searchStatuses } from './search.ts'
import { searchColumns } from './search-columns.tsx'

/** What engines searched for before they answered, and whose pages the answers cite. */
export function SearchesPage() {
  const { brand, filter, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { q, status, prompt, search, ...sorted } = searchesSearch(
    useSearch({ from: '/dashboard/brands/$slug/searches' }),
  )
  const choose = useFilterChoice()
  const [tracked, setTracked] = useState<SearchRow | null>(null)
  const sort = getSort(sorted, 'results')
  const requestQuery = { ...query, ...sort.requestQuery, ...(q && { q }), ...(status && { status }) }
  const list = useInfiniteQuery({
    ...readPages(searchesAddress, { query: { ...requestQuery, limit: 25 } }),
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  const previousRange =
    first?.previous_from && first.previous_to ? { from: first.previous_from, to: first.previous_to } : null
  return (
    <Page
      title={t('searches.page.title')}
      within={brand.name}
      filters={<FilterBar />}
      actions={<CsvLink href={csvHref(searchesAddress, requestQuery)} />}
    >
      <QueryBoundary query={{ ...list, data: first }} className="h-96">
        {(data) =>
          data.search_count === 0 && status === undefined ? (
            <EmptyState isCard Icon={Split} title={t('searches.empty.title')}>
              {data.by_platform.length === 0 ? t('searches.empty.hint') : t('searches.empty.notReported')}
            </EmptyState>
          ) : (
            <>
              <div className="mb-4">
                <Headline context={getContext(data)}>
                  {t('searches.page.headline', { pct: data.own_cited_pct ?? 0 })}
                </Headline>
              </div>
              <SearchTiles data={data} />
              <PromptFlow chosen={prompt} open={(text) => choose({ search: text })} />
              <div className="mb-3 mt-4 flex flex-wrap items-center justify-between gap-2">
                <Choice
                  label={t('searches.table.status')}
                  value={status}
                  every={t('searches.table.all')}
                  options={searchStatuses.map(
                    (each) => [each, t(`searches.table.statuses.${each}`)] as const,
                  )}
                  onChoose={(value) => choose({ status: value })}
                />
                <SearchField
                  label={t('searches.table.find')}
                  value={q ?? ''}
                  onSearch={(text) => choose({ q: text })}
                />
              </div>
              {data.matches === 0 ? (
                <p className="card px-4 py-3 text-sm text-muted sm:px-5">{t('searches.table.none')}</p>
              ) : (
                <DataTable
                  isOneLine
                  caption={t('searches.table.caption')}
                  columns={searchColumns({
                    filter,
                    isVanished: status === 'vanished',
                    open: (row) => choose({ search: row.search }),
                    track: mayWrite ? setTracked : null,
                  })}
                  rows={list.data?.pages.flatMap(({ searches }) => searches) ?? []}
                  getKey={(row) => row.search}
                  sort={sort.shown}
                  onSort={({ by, order }) => choose({ sort: by, order })}
                />
              )}
              <ShowMore list={list} />
            </>
          )
        }
      </QueryBoundary>
      {search !== undefined && (status !== 'vanished' || first !== undefined) && (
        <SearchDetail
          search={search}
          range={status === 'vanished' ? previousRange : null}
          onClose={() => choose({ search: '' })}
        />
      )}
      {tracked && (
        <AddPromptDialog text={tracked.draft} onAdded={() => undefined} onClose={() => setTracked(null)} />
      )}
    </Page>
  )
}

/** The competitor with the highest share, what is new, and which platforms are unknown. */
function getContext({ leader, new: isNew }: Searches): string {
  return [
    ...(leader ? [t('searches.page.leader', { name: leader.name, pct: leader.cited_pct ?? 0 })] : []),
    ...(isNew === null ? [] : [t('searches.page.new', { count: isNew })]),
  ].join(' ')
}
