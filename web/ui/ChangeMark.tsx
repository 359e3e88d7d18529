import { formatScore, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { changedBy, changeLabel, changeSentence, type DisplayedChange } from './change-text.ts'
import { classes } from './classes.ts'

type ChangeMarkProps = {
  change: DisplayedChange
  /** The name of the number; by default the visibility score. */
  label?: string
  format?: (value: number | null) => string
  /** For positions, where lower is better. */
  isPosition?: boolean
  /** A competitor's change: neither better nor worse for the brand. */
  isOthers?: boolean
}

/** A change next to its number: colored by better or worse if it is up or down, otherwise a dash. */
export function ChangeMark({
  change,
  label = t('labels.metric.visibility_score.label'),
  format,
  isPosition = false,
  isOthers = false,
}: ChangeMarkProps) {
  const { state, reason } = change
  const delta = changedBy(change)
  if ((state !== 'up' && state !== 'down') || delta === null)
    return (
      <span title={reason} className="text-xs text-muted">
        <span aria-hidden>{noData}</span>
        <span className="sr-only">{changeLabel(change)}</span>
      </span>
    )
  const isGood = (state === 'up') !== isPosition
  return (
    <span
      title={changeSentence(change, { label, isPosition, ...(format && { format }) })}
      className={classes(
        'whitespace-nowrap text-xs font-medium',
        isOthers ? 'text-muted' : isGood ? 'text-good' : 'text-bad',
      )}
    >
      {isPosition ? (
        t('ui.changeMark.position', { isGood, positions: Math.abs(delta) })
      ) : (
        <>
          <svg aria-hidden viewBox="0 0 8 8" className="mr-1 inline size-2 fill-current">
            <path d={state === 'up' ? 'M4 1 8 7H0Z' : 'M4 7 0 1h8Z'} />
          </svg>
          <span className="sr-only">{t(`labels.change.${state}`)} </span>
          {formatScore(Math.abs(delta))}
        </>
      )}
    </span>
  )
}
