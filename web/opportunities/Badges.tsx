import {
  Ban,
  CircleCheck,
  CircleDot,
  type LucideIcon,
  PencilLine,
  Send,
  SignalHigh,
  SignalLow,
  SignalMedium,
} from 'lucide-react'
import type { OpportunityStatus } from '../../vocabulary/opportunities.ts'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Opportunity } from './queries.ts'

export const statusIcons: Record<OpportunityStatus, LucideIcon> = {
  new: CircleDot,
  sent: Send,
  in_progress: PencilLine,
  done: CircleCheck,
  dismissed: Ban,
}

const statusTones = {
  new: 'accent',
  sent: 'accent',
  in_progress: 'caution',
  done: 'good',
  dismissed: 'plain',
} as const

export function StatusBadge({ status }: { status: OpportunityStatus }) {
  const Icon = statusIcons[status]
  return (
    <Badge tone={statusTones[status]}>
      <Icon aria-hidden className="size-3" />
      {t(`labels.opportunityStatus.${status}`)}
    </Badge>
  )
}

const impactIcons = { high: SignalHigh, medium: SignalMedium, low: SignalLow }

type ImpactMarkProps = Pick<Opportunity, 'impact'> & {
  /** Includes the word "impact", where the context does not say it. */
  isWhole?: boolean
}

export function ImpactBadge({ impact, isWhole = false }: ImpactMarkProps) {
  const Icon = impactIcons[impact]
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon aria-hidden className="-mt-0.5 size-4 text-accent" strokeWidth={3} />
      {isWhole ? (
        t('opportunities.badges.impact', { impact })
      ) : (
        <>
          <span aria-hidden>{t(`labels.impact.${impact}`)}</span>
          <span className="sr-only">{t('opportunities.badges.impact', { impact })}</span>
        </>
      )}
    </span>
  )
}

/** A gap is the default, so only a correction is named. */
export function TypeBadge({
  opportunity: { type, kind },
}: {
  opportunity: Pick<Opportunity, 'type' | 'kind'>
}) {
  return (
    <span title={typeMeaning({ type, kind })} className="inline-flex flex-wrap gap-1">
      {kind === 'correction' && <Badge>{t('labels.opportunityKind.correction')}</Badge>}
      <Badge>{t(`labels.opportunityType.${type}`)}</Badge>
    </span>
  )
}

export const typeMeaning = ({ type, kind }: Pick<Opportunity, 'type' | 'kind'>): string =>
  kind === 'correction' ? t(`labels.correctionMeaning.${type}`) : t(`labels.opportunityTypeMeaning.${type}`)

/** Shows only uncertainty; established is the default. */
export function CertaintyBadge({ certainty }: Pick<Opportunity, 'certainty'>) {
  if (certainty === 'established') return null
  return (
    <span title={t('labels.certaintyMeaning.directional')}>
      <Badge tone="caution">{t('labels.certainty.directional')}</Badge>
    </span>
  )
}
