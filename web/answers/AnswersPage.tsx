import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Check, FlaskConical, MessagesSquare, Minus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { formatList, formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { answerStatusLabels, sentimentLabels, surfaceLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { api, type Returns, read } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter, formatDays } from '../brands/filter.ts'
import { competitorsOf, productsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { SearchField } from '../ui/form/SearchField.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { CompareBar } from './CompareBar.tsx'
import { copy } from './copy.ts'
import { answerSearch, toAnswerParams } from './search.ts'

type Row = Returns<'GET /api/answers'>['items'][number]

const pageSize = 50

/** All answers that can be part of a metric, filtered by period, platform and content. */
export function AnswersPage() {
  const { brand, filter, query } = useBrand()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useFilterChoice()
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const listed = { ...query, ...toAnswerParams(search) }
  const requestQuery = { ...listed, limit: pageSize }
  const answers = useInfiniteQuery({
    queryKey: ['GET /api/answers', requestQuery],
    queryFn: ({ pageParam }) =>
      api('GET /api/answers', { query: { ...requestQuery, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
  const rows = answers.data?.pages.flatMap(({ items }) => items) ?? []
  const total = answers.data?.pages[0]?.total ?? 0
  return (
    <Page title={copy.page.title} within={brand.name} lead={copy.page.lead}>
      <FilterBar>
        <SearchField
          label={copy.filters.search}
          value={search.q ?? ''}
          onSearch={(q) => choose({ q })}
          className="w-48 max-sm:w-full"
        />
        <AnswerFilters />
      </FilterBar>
      <FilterChips />
      <QueryError query={answers} />
      {answers.isPending && <Bar className="h-96 rounded-xl" />}
      {answers.data && (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-sm text-muted">
              {copy.page.summary(total, formatDays(filter))}{' '}
              {rows.length < total && copy.page.newest(rows.length)}
            </p>
            {total > 0 && <CsvLink href={csvHref('GET /api/answers', listed)} />}
          </div>
          {rows.length === 0 ? (
            <EmptyState isCard Icon={MessagesSquare} title={copy.page.emptyTitle}>
              {copy.page.empty}
            </EmptyState>
          ) : (
            <DataTable
              isFixed
              caption={copy.page.caption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              selection={{
                chosen,
                onChange: setChosen,
                labelOf: ({ prompt, platform }) => copy.compare.select(prompt.text, platformLabels[platform]),
              }}
            />
          )}
          <ShowMore list={answers} />
          {chosen.size > 0 && <CompareBar ids={[...chosen]} onClear={() => setChosen(new Set())} />}
        </>
      )}
    </Page>
  )
}

const columns: Column<Row>[] = [
  { label: copy.columns.prompt, cell: (row) => <PromptCell row={row} /> },
  {
    label: copy.columns.platform,
    className: 'sm:w-38 sm:truncate',
    cell: ({ platform, region, surface }) => (
      <span title={surface === 'simulated' ? surfaceLabels.simulated : undefined}>
        {platformLabels[platform]}
        {region && <span className="text-muted"> {region}</span>}
        {surface === 'simulated' && (
          <>
            <FlaskConical aria-hidden className="ml-1.5 inline size-3.5 text-caution" />
            <span className="sr-only">{surfaceLabels.simulated}</span>
          </>
        )}
      </span>
    ),
  },
  { label: copy.columns.mentioned, className: 'sm:w-26', cell: (row) => <MentionCell row={row} /> },
  {
    label: copy.columns.score,
    isNumber: true,
    className: 'sm:w-18',
    cell: ({ status, visibility_score }) => formatScore(status === 'answered' ? visibility_score : null),
  },
  {
    label: copy.columns.sentiment,
    onlyWide: true,
    className: 'sm:w-24',
    cell: ({ sentiment }) => (sentiment === null ? '' : sentimentLabels[sentiment]),
  },
  {
    label: copy.columns.citations,
    isNumber: true,
    className: 'hidden @5xl:table-cell sm:w-28',
    cell: ({ citation_count, own_citations }) => copy.cells.citations(citation_count, own_citations),
  },
  {
    label: copy.columns.date,
    onlyWide: true,
    className: 'sm:w-45',
    cell: ({ answered_at }) => (
      <time dateTime={answered_at} className="whitespace-nowrap text-muted">
        {formatUtcTime(answered_at)}
      </time>
    ),
  },
]

function PromptCell({ row: { id, prompt, competitors } }: { row: Row }) {
  const { slug } = useBrand()
  const search = useSearch({ from: '/dashboard/brands/$slug/answers' })
  return (
    <Link
      to="/dashboard/brands/$slug/answers/$id"
      params={{ slug, id }}
      search={search}
      title={
        competitors.length > 0
          ? `${prompt.text}\n${copy.cells.alsoMentioned(formatList(competitors))}`
          : prompt.text
      }
      className="block font-medium hover:underline sm:truncate max-sm:[overflow-wrap:anywhere]"
    >
      {prompt.text}
    </Link>
  )
}

function MentionCell({ row: { status, mentioned, rank, failure } }: { row: Row }) {
  if (status !== 'answered')
    return (
      <span title={failure ?? undefined}>
        <Badge tone="caution">
          <TriangleAlert aria-hidden className="size-3" />
          {answerStatusLabels[status]}
        </Badge>
      </span>
    )
  const Icon = mentioned ? Check : Minus
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-3.5 ${mentioned ? 'text-good' : 'text-muted'}`} strokeWidth={3} />
      {mentioned ? copy.cells.mentioned(rank) : copy.cells.notMentioned}
    </span>
  )
}

function AnswerFilters() {
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const { slug } = useBrand()
  const choose = useFilterChoice()
  const { data: competitors } = useQuery(competitorsOf(slug))
  return (
    <>
      <Choice
        label={copy.filters.mentioned}
        value={search.named}
        every={copy.filters.mentionedAny}
        options={[
          ['yes', copy.filters.mentionedYes],
          ['no', copy.filters.mentionedNo],
        ]}
        onChoose={(named) => choose({ named })}
      />
      <Choice
        label={copy.filters.sentiment}
        value={search.sentiment}
        every={copy.filters.sentimentAny}
        options={Object.entries(sentimentLabels)}
        onChoose={(sentiment) => choose({ sentiment })}
      />
      {competitors?.items.length !== 0 && (
        <Choice
          label={copy.filters.competitor}
          value={search.competitor}
          every={copy.filters.competitorAny}
          options={(competitors?.items ?? []).map(({ id, name }) => [id, copy.filters.mentions(name)])}
          onChoose={(competitor) => choose({ competitor })}
        />
      )}
      <Choice
        label={copy.filters.status}
        value={search.status}
        every={answerStatusLabels.answered}
        options={[
          ['failed', answerStatusLabels.failed],
          ['refused', answerStatusLabels.refused],
          ['empty', answerStatusLabels.empty],
          ['any', copy.filters.statusAny],
        ]}
        onChoose={(status) => choose({ status })}
      />
    </>
  )
}

/** Filters that come with a link and have no control; each can be removed. */
function FilterChips() {
  const { slug, filter } = useBrand()
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const { prompt, run, model, domain, url, cited, without, product, ...rest } = search
  const { data } = useQuery({
    ...read('GET /api/prompts/:prompt', { params: { prompt: prompt ?? '' } }),
    enabled: prompt !== undefined,
  })
  const { data: competitors } = useQuery({ ...competitorsOf(slug), enabled: without !== undefined })
  const { data: products } = useQuery({ ...productsOf(slug), enabled: product !== undefined })
  const chips = [
    ...(prompt ? [{ key: 'prompt' as const, label: copy.chips.prompt(data?.text) }] : []),
    ...(run ? [{ key: 'run' as const, label: copy.chips.run }] : []),
    ...(model ? [{ key: 'model' as const, label: copy.chips.model(model) }] : []),
    ...(domain ? [{ key: 'domain' as const, label: copy.chips.cites(domain) }] : []),
    ...(url ? [{ key: 'url' as const, label: copy.chips.cites(url) }] : []),
    ...(without
      ? [
          {
            key: 'without' as const,
            label: copy.chips.withoutCompetitor(nameIn(competitors, without)),
          },
        ]
      : []),
    ...(product
      ? [{ key: 'product' as const, label: copy.chips.mentionsProduct(nameIn(products, product)) }]
      : []),
    ...(cited
      ? [{ key: 'cited' as const, label: cited === 'yes' ? copy.chips.citesYou : copy.chips.doesNotCiteYou }]
      : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="-mt-3 mb-5 flex flex-wrap gap-2">
      {chips.map(({ key, label }) => (
        <li key={key}>
          <Link
            to="/dashboard/brands/$slug/answers"
            params={{ slug }}
            search={{
              ...brandFilter(filter),
              ...rest,
              ...withoutKey({ prompt, run, model, domain, url, cited, without, product }, key),
            }}
            className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-sm font-medium text-accent-strong [overflow-wrap:anywhere]"
          >
            {label}
            <X aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">{copy.chips.remove}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const nameIn = (list: { items: { id: string; name: string }[] } | undefined, id: string) =>
  list?.items.find((each) => each.id === id)?.name

function withoutKey(search: Record<string, string | undefined>, key: string) {
  return answerSearch(Object.fromEntries(Object.entries(search).filter(([name]) => name !== key)))
}
