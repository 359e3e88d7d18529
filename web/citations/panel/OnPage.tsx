import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { classes } from '../../ui/classes.ts'
import type { SourceDetail } from './Part.tsx'

type PageCheck = SourceDetail['pages'][number]['check']

/** Shows whether a cited page names the brand, and its rank by first mention, or why this is not known. */
export function OnPage({ check }: { check: PageCheck }) {
  if (check === null) return <span className="text-muted">{t('citations.panel.notChecked')}</span>
  const { state, checked_at, position, named_count } = check
  const day = t('citations.panel.checkedOn', { day: formatDay(checked_at) })
  if (state !== 'read')
    return (
      <span className="text-muted" title={`${t(`citations.pageStates.${state}`)} ${day}`}>
        {state === 'robots' || state === 'refused'
          ? t('citations.panel.blocked')
          : t('citations.panel.unavailable')}
      </span>
    )
  if (position === null)
    return (
      <NamedMark isNamed={false} title={day}>
        {t('citations.panel.missing')}
      </NamedMark>
    )
  return (
    <NamedMark isNamed title={`${t('citations.panel.onPagePositionHint')} ${day}`}>
      {t('citations.panel.onPagePosition', { position, named: named_count })}
    </NamedMark>
  )
}

type NamedMarkProps = { isNamed: boolean; title?: string; children: ReactNode }

/** Marks with a check mark or a dash whether pages name the brand. */
export function NamedMark({ isNamed, title, children }: NamedMarkProps) {
  const Icon = isNamed ? Check : Minus
  return (
    <span
      title={title}
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap align-middle',
        isNamed && 'text-good',
      )}
    >
      <Icon aria-hidden className={classes('size-4', !isNamed && 'text-muted')} /> {children}
    </span>
  )
}
