import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { answerAddresses } from '../brands/invalidate-answers.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { AnswerText } from './AnswerText.tsx'
import type { Answer } from './answer-highlights.ts'

type Sentiment = NonNullable<Answer['sentiment']>

const labels = ['positive', 'neutral', 'negative'] as const

/** The label, what assigned it and its quote. A person can correct it or confirm it. */
export function AnswerSentiment({ id, sentiment }: { id: string; sentiment: Sentiment }) {
  const { mayWrite } = useCurrentUser()
  const { label, method, evidence } = sentiment
  const assignedBy = (['rules', 'model', 'person'] as const).find((each) => each === method)
  return (
    <>
      {t(`labels.sentiment.${label}`)}
      {assignedBy && label !== 'unknown' && (
        <span className="block text-muted">{t(`answers.facts.classifiedBy.${assignedBy}`)}</span>
      )}
      {evidence && (
        <blockquote className="mt-0.5 text-muted">
          <AnswerText markdown={evidence.text} highlights={[]} />
        </blockquote>
      )}
      {mayWrite && <Correction id={id} label={label} />}
    </>
  )
}

function Correction({ id, label }: { id: string; label: Sentiment['label'] }) {
  const correct = useChange(
    (chosen: (typeof labels)[number]) =>
      api('PUT /api/answers/:id/sentiment', { params: { id }, body: { label: chosen } }),
    answerAddresses,
  )
  return (
    <>
      <fieldset className="mt-1.5 flex gap-1" aria-label={t('answers.facts.correct')}>
        {labels.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === label}
            disabled={correct.isPending}
            onClick={() => correct.mutate(each)}
            className="rounded-md border border-line px-2 py-0.5 text-xs hover:bg-sunken aria-pressed:border-accent aria-pressed:text-accent-strong"
          >
            {t(`labels.sentiment.${each}`)}
          </button>
        ))}
      </fieldset>
      <ErrorNotice error={correct.error} className="mt-2" />
    </>
  )
}
