import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { formatCount, formatScore, noData } from '../../vocabulary/formats.ts'
import { promptCategoryLabel } from '../../vocabulary/labels.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { SampleLink } from '../answers/AnswersLink.tsx'
import { api, type Returns, read } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter, filterCount, type MetricQuery } from '../brands/filter.ts'
import { promptsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { ChangeBadge } from '../ui/ChangeBadge.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell, ScoreCell } from '../ui/table/MetricCells.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { sortOf } from '../ui/table/sort-search.ts'
import { Overlap } from './AnswerStability.tsx'
import { copy } from './copy.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { promptsSearch } from './search.ts'

type Row = Returns<'GET /api/metrics/prompt-performance'>['prompts'][number]
type Prompt = Returns<'GET /api/prompts'>['items'][number]

const pageSize = 50

export function PromptTable() {
  const { brand, filter, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { requestQuery: sorted, shown } = sortOf(
    promptsSearch(useSearch({ from: '/dashboard/brands/$slug/prompts' })),
    'visibility',
  )
  const choose = useFilterChoice()
  const requestQuery = { ...query, ...sorted }
  const list = useInfiniteQuery({
    queryKey: ['GET /api/metrics/prompt-performance', requestQuery],
    queryFn: ({ pageParam }) =>
      api('GET /api/metrics/prompt-performance', {
        query: { ...requestQuery, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
  const { data: prompts } = useQuery(promptsOf(brand.id))
  const stability = useStability(query, list.data?.pages.map((page) => page.prompts) ?? [])
  if (list.error) return <QueryError query={list} />
  if (!list.data) return <Bar className="h-96 rounded-xl" />
  const rows = list.data.pages.flatMap((page) => page.prompts)
  if (rows.length === 0) return <NoPrompts isFiltered={filterCount(filter) > 0} />
  const settings = new Map(prompts?.items.map((prompt) => [prompt.id, prompt]))
  return (
    <>
      <div className="mb-3 flex justify-end">
        <CsvLink href={csvHref('GET /api/metrics/prompt-performance', requestQuery)} />
      </div>
      <DataTable
        caption={copy.table.caption}
        columns={columnsOf(settings, stability, mayWrite)}
        rows={rows}
        keyOf={({ prompt_id }) => prompt_id}
        sort={shown}
        onSort={({ by, order }) => choose({ sort: by, order })}
      />
      <ShowMore list={list} />
    </>
  )
}

type Stable = Returns<'GET /api/metrics/prompt-stability'>['prompts'][number]

/** Consistency by prompt ID. Each page is a separate query, so that loading the next one does not refetch all. */
function useStability(query: MetricQuery, pages: Row[][]): ReadonlyMap<string, Stable> {
  const replies = useQueries({
    queries: pages
      .filter((rows) => rows.length > 0)
      .map((rows) =>
        read('GET /api/metrics/prompt-stability', {
          query: { ...query, prompt_id: rows.map(({ prompt_id }) => prompt_id).join(), limit: pageSize },
        }),
      ),
  })
  return new Map(replies.flatMap(({ data }) => data?.prompts ?? []).map((row) => [row.prompt_id, row]))
}

function NoPrompts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      isCard
      Icon={MessageCircleQuestion}
      title={isFiltered ? copy.table.noMatches : copy.table.empty}
    >
      {isFiltered ? copy.table.noMatchesHint : copy.table.emptyHint}
    </EmptyState>
  )
}

function columnsOf(
  settings: Map<string, Prompt>,
  stability: ReadonlyMap<string, Stable>,
  mayWrite: boolean,
): Column<Row>[] {
  return [
    {
      label: copy.table.prompt,
      className: 'sm:min-w-64 md:min-w-72',
      cell: (row) => <PromptCell row={row} setting={settings.get(row.prompt_id)} />,
    },
    {
      label: metricLabels.visibility_score.label,
      isNumber: true,
      sortBy: 'visibility',
      cell: ({ avg_visibility_score, score_interval }) => (
        <ScoreCell score={avg_visibility_score} interval={score_interval} />
      ),
    },
    {
      label: copy.table.change,
      isNumber: true,
      onlyWide: true,
      sortBy: 'change',
      cell: ({ change, result_count }) => (result_count > 0 ? <ChangeBadge change={change} /> : ''),
    },
    {
      label: metricLabels.mention_rate.label,
      isNumber: true,
      cell: ({ mention_rate_pct, interval }) => <RateCell pct={mention_rate_pct} interval={interval} />,
    },
    {
      label: copy.table.competitorScore,
      isNumber: true,
      onlyWide: true,
      cell: ({ avg_competitor_score }) => formatScore(avg_competitor_score),
    },
    {
      label: copy.table.consistency,
      isNumber: true,
      onlyWide: true,
      cell: ({ prompt_id }) => {
        const found = stability.get(prompt_id)
        return found ? <Overlap of={found.between_runs} /> : noData
      },
    },
    {
      label: copy.table.searchVolume,
      isNumber: true,
      onlyWide: true,
      sortBy: 'volume',
      cell: ({ volume }) => (volume === null ? noData : formatCount(volume)),
    },
    {
      label: copy.table.answers,
      isNumber: true,
      cell: ({ prompt_id, result_count }) => <SampleLink count={result_count} of={{ prompt: prompt_id }} />,
    },
    ...(mayWrite
      ? [
          {
            label: copy.table.actions,
            cell: (row: Row) => {
              const prompt = settings.get(row.prompt_id)
              return prompt ? <PromptMenu prompt={prompt} /> : null
            },
          },
        ]
      : []),
  ]
}

function PromptCell({ row, setting }: { row: Row; setting: Prompt | undefined }) {
  const { slug, filter } = useBrand()
  return (
    <>
      <Link
        to="/dashboard/brands/$slug/prompts/$id"
        params={{ slug, id: row.prompt_id }}
        search={brandFilter(filter)}
        className="font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {row.prompt_text}
      </Link>
      <span className="mt-1 flex flex-wrap items-center gap-1.5">
        {setting && !setting.is_active && <Badge tone="caution">{copy.badges.paused}</Badge>}
        {row.branded && <Badge tone="accent">{copy.badges.branded}</Badge>}
        {row.category !== 'branded' && <Badge>{promptCategoryLabel(row.category)}</Badge>}
        {row.topic_name && <Badge>{row.topic_name}</Badge>}
        {setting?.region && <Badge>{setting.region}</Badge>}
      </span>
    </>
  )
}
