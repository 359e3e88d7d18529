import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { formatTime, noData } from '../../vocabulary/formats.ts'
import { knownText, t } from '../../vocabulary/texts.ts'
import { type Returns, readPages } from '../api.ts'
import { basePath } from '../base-path.ts'
import { members } from '../session/queries.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { LoadMoreButton } from '../ui/table/LoadMoreButton.tsx'
import { type AuditSearch, asAuditKind, serviceAccountsQuery } from './queries.ts'

type Log = Returns<'GET /api/audit-log'>
type Entry = Log['items'][number]

const pageSize = 100

/** The audit log: what was changed, by whom and when. */
export function AuditLogPage() {
  const search = useSearch({ from: '/dashboard/settings/audit-log' })
  const log = useInfiniteQuery(readPages('GET /api/audit-log', { query: { limit: pageSize, ...search } }))
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Tab
      title={t('accounts.auditLog.title')}
      within={t('accounts.settings.title')}
      actions={
        <>
          <ExportLink format="csv" search={search}>
            {t('accounts.auditLog.exportCsv')}
          </ExportLink>
          <ExportLink format="jsonl" search={search}>
            {t('accounts.auditLog.exportJson')}
          </ExportLink>
        </>
      }
      lead={t('accounts.auditLog.lead')}
    >
      <Filters search={search} kinds={log.data?.pages[0]?.kinds ?? []} />
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

type ExportLinkProps = { format: 'csv' | 'jsonl'; search: AuditSearch; children: string }

/** Downloads all entries that match the filters, not only the shown ones. */
function ExportLink({ format, search, children }: ExportLinkProps) {
  const query = new URLSearchParams({ format, ...search })
  return (
    <a
      href={`${basePath}/api/audit-log/export?${query}`}
      download
      className={buttonClasses('secondary', 'small')}
    >
      <Download aria-hidden className="size-4" />
      {children}
    </a>
  )
}

function Filters({ search, kinds }: { search: AuditSearch; kinds: Log['kinds'] }) {
  const navigate = useNavigate()
  const choose = (change: { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined }) =>
    navigate({
      to: '/dashboard/settings/audit-log',
      search: Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)),
      replace: true,
    })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('accounts.auditLog.type')}
        value={search.kind ?? ''}
        onChange={({ target: { value } }) => choose({ kind: value === '' ? undefined : asAuditKind(value) })}
      >
        <option value="">{t('accounts.auditLog.allTypes')}</option>
        <Options of={kinds.map(({ kind, summary }) => [kind, summary])} />
      </Select>
      <ActorChoice chosen={search.actor} onChoose={(actor) => choose({ actor })} />
      {(['date_from', 'date_to'] as const).map((name) => (
        <label key={name} className="flex items-center gap-2 text-sm text-muted">
          {name === 'date_from' ? t('accounts.auditLog.from') : t('accounts.auditLog.to')}
          <input
            type="date"
            value={search[name] ?? ''}
            onChange={({ target: { value } }) => choose({ [name]: value || undefined })}
            className="control w-auto px-2"
          />
        </label>
      ))}
    </div>
  )
}

type ActorChoiceProps = { chosen: string | undefined; onChoose: (actor: string | undefined) => void }

/** Offers members and service accounts. The table links to what a former member or an API key did. */
function ActorChoice({ chosen, onChoose }: ActorChoiceProps) {
  const { data: people } = useQuery(members)
  const { data: accounts } = useQuery(serviceAccountsQuery)
  const known = [
    ...(people?.items ?? []).map(({ user_id, name }) => [user_id, name] as const),
    ...(accounts?.items ?? []).map(({ id, name }) => [id, name] as const),
  ]
  const isKnown = chosen === undefined || known.some(([id]) => id === chosen)
  return (
    <Select
      aria-label={t('accounts.auditLog.actor')}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChoose(value || undefined)}
    >
      <option value="">{t('accounts.auditLog.allActors')}</option>
      <Options of={known} />
      {!isKnown && <option value={chosen}>{t('accounts.auditLog.formerActor')}</option>}
    </Select>
  )
}

const columns = (): Column<Entry>[] => [
  {
    label: t('accounts.auditLog.columns.date'),
    cell: ({ created_at }) => <time dateTime={created_at}>{formatTime(created_at)}</time>,
    className: 'whitespace-nowrap',
  },
  { label: t('accounts.auditLog.columns.change'), cell: ({ summary }) => summary, className: 'sm:min-w-48' },
  { label: t('accounts.auditLog.columns.user'), cell: Actor, className: 'sm:min-w-32' },
  { label: t('accounts.auditLog.columns.brand'), cell: brandFor, className: 'sm:min-w-28' },
  {
    label: t('accounts.auditLog.columns.details'),
    cell: (entry) => toDetails(entry) ?? noData,
    className: 'sm:min-w-56 text-muted [overflow-wrap:anywhere]',
  },
]

/** Links to the entries of the same API key or user. */
function Actor(entry: Entry) {
  const { user, key } = entry.actor
  const id = key?.id ?? user?.id
  const text = getActor(entry)
  if (id === undefined) return text
  return (
    <Link
      to="/dashboard/settings/audit-log"
      search={{ actor: id }}
      title={t('accounts.auditLog.onlyOfThem', { name: text })}
      className="hover:underline"
    >
      {text}
    </Link>
  )
}

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
