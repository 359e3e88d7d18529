import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatScore, formatShortDay } from '../../vocabulary/formats.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { type Change, changedBy, changeSentence, differenceText } from '../ui/change-text.ts'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { copy } from './copy.ts'

type Reasons = Returns<'GET /api/metrics/score-change'>

const { scoreChange: texts } = copy

/** What drove the established change of the score. A difference that is not established has no breakdown. */
export function ScoreChange() {
  const { query, filter } = useBrand()
  const reasons = useQuery(read('GET /api/metrics/score-change', { query }))
  if (reasons.error) return <QueryError query={reasons} />
  if (!reasons.data) return <Bar className="h-64 rounded-xl" />
  const { data } = reasons
  return (
    <Section title={texts.title} lead={data.explained ? texts.lead : undefined}>
      <div className="card divide-y divide-line">
        <p className="px-4 py-4 sm:px-5">
          {data.explained
            ? explainedText(data, data.explained)
            : [
                changeSentence(data.change, metricLabels.visibility_score),
                differenceText(data.change, formatScore, filter.compare),
              ].join(' ')}
        </p>
        {data.explained && <Contributions reasons={data} delta={deltaOf(data.explained)} />}
        <Circumstances reasons={data} />
      </div>
    </Section>
  )
}

type Explained = NonNullable<Reasons['explained']>

const deltaOf = ({ previous, current }: Explained) => (current ?? 0) - (previous ?? 0)

function explainedText({ prompt_count }: Reasons, explained: Explained): string {
  const { before, after, previous, current } = explained
  const delta = deltaOf(explained)
  return texts[delta > 0 ? 'rose' : 'fell'](
    { score: previous ?? 0, days: daysText(before) },
    { score: current ?? 0, days: daysText(after) },
    Math.abs(delta),
    prompt_count,
  )
}

const daysText = ({ date_from, date_to }: Explained['before']) =>
  texts.days(formatShortDay(date_from), formatShortDay(date_to))

/** The breakdowns that add up to the change. */
function Contributions({ reasons, delta }: { reasons: Reasons; delta: number }) {
  const { prompt_count, by_measure, by_platform, by_topic, by_prompt } = reasons
  return (
    <>
      <Reason label={texts.byComponent}>
        {by_measure.map(({ measure, contribution }) => (
          <Part key={measure} of={answersOf[measure]} points={contribution}>
            {texts.components[measure]}
          </Part>
        ))}
      </Reason>
      {by_platform.length > 1 && (
        <Reason label={texts.byPlatform}>
          {by_platform.map(({ platform, contribution }) => (
            <Part key={platform} filter={{ platform }} points={contribution}>
              {platformLabels[platform]}
            </Part>
          ))}
        </Reason>
      )}
      {by_topic.length > 1 && (
        <Reason label={texts.byTopic}>
          {by_topic.map(({ topic_id, topic_name, contribution }) => (
            <Part key={topic_id} {...(topic_id && { filter: { topic: topic_id } })} points={contribution}>
              {topic_name ?? texts.noTopic}
            </Part>
          ))}
        </Reason>
      )}
      <Reason label={texts.byPrompt}>
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
        <Reason label={texts.competitors}>
          {competitors.map(({ competitor_id, name, change }) => (
            <Part key={competitor_id} of={{ competitor: competitor_id }} points={changedBy(change) ?? 0}>
              {name}
            </Part>
          ))}
        </Reason>
      )}
      {sources.length > 0 && (
        <Reason label={texts.sources}>
          {sources.map((source) => (
            <SourceChange key={source.domain} source={source} />
          ))}
        </Reason>
      )}
      {circumstances.length > 0 && (
        <Reason label={texts.otherChanges}>
          {circumstances.map(({ note, platform, model_used }) => (
            <li key={note}>
              {note}{' '}
              {platform && model_used && (
                <AnswersLink of={{ model: model_used }} filter={{ platform }}>
                  {texts.viewAnswers}
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
const answersOf = {
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
  own?: Change
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
      <span className="whitespace-nowrap font-medium tabular-nums">{texts.points(points)}</span>
      {isByChance && (
        <span className="text-muted" title={own.reason}>
          {' '}
          {texts.partNotSignificant}
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
        <li className="text-muted">{texts.otherPrompts(count - shown.length, rest)}</li>
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
  if (now.answers === 0) return texts.noLongerCited(before)
  return before.answers === 0 ? texts.newlyCited(now) : texts.citedDifferently(now, before)
}
