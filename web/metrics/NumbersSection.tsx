import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  formatCount,
  formatPct,
  formatPoints,
  formatPosition,
  formatQuantity,
  formatRange,
  formatScore,
  noData,
} from '../../vocabulary/formats.ts'
import { denominatorRule, metricLabels } from '../../vocabulary/metrics.ts'
import type { Returns } from '../api.ts'
import { type BrandSearch, brandSearch, defaultWindowDays, windowDays, windows } from '../brands/needs.ts'
import { summaryOf } from '../brands/queries.ts'
import { Explanation } from '../ui/Explanation.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { Bar } from '../ui/Skeleton.tsx'

type Summary = Returns<'GET /api/metrics/visibility-summary'>

export function NumbersSection({ brandId, search }: { brandId: string; search: BrandSearch }) {
  const { data, error } = useQuery(summaryOf(brandId, windowDays(search)))
  return (
    <Section
      title="Visibility"
      lead={data && data.result_count > 0 ? basis(data) : 'How present the brand is in the answers.'}
      actions={<WindowChoice search={search} />}
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      {!data && !error && <Bar className="h-32 rounded-xl" />}
      {data && <Numbers summary={data} />}
    </Section>
  )
}

const basis = ({ result_count, prompt_count }: Summary) =>
  `From ${formatQuantity(result_count, 'answer')} to ${formatQuantity(prompt_count, 'prompt')}, those that name the brand included.`

function WindowChoice({ search: { days = defaultWindowDays } }: { search: BrandSearch }) {
  const navigate = useNavigate({ from: '/dashboard/brands/$slug' })
  return (
    <select
      aria-label="Days"
      value={days}
      onChange={(event) =>
        navigate({
          search: (old) => brandSearch({ ...old, days: event.target.value }),
          replace: true,
          resetScroll: false,
        })
      }
      className="control w-auto"
    >
      {windows.map((each) => (
        <option key={each} value={each}>
          Last {each} days
        </option>
      ))}
      <option value="all">All time</option>
    </select>
  )
}

/** Nothing to show is a dash that says why; a number that is there says what it rests on. */
function Numbers({ summary }: { summary: Summary }) {
  const { intervals, result_count: count } = summary
  const why = count === 0 ? 'No answers in this period' : null
  const named = Math.round(((summary.mention_rate_pct ?? 0) * count) / 100)
  return (
    <dl className="card grid grid-cols-2 overflow-hidden lg:grid-cols-4">
      <NumberCell
        {...metricLabels.visibility_score}
        value={formatScore(summary.avg_visibility_score)}
        unit="of 100"
        note={why ?? changeText(summary.change)}
        count={count}
        range={intervals.avg_visibility_score && formatRange(intervals.avg_visibility_score)}
      >
        <p>{summary.change.reason}</p>
      </NumberCell>
      <NumberCell
        {...metricLabels.mention_rate}
        value={formatPct(summary.mention_rate_pct)}
        note={why ?? `Named ${formatQuantity(summary.total_mentions, 'time')}`}
        count={count}
        range={intervals.mention_rate_pct && formatRange(intervals.mention_rate_pct, '%')}
      />
      <NumberCell
        {...metricLabels.citation_rate}
        value={formatPct(summary.citation_rate_pct)}
        note={why ?? `${formatQuantity(summary.total_citations, 'citation')} of your sites`}
        count={count}
        range={intervals.citation_rate_pct && formatRange(intervals.citation_rate_pct, '%')}
      />
      <NumberCell
        {...metricLabels.average_position}
        value={formatPosition(summary.avg_position)}
        note={why ?? (summary.avg_position === null ? 'No answer names the brand' : 'Where it is named')}
        count={named}
        range={null}
      />
    </dl>
  )
}

type NumberCellProps = {
  label: string
  definition: string
  value: string
  unit?: string
  note: string
  /** Answers in the denominator. */
  count: number
  range: string | null
  children?: ReactNode
}

function NumberCell({ label, definition, value, unit, note, count, range, children }: NumberCellProps) {
  const isKnown = value !== noData
  return (
    <div className="-mb-px -mr-px border-b border-r border-line px-4 py-4 sm:px-5">
      <dt className="flex items-center justify-between gap-1 text-sm text-muted">
        {label}
        <Explanation of={label}>
          <p className="font-medium">{definition}</p>
          <p className="mt-2 text-muted">
            {isKnown ? `It rests on ${formatQuantity(count, 'answer')}. ` : ''}
            {denominatorRule}
          </p>
          {range && (
            <p className="mt-2 text-muted">
              95% interval: <span className="whitespace-nowrap font-medium text-ink">{range}</span>. So far
              could asking these same prompts again move it.
            </p>
          )}
          {isKnown && children && <div className="mt-2 text-muted">{children}</div>}
        </Explanation>
      </dt>
      <dd>
        <span className="text-3xl font-semibold tracking-tight tabular-nums">{value}</span>
        {unit && isKnown && <span className="ml-1.5 text-sm text-muted">{unit}</span>}
        <span className="mt-1 block text-sm text-muted">{note}</span>
        {isKnown && <span className="block text-xs text-muted">n = {formatCount(count)}</span>}
      </dd>
    </div>
  )
}

function changeText({ state, delta }: Summary['change']): string {
  if (state === 'up' || state === 'down') return `${formatPoints(delta ?? 0)} points on the period before`
  if (state === 'no_significant_change') return 'No significant change'
  return 'Too early to compare'
}
