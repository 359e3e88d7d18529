import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { readPages } from '../api.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SearchField } from '../ui/form/SearchField.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { AnswerFilterChips } from './AnswerFilterChips.tsx'
import { AnswerFilters } from './AnswerFilters.tsx'
import { answerColumns } from './answer-columns.tsx'
import { CompareBar } from './CompareBar.tsx'
import { answerSearch, toAnswerParams } from './search.ts'

const pageSize = 50

/** All answers that can be part of a metric, filtered by period, platform and content. */
export function AnswersPage() {
  const { brand, filter, query } = useBrand()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useFilterChoice()
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const listed = { ...query, ...toAnswerParams(search) }
  const answers = useInfiniteQuery({
    ...readPages('GET /api/answers', { query: { ...listed, limit: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const rows = answers.data?.pages.flatMap(({ items }) => items) ?? []
  const total = answers.data?.pages[0]?.total ?? 0
  return (
    <Page title={t('answers.page.title')} within={brand.name} filters={<FilterBar />}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          label={t('answers.filters.search')}
          value={search.q ?? ''}
          onSearch={(q) => choose({ q })}
          className="w-72 max-sm:w-full"
        />
        <AnswerFilters />
      </div>
      <AnswerFilterChips />
      <QueryError query={answers} />
      {answers.isPending && <Bar className="h-96 rounded-xl" />}
      {answers.data && (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-sm text-muted">
              {t('answers.page.summary', { total, period: formatDays(filter) })}{' '}
              {rows.length < total && t('answers.page.newest', { shown: rows.length })}
            </p>
            {total > 0 && <CsvLink href={csvHref('GET /api/answers', listed)} />}
          </div>
          {rows.length === 0 ? (
            <EmptyState isCard Icon={MessagesSquare} title={t('answers.page.emptyTitle')}>
              {search.q === undefined ? t('answers.page.empty') : t('answers.page.emptySearch')}
            </EmptyState>
          ) : (
            <DataTable
              isOneLine
              caption={t('answers.page.caption')}
              columns={answerColumns()}
              rows={rows}
              getKey={({ id }) => id}
              selection={{
                chosen,
                onChange: setChosen,
                getLabel: ({ prompt, platform }) =>
                  t('answers.compare.select', { platform: platformLabels[platform], prompt: prompt.text }),
              }}
            />
          )}
          <ShowMore list={answers} />
          {chosen.size > 0 && <CompareBar ids={[...chosen]} onClear={() => setChosen(new Set())} />}
        </>
      )}
    </Page>
  )
}
