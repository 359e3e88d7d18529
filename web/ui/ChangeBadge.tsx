import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { changeLabels } from '../../vocabulary/labels.ts'
import { Badge } from './Badge.tsx'
import { copy } from './copy.ts'

export type Change = {
  state: keyof typeof changeLabels
  delta: number | null
  reason: string
}

type ChangeBadgeProps = {
  change: Change
  /** For competitors: an increase is not good news, and a drop is not bad news. */
  isOthers?: boolean
  /** For positions, where lower is better. */
  isPlace?: boolean
}

/** Whether a metric changed. Only significant changes count as up or down, and the arrow shows it without color. */
export function ChangeBadge({
  change: { state, delta, reason },
  isOthers = false,
  isPlace = false,
}: ChangeBadgeProps) {
  if (state === 'up' || state === 'down') {
    const isGood = (state === 'up') !== isPlace
    const isUp = isPlace ? isGood : state === 'up'
    const Icon = isUp ? ArrowUp : ArrowDown
    return (
      <span title={reason}>
        <Badge tone={isOthers ? 'plain' : isGood ? 'good' : 'bad'}>
          <Icon aria-hidden className="size-3" strokeWidth={3} />
          {isPlace ? (
            positionText(isGood, Math.abs(delta ?? 0))
          ) : (
            <>
              <span className="sr-only">{changeLabels[state]}</span>
              {copy.changeBadge.points(delta ?? 0)}
            </>
          )}
        </Badge>
      </span>
    )
  }
  return (
    <span title={reason} className="inline-flex items-center gap-1 text-xs text-muted">
      {state === 'no_significant_change' && <Equal aria-hidden className="size-3" />}
      {changeLabels[state]}
    </span>
  )
}

const positionText = (isGood: boolean, positions: number) =>
  isGood ? copy.changeBadge.positionImproved(positions) : copy.changeBadge.positionWorsened(positions)
