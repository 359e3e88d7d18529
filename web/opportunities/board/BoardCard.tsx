import { Link } from '@tanstack/react-router'
import { Ellipsis, FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { ImpactBadge, TypeBadge } from '../Badges.tsx'
import { opportunityName } from '../name.ts'
import type { Opportunity } from '../queries.ts'
import { StatusMenu } from '../StatusMenu.tsx'
import { startDrag } from './drag-and-drop.ts'
import type { Move } from './useStatusChange.ts'

type BoardCardProps = { opportunity: Opportunity; isMoved: boolean; onMove(move: Move): void }

export function BoardCard({ opportunity, isMoved, onMove }: BoardCardProps) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { id, status: from } = opportunity
  const text = opportunityName(opportunity)
  const menu = useRef<HTMLButtonElement>(null)
  // A moved card is a new element: it takes the focus, so that keyboard users continue there.
  useEffect(() => {
    if (isMoved) menu.current?.focus()
  }, [isMoved])
  return (
    <li
      draggable={mayWrite}
      onDragStart={(event) => startDrag(event.dataTransfer, { id, text, from })}
      className="card relative p-3 text-sm hover:border-edge"
    >
      <div className="flex items-start justify-between gap-2">
        <Link
          to="/dashboard/brands/$slug/opportunities/$id"
          params={{ slug, id }}
          // The card is dragged, not its link.
          draggable={false}
          className="font-medium leading-5 [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {opportunity.source_domain === null
            ? text
            : t('opportunities.actions.onDomain', { domain: opportunity.source_domain })}
        </Link>
        {mayWrite && (
          <StatusMenu status={from} onChoose={(to) => onMove({ id, text, from, to })}>
            <button
              ref={menu}
              type="button"
              aria-label={t('opportunities.board.move', { prompt: text })}
              className="relative z-1 -m-1 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          </StatusMenu>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className="font-semibold tabular-nums text-ink">
          <span className="sr-only">{t('opportunities.board.score')} </span>
          {formatScore(opportunity.opportunity_score)}
        </span>
        <ImpactBadge impact={opportunity.impact} />
        <TypeBadge opportunity={opportunity} />
        {opportunity.has_brief && (
          <span className="inline-flex items-center gap-1">
            <FileText aria-hidden className="size-3.5" />
            {t('opportunities.badges.brief')}
          </span>
        )}
      </div>
    </li>
  )
}
