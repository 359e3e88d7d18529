import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { formatCount, formatDay, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { RichText } from '../ui/RichText.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { crawlersQuery, type Crawlers as Report } from './queries.ts'

type Agent = Report['agents'][number]
type Path = Report['top_paths'][number]

/** Crawls by AI agents, from server logs: a script on the page never sees them. */
export function Crawlers({ query }: { query: MetricQuery }) {
  const { slug } = useBrand()
  const crawlers = useQuery(crawlersQuery(query))
  const { data } = crawlers
  return (
    <Section
      title={t('traffic.crawlers.title')}
      lead={t('traffic.crawlers.lead')}
      actions={
        data &&
        data.agents.length > 0 && (
          <DownloadCsv fileName={`${slug}-ai-agents`} columns={csvColumns} rows={data.agents} />
        )
      }
    >
      <QueryBoundary query={crawlers}>
        {({ agents, top_paths }) =>
          agents.length === 0 ? (
            <EmptyState isCard Icon={Bot} title={t('traffic.crawlers.empty')}>
              <RichText
                id="traffic.crawlers.emptyHint"
                values={{
                  command: (
                    <code className="font-mono text-sm text-ink [overflow-wrap:anywhere]">
                      {`ansight import-logs --brand ${slug} access.log`}
                    </code>
                  ),
                }}
              />
            </EmptyState>
          ) : (
            <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[3fr_2fr]">
              <DataTable
                caption={t('traffic.crawlers.agentsCaption')}
                columns={agentColumns()}
                rows={agents}
                getKey={({ agent }) => agent}
              />
              <DataTable
                caption={t('traffic.crawlers.pagesCaption')}
                columns={pathColumns()}
                rows={top_paths.slice(0, 20)}
                getKey={({ path }) => path}
              />
            </div>
          )
        }
      </QueryBoundary>
    </Section>
  )
}

const agentColumns = (): Column<Agent>[] => [
  {
    label: t('traffic.crawlers.agent'),
    cell: ({ agent, operator }) => (
      <>
        <span className="font-medium">{agent}</span>
        {operator && <span className="block text-xs text-muted">{operator}</span>}
      </>
    ),
  },
  {
    label: t('traffic.crawlers.purpose'),
    cell: ({ role }) => (role ? t(`labels.crawlerRole.${role}`) : noData),
    onlyWide: true,
  },
  { label: t('traffic.crawlers.requests'), isNumber: true, cell: ({ hits }) => formatCount(hits) },
  {
    label: t('traffic.crawlers.verifiedIp'),
    isNumber: true,
    cell: ({ verified_hits }) => (verified_hits === null ? noData : formatCount(verified_hits)),
  },
  { label: t('traffic.crawlers.lastSeen'), isNumber: true, cell: ({ last_day }) => formatDay(last_day) },
]

const pathColumns = (): Column<Path>[] => [
  {
    label: t('traffic.crawlers.page'),
    cell: ({ path }) => <span className="font-mono [overflow-wrap:anywhere]">{path}</span>,
  },
  { label: t('traffic.crawlers.requests'), isNumber: true, cell: ({ hits }) => formatCount(hits) },
]

const csvColumns: [string, (agent: Agent) => string | number | null][] = [
  ['agent', ({ agent }) => agent],
  ['operator', ({ operator }) => operator],
  ['role', ({ role }) => role],
  ['hits', ({ hits }) => hits],
  ['verified_hits', ({ verified_hits }) => verified_hits],
  ['last_day', ({ last_day }) => last_day],
]
