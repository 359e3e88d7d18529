import { Check, RotateCcw, X } from 'lucide-react'
import { formatDatedRange, formatDay, formatList } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { PromptLink } from '../PromptLink.tsx'
import type { Candidate } from './candidates.ts'
import { useDismiss, useRestore, useTrack } from './decisions.ts'

type CandidateRowProps = {
  candidate: Candidate
  isChosen: boolean
  /** Null when nothing can be decided. */
  onToggle: (() => void) | null
  /** Text of the prompt, as edited. */
  text: string
  onText(text: string): void
}

export function CandidateRow({ candidate, isChosen, onToggle, text, onText }: CandidateRowProps) {
  const { query, queries, examples, branded, intent, adds, demand, status, prompt } = candidate
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-5">
      {onToggle && (
        <input
          type="checkbox"
          aria-label={t('discovery.bulk.select', { query })}
          checked={isChosen}
          onChange={onToggle}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
      )}
      <div className="min-w-0 flex-1 space-y-2">
        <div>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="[overflow-wrap:anywhere]">{query}</span>
            <Badge tone="accent">{t(`discovery.intents.${intent}`)}</Badge>
            {branded && <Badge>{t('discovery.candidates.branded')}</Badge>}
          </p>
          {queries > 1 && (
            <p className="text-sm text-muted [overflow-wrap:anywhere]">
              {t('discovery.candidates.similar', { count: queries - 1, examples: formatList(examples) })}
            </p>
          )}
          {demand.map((each) => (
            <p key={each.origin + each.name} className="text-sm tabular-nums [overflow-wrap:anywhere]">
              {describeDemand(each)}
            </p>
          ))}
          {adds.map((each) => (
            <p key={each.kind + each.name} className="text-sm text-accent-strong [overflow-wrap:anywhere]">
              {t(`discovery.adds.${each.kind}`, { name: each.name })}
            </p>
          ))}
          {prompt && (
            <p className="text-sm">
              <PromptLink prompt={{ prompt_id: prompt.id, prompt_text: prompt.text }} />
            </p>
          )}
        </div>
        {onToggle && status === 'open' && <DecisionForm query={query} text={text} onText={onText} />}
        {onToggle && status === 'dismissed' && <RestoreButton query={query} />}
      </div>
    </li>
  )
}

function describeDemand(demand: Candidate['demand'][number]): string {
  const { origin, name, first_day, last_day, days, clicks, impressions, citations, answers, volume } = demand
  const period = first_day === null || last_day === null ? '' : formatDatedRange(first_day, last_day)
  switch (origin) {
    case 'bing_ai_queries':
      return t('discovery.candidates.cited', {
        source: t('discovery.candidates.sources.bing_ai_queries', { name }),
        citations: citations ?? 0,
        period,
      })
    case 'engine_searches':
      return t('discovery.candidates.answers', {
        source: t('discovery.origins.engine_searches'),
        answers: answers ?? 0,
        platforms: formatList(demand.platforms.map((platform) => platformLabels[platform])),
        period,
      })
    case 'keyword_file': {
      const source = t('discovery.candidates.sources.keyword_file', { name })
      return volume === null ? source : t('discovery.candidates.volume', { source, volume })
    }
    case 'site':
      return t('discovery.candidates.pages', {
        source: t('discovery.origins.site'),
        pages: formatList(demand.pages),
      })
    case 'pattern':
      return t('discovery.origins.pattern')
  }
  const searched = { impressions: impressions ?? 0, clicks: clicks ?? 0, days: days ?? 0 }
  const source = t(`discovery.candidates.sources.${origin}`, { name })
  return origin === 'bing' && first_day !== null
    ? t('discovery.candidates.searchedWeekly', { ...searched, source, period: formatDay(first_day) })
    : t('discovery.candidates.searched', { ...searched, source, period })
}

type DecisionFormProps = { query: string; text: string; onText(text: string): void }

function DecisionForm({ query, text, onText }: DecisionFormProps) {
  const track = useTrack()
  const dismiss = useDismiss()
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label={t('discovery.candidates.draft', { query })}
          value={text}
          maxLength={2000}
          onChange={({ target }) => onText(target.value)}
          className="control min-w-0 flex-1 basis-72"
        />
        <Button
          size="small"
          busy={track.isPending}
          disabled={text.trim() === ''}
          aria-label={t('discovery.candidates.trackOne', { query })}
          onClick={() => track.mutate({ prompts: [{ query, text }] })}
        >
          <Check aria-hidden className="size-4" />
          {t('discovery.candidates.track')}
        </Button>
        <Button
          size="small"
          look="quiet"
          busy={dismiss.isPending}
          aria-label={t('discovery.candidates.dismissOne', { query })}
          onClick={() => dismiss.mutate([query])}
        >
          <X aria-hidden className="size-4" />
          {t('discovery.candidates.dismiss')}
        </Button>
      </div>
      <ErrorNotice error={track.error ?? dismiss.error} />
    </>
  )
}

function RestoreButton({ query }: { query: string }) {
  const restore = useRestore()
  return (
    <>
      <Button
        size="small"
        busy={restore.isPending}
        aria-label={t('discovery.candidates.restoreOne', { query })}
        onClick={() => restore.mutate([query])}
      >
        <RotateCcw aria-hidden className="size-4" />
        {t('discovery.candidates.restore')}
      </Button>
      <ErrorNotice error={restore.error} />
    </>
  )
}
