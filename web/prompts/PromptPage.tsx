import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatCount, formatPct, formatRange, formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { answerStatusLabels, promptCategoryLabel, sentimentLabels } from '../../vocabulary/labels.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { SampleLink } from '../answers/AnswersLink.tsx'
import { api, type Returns, read } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { Stat, StatGrid } from '../ui/Stat.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { AnswerStability } from './AnswerStability.tsx'
import { copy } from './copy.ts'
import { promptQuery } from './queries.ts'
import { SearchVolume } from './SearchVolume.tsx'

const AnswerDiff = lazy(async () => ({ default: (await import('./AnswerDiff.tsx')).AnswerDiff }))

/** One prompt: its metrics, and every answer to it over time. */
export function PromptPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/prompts/$id' })
  const { brand, slug, filter } = useBrand()
  const { data: prompt } = useSuspenseQuery(promptQuery(id))
  const where = [prompt.region, prompt.language].filter(Boolean).join(', ')
  return (
    <>
      <BackLink to="/dashboard/brands/$slug/prompts" params={{ slug }} search={brandFilter(filter)}>
        {copy.promptPage.back}
      </BackLink>
      <Page
        title={prompt.text}
        within={brand.name}
        lead={
          <span className="flex flex-wrap items-center gap-1.5">
            {!prompt.is_active && <Badge tone="caution">{copy.badges.paused}</Badge>}
            {prompt.branded && <Badge tone="accent">{copy.badges.branded}</Badge>}
            {prompt.category !== 'branded' && <Badge>{promptCategoryLabel(prompt.category)}</Badge>}
            {prompt.topic_name && <Badge>{prompt.topic_name}</Badge>}
            {where && <Badge>{where}</Badge>}
          </span>
        }
      >
        <FilterBar parts={['days', 'platform', 'region']} />
        <PromptNumbers id={id} />
        <AnswerStability promptId={id} />
        <SearchVolume promptId={id} />
        <AnswersOverTime id={id} />
      </Page>
    </>
  )
}

function PromptNumbers({ id }: { id: string }) {
  const { query } = useBrand()
  const performance = useQuery(
    read('GET /api/metrics/prompt-performance', { query: { ...query, prompt_id: id } }),
  )
  const { data, error } = performance
  if (error) return <QueryError query={performance} />
  if (!data) return <Bar className="h-32 rounded-xl" />
  const [row] = data.prompts
  if (!row || row.result_count === 0)
    return <p className="card px-5 py-4 text-muted">{copy.promptPage.noAnswers}</p>
  return (
    <StatGrid>
      <Stat
        {...metricLabels.visibility_score}
        value={formatScore(row.avg_visibility_score)}
        unit={copy.promptPage.outOf100}
        change={row.change}
        range={row.score_interval && formatRange(row.score_interval)}
        count={row.result_count}
        evidence={<SampleLink count={row.result_count} of={{ prompt: id }} />}
      />
      <Stat
        {...metricLabels.mention_rate}
        value={formatPct(row.mention_rate_pct)}
        note={copy.promptPage.competitorsAverage(row.avg_competitor_score)}
        count={row.result_count}
        range={row.interval && formatRange(row.interval, '%')}
        evidence={<SampleLink count={row.result_count} of={{ prompt: id }} />}
      />
      <Stat
        {...metricLabels.citations}
        value={formatCount(row.total_citations)}
        note={
          row.best_platform &&
          row.worst_platform &&
          row.best_platform !== row.worst_platform &&
          copy.promptPage.bestAndWorst(platformLabels[row.best_platform], platformLabels[row.worst_platform])
        }
        count={row.result_count}
        evidence={<SampleLink count={row.result_count} of={{ prompt: id }} />}
      />
    </StatGrid>
  )
}

type Row = Returns<'GET /api/answers'>['items'][number]

const pageSize = 50

function AnswersOverTime({ id }: { id: string }) {
  const { query } = useBrand()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const requestQuery = { ...query, prompt_id: id, status: 'any' as const, limit: pageSize }
  const answers = useInfiniteQuery({
    queryKey: ['GET /api/answers', requestQuery],
    queryFn: ({ pageParam }) =>
      api('GET /api/answers', { query: { ...requestQuery, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
  const rows = answers.data?.pages.flatMap(({ items }) => items) ?? []
  // Compares the two answers selected last.
  const choose = (answer: string) =>
    setChosen(
      chosen.includes(answer) ? chosen.filter((each) => each !== answer) : [...chosen, answer].slice(-2),
    )
  const pair = rows.filter((row) => chosen.includes(row.id)).toReversed()
  const [older, newer] = pair
  return (
    <Section title={copy.answersOverTime.title} lead={copy.answersOverTime.lead}>
      <QueryError query={answers} />
      {answers.isPending && <Bar className="h-64 rounded-xl" />}
      {older && newer && (
        <Suspense fallback={<Bar className="mb-4 h-40 rounded-xl" />}>
          <AnswerDiff older={older} newer={newer} onClose={() => setChosen([])} />
        </Suspense>
      )}
      {answers.data &&
        (rows.length === 0 ? (
          <p className="card px-5 py-4 text-muted">{copy.promptPage.noAnswers}</p>
        ) : (
          <DataTable
            caption={copy.answersOverTime.caption}
            columns={columnsOf(chosen, choose)}
            rows={rows}
            keyOf={(row) => row.id}
          />
        ))}
      <ShowMore list={answers} />
    </Section>
  )
}

function columnsOf(chosen: readonly string[], choose: (id: string) => void): Column<Row>[] {
  return [
    { label: copy.answersOverTime.answered, cell: (row) => <AnswerCell row={row} /> },
    {
      label: copy.answersOverTime.platform,
      cell: ({ platform, region, model }) => (
        <>
          {platformLabels[platform]}
          {region && <span className="text-muted"> {region}</span>}
          {model && <span className="block text-xs text-muted">{model}</span>}
        </>
      ),
    },
    {
      label: copy.answersOverTime.mentioned,
      cell: ({ status, mentioned, rank }) =>
        status !== 'answered'
          ? answerStatusLabels[status]
          : mentioned
            ? copy.answersOverTime.isMentioned(rank)
            : copy.answersOverTime.isNotMentioned,
    },
    {
      label: metricLabels.visibility_score.label,
      isNumber: true,
      cell: ({ status, visibility_score }) => formatScore(status === 'answered' ? visibility_score : null),
    },
    {
      label: copy.answersOverTime.sentiment,
      onlyWide: true,
      cell: ({ sentiment }) => (sentiment === null ? '' : sentimentLabels[sentiment]),
    },
    {
      label: copy.answersOverTime.alsoMentioned,
      onlyWide: true,
      cell: ({ competitors }) => competitors.join(', '),
    },
    {
      label: copy.answersOverTime.compare,
      cell: (row) =>
        row.status === 'answered' && (
          <input
            type="checkbox"
            aria-label={copy.answersOverTime.compareAnswer(platformLabels[row.platform], row.answered_at)}
            checked={chosen.includes(row.id)}
            onChange={() => choose(row.id)}
            className="size-4.5 accent-accent"
          />
        ),
    },
  ]
}

function AnswerCell({ row }: { row: Row }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/answers/$id"
      params={{ slug, id: row.id }}
      search={{ ...brandFilter(filter), prompt: row.prompt.id }}
      className="whitespace-nowrap font-medium hover:underline"
    >
      {formatUtcTime(row.answered_at)}
      {row.sample > 1 && <span className="text-muted">{copy.answersOverTime.sample(row.sample)}</span>}
    </Link>
  )
}
