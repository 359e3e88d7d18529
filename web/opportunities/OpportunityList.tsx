import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatLocalDay, formatScore } from '../../vocabulary/formats.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { CertaintyBadge, ImpactBadge, StatusBadge, TypeBadge } from './Badges.tsx'
import { BulkActions } from './BulkActions.tsx'
import { copy } from './copy.ts'
import { type Opportunity, opportunitiesQuery } from './queries.ts'
import type { OpportunitySearch } from './search.ts'

const rowsAtOnce = 50

/** The same opportunities as on the board, for searching and bulk changes. */
export function OpportunityList({ brandId, search }: { brandId: string; search: OpportunitySearch }) {
  const { mayWrite } = useCurrentUser()
  const list = useInfiniteQuery({
    ...opportunitiesQuery(brandId, search, rowsAtOnce),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // Rows that a filter has removed since are not changed.
  const chosen = rows.filter(({ id }) => ticked.has(id))
  const tick = (id: string, isOn: boolean) =>
    setTicked((old) => new Set(isOn ? [...old, id] : [...old].filter((each) => each !== id)))
  return (
    <QueryBoundary query={list} className="h-96">
      {() =>
        rows.length === 0 ? (
          <EmptyState isCard Icon={SearchX} title={copy.empty.noMatches}>
            {copy.empty.noMatchesHint}
          </EmptyState>
        ) : (
          <>
            {mayWrite && (
              <BulkActions
                rows={rows}
                chosen={chosen}
                onChooseAll={(isOn) => setTicked(new Set(isOn ? rows.map(({ id }) => id) : []))}
              />
            )}
            <DataTable
              caption={copy.list.caption}
              columns={[titleColumn(mayWrite ? { ticked, tick } : null), ...columns]}
              rows={rows}
              keyOf={({ id }) => id}
            />
            <ShowMore list={list} />
          </>
        )
      }
    </QueryBoundary>
  )
}

type Ticking = { ticked: ReadonlySet<string>; tick: (id: string, isOn: boolean) => void }

const titleColumn = (ticking: Ticking | null): Column<Opportunity> => ({
  label: copy.list.prompt,
  className: 'sm:min-w-64',
  cell: (row) => (
    <span className="flex gap-3">
      {ticking && (
        <input
          type="checkbox"
          aria-label={copy.list.select(row.prompt_text)}
          checked={ticking.ticked.has(row.id)}
          onChange={({ target }) => ticking.tick(row.id, target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
      )}
      <TitleLink opportunity={row} />
    </span>
  ),
})

function TitleLink({ opportunity: { id, prompt_text, has_brief } }: { opportunity: Opportunity }) {
  const { slug } = useBrand()
  return (
    <span>
      <Link
        to="/dashboard/brands/$slug/opportunities/$id"
        params={{ slug, id }}
        className="font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {prompt_text}
      </Link>
      {has_brief && (
        <span className="mt-0.5 flex items-center gap-1 text-xs text-muted">
          <FileText aria-hidden className="size-3.5" />
          {copy.badges.brief}
        </span>
      )}
    </span>
  )
}

const columns: Column<Opportunity>[] = [
  { label: copy.list.score, isNumber: true, cell: (row) => formatScore(row.opportunity_score) },
  { label: copy.list.impact, cell: ({ impact }) => <ImpactBadge impact={impact} /> },
  { label: copy.list.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: copy.list.type,
    cell: ({ type, certainty }) => (
      <span className="flex flex-wrap gap-1">
        <TypeBadge type={type} />
        <CertaintyBadge certainty={certainty} />
      </span>
    ),
  },
  {
    label: copy.list.found,
    onlyWide: true,
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap text-muted">
        {formatLocalDay(created_at)}
      </time>
    ),
  },
]
