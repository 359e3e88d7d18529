import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { filterCount } from '../brands/filter.ts'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { SearchField } from '../ui/form/SearchField.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { BulkBar } from './BulkBar.tsx'
import { PromptTable } from './PromptTable.tsx'
import { type PromptTableData, tableQuery, useAddedPrompts, usePromptTable } from './prompt-table.ts'
import { StatusTabs } from './StatusTabs.tsx'
import type { PromptsSearch } from './search.ts'
import { ColumnChooser, useColumns } from './table-columns.tsx'

const PromptChanges = lazy(async () => ({
  default: (await import('./changes/PromptChanges.tsx')).PromptChanges,
}))

type PromptListProps = { search: PromptsSearch; added: readonly string[] }

/** The verdict, the search and the table with its bulk actions. */
export function PromptList({ search, added }: PromptListProps) {
  const { brand, filter, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const columns = useColumns()
  const { request, shown } = tableQuery(query, search)
  const list = usePromptTable(request)
  const newest = useAddedPrompts(query, added)
  const { data: settings } = useQuery(promptsQuery(brand.id))
  const choose = useFilterChoice()
  if (list.error) return <QueryError query={list} />
  const first = list.data?.pages[0]
  const tabs = <StatusTabs search={search} totals={first?.totals} />
  if (search.view === 'changes')
    return (
      <Suspense fallback={<Bar className="h-144 rounded-xl" />}>
        <PromptChanges search={search} tabs={tabs} />
      </Suspense>
    )
  const listed = list.data?.pages.flatMap((page) => page.prompts) ?? []
  const rows = [...newest, ...listed.filter(({ prompt_id }) => !added.includes(prompt_id))]
  const ids = rows.map(({ prompt_id }) => prompt_id).filter((id) => chosen.has(id))
  return (
    <>
      <Verdict data={first} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {tabs}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full">
          <SearchField
            label={t('prompts.list.search')}
            value={search.q ?? ''}
            onSearch={(q) => choose({ q })}
            className="w-56 max-sm:w-full"
          />
          <ColumnChooser columns={columns} />
          <CsvLink isCompact href={csvHref('GET /api/metrics/prompt-table', request)} />
        </div>
      </div>
      {!first ? (
        <Bar className="h-[34rem] rounded-xl" />
      ) : rows.length === 0 ? (
        <NoPrompts isFiltered={filterCount(filter) > 0 || Object.keys(search).length > 0} />
      ) : (
        <PromptTable
          rows={rows}
          settings={new Map(settings?.items.map((prompt) => [prompt.id, prompt]))}
          columns={columns.shown}
          sort={shown}
          onSort={({ by, order }) => choose({ sort: by, order })}
          added={added}
          selection={mayWrite ? { chosen, onChange: setChosen } : undefined}
        />
      )}
      {first && rows.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {t('prompts.list.shown', { shown: listed.length, total: first.matches })}
        </p>
      )}
      <ShowMore list={list} />
      {ids.length > 0 && <BulkBar ids={ids} tags={first?.tags ?? []} onDone={() => setChosen(new Set())} />}
    </>
  )
}

/** How many prompts the brand leads, and how many changed. Keeps its height while loading. */
function Verdict({ data }: { data: PromptTableData | undefined }) {
  const { brand, filter } = useBrand()
  if (!data) return <Bar className="mb-4 h-7 w-2/3" />
  const { led, led_before: before, answered, improved, declined } = data.totals
  if (answered === 0) return <p className="mb-4 min-h-7 text-lg text-muted">{t('prompts.list.lead')}</p>
  return (
    <div className="mb-4">
      <Headline
        context={
          filter.days !== 'all' &&
          (improved + declined === 0
            ? t('prompts.list.unchanged')
            : t('prompts.list.changed', { improved, declined }))
        }
      >
        {t('prompts.list.leads', {
          brand: brand.name,
          led,
          answered,
          before: before === null ? 'none' : formatCount(before),
        })}
      </Headline>
    </div>
  )
}

function NoPrompts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      isCard
      Icon={MessageCircleQuestion}
      title={isFiltered ? t('prompts.table.noMatches') : t('prompts.table.empty')}
    >
      {isFiltered ? t('prompts.table.noMatchesHint') : t('prompts.table.emptyHint')}
    </EmptyState>
  )
}
