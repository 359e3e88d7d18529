import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { connectionLabels, searchBreaks } from '../../vocabulary/data-sources.ts'
import { formatCount, formatPct, formatPosition } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import type { ChartNote } from '../charts/time-line.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { type Connection, searchDaysQuery, searchPagesQuery, searchQueriesQuery } from './queries.ts'

type SearchDays = Returns<'GET /api/traffic/search-days'>
type Ranked = { clicks: number; impressions: number; position: number | null }

/** Clicks and impressions of one connection, with its queries and pages. */
export function SearchNumbers({ connection }: { connection: Connection }) {
  const { query } = useBrand()
  const days = useQuery(searchDaysQuery(query, connection))
  return (
    <>
      <QueryBoundary query={days}>{(data) => <Days data={data} connection={connection} />}</QueryBoundary>
      <Queries connection={connection} />
      <Pages connection={connection} />
    </>
  )
}

function Days({ data, connection }: { data: SearchDays; connection: Connection }) {
  const { slug, brand } = useBrand()
  const first = data.items[0]?.day
  const last = data.items.at(-1)?.day
  if (first === undefined || last === undefined)
    return <p className="card mt-8 px-4 py-3 text-sm text-muted sm:px-5">{t('traffic.search.noDays')}</p>
  const dates = daysBetween(first, last)
  const byDay = new Map(data.items.map((item) => [item.day, item]))
  const share = data.query_click_share_pct
  const truncated = data.items.filter(({ is_truncated }) => is_truncated).length
  const incomplete = data.items.filter(({ is_final }) => !is_final).length
  return (
    <Section
      title={t('traffic.search.total', { clicks: data.clicks, impressions: data.impressions })}
      lead={
        <>
          {t('traffic.search.sample', {
            source: connectionLabels[connection.kind],
            property: connection.property_name,
            days: data.items.length,
            incomplete,
            timeZone: data.time_zone,
          })}{' '}
          {share !== null && t('traffic.search.share', { share: formatPct(share) })}{' '}
          {truncated > 0 && t('traffic.search.truncated', { days: truncated })}
        </>
      }
    >
      {(['clicks', 'impressions'] as const).map((name) => (
        <div key={name} className="mb-4">
          <LineChart
            heading={t(`traffic.search.${name}`)}
            label={t(`traffic.search.${name}Chart`, { brand: brand.name })}
            fileName={`${slug}-search-${name}`}
            csv={null}
            dates={dates}
            series={[
              {
                name: t(`traffic.search.${name}`),
                isMain: true,
                values: dates.map((day) => byDay.get(day)?.[name] ?? null),
              },
            ]}
            notes={connection.kind === 'search_console' ? breaksIn(first, last) : []}
            format={formatCount}
            step="day"
          />
        </div>
      ))}
    </Section>
  )
}

/** Days on which the numbers of Google Search changed for every site. */
const breaksIn = (first: string, last: string): ChartNote[] =>
  searchBreaks.flatMap(({ id, from, to }) => {
    const text = t(`traffic.search.breaks.${id}`)
    return [from, to].flatMap((date) =>
      date !== null && date >= first && date <= last ? [{ date, text, isMinor: true }] : [],
    )
  })

const rankedColumns = <T extends Ranked>(): Column<T>[] => [
  numberColumn(t('traffic.search.clicks'), ({ clicks }) => formatCount(clicks)),
  numberColumn(t('traffic.search.impressions'), ({ impressions }) => formatCount(impressions)),
  numberColumn(t('traffic.search.position'), ({ position }) => formatPosition(position)),
]

/** The rows of Bing are weeks. */
const withPeriod = ({ kind }: Connection, lead: string) =>
  kind === 'bing' ? `${lead} ${t('traffic.search.weeks')}` : lead

const name = (text: string) => <span className="[overflow-wrap:anywhere]">{text}</span>

function Queries({ connection }: { connection: Connection }) {
  const { query } = useBrand()
  const list = useInfiniteQuery(searchQueriesQuery(query, connection))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (rows.length === 0) return null
  return (
    <Section
      title={t('traffic.search.queries')}
      lead={withPeriod(connection, t('traffic.search.queriesLead'))}
    >
      <DataTable
        caption={t('traffic.search.queriesCaption')}
        columns={[
          { label: t('traffic.search.query'), className: 'sm:min-w-48', cell: ({ query }) => name(query) },
          ...rankedColumns<(typeof rows)[number]>(),
        ]}
        rows={rows}
        getKey={({ query }) => query}
      />
      <ShowMore list={list} />
    </Section>
  )
}

function Pages({ connection }: { connection: Connection }) {
  const { query } = useBrand()
  const list = useInfiniteQuery(searchPagesQuery(query, connection))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('traffic.search.pages')} lead={withPeriod(connection, t('traffic.search.pagesLead'))}>
      <DataTable
        caption={t('traffic.search.pagesCaption')}
        columns={[
          { label: t('traffic.search.page'), className: 'sm:min-w-48', cell: ({ page }) => name(page) },
          ...rankedColumns<(typeof rows)[number]>(),
          {
            label: t('traffic.search.withQuery'),
            isNumber: true,
            cell: ({ query_click_share_pct }) => formatPct(query_click_share_pct),
          },
        ]}
        rows={rows}
        getKey={({ page }) => page}
      />
      <ShowMore list={list} />
    </Section>
  )
}
