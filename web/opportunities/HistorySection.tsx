import { formatTime } from '../../vocabulary/formats.ts'
import { opportunityStatusLabels } from '../../vocabulary/opportunities.ts'
import { Section } from '../ui/page/Section.tsx'
import type { OpportunityDetail } from './queries.ts'

type Change = OpportunityDetail['history'][number]

export function HistorySection({ history }: { history: Change[] }) {
  return (
    <Section title="History">
      <ol className="card divide-y divide-line text-sm">
        {history.toReversed().map((change) => (
          <li key={`${change.at} ${change.to}`} className="px-4 py-2.5">
            <p>
              <span className="font-medium">{opportunityStatusLabels[change.to]}</span>
              <span className="text-muted">, {authorOf(change)}</span>
            </p>
            <p className="text-muted">
              <time dateTime={change.at}>{formatTime(change.at)}</time>
              {change.note && `. ${change.note}`}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function authorOf({ by, from }: Change): string {
  if (by.name !== null) return `by ${by.name}`
  if (by.kind === 'callback') return 'reported by the webhook receiver'
  if (by.kind === 'api_key') return 'by an API key'
  return from === null ? 'found by Ansight' : 'by Ansight'
}
