import { t } from '../../vocabulary/texts.ts'
import { Section } from '../ui/page/Section.tsx'
import type { Audit } from './queries.ts'

const most = 5

/** What to fix first: blocked AI agents, then by potential score gain. */
export function Recommendations({ audit }: { audit: Audit }) {
  const { recommendations, checks } = audit
  if (recommendations.length === 0) return null
  return (
    <Section title={t('audits.recommendations.title')} lead={t('audits.recommendations.lead')}>
      <ol className="card divide-y divide-line">
        {recommendations.slice(0, most).map(({ check: key, text, gain }) => {
          const check = checks.find((each) => each.key === key)
          return (
            <li key={key} className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
              <div className="min-w-0">
                <a href={`#check-${key}`} className="font-medium hover:underline">
                  {text}
                </a>
                {check && <p className="text-sm text-muted [overflow-wrap:anywhere]">{check.evidence}</p>}
              </div>
              <span className="shrink-0 font-semibold tabular-nums">
                {gainText(gain, check?.cap ?? null)}
              </span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** Only a failed check with a cap is a blocker. Another check gains nothing while a blocker caps the score. */
export function gainText(gain: number, cap: number | null): string {
  if (gain > 0) return t('audits.recommendations.gain', { points: gain })
  return cap === null ? t('audits.recommendations.gainAfterBlocker') : t('audits.recommendations.blocker')
}
