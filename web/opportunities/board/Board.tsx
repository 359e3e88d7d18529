import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../vocabulary/formats.ts'
import type { OpportunityStatus } from '../../../vocabulary/opportunities.ts'
import { opportunityStatuses } from '../../../vocabulary/opportunities.ts'
import { t } from '../../../vocabulary/texts.ts'
import type { Returns } from '../../api.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../../ui/table/ShowMore.tsx'
import { statusIcons } from '../Badges.tsx'
import { byCertainty, type Opportunity, opportunitiesQuery } from '../queries.ts'
import type { OpportunitySearch } from '../search.ts'
import { SendDialog } from '../webhooks/SendDialog.tsx'
import { BoardCard } from './BoardCard.tsx'
import { isCardDrag, readDrop } from './drag-and-drop.ts'
import { type Move, useStatusChange } from './useStatusChange.ts'

type BoardProps = {
  brandId: string
  search: OpportunitySearch
  counts: Returns<'GET /api/content/counts'>
}

/** One column per status. Cards are moved with their menu or by dragging. */
export function Board({ brandId, search, counts }: BoardProps) {
  const moves = useStatusChange()
  const [pendingMove, setPendingMove] = useState<Move | null>(null)
  /** The card moved last; it gets the focus in its new column. */
  const [movedId, setMovedId] = useState<string | null>(null)
  // Setting `sent` does not send anything, so it opens the dialog.
  const move = (wanted: Move) => {
    // Nothing behind a dialog can take the focus: a sent card gets it afterwards.
    setMovedId(wanted.to === 'sent' ? null : wanted.id)
    if (wanted.to === 'sent') setPendingMove(wanted)
    else moves.move(wanted)
  }
  return (
    <>
      <section
        aria-label={t('opportunities.board.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-3 sm:-mx-8 sm:scroll-px-8 sm:px-8"
      >
        {opportunityStatuses.map((status) => (
          <BoardColumn
            key={status}
            brandId={brandId}
            status={status}
            search={search}
            count={counts[status]}
            movedId={movedId}
            onMove={move}
          />
        ))}
      </section>
      <LastMove moves={moves} />
      {pendingMove && (
        <SendDialog
          ids={[pendingMove.id]}
          what={t('opportunities.detail.what', { prompt: pendingMove.text })}
          onMark={() => moves.move(pendingMove)}
          onSent={() => setMovedId(pendingMove.id)}
          onClose={() => setPendingMove(null)}
        />
      )}
    </>
  )
}

/** Floats over the page, so that columns do not shift between moves. */
function LastMove({ moves }: { moves: ReturnType<typeof useStatusChange> }) {
  const { last, error, isPending, move, forget } = moves
  const isShown = error !== null || last !== null
  return (
    <div
      className={classes(
        'pointer-events-none fixed inset-x-4 bottom-4 z-10 flex justify-center print:hidden',
        !isShown && 'sr-only',
      )}
    >
      <div className="pointer-events-auto flex max-w-lg items-center gap-3 rounded-xl border border-line bg-surface px-3.5 py-2 text-sm shadow-raised">
        <p role="status" className={classes('min-w-0 [overflow-wrap:anywhere]', error && 'text-bad')}>
          {error
            ? error.message
            : last &&
              t('opportunities.board.moved', {
                prompt: last.text,
                status: t(`labels.opportunityStatus.${last.to}`),
              })}
        </p>
        {last && !error && (
          <Button
            size="small"
            busy={isPending}
            onClick={() => move({ ...last, from: last.to, to: last.from })}
          >
            {t('opportunities.board.undo')}
          </Button>
        )}
        {isShown && (
          <button
            type="button"
            aria-label={t('opportunities.board.dismissMessage')}
            onClick={forget}
            className="-mr-1 rounded-md p-1 text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </div>
  )
}

type BoardColumnProps = {
  brandId: string
  status: OpportunityStatus
  search: OpportunitySearch
  count: number
  movedId: string | null
  onMove(move: Move): void
}

const cardsAtOnce = 20

function BoardColumn({ brandId, status, search, count, movedId, onMove }: BoardColumnProps) {
  const { mayWrite } = useCurrentUser()
  const [isOver, setOver] = useState(false)
  const list = useInfiniteQuery(opportunitiesQuery(brandId, { ...search, status }, cardsAtOnce))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const { ranked, uncertain } = byCertainty(items)
  const Icon = statusIcons[status]
  const heading = `column-${status}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is one way more; each card has a menu that does the same
    <div
      onDragOver={(event) => {
        if (!mayWrite || !isCardDrag(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // The event also fires for elements within the column.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const card = readDrop(event.dataTransfer)
        if (card && card.from !== status) onMove({ ...card, to: status })
      }}
      className={classes(
        'flex w-72 shrink-0 snap-start flex-col rounded-xl border p-2 xl:w-auto xl:min-w-0 xl:flex-1',
        isOver ? 'border-accent bg-accent-soft' : 'border-transparent bg-sunken',
      )}
    >
      <h2 id={heading} className="flex items-center gap-1.5 px-1.5 pb-2 pt-1 text-sm font-semibold">
        <Icon aria-hidden className="size-4 text-muted" />
        {t(`labels.opportunityStatus.${status}`)}
        <span className="ml-auto font-normal tabular-nums text-muted">{formatCount(count)}</span>
      </h2>
      <QueryBoundary query={list} className="h-28">
        {() => (
          <>
            {items.length === 0 && (
              <p className="px-1.5 pb-2 text-sm text-muted">
                {t(`opportunities.board.emptyColumns.${status}`)}
              </p>
            )}
            <Cards labelledBy={heading} items={ranked} movedId={movedId} onMove={onMove} />
            {uncertain.length > 0 && (
              <>
                <h3
                  id={`${heading}-needs-data`}
                  title={t('opportunities.list.needsDataHint')}
                  className="px-1.5 pb-1.5 pt-3 text-xs font-medium text-muted"
                >
                  {t('opportunities.list.needsData', { count: uncertain.length })}
                </h3>
                <Cards
                  labelledBy={`${heading} ${heading}-needs-data`}
                  items={uncertain}
                  movedId={movedId}
                  onMove={onMove}
                />
              </>
            )}
          </>
        )}
      </QueryBoundary>
      <ShowMore list={list} />
    </div>
  )
}

type CardsProps = {
  /** The IDs of the headings. */
  labelledBy: string
  items: readonly Opportunity[]
  movedId: string | null
  onMove(move: Move): void
}

function Cards({ labelledBy, items, movedId, onMove }: CardsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-labelledby={labelledBy} className="space-y-2">
      {items.map((item) => (
        <BoardCard key={item.id} opportunity={item} isMoved={item.id === movedId} onMove={onMove} />
      ))}
    </ul>
  )
}
