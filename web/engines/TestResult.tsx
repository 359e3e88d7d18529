import { formatDuration, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { costText } from '../ui/cost-text.ts'
import { Notice } from '../ui/Notice.tsx'

type Tested = Returns<'POST /api/platforms/:platform/test'>

/** The outcome of one test query. */
export function TestResult({ tested }: { tested: Tested }) {
  const { success, message, answer, model, citations, cost_micros, cost_estimated, took_ms } = tested
  return (
    <div className="mt-3 space-y-2">
      <Notice tone={success ? 'good' : 'bad'} live>
        {message}
      </Notice>
      {success && (
        <>
          {answer && <TestAnswer answer={answer} />}
          <p className="text-sm text-muted">
            {joinFacts(
              [
                model,
                citations === null ? null : t('engines.testResult.sources', { count: citations }),
                cost_micros === null ? null : costText(cost_micros, cost_estimated ? cost_micros : 0),
                formatDuration(took_ms),
              ].filter((part) => part !== null),
            )}
          </p>
        </>
      )}
    </div>
  )
}

function TestAnswer({ answer }: { answer: string }) {
  return (
    <section
      aria-label={t('engines.testResult.answer')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-40 overflow-y-auto whitespace-pre-line rounded-lg bg-sunken px-3.5 py-2.5 text-sm [overflow-wrap:anywhere]"
    >
      {answer}
    </section>
  )
}
