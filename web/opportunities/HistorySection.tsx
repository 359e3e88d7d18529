import { factSeparator, formatTime } from '../../vocabulary/formats.ts'
import { opportunityStatusLabels } from '../../vocabulary/opportunities.ts'
import { Section } from '../ui/page/Section.tsx'
import { copy } from './copy.ts'
import type { OpportunityDetail } from './queries.ts'

type Change = OpportunityDetail['history'][number]

export function HistorySection({ history }: { history: Change[] }) {
  return (
    <Section title={copy.history.title}>
      <ol className="card divide-y divide-line text-sm">
        {history.toReversed().map((change) => (
          <li key={`${change.at} ${change.to}`} className="px-4 py-2.5">
            <p>
              <span className="font-medium">{opportunityStatusLabels[change.to]}</span>
              <span className="text-muted">{`${factSeparator()}${authorOf(change)}`}</span>
            </p>
            <p className="text-muted">
              <time dateTime={change.at}>{formatTime(change.at)}</time>
            </p>
            {change.note && <p>{change.note}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function authorOf({ by, from }: Change): string {
  if (by.name !== null) return copy.history.by(by.name)
  if (by.kind === 'callback') return copy.history.byReceiver
  if (by.kind === 'api_key') return copy.history.byApiKey
  return from === null ? copy.history.found : copy.history.byAnsight
}
