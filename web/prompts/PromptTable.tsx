import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { formatCount, formatPct, formatRange, formatScore, noData } from '../../vocabulary/formats.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter, type MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { ChangeMark } from '../ui/ChangeMark.tsx'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import { type Column, DataTable, type Sort } from '../ui/table/DataTable.tsx'
import { Overlap } from './AnswerStability.tsx'
import { copy } from './copy.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { type PromptRow, pageSize } from './prompt-table.ts'
import { promptsSearch } from './search.ts'
import { type ColumnKey, columnKeys } from './table-columns.tsx'

type Prompt = Returns<'GET /api/prompts'>['items'][number]
type Stable = Returns<'GET /api/metrics/prompt-stability'>['prompts'][number]

type PromptTableProps = {
  rows: PromptRow[]
  /** The settings of the prompts, by id. */
  settings: ReadonlyMap<string, Prompt>
  columns: ReadonlySet<ColumnKey>
  sort: Sort
  onSort(sort: Sort): void
  added: readonly string[]
  /** Absent for people who cannot change prompts. */
  selection: { chosen: ReadonlySet<string>; onChange(chosen: ReadonlySet<string>): void } | undefined
}

export function PromptTable({ rows, settings, columns, sort, onSort, added, selection }: PromptTableProps) {
  const { query } = useBrand()
  const stability = useStability(query, columns.has('consistency') ? rows : [])
  const optional = optionalColumns(stability)
  return (
    <DataTable
      isFixed
      caption={copy.table.caption}
      columns={[
        {
          label: copy.table.prompt,
          cell: (row) => <PromptCell row={row} isNew={added.includes(row.prompt_id)} />,
        },
        ...columnKeys.filter((key) => columns.has(key)).map((key) => optional[key]),
        ...(selection ? [menuColumn(settings)] : []),
      ]}
      rows={rows}
      keyOf={({ prompt_id }) => prompt_id}
      sort={sort}
      onSort={onSort}
      isNew={({ prompt_id }) => added.includes(prompt_id)}
      selection={selection && { ...selection, labelOf: ({ prompt_text }) => copy.table.select(prompt_text) }}
    />
  )
}

/** Consistency by prompt ID, read in pages, so that loading more rows does not read all again. */
function useStability(query: MetricQuery, rows: readonly PromptRow[]): ReadonlyMap<string, Stable> {
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) =>
    rows.slice(page * pageSize, (page + 1) * pageSize),
  )
  const replies = useQueries({
    queries: pages.map((page) =>
      read('GET /api/metrics/prompt-stability', {
        query: { ...query, prompt_id: page.map(({ prompt_id }) => prompt_id).join(), limit: pageSize },
      }),
    ),
  })
  return new Map(replies.flatMap(({ data }) => data?.prompts ?? []).map((row) => [row.prompt_id, row]))
}

function optionalColumns(stability: ReadonlyMap<string, Stable>): Record<ColumnKey, Column<PromptRow>> {
  const { columns } = copy.table
  const number = { isNumber: true as const }
  return {
    topic: {
      label: columns.topic,
      onlyWide: true,
      className: 'sm:w-26 sm:truncate text-muted',
      cell: ({ topic_name }) => <span title={topic_name ?? undefined}>{topic_name ?? noData}</span>,
    },
    score: {
      ...number,
      label: columns.score,
      sortBy: 'visibility',
      className: 'sm:w-17 font-medium',
      cell: (row) => <Score row={row} />,
    },
    change: {
      ...number,
      label: columns.change,
      sortBy: 'change',
      className: 'sm:w-19',
      cell: ({ change, result_count }) => (result_count > 0 ? <ChangeMark change={change} /> : noData),
    },
    mentionRate: {
      ...number,
      label: columns.mentionRate,
      className: 'sm:w-25',
      cell: (row) => <MentionRate row={row} />,
    },
    leader: { label: columns.leader, className: 'sm:w-34', cell: (row) => <Leader row={row} /> },
    competitorScore: {
      ...number,
      label: columns.competitorScore,
      onlyWide: true,
      className: 'sm:w-24',
      cell: ({ avg_competitor_score }) => formatScore(avg_competitor_score),
    },
    consistency: {
      ...number,
      label: columns.consistency,
      onlyWide: true,
      className: 'sm:w-24',
      cell: ({ prompt_id }) => {
        const found = stability.get(prompt_id)
        return found ? <Overlap of={found.between_runs} /> : noData
      },
    },
    searchVolume: {
      ...number,
      label: columns.searchVolume,
      sortBy: 'volume',
      onlyWide: true,
      className: 'sm:w-25',
      cell: ({ volume }) => (volume === null ? noData : formatCount(volume)),
    },
    tags: { label: columns.tags, className: 'sm:w-36', cell: ({ tags }) => <TagList tags={tags} /> },
    answers: {
      ...number,
      label: columns.answers,
      className: 'sm:w-24',
      cell: ({ prompt_id, result_count }) => <SampleLink count={result_count} of={{ prompt: prompt_id }} />,
    },
  }
}

