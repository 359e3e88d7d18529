import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ScanSearch, X } from 'lucide-react'
import { formatCount, formatDay, formatScore, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { AuditMethod } from './AuditMethod.tsx'
import { AuditTrend } from './AuditTrend.tsx'
import { type AuditSummary, auditQuota, auditsQuery } from './queries.ts'
import { StartAudit } from './StartAudit.tsx'

/** The site audits of a brand and their scores over time. */
export function AuditsPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { page } = useSearch({ from: '/dashboard/brands/$slug/audits' })
  const list = useInfiniteQuery(auditsQuery(brand.id, page))
  return (
    <Page title={t('audits.page.title')} within={brand.name} lead={t('audits.page.lead')}>
      {mayWrite && (
        <div className="card p-4 sm:p-5">
          <StartAudit />
          <Quota />
        </div>
      )}
      <QueryBoundary query={list}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return rows.length === 0 ? (
            <NoAudits isFiltered={page !== undefined} />
          ) : (
            <List rows={rows} page={page} />
          )
        }}
      </QueryBoundary>
      <ShowMore list={list} />
      <AuditMethod />
    </Page>
  )
}

function Quota() {
  const { data } = useQuery(auditQuota)
  if (!data || data.limit === null) return null
  return (
    <p className="mt-3 text-sm text-muted">
      {t('audits.page.quota', { used: data.used, limit: data.limit, resetsAt: formatDay(data.resets_at) })}
    </p>
  )
}

function NoAudits({ isFiltered }: { isFiltered: boolean }) {
  const { mayWrite } = useCurrentUser()
  return (
    <div className="card mt-8">
      <EmptyState
        Icon={ScanSearch}
        title={isFiltered ? t('audits.page.emptyPageTitle') : t('audits.page.emptyTitle')}
      >
        {mayWrite ? t('audits.page.empty') : t('audits.page.emptyForViewer')}
      </EmptyState>
    </div>
  )
}

function List({ rows, page }: { rows: AuditSummary[]; page: string | undefined }) {
  const { brand, slug, filter } = useBrand()
  return (
    <>
      <AuditTrend brandId={brand.id} page={page} />
      <Section
        title={t('audits.list.title')}
        lead={page && t('audits.list.ofPage', { url: page })}
        actions={
          <>
            {page && (
              <Link
                to="/dashboard/brands/$slug/audits"
                params={{ slug }}
                search={filter}
                className="link inline-flex items-center gap-1 text-sm"
              >
                <X aria-hidden className="size-3.5" />
                {t('audits.list.showAll')}
              </Link>
            )}
            <CsvLink href={csvHref('GET /api/audits', { brand_id: brand.id, url: page })} />
          </>
        }
      >
        <DataTable
          caption={t('audits.list.caption')}
          columns={columns()}
          rows={rows}
          getKey={({ id }) => id}
        />
      </Section>
    </>
  )
}

const columns = (): Column<AuditSummary>[] => [
  { label: t('audits.list.columns.page'), className: 'sm:min-w-56', cell: (row) => <PageCell audit={row} /> },
  numberColumn(t('audits.list.columns.score'), ({ score }) => formatScore(score)),
  { label: t('audits.list.columns.status'), cell: (row) => <State audit={row} /> },
  numberColumn(t('audits.list.columns.pages'), ({ pages }) => formatCount(pages), { onlyWide: true }),
  {
    label: t('audits.list.columns.started'),
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap text-muted">
        {formatTime(created_at)}
      </time>
    ),
  },
]

function PageCell({ audit: { id, url } }: { audit: AuditSummary }) {
  const { slug } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/audits/$id"
      params={{ slug, id }}
      className="font-medium hover:underline [overflow-wrap:anywhere]"
    >
      {url}
    </Link>
  )
}

const tones = { waiting: 'plain', running: 'accent', completed: 'good', failed: 'bad' } as const

function State({ audit: { status, error } }: { audit: AuditSummary }) {
  return (
    <>
      <Badge tone={tones[status]}>{t(`labels.auditStatus.${status}`)}</Badge>
      {error && <span className="mt-0.5 block text-xs text-muted [overflow-wrap:anywhere]">{error}</span>}
    </>
  )
}
