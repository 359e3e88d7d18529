import type { ReactNode } from 'react'
import { formatCount, formatList, formatPct, formatRange, noData } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersFigure, RateFigure } from '../answers/AnswersFigure.tsx'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import type { Searches } from './queries.ts'

/** The numbers of all searches, and the platforms whose searches are unknown. */
export function SearchTiles({ data }: { data: Searches }) {
  const choose = useFilterChoice()
  const { different, results, search_count, searches_per_answer, own_cited_pct, leader } = data
  const [most] = data.by_platform
    .filter(({ reports_searches }) => reports_searches)
    .sort((a, b) => (b.searches_per_answer ?? 0) - (a.searches_per_answer ?? 0))
  const unknown = data.by_platform.filter(({ reports_searches }) => !reports_searches)
  return (
    <>
      <dl className="card mb-4 grid grid-cols-2 overflow-hidden lg:grid-cols-4">
        <Tile label={t('searches.tiles.different')} definition={t('searches.tiles.differentDefinition')}>
          <BigFigure>{formatCount(different)}</BigFigure>
          {data.new !== null && (
            <button type="button" className="link" onClick={() => choose({ status: 'new' })}>
              {t('searches.tiles.new', { count: data.new })}
            </button>
          )}
          {data.vanished !== null && (
            <button type="button" className="link" onClick={() => choose({ status: 'vanished' })}>
              {t('searches.tiles.vanished', { count: data.vanished })}
            </button>
          )}
        </Tile>
        <Tile label={t('searches.tiles.perAnswer')} definition={t('searches.tiles.perAnswerDefinition')}>
          <BigFigure>
            <AnswersFigure
              label={t('searches.tiles.perAnswer')}
              value={formatOne(searches_per_answer)}
              range={data.searches_per_answer_interval && formatRange(data.searches_per_answer_interval)}
              count={results}
            />
          </BigFigure>
          {most && (
            <span>
              {t('searches.tiles.most', {
                platform: platformLabels[most.platform],
                count: formatOne(most.searches_per_answer),
              })}
            </span>
          )}
        </Tile>
        <Tile label={t('searches.tiles.citeYou')} definition={t('searches.tiles.citeYouDefinition')}>
          <BigFigure>
            <RateFigure
              label={t('searches.tiles.citeYou')}
              pct={own_cited_pct}
              interval={data.own_cited_interval}
              count={results}
              of={{ cited: 'yes' }}
            />
          </BigFigure>
          <span>{t('searches.tiles.of', { count: search_count })}</span>
          {leader && (
            <span>
              {leader.name} {formatPct(leader.cited_pct)}
            </span>
          )}
        </Tile>
        <Tile label={t('searches.tiles.never')} definition={t('searches.tiles.neverDefinition')}>
          <BigFigure>
            <button
              type="button"
              className="hover:underline"
              onClick={() => choose({ status: 'never_cited' })}
            >
              {formatCount(data.never_cited)}
            </button>
          </BigFigure>
          <span>{t('searches.tiles.ofFrequent', { count: data.frequent })}</span>
        </Tile>
      </dl>
      {unknown.length > 0 && (
        <p className="mb-4 text-sm text-muted">
          {t('searches.tiles.notReported', {
            platforms: formatList(unknown.map(({ platform }) => platformLabels[platform])),
          })}
        </p>
      )}
    </>
  )
}

const formatOne = (value: number | null) => (value === null ? noData : t('searches.tiles.one', { value }))

type TileProps = { label: string; definition: string; children: ReactNode }

function Tile({ label, definition, children }: TileProps) {
  return (
    <div className="-mb-px -mr-px border-b border-r border-line px-4 py-3">
      <dt className="flex items-center justify-between gap-1 text-xs font-medium text-muted">
        {label}
        <InfoPopover of={label}>
          <p>{definition}</p>
        </InfoPopover>
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">{children}</dd>
    </div>
  )
}

const BigFigure = ({ children }: { children: ReactNode }) => (
  <span className="text-2xl font-semibold tracking-tight text-ink tabular-nums">{children}</span>
)
