import { useQuery } from '@tanstack/react-query'
import { formatCount, formatPct, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { visitPlatformLabel } from '../../vocabulary/traffic.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { type Connection, connectionsQuery, sessionSourcesQuery } from './queries.ts'

type Sessions = Returns<'GET /api/traffic/session-sources'>

/** Sessions from AI platforms that Google Analytics counted, which are not the visits of the tracking script. */
export function AnalyticsSessions() {
  const { slug } = useBrand()
  const { data } = useQuery(connectionsQuery(slug))
  return data?.items
    .filter(({ kind, days }) => kind === 'ga4' && days > 0)
    .map((connection) => <OfProperty key={connection.id} connection={connection} />)
}

function OfProperty({ connection }: { connection: Connection }) {
  const { query } = useBrand()
  const sessions = useQuery(sessionSourcesQuery(query, connection))
  return (
    <Section
      title={t('traffic.search.sessions', { property: connection.property_name })}
      lead={t('traffic.search.sessionsLead')}
    >
      <QueryBoundary query={sessions}>
        {(data) => (
          <>
            <DataTable
              caption={t('traffic.search.sessionsCaption')}
              columns={columns()}
              rows={data.items}
              getKey={({ source, channel }) => JSON.stringify([source, channel])}
            />
            <p className="mt-2 text-sm text-muted">{describeSample(data)}</p>
          </>
        )}
      </QueryBoundary>
    </Section>
  )
}

const describeSample = (data: Sessions): string =>
  joinFacts([
    t('traffic.search.sessionsSample', {
      days: data.imported_days,
      sessions: data.sessions,
      timeZone: data.time_zone,
    }),
    ...(data.thresholded_days > 0 ? [t('traffic.search.thresholded', { days: data.thresholded_days })] : []),
    ...(data.combined_days > 0 ? [t('traffic.search.combined', { days: data.combined_days })] : []),
    ...(data.sampled_pct === null
      ? []
      : [t('traffic.search.sampled', { share: formatPct(data.sampled_pct) })]),
  ])

const columns = (): Column<Sessions['items'][number]>[] => [
  {
    label: t('traffic.search.sessionSource'),
    cell: ({ source, platform }) => (
      <>
        <span className="font-medium [overflow-wrap:anywhere]">{source}</span>
        {platform !== null && (
          <span className="block text-xs text-muted">{visitPlatformLabel(platform)}</span>
        )}
      </>
    ),
  },
  { label: t('traffic.search.channel'), cell: ({ channel }) => channel },
  numberColumn(t('traffic.search.sessionCount'), ({ sessions }) => formatCount(sessions)),
  numberColumn(t('traffic.search.engaged'), ({ engaged_sessions }) => formatCount(engaged_sessions)),
  numberColumn(t('traffic.search.keyEvents'), ({ key_events }) => formatCount(key_events)),
]