const menuColumn = (settings: ReadonlyMap<string, Prompt>): Column<PromptRow> => ({
  label: copy.table.actions,
  isLabelHidden: true,
  className: 'sm:w-12 max-sm:absolute max-sm:right-2 max-sm:top-2 max-sm:before:hidden',
  cell: ({ prompt_id }) => {
    const prompt = settings.get(prompt_id)
    return prompt ? <PromptMenu prompt={prompt} /> : null
  },
})

function PromptCell({ row, isNew }: { row: PromptRow; isNew: boolean }) {
  const { slug, filter } = useBrand()
  const search = promptsSearch(useSearch({ from: '/dashboard/brands/$slug/prompts' }))
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap max-sm:pr-8">
      <Link
        to="/dashboard/brands/$slug/prompts/$id"
        params={{ slug, id: row.prompt_id }}
        search={{ ...brandFilter(filter), ...search }}
        title={row.prompt_text}
        className="min-w-0 font-medium hover:underline sm:truncate"
      >
        {row.prompt_text}
      </Link>
      {isNew && <Badge tone="good">{copy.badges.new}</Badge>}
      {row.status === 'inactive' && <Badge tone="caution">{copy.badges.paused}</Badge>}
      {row.status === 'deleted' && <Badge>{copy.badges.deleted}</Badge>}
      {row.branded && <Badge>{copy.badges.branded}</Badge>}
    </span>
  )
}

/** The score, with its interval and sample on hover, focus or press. */
function Score({
  row: { prompt_id, avg_visibility_score, score_interval, result_count },
}: {
  row: PromptRow
}) {
  if (avg_visibility_score === null) return noData
  return (
    <InfoPopover of={copy.table.columns.score} value={formatScore(avg_visibility_score)}>
      <Sample interval={score_interval && formatRange(score_interval)} count={result_count} id={prompt_id} />
    </InfoPopover>
  )
}

function MentionRate({ row: { prompt_id, mention_rate_pct, interval, result_count } }: { row: PromptRow }) {
  if (mention_rate_pct === null) return noData
  return (
    <InfoPopover of={copy.table.columns.mentionRate} value={formatPct(mention_rate_pct)}>
      <Sample interval={interval && formatRange(interval, '%')} count={result_count} id={prompt_id} />
    </InfoPopover>
  )
}

function Sample({ interval, count, id }: { interval: string | null; count: number; id: string }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {interval !== null && (
        <>
          <dt className="text-muted">{copy.table.interval}</dt>
          <dd className="font-medium tabular-nums">{interval}</dd>
        </>
      )}
      <dt className="text-muted">{copy.table.columns.answers}</dt>
      <dd className="font-medium tabular-nums">{formatCount(count)}</dd>
      <dd className="col-span-2 mt-1">
        <AnswersLink of={{ prompt: id }}>{copy.table.viewAnswers}</AnswersLink>
      </dd>
    </dl>
  )
}

function Leader({ row: { leader } }: { row: PromptRow }) {
  if (leader === null) return noData
  if (leader.competitor_id === null)
    return <span className="font-medium text-accent-strong">{copy.table.youLead}</span>
  return (
    <span className="flex justify-between gap-2" title={leader.name}>
      <span className="truncate">{leader.name}</span>
      <span className="tabular-nums text-muted">{formatScore(leader.avg_visibility_score)}</span>
    </span>
  )
}

function TagList({ tags }: { tags: readonly string[] }) {
  const choose = useFilterChoice()
  if (tags.length === 0) return noData
  return (
    <span className="flex gap-1 overflow-hidden max-sm:flex-wrap">
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => choose({ tag })}
          aria-label={copy.table.filterByTag(tag)}
          className="shrink-0 rounded bg-sunken px-1.5 text-xs font-medium text-muted hover:text-ink"
        >
          {tag}
        </button>
      ))}
    </span>
  )
}
