import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatDatedRange, formatPct, formatRange, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { read } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { metricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'

type SearchDetailProps = {
  search: string
  /** The days of its answers; null: the period of the screen. */
  range: { from: string; to: string } | null
  onClose(): void
}

/** What is behind the numbers of one search: its texts, prompts, engines, and the pages that the answers cite. */
export function SearchDetail({ search, range, onClose }: SearchDetailProps) {
  const screen = useBrand()
  const filter = range === null ? screen.filter : { ...screen.filter, ...range }
  const query = metricQuery(screen.brand.id, filter)
  const choose = useFilterChoice()
  const detail = useQuery(read('GET /api/metrics/search-detail', { query: { ...query, search } }))
  const countAnswers = (count: number, of: AnswerSearch, platform = {}) => (
    <AnswersLink of={{ search, ...of }} filter={{ ...range, ...platform }}>
      {formatCount(count)}
    </AnswersLink>
  )
  return (
    <Dialog title={search} place="wide" onClose={onClose}>
      <QueryBoundary query={detail} className="h-64">
        {(data) => (
          <div className="space-y-5">
            <p className="text-sm">
              <AnswersLink of={{ search }} filter={{ ...range }}>
                {t('searches.detail.answers', { count: data.results })}
              </AnswersLink>
              {', '}
              <AnswersLink of={{ search, cited: 'yes' }} filter={{ ...range }}>
                {t('searches.detail.ownCited', {
                  pct: formatPct(data.own_cited_pct),
                  range: data.own_cited_interval ? formatRange(data.own_cited_interval, '%') : '',
                })}
              </AnswersLink>
              <span className="block text-muted">
                {joinFacts([
                  formatDatedRange(data.first_day, data.last_day),
                  t('searches.detail.days', { count: data.days.length, pct: data.stability_pct ?? 0 }),
                ])}
              </span>
            </p>
            <div className="grid gap-5 sm:grid-cols-2">
              <List
                title={t('searches.detail.prompts')}
                rows={data.prompts.map((prompt) => ({
                  key: prompt.prompt_id,
                  label: <PromptLink prompt={prompt} />,
                  count: countAnswers(prompt.results, { prompt: prompt.prompt_id }),
                }))}
              />
              <List
                title={t('searches.detail.engines')}
                rows={data.platforms.map(({ platform, results }) => ({
                  key: platform,
                  label: platformLabels[platform],
                  count: countAnswers(results, {}, { platform }),
                }))}
              />
              <List
                title={t('searches.detail.pages')}
                rows={data.pages.map(({ url, is_own, results }) => ({
                  key: url,
                  label: (
                    <ExternalLink href={url} className={is_own ? 'link font-semibold' : 'link font-normal'}>
                      {url.replace(/^https?:\/\//, '')}
                    </ExternalLink>
                  ),
                  count: countAnswers(results, { url }),
                }))}
              />
              <List
                title={t('searches.detail.domains')}
                rows={data.domains.map(({ domain, results }) => ({
                  key: domain,
                  label: domain,
                  count: countAnswers(results, { domain }),
                }))}
              />
              <List
                title={t('searches.detail.texts')}
                rows={data.texts.map(({ search: text, results }) => ({
                  key: text,
                  label: text,
                  count: formatCount(results),
                }))}
              />
              <List
                title={t('searches.detail.similar')}
                rows={data.similar.map(({ search: text, results }) => ({
                  key: text,
                  label: (
                    <button type="button" className="link text-left" onClick={() => choose({ search: text })}>
                      {text}
                    </button>
                  ),
                  count: formatCount(results),
                }))}
              />
            </div>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

type Row = { key: string; label: ReactNode; count: ReactNode }

function List({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      <ul className="space-y-1 text-sm">
        {rows.map(({ key, label, count }) => (
          <li key={key} className="flex justify-between gap-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
            <span className="shrink-0 tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
