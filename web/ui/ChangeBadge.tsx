import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { formatPoints, formatPosition } from '../../vocabulary/formats.ts'
import { changeLabels } from '../../vocabulary/labels.ts'
import { Badge } from './Badge.tsx'

export type Change = {
  state: keyof typeof changeLabels
  delta: number | null
  reason: string
}

type ChangeBadgeProps = {
  change: Change
  /** Of somebody else: that it rose is no good news, and that it fell no bad ones. */
  isOthers?: boolean
  /** Of a mean place, where the lower is the better. */
  isPlace?: boolean
}

/** Whether a number moved. Only what is more than chance is called up or down, and the arrow says it without colour. */
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
            `${isGood ? 'Improved' : 'Worsened'} by ${formatPosition(Math.abs(delta ?? 0))}`
          ) : (
            <>
              <span className="sr-only">{changeLabels[state]}</span>
              {formatPoints(delta ?? 0)} points
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
