import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { formatDay, formatList } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import { competitorAddresses } from './competitor-addresses.ts'

type Candidate = Returns<'GET /api/brands/:brand/candidates'>['items'][number]

export const suggestionsQuery = (slug: string) =>
  read('GET /api/brands/:brand/candidates', { params: { brand: slug }, query: { limit: 20 } })

/** Names that answers mention repeatedly. They are in no metric until someone tracks them. */
export function CompetitorSuggestions() {
  const { slug } = useBrand()
  const { data } = useQuery(suggestionsQuery(slug))
  if (!data?.looked_at || data.items.length === 0) return null
  const { answers, from, to } = data.looked_at
  return (
    <div id="suggestions">
      <Section
        title={t('competitors.suggestions.title')}
        lead={t('competitors.suggestions.lead', { answers, from: formatDay(from), to: formatDay(to) })}
      >
        <ul className="card divide-y divide-line">
          {data.items.map((candidate) => (
            <CandidateRow key={candidate.id} candidate={candidate} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

function CandidateRow({ candidate }: { candidate: Candidate }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const params = { brand: slug, id: candidate.id }
  const accept = useChange(
    () => api('POST /api/brands/:brand/candidates/:id/accept', { params }),
    competitorAddresses,
  )
  const dismiss = useChange(
    () => api('POST /api/brands/:brand/candidates/:id/dismiss', { params }),
    competitorAddresses,
  )
  const error = accept.error ?? dismiss.error
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <CandidateSummary candidate={candidate} />
        {mayWrite && (
          <div className="flex gap-2">
            <Button
              size="small"
              busy={accept.isPending}
              aria-label={t('competitors.suggestions.trackOne', { name: candidate.name })}
              onClick={() => accept.mutate()}
            >
              <Check aria-hidden className="size-4" />
              {t('competitors.suggestions.track')}
            </Button>
            <Button
              size="small"
              look="quiet"
              busy={dismiss.isPending}
              aria-label={t('competitors.suggestions.dismissOne', { name: candidate.name })}
              onClick={() => dismiss.mutate()}
            >
              <X aria-hidden className="size-4" />
              {t('competitors.suggestions.dismiss')}
            </Button>
          </div>
        )}
      </div>
      <ErrorNotice error={error} className="mt-2" />
    </li>
  )
}

function CandidateSummary({ candidate }: { candidate: Candidate }) {
  const { slug } = useBrand()
  const newest = candidate.examples[0]
  return (
    <div className="min-w-0">
      <p className="font-medium [overflow-wrap:anywhere]">
        {candidate.name}
        {candidate.domain && <span className="font-normal text-muted"> {candidate.domain}</span>}
      </p>
      <p className="text-sm text-muted">
        {t('competitors.suggestions.summary', {
          answers: candidate.answers,
          prompts: candidate.prompts,
          platforms: formatList(candidate.platforms.map((platform) => platformLabels[platform])),
        })}
      </p>
      {newest && (
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          <Link
            to="/dashboard/brands/$slug/answers/$id"
            params={{ slug, id: newest.answer_id }}
            className="link"
          >
            {t('competitors.suggestions.quoted', { snippet: newest.snippet })}
          </Link>
        </p>
      )}
    </div>
  )
}
