import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { formatList, formatUtcTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { answerQuery } from '../answers/queries.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import type { OpportunityDetail } from './queries.ts'

type Answer = Returns<'GET /api/answers/:id'>

/** The newest answers that show the gap, or state the facts wrong. */
export function EvidenceAnswers({ opportunity }: { opportunity: OpportunityDetail }) {
  const ids = opportunity.source_data.evidence_answer_ids
  const answers = useQueries({ queries: ids.map((id) => answerQuery(id)) })
  if (ids.length === 0) return null
  return (
    <Section
      title={t('opportunities.evidence.title')}
      lead={
        opportunity.kind === 'correction'
          ? t('opportunities.correction.answers')
          : t('opportunities.evidence.lead')
      }
    >
      <ul className="card divide-y divide-line">
        {answers.map(({ data, error }, index) => (
          <li
            key={ids[index]}
            className="relative px-4 py-3 first:rounded-t-xl last:rounded-b-xl hover:bg-sunken sm:px-5"
          >
            {data && <AnswerRow answer={data} />}
            {error && <p className="text-sm text-bad">{error.message}</p>}
            {!data && !error && <Bar className="h-10" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AnswerRow({ answer }: { answer: Answer }) {
  const { slug } = useBrand()
  const named = answer.competitors
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ name }) => name)
  const { mentioned, rank } = answer.mentions
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/dashboard/brands/$slug/answers/$id"
            params={{ slug, id: answer.id }}
            className="font-medium after:absolute after:inset-0"
          >
            {platformLabels[answer.platform]}
          </Link>
          <time dateTime={answer.answered_at} className="text-sm text-muted">
            {formatUtcTime(answer.answered_at)}
          </time>
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {named.length > 0
            ? t('opportunities.evidence.competitors', { names: formatList(named) })
            : t('opportunities.evidence.noCompetitor')}{' '}
          {mentioned
            ? rank === null
              ? t('opportunities.evidence.mentionedUnranked')
              : t('opportunities.evidence.mentioned', { rank })
            : t('opportunities.evidence.notMentioned')}
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </div>
  )
}
