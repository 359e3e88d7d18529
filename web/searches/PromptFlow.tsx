import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatList, formatPct, formatRange } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import { classes } from '../ui/classes.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { Card } from '../ui/page/Card.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { getFlow, height, type Ribbon } from './flow-layout.ts'

const address = 'GET /api/metrics/prompt-searches'

type PromptSearches = Returns<typeof address>

type PromptFlowProps = { chosen: string | undefined; open: (search: string) => void }

/** From a prompt to the searches of engines, and to whose pages the answers with these searches cite. */
export function PromptFlow({ chosen, open }: PromptFlowProps) {
  const { query } = useBrand()
  const requestQuery = { ...query, ...(chosen && { prompt_id: chosen }) }
  const flow = useQuery({ ...read(address, { query: requestQuery }), placeholderData: keepPreviousData })
  return (
    <QueryBoundary query={flow} className="h-80">
      {(data) =>
        data.prompt === null ? null : (
          <Card
            title={t('searches.flow.title')}
            lead={t('searches.flow.lead')}
            actions={
              <>
                <span className="w-56">
                  <PromptChoice prompt={data.prompt} />
                </span>
                <CsvLink isCompact href={csvHref(address, requestQuery)} />
              </>
            }
          >
            {data.searches.length === 0 ? (
              <p className="px-4 pb-4 text-sm text-muted">{t('searches.flow.none')}</p>
            ) : (
              <div className="px-4 pb-4">
                <Chart data={data} open={open} />
                <List data={data} open={open} />
                <Words data={data} />
              </div>
            )}
          </Card>
        )
      }
    </QueryBoundary>
  )
}

function PromptChoice({ prompt }: { prompt: NonNullable<PromptSearches['prompt']> }) {
  const { brand } = useBrand()
  const choose = useFilterChoice()
  const { data } = useQuery(promptsQuery(brand.id))
  return (
    <Select
      isWide
      isCompact
      aria-label={t('searches.flow.prompt')}
      value={prompt.prompt_id}
      onChange={({ target }) => choose({ prompt: target.value })}
    >
      <Options
        of={(data?.items ?? []).map(({ id, text }) => [id, text])}
        stored={[prompt.prompt_id, prompt.prompt_text]}
      />
    </Select>
  )
}

