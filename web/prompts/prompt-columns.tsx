import {
  formatCount,
  formatPct,
  formatRange,
  formatScore,
  formatShortDay,
  noData,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { Sparkline } from '../charts/Sparkline.tsx'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import { PeriodFacts, PeriodMark } from '../ui/PeriodMark.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { Overlap } from './AnswerStability.tsx'
import type { PromptRow } from './prompt-table.ts'
import type { PromptTrend, Stable, TrendPoint } from './row-queries.ts'
import type { ColumnKey } from './table-columns.tsx'

type ByPrompt = { stability: ReadonlyMap<string, Stable>; trends: ReadonlyMap<string, PromptTrend> }

/** The columns of the table of prompts that a user can show or hide. */
export function optionalColumns({
  stability,
  trends,
}: ByPrompt): Record<Exclude<ColumnKey, 'topic'>, Column<PromptRow>> {
  const number = { isNumber: true as const }
  return {
    score: {
      ...number,
      label: t('prompts.table.columns.score'),
      sortBy: 'visibility',
      className: 'font-medium',
      cell: (row) => <Score row={row} />,
    },
    change: {
      ...number,
      label: t('prompts.table.columns.change'),
      sortBy: 'change',
      cell: ({ change, result_count }) => (result_count > 0 ? <PeriodMark change={change} /> : noData),
    },
    mentionRate: {
      ...number,
      label: t('prompts.table.columns.mentionRate'),
      cell: (row) => <MentionRate row={row} />,
    },
    leader: { label: t('prompts.table.columns.leader'), cell: (row) => <Leader row={row} /> },
    trend: {
      label: t('prompts.table.columns.trend'),
      // Narrower tables need the width for the prompts.
      className: 'hidden @5xl:table-cell',
      cell: ({ prompt_id }) => <TrendLine trend={trends.get(prompt_id)} />,
    },
    competitorScore: {
      ...number,
      label: t('prompts.table.columns.competitorScore'),
      onlyWide: true,
      cell: ({ avg_competitor_score }) => formatScore(avg_competitor_score),
    },
    consistency: {
      ...number,
      label: t('prompts.table.columns.consistency'),
      onlyWide: true,
      cell: ({ prompt_id }) => {
        const found = stability.get(prompt_id)
        return found ? <Overlap of={found.between_runs} /> : noData
      },
    },
    searchVolume: {
      ...number,
      label: t('prompts.table.columns.searchVolume'),
      sortBy: 'volume',
      onlyWide: true,
      cell: ({ volume }) => (volume === null ? noData : formatCount(volume)),
    },
    tags: { label: t('prompts.table.columns.tags'), cell: ({ tags }) => <TagList tags={tags} /> },
    answers: {
      ...number,
      label: t('prompts.table.columns.answers'),
      cell: ({ prompt_id, result_count }) => <SampleLink count={result_count} of={{ prompt: prompt_id }} />,
    },
  }
}

/** The score, with its interval and sample on hover, focus or press. */
function Score({
  row: { prompt_id, avg_visibility_score, score_interval, result_count, change },
}: {
  row: PromptRow
}) {
  if (avg_visibility_score === null) return noData
  return (
    <InfoPopover of={t('prompts.table.columns.score')} value={formatScore(avg_visibility_score)}>
      <Sample interval={score_interval && formatRange(score_interval)} count={result_count} id={prompt_id} />
      <PeriodFacts change={change} />
    </InfoPopover>
  )
}

function MentionRate({ row: { prompt_id, mention_rate_pct, interval, result_count } }: { row: PromptRow }) {
  if (mention_rate_pct === null) return noData
  return (
    <InfoPopover of={t('prompts.table.columns.mentionRate')} value={formatPct(mention_rate_pct)}>
      <Sample interval={interval && formatRange(interval, '%')} count={result_count} id={prompt_id} />
    </InfoPopover>
  )
}

function Sample({ interval, count, id }: { interval: string | null; count: number; id: string }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {interval !== null && (
        <>
          <dt className="text-muted">{t('prompts.table.interval')}</dt>
          <dd className="font-medium tabular-nums">{interval}</dd>
        </>
      )}
      <dt className="text-muted">{t('prompts.table.columns.answers')}</dt>
      <dd className="font-medium tabular-nums">{formatCount(count)}</dd>
      <dd className="col-span-2 mt-1">
        <AnswersLink of={{ prompt: id }}>{t('prompts.table.viewAnswers')}</AnswersLink>
      </dd>
    </dl>
  )
}

function TrendLine({ trend }: { trend: PromptTrend | undefined }) {
  const first = trend?.points[0]
  const last = trend?.points.at(-1)
  // As wide as a line, so that the columns do not move when the lines arrive.
  if (!trend || !first || !last) return <span className="block w-18">{noData}</span>
  const describe = ({ date, score }: TrendPoint) =>
    t('prompts.table.trendPoint', { score: formatScore(score), day: formatShortDay(date) })
  const label = t('prompts.table.trend', { first: describe(first), last: describe(last) })
  return (
    <span role="img" aria-label={label} title={label} className="block w-18">
      <Sparkline values={trend.values} />
    </span>
  )
}

function Leader({ row: { leader } }: { row: PromptRow }) {
  if (leader === null) return noData
  if (leader.competitor_id === null)
    return <span className="font-medium text-accent-strong">{t('prompts.table.youLead')}</span>
  return (
    <span className="flex gap-2 sm:justify-between" title={leader.name}>
      <span className="max-w-36 truncate">{leader.name}</span>
      <span className="tabular-nums text-muted">{formatScore(leader.avg_visibility_score)}</span>
    </span>
  )
}

function TagList({ tags }: { tags: readonly string[] }) {
  const choose = useFilterChoice()
  if (tags.length === 0) return noData
  return (
    <span className="flex gap-1 overflow-hidden sm:max-w-48 max-sm:flex-wrap">
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => choose({ tag })}
          aria-label={t('prompts.table.filterByTag', { tag })}
          className="shrink-0 rounded bg-sunken px-1.5 text-xs font-medium text-muted hover:text-ink"
        >
          {tag}
        </button>
      ))}
    </span>
  )
}
