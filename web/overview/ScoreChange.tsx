import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { copy } from './copy.ts'

type Summary = Returns<'GET /api/metrics/visibility-summary'>
type Reasons = Returns<'GET /api/metrics/score-change'>
type Change = Summary['change']

const { scoreChange: texts } = copy

/** What drove the change of the score. A change that is not significant has no breakdown. */
export function ScoreChange() {
  const { query } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  if (!data || data.result_count === 0 || data.window.date_from === null) return null
  const isFound = data.change.state === 'up' || data.change.state === 'down'
  return (
    <Section title={texts.title} lead={isFound ? texts.lead : undefined}>
      {isFound ? <Found change={data.change} /> : <NotFound change={data.change} />}
    </Section>
  )
}

function NotFound({ change: { state, previous, delta, reason } }: { change: Change }) {
  return (
    <p className="card px-4 py-4 text-muted sm:px-5">
      {state === 'no_significant_change' &&
        previous !== null &&
        delta !== null &&
        texts.notSignificant(previous, previous + delta)}
      {reason}
    </p>
  )
}

function Found({ change }: { change: Change }) {
  const { query } = useBrand()
  const reasons = useQuery(read('GET /api/metrics/score-change', { query }))
  if (reasons.error) return <QueryError query={reasons} />
  if (!reasons.data) return <Bar className="h-64 rounded-xl" />
  const { previous, delta } = change
  if (previous === null || delta === null) return null
  return (
    <div className="card divide-y divide-line">
      <p className="px-4 py-4 sm:px-5">
        {texts.significant(previous, previous + delta, reasons.data.prompt_count)}
      </p>
      <Contributions reasons={reasons.data} delta={delta} />
      <Circumstances reasons={reasons.data} />
    </div>
  )
}

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
          {by_platform.map(({ platform, contribution, change }) => (
            <Part key={platform} filter={{ platform }} points={contribution} own={change}>
              {platformLabels[platform]}
            </Part>
          ))}
        </Reason>
      )}
      {by_topic.length > 1 && (
        <Reason label={texts.byTopic}>
          {by_topic.map(({ topic_id, topic_name, contribution, change }) => (
            <Part
              key={topic_id}
              {...(topic_id && { filter: { topic: topic_id } })}
              points={contribution}
              own={change}
            >
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
            <Part key={competitor_id} of={{ competitor: competitor_id }} points={change.delta ?? 0}>
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
