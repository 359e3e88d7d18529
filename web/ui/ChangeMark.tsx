import { noData } from '../../vocabulary/formats.ts'
import { changeLabels } from '../../vocabulary/labels.ts'
import type { Change } from './ChangeBadge.tsx'
import { classes } from './classes.ts'
import { copy } from './copy.ts'

type ChangeMarkProps = {
  change: Change
  /** For positions, where lower is better. */
  isPosition?: boolean
}

/** A change next to its number: colored by better or worse if it is significant, otherwise a dash. */
export function ChangeMark({ change: { state, delta, reason }, isPosition = false }: ChangeMarkProps) {
  if ((state !== 'up' && state !== 'down') || delta === null)
    return (
      <span title={`${changeLabels[state]}. ${reason}`} className="text-xs text-muted">
        <span aria-hidden>{noData}</span>
        <span className="sr-only">{changeLabels[state]}</span>
      </span>
    )
  const isGood = (state === 'up') !== isPosition
  return (
    <span
      title={reason}
      className={classes('whitespace-nowrap text-xs font-medium', isGood ? 'text-good' : 'text-bad')}
    >
      {isPosition ? (
        copy.changeMark.position(isGood, Math.abs(delta))
      ) : (
        <>
          <svg aria-hidden viewBox="0 0 8 8" className="mr-1 inline size-2 fill-current">
            <path d={state === 'up' ? 'M4 1 8 7H0Z' : 'M4 7 0 1h8Z'} />
          </svg>
          <span className="sr-only">{changeLabels[state]} </span>
          {copy.changeMark.points(Math.abs(delta))}
        </>
      )}
    </span>
  )
}