/** Drawn where there is room for three columns. Searches are buttons; the lines between them are for sighted people only. */
function Chart({ data, open }: { data: PromptSearches; open: (search: string) => void }) {
  const { start, boxes, ends, left, right } = getFlow(data.searches)
  return (
    <div className="hidden lg:block">
      <div className="mb-2 grid grid-cols-[11rem_1fr_18rem_1fr_13rem] text-xs text-muted">
        <span>{t('searches.flow.columns.prompt')}</span>
        <span />
        <span>{t('searches.flow.columns.searches')}</span>
        <span />
        <span className="pl-3">{t('searches.flow.columns.sources')}</span>
      </div>
      <div className="grid grid-cols-[11rem_1fr_18rem_1fr_13rem]" style={{ height }}>
        <div className="flex flex-col justify-center pr-3 text-sm">
          {data.prompt && <PromptLink prompt={data.prompt} />}
          <span className="text-xs text-muted">
            {t('searches.flow.answers', { answers: data.results, searches: data.search_count })}
          </span>
        </div>
        <Ribbons ribbons={left} bars={[{ ...start, isOwn: false }]} side="left" />
        <ul className="relative">
          {boxes.map(({ search, y, size }) => (
            <li key={search.search} className="absolute inset-x-0" style={{ top: y, height: size }}>
              <button
                type="button"
                onClick={() => open(search.search)}
                className={classes(
                  'flex size-full items-center justify-between gap-2 rounded-md border bg-surface px-3 text-left text-sm hover:bg-sunken',
                  search.own_cited > 0 ? 'border-accent' : 'border-line',
                )}
              >
                <span className="truncate">{search.search}</span>
                <span className="text-xs text-muted tabular-nums">
                  {t('searches.flow.times', { count: search.results })}
                </span>
                <span className="sr-only">{describeCitations(search)}</span>
              </button>
            </li>
          ))}
        </ul>
        <Ribbons
          ribbons={right}
          bars={ends.map(({ owner, y, size }) => ({ y, size, isOwn: owner === 'own' }))}
          side="right"
        />
        <ul className="relative">
          {ends.map(({ owner, label }) => (
            <li
              key={owner}
              className="absolute inset-x-0 -translate-y-1/2 pl-3 text-sm"
              style={{ top: label }}
            >
              <Source data={data} owner={owner} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type Bar = { y: number; size: number; isOwn: boolean }

function Ribbons({ ribbons, bars, side }: { ribbons: Ribbon[]; bars: Bar[]; side: 'left' | 'right' }) {
  const at = side === 'left' ? 0 : 98
  return (
    <svg aria-hidden viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" className="size-full">
      {ribbons.map(({ key, from, to, size, isOwn }) => (
        <path
          key={key}
          d={`M 0 ${from} C 50 ${from} 50 ${to} 100 ${to} V ${to + size} C 50 ${to + size} 50 ${from + size} 0 ${from + size} Z`}
          className={isOwn ? 'fill-accent opacity-45' : 'fill-line'}
        />
      ))}
      {bars.map(({ y, size, isOwn }) => (
        <rect
          key={y}
          x={at}
          y={y}
          width="2"
          height={Math.max(1, size)}
          className={isOwn ? 'fill-accent' : 'fill-muted'}
        />
      ))}
    </svg>
  )
}

type Owner = PromptSearches['sources'][number]['owner']

function Source({ data, owner }: { data: PromptSearches; owner: Owner }) {
  const source = data.sources.find((each) => each.owner === owner)
  if (!source) return null
  return (
    <>
      <span className={classes('block font-medium', owner === 'own' && 'text-accent-strong')}>
        {t(`searches.flow.owners.${owner}`)}
      </span>
      <span className="block text-xs text-muted">
        {owner === 'own' || source.most_cited === null
          ? t('searches.flow.ownShare', { pct: source.pct ?? 0, pages: source.pages })
          : t('searches.flow.share', { pct: source.pct ?? 0, name: source.most_cited })}
      </span>
    </>
  )
}

/** The same as a list, where there is no room for the chart. */
function List({ data, open }: { data: PromptSearches; open: (search: string) => void }) {
  return (
    <div className="lg:hidden">
      {data.prompt && <PromptLink prompt={data.prompt} />}
      <p className="mb-2 text-xs text-muted">
        {t('searches.flow.answers', { answers: data.results, searches: data.search_count })}
      </p>
      <ul className="divide-y divide-line">
        {data.searches.map((search) => (
          <li key={search.search} className="py-2">
            <button
              type="button"
              onClick={() => open(search.search)}
              className="flex min-h-10 w-full items-center justify-between gap-3 text-left text-sm"
            >
              <span className="min-w-0">
                <span className="block [overflow-wrap:anywhere]">{search.search}</span>
                <span
                  className={classes(
                    'block text-xs',
                    search.own_cited > 0 ? 'text-accent-strong' : 'text-muted',
                  )}
                >
                  {describeCitations(search)}
                </span>
              </span>
              <span className="text-muted tabular-nums">
                {t('searches.flow.times', { count: search.results })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const describeCitations = ({ citations }: PromptSearches['searches'][number]): string =>
  t('searches.flow.citations', citations)

/** How stable the searches are, and the words that engines add or drop. */
function Words({ data }: { data: PromptSearches }) {
  const { prompt, words_added, words_dropped, day_overlap_pct, day_pairs } = data
  return (
    <dl className="mt-4 grid gap-3 border-t border-line pt-3 text-sm sm:grid-cols-3">
      <Fact name={t('searches.flow.stability')}>
        {day_overlap_pct === null
          ? t('searches.flow.oneDay')
          : t('searches.flow.overlap', { pct: day_overlap_pct, count: day_pairs })}{' '}
        {prompt && <AnswersLink of={{ prompt: prompt.prompt_id }}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      </Fact>
      <Fact name={t('searches.flow.added')}>
        <WordList words={words_added} />
      </Fact>
      <Fact name={t('searches.flow.dropped')}>
        <WordList words={words_dropped} />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs font-medium text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

function WordList({ words }: { words: PromptSearches['words_added'] }) {
  if (words.length === 0) return t('searches.flow.noWords')
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
      {words.map(({ word, pct, interval, search_count }) => (
        <li
          key={word}
          title={formatList([
            t('searches.flow.wordCount', { count: search_count }),
            ...(interval ? [formatRange(interval, '%')] : []),
          ])}
        >
          {word} <span className="text-xs text-muted tabular-nums">{formatPct(pct)}</span>
        </li>
      ))}
    </ul>
  )
}
