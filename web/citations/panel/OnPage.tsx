import { Check, Minus } from 'lucide-react'
import { formatDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import type { SourceDetail } from './Part.tsx'

type PageCheck = SourceDetail['pages'][number]['check']

/** Whether a cited page names the brand, and at which place; or why Ansight does not know. */
export function OnPage({ check }: { check: PageCheck }) {
  const { brand } = useBrand()
  if (check === null) return <span className="text-muted">{t('citations.panel.notChecked')}</span>
  const { state, checked_at, position, named_count, competitors } = check
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
      <span className="inline-flex items-center gap-1" title={day}>
        <Minus aria-hidden className="size-4 text-muted" /> {t('citations.panel.missing')}
      </span>
    )
  const names = competitors.map(({ name }) => name).join(', ')
  return (
    <span
      className="inline-flex items-center gap-1 text-good"
      title={`${t('citations.panel.onPagePositionHint', { brand: brand.name, names })} ${day}`}
    >
      <Check aria-hidden className="size-4" />
      {t('citations.panel.onPagePosition', { position, named: named_count })}
    </span>
  )
}
