import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatScore, formatShortDay } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { changedBy, changeSentence, type DisplayedChange, differenceText } from '../ui/change-text.ts'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'

type Reasons = Returns<'GET /api/metrics/score-change'>

/** What drove the established change of the score. A difference that is not established has no breakdown. */
export function ScoreChange() {
  const { query, filter } = useBrand()
  const reasons = useQuery(read('GET /api/metrics/score-change', { query }))
  if (reasons.error) return <QueryError query={reasons} />
  if (!reasons.data) return <Bar className="h-64 rounded-xl" />
  const { data } = reasons
  return (
    <Section
      title={t('overview.scoreChange.title')}
      lead={data.explained ? t('overview.scoreChange.lead') : undefined}
    >
      <div className="card divide-y divide-line">
        <p className="px-4 py-4 sm:px-5">
          {data.explained
            ? explainedText(data, data.explained)
            : [
                changeSentence(data.change, { label: t('labels.metric.visibility_score.label') }),
                differenceText(data.change, formatScore, filter.compare),
              ].join(' ')}
        </p>
        {data.explained && <Contributions reasons={data} delta={computeDelta(data.explained)} />}
        <Circumstances reasons={data} />
      </div>
    </Section>
  )
}

type Explained = NonNullable<Reasons['explained']>

const computeDelta = ({ previous, current }: Explained) => (current ?? 0) - (previous ?? 0)

function explainedText({ prompt_count }: Reasons, explained: Explained): string {
  const { before, after, previous, current } = explained
  const delta = computeDelta(explained)
  return t(`overview.scoreChange.${delta > 0 ? 'rose' : 'fell'}`, {
    beforeScore: previous ?? 0,
    beforeDays: daysText(before),
    afterScore: current ?? 0,
    afterDays: daysText(after),
    points: Math.abs(delta),
    prompts: prompt_count,
  })
}

const daysText = ({ date_from, date_to }: Explained['before']) =>
  t('overview.scoreChange.days', { from: formatShortDay(date_from), to: formatShortDay(date_to) })

/** The breakdowns that add up to the change. */
function Contributions({ reasons, delta }: { reasons: Reasons; delta: number }) {
  const { prompt_count, by_measure, by_platform, by_topic, by_prompt } = reasons
  return (
    <>
      <Reason label={t('overview.scoreChange.byComponent')}>
        {by_measure.map(({ measure, contribution }) => (
          <Part key={measure} of={answersByMeasure[measure]} points={contribution}>
            {t(`overview.scoreChange.components.${measure}`)}
          </Part>
        ))}
      </Reason>
      {by_platform.length > 1 && (
        <Reason label={t('overview.scoreChange.byPlatform')}>
          {by_platform.map(({ platform, contribution }) => (
            <Part key={platform} filter={{ platform }} points={contribution}>
              {platformLabels[platform]}
            </Part>
          ))}
        </Reason>
      )}
      {by_topic.length > 1 && (
        <Reason label={t('overview.scoreChange.byTopic')}>
          {by_topic.map(({ topic_id, topic_name, contribution }) => (
            <Part key={topic_id} {...(topic_id && { filter: { topic: topic_id } })} points={contribution}>
              {topic_name ?? t('overview.scoreChange.noTopic')}
            </Part>
          ))}
        </Reason>
      )}
      <Reason label={t('overview.scoreChange.byPrompt')}>
        <PromptParts prompts={by_prompt} count={prompt_count} delta={delta} />
      </Reason>
    </>
  )
}

/** What else changed in the period. */
function Circumstances({ reasons: { competitors, sources, circumstances } }: { reasons: Reasons }) {
  return (
    <>
      {competitors.length > 0 && (
        <Reason label={t('overview.scoreChange.competitors')}>
          {competitors.map(({ competitor_id, name, change }) => (
            <Part key={competitor_id} of={{ competitor: competitor_id }} points={changedBy(change) ?? 0}>
              {name}
            </Part>
          ))}
        </Reason>
      )}
      {sources.length > 0 && (
        <Reason label={t('overview.scoreChange.sources')}>
          {sources.map((source) => (
            <SourceChange key={source.domain} source={source} />
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
    </>
  )
}

/** The answers behind each component of the score. */
const answersByMeasure = {
  named: { named: 'yes' },
  cited: { cited: 'yes' },
  position: { named: 'yes' },
} as const

function Reason({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3 sm:px-5 lg:grid lg:grid-cols-[14rem_1fr] lg:gap-4">
      <h3 className="text-sm font-medium text-muted">{label}</h3>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm [overflow-wrap:anywhere]">{children}</ul>
    </div>
  )
}

type PartProps = {
  of?: AnswerSearch
  filter?: Record<string, string>
  points: number
  /** The change of the part's own score. */
  own?: DisplayedChange
  children: ReactNode
}

function Part({ of, filter, points, own, children }: PartProps) {
  const isByChance = own !== undefined && own.state !== 'up' && own.state !== 'down'
  return (
    <li>
      {of || filter ? (
        <AnswersLink of={of ?? {}} filter={filter ?? {}}>
          {children}
        </AnswersLink>
      ) : (
        children
      )}{' '}
      <span className="whitespace-nowrap font-medium tabular-nums">
        {t('overview.scoreChange.points', { points })}
      </span>
      {isByChance && (
        <span className="text-muted" title={own.reason}>
          {' '}
          {t('overview.scoreChange.partNotSignificant')}
        </span>
      )}
    </li>
  )
}

const promptsShown = 5

function PromptParts({
  prompts,
  count,
  delta,
}: {
  prompts: Reasons['by_prompt']
  count: number
  delta: number
}) {
  const shown = prompts.slice(0, promptsShown)
  const rest = delta - shown.reduce((sum, { contribution }) => sum + contribution, 0)
  return (
    <>
      {shown.map(({ prompt_id, prompt_text, contribution, change }) => (
        <Part key={prompt_id} of={{ prompt: prompt_id }} points={contribution} own={change}>
          {prompt_text}
        </Part>
      ))}
      {count > shown.length && (
        <li className="text-muted">
          {t('overview.scoreChange.otherPrompts', { prompts: count - shown.length, points: rest })}
        </li>
      )}
    </>
  )
}

function SourceChange({ source }: { source: Reasons['sources'][number] }) {
  const { domain, results_citing, previous_results_citing, change } = source
  const before = { answers: previous_results_citing, pct: change.previous ?? 0 }
  const now = { answers: results_citing, pct: before.pct + (change.delta ?? 0) }
  return (
    <li>
      <AnswersLink of={{ domain }}>{domain}</AnswersLink> {sourceChangeText(now, before)}
    </li>
  )
}

type Citing = { answers: number; pct: number }

function sourceChangeText(now: Citing, before: Citing): string {
  if (now.answers === 0)
    return t('overview.scoreChange.noLongerCited', { answers: before.answers, pct: before.pct })
  return before.answers === 0
    ? t('overview.scoreChange.newlyCited', { answers: now.answers, pct: now.pct })
    : t('overview.scoreChange.citedDifferently', {
        nowAnswers: now.answers,
        nowPct: now.pct,
        beforeAnswers: before.answers,
        beforePct: before.pct,
      })
}
