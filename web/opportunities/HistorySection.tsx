import { factSeparator, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { Section } from '../ui/page/Section.tsx'
import type { OpportunityDetail } from './queries.ts'

type Change = OpportunityDetail['history'][number]

export function HistorySection({ history }: { history: Change[] }) {
  return (
    <Section title={t('opportunities.history.title')}>
      <ol className="card divide-y divide-line text-sm">
        {history.toReversed().map((change) => (
          <li key={`${change.at} ${change.to}`} className="px-4 py-2.5">
            <p>
              <span className="font-medium">{t(`labels.opportunityStatus.${change.to}`)}</span>
              <span className="text-muted">{`${factSeparator()}${getAuthor(change)}`}</span>
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

function getAuthor({ by, from }: Change): string {
  if (by.name !== null) return t('opportunities.history.by', { name: by.name })
  if (by.kind === 'callback') return t('opportunities.history.byReceiver')
  if (by.kind === 'api_key') return t('opportunities.history.byApiKey')
  return from === null ? t('opportunities.history.found') : t('opportunities.history.byAnsight')
}
