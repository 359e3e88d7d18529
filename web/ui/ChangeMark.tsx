import { formatScore, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { changedBy, changeLabel, changeSentence, type DisplayedChange } from './change-text.ts'
import { classes } from './classes.ts'

/** A change of the visibility score next to its number: colored by better or worse if it is up or down, otherwise a dash. */
export function ChangeMark({ change }: { change: DisplayedChange }) {
  const { state, reason } = change
  const delta = changedBy(change)
  if ((state !== 'up' && state !== 'down') || delta === null)
    return (
      <span title={reason} className="text-xs text-muted">
        <span aria-hidden>{noData}</span>
        <span className="sr-only">{changeLabel(change)}</span>
      </span>
    )
  return (
    <span
      title={changeSentence(change, { label: t('labels.metric.visibility_score.label') })}
      className={classes('whitespace-nowrap text-xs font-medium', state === 'up' ? 'text-good' : 'text-bad')}
    >
      <svg aria-hidden viewBox="0 0 8 8" className="mr-1 inline size-2 fill-current">
        <path d={state === 'up' ? 'M4 1 8 7H0Z' : 'M4 7 0 1h8Z'} />
      </svg>
      <span className="sr-only">{t(`labels.change.${state}`)} </span>
      {formatScore(Math.abs(delta))}
    </span>
  )
}
