import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay, noData } from '../../vocabulary/formats.ts'
import { verifications } from '../../vocabulary/log-senders.ts'
import { t } from '../../vocabulary/texts.ts'
import type { MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { PeriodFacts, PeriodMark } from '../ui/PeriodMark.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { RichText } from '../ui/RichText.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { AgentVerification } from './AgentVerification.tsx'
import { type CrawlerRole, crawlerFilter, crawlersQuery, type Crawlers as Report } from './queries.ts'

type Agent = Report['agents'][number]
type Path = Report['top_paths'][number]

/** Requests of AI agents, from server logs: a script on the page never sees them. */
export function Crawlers({ query }: { query: MetricQuery }) {
  const { slug } = useBrand()
  const [role, setRole] = useState<CrawlerRole | null>(null)
  const crawlers = useQuery(crawlersQuery(query, role))
  const { data } = crawlers
  const getCsv = (table: string) => (
    <CsvLink href={csvHref('GET /api/traffic/crawlers', crawlerFilter(query, role), table)} />
  )
  return (
    <>
      <Section
        title={t('traffic.crawlers.title')}
        lead={t('traffic.crawlers.lead')}
        actions={
          <>
            <RoleFilter role={role} onChange={setRole} />
            {data && data.agents.length > 0 && getCsv('agents')}
          </>
        }
      >
        <QueryBoundary query={crawlers}>
          {({ agents, change }) =>
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
              <div className="space-y-4">
                <PeriodFacts change={change} format={formatCount} isOthers />
                <DataTable
                  caption={t('traffic.crawlers.agentsCaption')}
                  columns={agentColumns()}
                  rows={agents}
                  getKey={({ agent }) => agent}
                />
                <AgentVerification />
              </div>
            )
          }
        </QueryBoundary>
      </Section>
      {data && data.top_paths.length > 0 && (
        <Section title={t('traffic.agents.pages')} actions={getCsv('top_paths')}>
          <DataTable
            caption={t('traffic.crawlers.pagesCaption')}
            columns={pathColumns()}
            rows={data.top_paths.slice(0, 20)}
            getKey={({ path }) => path}
          />
        </Section>
      )}
    </>
  )
}

const roles: readonly CrawlerRole[] = ['search', 'user', 'training', 'agent']

type RoleFilterProps = { role: CrawlerRole | null; onChange(role: CrawlerRole | null): void }

function RoleFilter({ role, onChange }: RoleFilterProps) {
  return (
    <Select
      aria-label={t('traffic.crawlers.purpose')}
      value={role ?? ''}
      onChange={({ target }) => onChange(roles.find((each) => each === target.value) ?? null)}
      isCompact
    >
      <Options
        of={[
          ['', t('traffic.crawlers.allPurposes')],
          ...roles.map((each) => [each, t(`labels.crawlerRole.${each}`)] as const),
        ]}
      />
    </Select>
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
  numberColumn(t('traffic.crawlers.requests'), ({ hits, change }) => (
    <>
      {formatCount(hits)} <PeriodMark change={change} unit="count" isOthers />
    </>
  )),
  ...verifications.map((verification) =>
    numberColumn(t(`labels.verification.${verification}`), (agent: Agent) =>
      formatCount(agent.verification[verification]),
    ),
  ),
  {
    label: t('traffic.agents.checkedBy'),
    cell: ({ methods }) =>
      methods.length === 0
        ? noData
        : methods.map((method) => t(`labels.verificationMethod.${method}`)).join(', '),
    onlyWide: true,
  },
  numberColumn(t('traffic.crawlers.lastSeen'), ({ last_day }) => formatDay(last_day)),
]

const pathColumns = (): Column<Path>[] => [
  {
    label: t('traffic.crawlers.page'),
    cell: ({ path }) => <span className="font-mono [overflow-wrap:anywhere]">{path}</span>,
  },
  numberColumn(t('traffic.crawlers.requests'), ({ hits }) => formatCount(hits)),
]
