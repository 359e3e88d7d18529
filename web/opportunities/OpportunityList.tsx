import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatPct, formatRange, formatScore, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersFigure } from '../answers/AnswersFigure.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { ImpactBadge, StatusBadge } from './Badges.tsx'
import { BulkActions } from './BulkActions.tsx'
import { opportunityName } from './name.ts'
import { byCertainty, type Opportunity, opportunitiesQuery } from './queries.ts'
import type { OpportunitySearch } from './search.ts'

const rowsAtOnce = 50

/** The same opportunities as on the board, ranked; those that need more data come last, in a separate group. */
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
  const columns = getColumns(mayWrite ? { ticked, tick } : null)
  const { ranked, uncertain } = byCertainty(rows)
  return (
    <QueryBoundary query={list} className="h-96">
      {() =>
        rows.length === 0 ? (
          <EmptyState isCard Icon={SearchX} title={t('opportunities.empty.noMatches')}>
            {t('opportunities.empty.noMatchesHint')}
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
            {ranked.length > 0 && (
              <DataTable
                caption={t('opportunities.list.caption')}
                columns={columns}
                rows={ranked}
                getKey={({ id }) => id}
              />
            )}
            {uncertain.length > 0 && (
              <section className="mt-6">
                <h2 className="font-semibold">
                  {t('opportunities.list.needsData', { count: uncertain.length })}
                </h2>
                <p className="mb-2 text-sm text-muted">{t('opportunities.list.needsDataHint')}</p>
                <DataTable
                  caption={t('opportunities.list.needsDataCaption')}
                  columns={columns}
                  rows={uncertain}
                  getKey={({ id }) => id}
                />
              </section>
            )}
            <ShowMore list={list} />
          </>
        )
      }
    </QueryBoundary>
  )
}

type Ticking = { ticked: ReadonlySet<string>; tick: (id: string, isOn: boolean) => void }

const titleColumn = (ticking: Ticking | null): Column<Opportunity> => ({
  label: t('opportunities.list.opportunity'),
  className: 'sm:min-w-64',
  cell: (row) => (
    <span className="flex gap-3">
      {ticking && (
        <input
          type="checkbox"
          aria-label={t('opportunities.list.select', { prompt: opportunityName(row) })}
          checked={ticking.ticked.has(row.id)}
          onChange={({ target }) => ticking.tick(row.id, target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
      )}
      <TitleLink opportunity={row} />
    </span>
  ),
})

function TitleLink({ opportunity }: { opportunity: Opportunity }) {
  const { id, has_brief } = opportunity
  const { slug } = useBrand()
  return (
    <span className="flex items-center gap-2">
      <Link
        to="/dashboard/brands/$slug/opportunities/$id"
        params={{ slug, id }}
        className="font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {opportunityName(opportunity)}
      </Link>
      {has_brief && (
        <span title={t('opportunities.badges.brief')} className="text-muted">
          <FileText aria-hidden className="size-3.5" />
          <span className="sr-only">{t('opportunities.badges.brief')}</span>
        </span>
      )}
    </span>
  )
}

const getColumns = (ticking: Ticking | null): Column<Opportunity>[] => [
  titleColumn(ticking),
  {
    label: t('opportunities.list.action'),
    cell: (row) => <span className="text-muted">{getAction(row)}</span>,
  },
  numberColumn(t('opportunities.list.gap'), (row) => <Size opportunity={row} />),
  numberColumn(t('opportunities.list.score'), (row) => formatScore(row.opportunity_score)),
  { label: t('opportunities.list.impact'), cell: ({ impact }) => <ImpactBadge impact={impact} /> },
  { label: t('opportunities.list.status'), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: t('opportunities.list.owner'),
    onlyWide: true,
    cell: ({ owner }) =>
      owner?.name ?? <span className="text-muted">{t('opportunities.list.unassigned')}</span>,
  },
  { label: t('opportunities.list.due'), onlyWide: true, cell: (row) => <Due opportunity={row} /> },
]

/** The gap to the leading competitor, or the share of wrong answers. */
function Size({ opportunity }: { opportunity: Opportunity }) {
  const { gap, correction, answers, prompt_id } = opportunity
  if (correction)
    return (
      <AnswersFigure
        label={`${t('opportunities.list.wrongAnswers')}, ${opportunityName(opportunity)}`}
        value={formatPct(correction.wrong_pct)}
        {...(correction.wrong_interval && { range: formatRange(correction.wrong_interval) })}
        count={answers}
        note={t('opportunities.list.wrongAnswers')}
        of={{ url: correction.page.url }}
      />
    )
  if (!gap) return noData
  return (
    <AnswersFigure
      label={`${t('opportunities.list.gap')}, ${opportunity.prompt_text}`}
      value={formatScore(gap.points)}
      range={formatRange(gap.interval)}
      count={answers}
      of={{ prompt: prompt_id, competitor: gap.leader.competitor_id }}
    />
  )
}

/** What to do, in a few words that differ from row to row. */
function getAction({ type, source_domain, top_source, correction }: Opportunity): string {
  if (correction)
    return type === 'owned'
      ? t('opportunities.actions.correctOwned')
      : t('opportunities.actions.askForCorrection', { domain: correction.page.domain })
  if (type === 'owned') return t('opportunities.actions.owned')
  const domain = source_domain ?? top_source?.domain
  return domain === undefined
    ? t('opportunities.actions.reachOut')
    : t('opportunities.actions.onDomain', { domain })
}

function Due({ opportunity: { due_on, status } }: { opportunity: Opportunity }) {
  if (due_on === null) return noData
  const isOpen = status !== 'done' && status !== 'dismissed'
  const isOverdue = isOpen && due_on < new Date().toISOString().slice(0, 10)
  return (
    <span
      title={isOverdue ? t('opportunities.list.isOverdue') : undefined}
      className={isOverdue ? 'whitespace-nowrap font-medium text-bad' : 'whitespace-nowrap'}
    >
      {formatDay(due_on)}
      {isOverdue && <span className="sr-only">{t('opportunities.list.isOverdue')}</span>}
    </span>
  )
}
