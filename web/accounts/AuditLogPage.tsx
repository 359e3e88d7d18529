import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { formatTime, noData } from '../../vocabulary/formats.ts'
import { knownText, t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Options } from '../ui/form/Options.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { LoadMoreButton } from '../ui/table/LoadMoreButton.tsx'
import { asAuditKind } from './queries.ts'

type Log = Returns<'GET /api/audit-log'>
type Entry = Log['items'][number]

const pageSize = 100

/** The audit log: what was changed, by whom and when. */
export function AuditLogPage() {
  const { kind } = useSearch({ from: '/dashboard/settings/audit-log' })
  const log = useInfiniteQuery({
    queryKey: ['GET /api/audit-log', kind],
    queryFn: ({ pageParam }) =>
      api('GET /api/audit-log', {
        query: { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }), ...(kind && { kind }) },
      }),
    initialPageParam: startOfLog,
    getNextPageParam: (page) => page.next_cursor,
  })
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Tab
      title={t('accounts.auditLog.title')}
      within={t('accounts.settings.title')}
      actions={
        log.data && (
          <>
            <KindChoice kinds={log.data.pages[0]?.kinds ?? []} chosen={kind} />
            {rows.length > 0 && <DownloadCsv fileName="audit-log" columns={csvColumns} rows={rows} />}
          </>
        )
      }
      lead={t('accounts.auditLog.lead')}
    >
      <QueryBoundary query={log}>
        {() =>
          rows.length === 0 ? (
            <EmptyState isCard Icon={ScrollText} title={t('accounts.auditLog.emptyTitle')}>
              {t('accounts.auditLog.empty')}
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={t('accounts.auditLog.caption')}
                columns={columns()}
                rows={rows}
                getKey={({ id }) => id}
              />
              <LoadMoreButton {...log} />
            </>
          )
        }
      </QueryBoundary>
    </Tab>
  )
}

const startOfLog: string | null = null

function KindChoice({ kinds, chosen }: { kinds: Log['kinds']; chosen: Entry['kind'] | undefined }) {
  const navigate = useNavigate()
  return (
    <select
      aria-label={t('accounts.auditLog.type')}
      value={chosen ?? ''}
      onChange={({ target: { value } }) =>
        navigate({
          to: '/dashboard/settings/audit-log',
          search: value === '' ? {} : { kind: asAuditKind(value) },
          replace: true,
        })
      }
      className="control w-auto max-w-64"
    >
      <option value="">{t('accounts.auditLog.allTypes')}</option>
      <Options of={kinds.map(({ kind, summary }) => [kind, summary])} />
    </select>
  )
}

const columns = (): Column<Entry>[] => [
  {
    label: t('accounts.auditLog.columns.date'),
    cell: ({ created_at }) => <time dateTime={created_at}>{formatTime(created_at)}</time>,
    className: 'whitespace-nowrap',
  },
  { label: t('accounts.auditLog.columns.change'), cell: ({ summary }) => summary, className: 'sm:min-w-48' },
  { label: t('accounts.auditLog.columns.user'), cell: getActor, className: 'sm:min-w-32' },
  { label: t('accounts.auditLog.columns.brand'), cell: brandFor, className: 'sm:min-w-28' },
  {
    label: t('accounts.auditLog.columns.details'),
    cell: (entry) => toDetails(entry) ?? noData,
    className: 'sm:min-w-56 text-muted [overflow-wrap:anywhere]',
  },
]

const csvColumns: [string, (entry: Entry) => string | null][] = [
  ['created_at', ({ created_at }) => created_at],
  ['kind', ({ kind }) => kind],
  ['summary', ({ summary }) => summary],
  ['who', getActor],
  ['email', ({ actor }) => actor.user?.email ?? null],
  ['brand', ({ brand }) => brand?.name ?? null],
  ['details', toDetails],
  ['request_id', ({ request_id }) => request_id],
  ['address', ({ address }) => address],
]

function brandFor({ brand }: Entry): string {
  return brand === null ? noData : (brand.name ?? t('accounts.auditLog.deletedBrand'))
}

function getActor({ actor }: Entry): string {
  const user = actor.user && (actor.user.name ?? t('accounts.auditLog.formerMember'))
  if (user && actor.key)
    return actor.key.name === null
      ? t('accounts.auditLog.withKeyRevoked', { user })
      : t('accounts.auditLog.withKey', { user, key: actor.key.name })
  return user ?? knownText(`accounts.auditLog.actors.${actor.kind}`) ?? actor.kind
}

/** The values that are meaningful to a user; IDs are for programs. */
function toDetails({ data }: Entry): string | null {
  const shown = Object.entries(data).filter(([name, value]) => !/(^|_)ids?$/.test(name) && value !== null)
  const parts = shown.map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : value}`,
  )
  return parts.join('; ') || null
}
