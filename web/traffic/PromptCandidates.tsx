import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { formatCost, formatDatedRange, formatDay, formatList } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import { promptAddresses } from '../prompts/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'

type Candidates = Returns<'GET /api/brands/:brand/prompt-candidates'>
type Candidate = Candidates['items'][number]
type Status = Candidate['status']

const statuses = ['open', 'tracked', 'dismissed'] as const
const stale = ['GET /api/brands/:brand/prompt-candidates'] as const

/** Search queries that could become prompts, with what each source counted. */
export function PromptCandidates() {
  const { slug } = useBrand()
  const [status, setStatus] = useState<Status>('open')
  const list = useQuery({
    ...read('GET /api/brands/:brand/prompt-candidates', {
      params: { brand: slug },
      query: { status, limit: 25 },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title={t('prompts.candidates.title')}
      lead={
        <>
          {t('prompts.candidates.lead')} <Cost />
        </>
      }
      actions={
        <Select
          aria-label={t('prompts.candidates.status')}
          value={status}
          onChange={({ target }) => setStatus(statuses.find((each) => each === target.value) ?? 'open')}
        >
          <Options of={statuses.map((each) => [each, t(`prompts.candidates.statuses.${each}`)])} />
        </Select>
      }
    >
      <QueryBoundary query={list}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="card px-4 py-3 text-sm text-muted sm:px-5">{t('prompts.candidates.empty')}</p>
          ) : (
            <>
              <ul className="card divide-y divide-line">
                {items.map((candidate) => (
                  <CandidateRow key={candidate.query} candidate={candidate} />
                ))}
              </ul>
              {total > items.length && (
                <p className="mt-2 text-sm text-muted">
                  {t('prompts.candidates.shown', { shown: items.length, total })}
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
    </Section>
  )
}

/** Nothing when no price is known or the answers are free. */
function Cost() {
  const { slug } = useBrand()
  const { data } = useQuery(read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }))
  if (!data?.cost_micros) return null
  return t('prompts.candidates.cost', { cost: formatCost(data.cost_micros), queries: data.queries })
}

function CandidateRow({ candidate }: { candidate: Candidate }) {
  const { query, queries, examples, is_question, branded, intent, topic, demand, status, prompt } = candidate
  const { mayWrite } = useCurrentUser()
  return (
    <li className="space-y-2 px-4 py-3 sm:px-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="[overflow-wrap:anywhere]">{query}</span>
          {is_question && <Badge tone="accent">{t('prompts.candidates.question')}</Badge>}
          {branded && <Badge>{t('prompts.candidates.branded')}</Badge>}
          {[intent, topic].map((each) => each && <Badge key={each}>{each}</Badge>)}
        </p>
        {queries > 1 && (
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {t('prompts.candidates.similar', { count: queries - 1, examples: formatList(examples) })}
          </p>
        )}
        {demand.map((each) => (
          <p key={each.source + each.name} className="text-sm tabular-nums [overflow-wrap:anywhere]">
            {describeDemand(each)}
          </p>
        ))}
        {prompt && (
          <p className="text-sm">
            <PromptLink prompt={{ prompt_id: prompt.id, prompt_text: prompt.text }} />
          </p>
        )}
      </div>
      {mayWrite && status === 'open' && <DecisionForm candidate={candidate} />}
      {mayWrite && status === 'dismissed' && <RestoreButton query={query} />}
    </li>
  )
}

function describeDemand(demand: Candidate['demand'][number]): string {
  const { source, name, first_day, last_day, days, clicks, impressions, citations } = demand
  const values = { source: t(`prompts.candidates.sources.${source}`, { name }) }
  const period = formatDatedRange(first_day, last_day)
  if (source === 'bing_ai_queries')
    return t('prompts.candidates.cited', { ...values, citations: citations ?? 0, period })
  const searched = { ...values, impressions: impressions ?? 0, clicks: clicks ?? 0, days: days ?? 0 }
  return source === 'bing'
    ? t('prompts.candidates.searchedWeekly', { ...searched, period: formatDay(first_day) })
    : t('prompts.candidates.searched', { ...searched, period })
}

function DecisionForm({ candidate: { query, draft } }: { candidate: Candidate }) {
  const { slug } = useBrand()
  const [text, setText] = useState(draft)
  const params = { brand: slug }
  const track = useChange(
    () => api('POST /api/brands/:brand/prompt-candidates/track', { params, body: { query, text } }),
    [...stale, ...promptAddresses],
  )
  const dismiss = useChange(
    () => api('POST /api/brands/:brand/prompt-candidates/dismiss', { params, body: { query } }),
    stale,
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label={t('prompts.candidates.draft', { query })}
          value={text}
          maxLength={2000}
          onChange={({ target }) => setText(target.value)}
          className="control min-w-0 flex-1 basis-72"
        />
        <Button
          size="small"
          busy={track.isPending}
          disabled={text.trim() === ''}
          aria-label={t('prompts.candidates.trackOne', { query })}
          onClick={() => track.mutate()}
        >
          <Check aria-hidden className="size-4" />
          {t('prompts.candidates.track')}
        </Button>
        <Button
          size="small"
          look="quiet"
          busy={dismiss.isPending}
          aria-label={t('prompts.candidates.dismissOne', { query })}
          onClick={() => dismiss.mutate()}
        >
          <X aria-hidden className="size-4" />
          {t('prompts.candidates.dismiss')}
        </Button>
      </div>
      <ErrorNotice error={track.error ?? dismiss.error} />
    </>
  )
}

function RestoreButton({ query }: { query: string }) {
  const { slug } = useBrand()
  const restore = useChange(
    () =>
      api('POST /api/brands/:brand/prompt-candidates/restore', { params: { brand: slug }, body: { query } }),
    stale,
  )
  return (
    <>
      <Button
        size="small"
        busy={restore.isPending}
        aria-label={t('prompts.candidates.restoreOne', { query })}
        onClick={() => restore.mutate()}
      >
        <RotateCcw aria-hidden className="size-4" />
        {t('prompts.candidates.restore')}
      </Button>
      <ErrorNotice error={restore.error} />
    </>
  )
}
