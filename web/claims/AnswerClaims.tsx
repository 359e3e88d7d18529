import { useId } from 'react'
import { verdicts } from '../../vocabulary/claims.ts'
import { formatUtcTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { answerAddresses } from '../brands/invalidate-answers.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { DecidedBy } from './DecidedBy.tsx'
import { VerdictBadge } from './VerdictBadge.tsx'

export type AnswerClaim = Returns<'GET /api/answers/:id/claims'>['claims'][number]

/** What an answer states about facts of the brand. A person can correct each verdict. */
export function AnswerClaims({ id, claims }: { id: string; claims: AnswerClaim[] }) {
  const titleId = useId()
  if (claims.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="mt-6">
      <h2 id={titleId} className="mb-2 text-sm font-semibold">
        {t('claims.answer.title')}
      </h2>
      <ul className="space-y-3 text-sm">
        {claims.map((claim) => (
          <Claim key={claim.fact_id} id={id} claim={claim} />
        ))}
      </ul>
    </section>
  )
}

function Claim({ id, claim }: { id: string; claim: AnswerClaim }) {
  const { mayWrite } = useCurrentUser()
  const correct = useChange(
    (verdict: AnswerClaim['verdict']) =>
      api('PUT /api/answers/:id/claims/:fact', { params: { id, fact: claim.fact_id }, body: { verdict } }),
    answerAddresses,
  )
  return (
    <li className="flex gap-3">
      <span className="w-20 shrink-0">
        <VerdictBadge verdict={claim.verdict} />
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {claim.statement}
        {claim.quote && <q className="block text-muted">{claim.quote}</q>}
        <DecidedBy claim={claim} />
        {claim.corrections.map(({ previous_verdict, verdict, corrected_by, corrected_at }) => (
          <p key={corrected_at} className="text-xs text-muted">
            {t('claims.answer.history', {
              previous: t(`labels.verdict.${previous_verdict}`),
              verdict: t(`labels.verdict.${verdict}`),
              name: corrected_by ?? t('claims.answer.someone'),
              time: formatUtcTime(corrected_at),
            })}
          </p>
        ))}
        {mayWrite && (
          <fieldset className="mt-1.5 flex flex-wrap gap-1" aria-label={t('claims.answer.correct')}>
            {verdicts.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === claim.verdict}
                disabled={correct.isPending}
                onClick={() => correct.mutate(each)}
                className="rounded-md border border-line px-2 py-0.5 text-xs hover:bg-sunken aria-pressed:border-accent aria-pressed:text-accent-strong"
              >
                {t(`labels.verdict.${each}`)}
              </button>
            ))}
          </fieldset>
        )}
        <ErrorNotice error={correct.error} className="mt-2" />
      </div>
    </li>
  )
}
