import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatPct, formatPoints, formatQuantity, formatScore } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'

type Summary = Returns<'GET /api/metrics/visibility-summary'>
type Reasons = Returns<'GET /api/metrics/score-change'>
type Change = Summary['change']

/** What drove the change of the score. A change that is not significant has no breakdown. */
export function ScoreChange() {
  const { query } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  if (!data || data.result_count === 0 || data.window.date_from === null) return null
  const isFound = data.change.state === 'up' || data.change.state === 'down'
  return (
    <Section
      title="What drove the change"
      lead={isFound ? 'This shows where the score moved, not why.' : undefined}
    >
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
        `${fromTo(previous, delta)}: no significant change. `}
      {reason}
    </p>
  )
}

const fromTo = (previous: number, delta: number) =>
  `From ${formatScore(previous)} to ${formatScore(previous + delta)}`

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
        {fromTo(previous, delta)}: the score {delta > 0 ? 'rose' : 'fell'} by {formatScore(Math.abs(delta))}{' '}
        points over the {formatQuantity(reasons.data.prompt_count, 'prompt')} run in both periods, a
        significant change. Each breakdown below adds up to this change.
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
      <Reason label="By component">
        {by_measure.map(({ measure, contribution }) => (
          <Part key={measure} of={measures[measure].of} points={contribution}>
            {measures[measure].label}
          </Part>
        ))}
      </Reason>
      {by_platform.length > 1 && (
        <Reason label="By platform">
          {by_platform.map(({ platform, contribution, change }) => (
            <Part key={platform} filter={{ platform }} points={contribution} own={change}>
              {platformLabels[platform]}
            </Part>
          ))}
        </Reason>
      )}
      {by_topic.length > 1 && (
        <Reason label="By topic">
          {by_topic.map(({ topic_id, topic_name, contribution, change }) => (
            <Part
              key={topic_id}
              {...(topic_id && { filter: { topic: topic_id } })}
              points={contribution}
              own={change}
            >
              {topic_name ?? 'No topic'}
            </Part>
          ))}
        </Reason>
      )}
      <Reason label="By prompt">
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
        <Reason label="Competitors on the same prompts">
          {competitors.map(({ competitor_id, name, change }) => (
            <Part key={competitor_id} of={{ competitor: competitor_id }} points={change.delta ?? 0}>
              {name}
            </Part>
          ))}
        </Reason>
      )}
      {sources.length > 0 && (
        <Reason label="Sources cited more or less often">
          {sources.map((source) => (
            <SourceChange key={source.domain} source={source} />
          ))}
        </Reason>
      )}
      {circumstances.length > 0 && (
        <Reason label="Other changes in this period">
          {circumstances.map(({ note, platform, model_used }) => (
            <li key={note}>
              {note}{' '}
              {platform && model_used && (
                <AnswersLink of={{ model: model_used }} filter={{ platform }}>
                  View answers
                </AnswersLink>
              )}
            </li>
          ))}
        </Reason>
      )}
    </>
  )
}

const measures = {
  named: { label: 'Mentions', of: { named: 'yes' } },
  cited: { label: 'Citations', of: { cited: 'yes' } },
  position: { label: 'Position', of: { named: 'yes' } },
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
      <span className="whitespace-nowrap font-medium tabular-nums">{formatPoints(points)} points</span>
      {isByChance && (
        <span className="text-muted" title={own.reason}>
          {' '}
          (not significant)
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
          The other {formatQuantity(count - shown.length, 'prompt')} together {formatPoints(rest)} points
        </li>
      )}
    </>
  )
}

function SourceChange({ source }: { source: Reasons['sources'][number] }) {
  const { domain, results_citing, previous_results_citing, change } = source
  const previous = change.previous ?? 0
  return (
    <li>
      <AnswersLink of={{ domain }}>{domain}</AnswersLink>{' '}
      {results_citing === 0
        ? 'went: no answer cites it'
        : `${previous_results_citing === 0 ? 'came: ' : ''}${answers(results_citing, previous + (change.delta ?? 0))}`}
      , {previous_results_citing === 0 ? 'none' : answers(previous_results_citing, previous)} before
    </li>
  )
}

const answers = (count: number, pct: number) => `${formatQuantity(count, 'answer')} (${formatPct(pct)})`
