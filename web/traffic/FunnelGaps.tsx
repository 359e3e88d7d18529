import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { classes } from '../ui/classes.ts'
import { Section } from '../ui/page/Section.tsx'
import type { Funnel } from './queries.ts'

type FunnelGapsProps = {
  gaps: Funnel['gaps']
  chosen: string | undefined
  /** Empty for every page. */
  onChoose(gap: string): void
}

/** What pages lose between two steps, and what to do next. A press filters the table. */
export function FunnelGaps({ gaps, chosen, onChoose }: FunnelGapsProps) {
  const found = gaps.filter(({ gap, pages }) => pages > 0 || gap === chosen)
  if (found.length === 0) return null
  return (
    <Section title={t('traffic.funnel.gapsTitle')} lead={t('traffic.funnel.gapsLead')}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {found.map(({ gap, pages }) => (
          <li key={gap}>
            <button
              type="button"
              aria-pressed={gap === chosen}
              onClick={() => onChoose(gap === chosen ? '' : gap)}
              className={classes(
                'card flex h-full w-full gap-4 px-4 py-3 text-left hover:bg-sunken',
                gap === chosen && 'border-accent bg-accent-soft',
              )}
            >
              <span className="text-2xl font-semibold tabular-nums">{formatCount(pages)}</span>
              <span className="min-w-0">
                <span className="block font-medium">{t(`traffic.funnel.gaps.${gap}`)}</span>
                <span className="block text-sm text-muted">{t(`traffic.funnel.nextSteps.${gap}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
