import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from './Badge.tsx'
import { changedBy, changeLabel, changeSentence, type DisplayedChange } from './change-text.ts'

/** Whether the visibility score changed. The arrow shows it without color. */
export function ChangeBadge({ change }: { change: DisplayedChange }) {
  const { state } = change
  const sentence = changeSentence(change, { label: t('labels.metric.visibility_score.label') })
  if (state === 'up' || state === 'down') {
    const Icon = state === 'up' ? ArrowUp : ArrowDown
    return (
      <span title={sentence}>
        <Badge tone={state === 'up' ? 'good' : 'bad'}>
          <Icon aria-hidden className="size-3" strokeWidth={3} />
          <span className="sr-only">{t(`labels.change.${state}`)}</span>
          {t('ui.changeBadge.points', { delta: changedBy(change) ?? 0 })}
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
