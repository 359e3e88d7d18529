import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileChartColumn, Plus, UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { formatDay, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { basePath } from '../base-path.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { DialogButton } from '../ui/DialogButton.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { CreateReportDialog } from './CreateReportDialog.tsx'
import { type ReportSummary, reportsQuery } from './queries.ts'
import { ScheduleButton, ScheduleSection } from './ScheduleSection.tsx'
import { StateBadge } from './StateBadge.tsx'
import { TemplateSection } from './TemplateSection.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('../accounts/InviteDialog.tsx')).InviteDialog,
}))

/** The reports on a brand, and on portfolios that include it. */
export function ReportsPage() {
  const { brand } = useBrand()
  const { mayWrite, mayManage, isClient } = useCurrentUser()
  const list = useInfiniteQuery(reportsQuery(brand.id))
  return (
    <Page
      title={t('reports.list.title')}
      within={brand.name}
      lead={!isClient && t('reports.list.lead')}
      actions={
        mayWrite && (
          <>
            <ScheduleButton />
            <DialogButton look="primary" Icon={Plus} label={t('reports.list.create')}>
              {(onClose) => <CreateReportDialog onClose={onClose} />}
            </DialogButton>
          </>
        )
      }
    >
      <QueryBoundary query={list}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0)
            return (
              <EmptyState isCard Icon={FileChartColumn} title={t('reports.list.emptyTitle')}>
                {mayWrite ? t('reports.list.empty') : t('reports.list.emptyForViewer')}
              </EmptyState>
            )
          return (
            <DataTable
              caption={t('reports.list.caption')}
              columns={columns()}
              rows={rows}
              getKey={({ id }) => id}
            />
          )
        }}
      </QueryBoundary>
      <ShowMore list={list} />
      {!isClient && <ScheduleSection />}
      {mayWrite && <TemplateSection />}
      {mayManage && <InviteClient />}
    </Page>
  )
}

/** For a client who sees the reports of this brand and nothing else. */
function InviteClient() {
  const { brand } = useBrand()
  return (
    <p className="mt-6">
      <DialogButton
        look="quiet"
        size="small"
        Icon={UserPlus}
        label={t('reports.list.inviteClient', { brand: brand.name })}
      >
        {(onClose) => <InviteDialog clientOf={brand.id} onClose={onClose} />}
      </DialogButton>
    </p>
  )
}

const columns = (): Column<ReportSummary>[] => [
  {
    label: t('reports.list.columns.report'),
    className: 'sm:min-w-64',
    cell: (row) => <ReportCell report={row} />,
  },
  {
    label: t('reports.list.columns.period'),
    onlyWide: true,
    cell: ({ date_from, date_to }) => (
      <span className="whitespace-nowrap">
        {t('reports.period', { from: formatDay(date_from), to: formatDay(date_to) })}
      </span>
    ),
  },
  {
    label: t('reports.list.columns.created'),
    onlyWide: true,
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap text-muted">
        {formatTime(created_at)}
      </time>
    ),
  },
  { label: t('reports.list.columns.state'), cell: (row) => <StateBadge report={row} /> },
  {
    label: t('reports.list.columns.pdf'),
    cell: ({ id, can_create_pdf, title }) =>
      can_create_pdf && (
        <a
          href={`${basePath}/api/reports/${id}/pdf`}
          download
          aria-label={t('reports.list.pdfOf', { title })}
          className="link"
        >
          {t('reports.list.columns.pdf')}
        </a>
      ),
  },
]

function ReportCell({ report }: { report: ReportSummary }) {
  const { slug } = useBrand()
  return (
    <>
      <Link
        to="/dashboard/brands/$slug/reports/$id"
        params={{ slug, id: report.id }}
        className="font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {report.headline}
      </Link>
      <span className="block text-xs text-muted">
        {report.title}
        {report.brand_ids.length > 1 &&
          ` · ${t('reports.list.portfolio', { brands: report.brand_ids.length })}`}
      </span>
    </>
  )
}
