import { formatPoints } from '../../vocabulary/formats.ts'
import { Section } from '../ui/page/Section.tsx'
import type { Audit } from './queries.ts'

const most = 5

/** What to fix first, by potential score gain. */
export function Recommendations({ audit }: { audit: Audit }) {
  const { recommendations, checks } = audit
  if (recommendations.length === 0) return null
  return (
    <Section title="Fix first" lead="Sorted by potential score gain.">
      <ol className="card divide-y divide-line">
        {recommendations.slice(0, most).map(({ check: key, text, gain }) => (
          <li key={key} className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
            <div className="min-w-0">
              <a href={`#check-${key}`} className="font-medium hover:underline">
                {checks.find((check) => check.key === key)?.label ?? key}
              </a>
              <p className="text-sm text-muted">{text}</p>
            </div>
            <span className="shrink-0 font-semibold tabular-nums">
              {gain > 0 ? formatPoints(gain) : 'blocker'}
              {gain > 0 && <span className="sr-only"> points</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
