import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'

/** What else differs between the period and the one before. */
export function Circumstances() {
  const { query } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/score-change', { query }))
  if (!data) return null
  const { competitors, circumstances } = data
  if (competitors.length + circumstances.length === 0) return null
  return (
    <Section title={t('overview.circumstances.title')}>
      <div className="card divide-y divide-line">
        {competitors.length > 0 && (
          <Reason label={t('overview.scoreChange.competitors')}>
            {competitors.map(({ competitor_id, name, change }) => (
              <li key={competitor_id}>
                <AnswersLink of={{ competitor: competitor_id }}>{name}</AnswersLink>{' '}
                <span className="whitespace-nowrap font-medium tabular-nums">
                  {t('overview.scoreChange.points', { points: change.delta ?? 0 })}
                </span>
              </li>
            ))}
          </Reason>
        )}
        {circumstances.length > 0 && (
          <Reason label={t('overview.scoreChange.otherChanges')}>
            {circumstances.map(({ note, platform, model_used }) => (
              <li key={note}>
                {note}{' '}
                {platform && model_used && (
                  <AnswersLink of={{ model: model_used }} filter={{ platform }}>
                    {t('overview.scoreChange.viewAnswers')}
                  </AnswersLink>
                )}
              </li>
            ))}
          </Reason>
        )}
      </div>
    </Section>
  )
}

function Reason({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3 sm:px-5 lg:grid lg:grid-cols-[14rem_1fr] lg:gap-4">
      <h3 className="text-sm font-medium text-muted">{label}</h3>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm [overflow-wrap:anywhere]">{children}</ul>
    </div>
  )
}
