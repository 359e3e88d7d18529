import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDay } from '../../vocabulary/formats.ts'
import { verifications } from '../../vocabulary/log-senders.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { agentRangesQuery } from './queries.ts'

type RangeList = Returns<'GET /api/traffic/agent-ranges'>['items'][number]
type Signer = Returns<'GET /api/traffic/agent-ranges'>['signers'][number]

/** How agents are verified, and how old the published lists are. */
export function AgentVerification() {
  return (
    <details className="card px-4 py-3 text-sm sm:px-5">
      <summary className="w-fit rounded-md font-medium">{t('traffic.verification.title')}</summary>
      <p className="mt-3">{t('traffic.verification.lead')}</p>
      <dl className="mt-3 space-y-2">
        {verifications.map((verification) => (
          <div key={verification}>
            <dt className="font-medium">{t(`labels.verification.${verification}`)}</dt>
            <dd className="text-muted">{t(`traffic.verification.${verification}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <RangeLists />
      </div>
    </details>
  )
}

function RangeLists() {
  const lists = useQuery(agentRangesQuery())
  return (
    <QueryBoundary query={lists}>
      {({ items, signers }) => (
        <div className="space-y-4">
          <DataTable
            caption={t('traffic.verification.ranges')}
            columns={rangeColumns()}
            rows={items}
            getKey={({ url }) => url}
          />
          <DataTable
            caption={t('traffic.agents.signers')}
            columns={signerColumns()}
            rows={signers}
            getKey={({ host }) => host}
          />
        </div>
      )}
    </QueryBoundary>
  )
}

const rangeColumns = (): Column<RangeList>[] => [
  { label: t('traffic.crawlers.agent'), cell: ({ agents }) => agents.join(', ') },
  numberColumn(t('traffic.verification.ranges'), ({ prefixes }) => formatCount(prefixes)),
  {
    label: t('traffic.verification.readOn'),
    cell: ({ fetched_at, is_snapshot, problem }) => (
      <span className="flex flex-wrap items-center gap-2">
        {fetched_at === null ? t('traffic.verification.notRead') : formatDay(fetched_at.slice(0, 10))}
        {is_snapshot && fetched_at !== null && <Badge>{t('traffic.verification.snapshot')}</Badge>}
        {problem !== null && <Badge tone="caution">{t('traffic.verification.problem', { problem })}</Badge>}
      </span>
    ),
  },
]

const signerColumns = (): Column<Signer>[] => [
  {
    label: t('traffic.agents.signerHost'),
    cell: ({ host, operator }) => (
      <>
        {host}
        <span className="block text-xs text-muted">{operator}</span>
      </>
    ),
  },
  numberColumn(t('traffic.agents.signers'), ({ keys }) => formatCount(keys)),
  {
    label: t('traffic.verification.readOn'),
    cell: ({ fetched_at, problem }) => (
      <span className="flex flex-wrap items-center gap-2">
        {fetched_at === null ? t('traffic.agents.notFetched') : formatDay(fetched_at.slice(0, 10))}
        {problem !== null && <Badge tone="caution">{t('traffic.verification.problem', { problem })}</Badge>}
      </span>
    ),
  },
]
