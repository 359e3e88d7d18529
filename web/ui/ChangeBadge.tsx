import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from './Badge.tsx'
import { changedBy, changeLabel, changeSentence, type DisplayedChange } from './change-text.ts'

type ChangeBadgeProps = {
  change: DisplayedChange
  /** The name of the number; by default the visibility score. */
  label?: string
  /** For competitors: an increase is not good news, and a drop is not bad news. */
  isOthers?: boolean
  /** For positions, where lower is better. */
  isPosition?: boolean
}

/** Whether a metric changed. The arrow shows it without color. */
export function ChangeBadge({
  change,
  label = t('labels.metric.visibility_score.label'),
  isOthers = false,
  isPosition = false,
}: ChangeBadgeProps) {
  const { state } = change
  const delta = changedBy(change)
  const sentence = changeSentence(change, { label, isPosition })
  if (state === 'up' || state === 'down') {
    const isGood = (state === 'up') !== isPosition
    const isUp = isPosition ? isGood : state === 'up'
    const Icon = isUp ? ArrowUp : ArrowDown
    return (
      <span title={sentence}>
        <Badge tone={isOthers ? 'plain' : isGood ? 'good' : 'bad'}>
          <Icon aria-hidden className="size-3" strokeWidth={3} />
          {isPosition ? (
            positionText(isGood, Math.abs(delta ?? 0))
          ) : (
            <>
              <span className="sr-only">{t(`labels.change.${state}`)}</span>
              {t('ui.changeBadge.points', { delta: delta ?? 0 })}
            </>
          )}
        </Badge>
      </span>
    )
  }
  return (
    <span title={sentence} className="inline-flex items-center gap-1 text-xs text-muted">
      {state === 'no_significant_change' && <Equal aria-hidden className="size-3" />}
      {changeLabel(change)}
    </span>
  )
}

const positionText = (isGood: boolean, positions: number) =>
  isGood
    ? t('ui.changeBadge.positionImproved', { positions })
    : t('ui.changeBadge.positionWorsened', { positions })
