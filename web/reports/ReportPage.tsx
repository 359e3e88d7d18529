import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { LayoutTemplate, Pencil, Share2, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { basePath } from '../base-path.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { PageTitle } from '../ui/page/Page.tsx'
import { TopBar } from '../ui/page/TopBar.tsx'
import { useChange } from '../useChange.ts'
import { AddClientLogo } from './AddClientLogo.tsx'
import { Downloads } from './Downloads.tsx'
import { ReportDocument } from './document/ReportDocument.tsx'
import { PdfButton } from './PdfButton.tsx'
import { brandingQuery, onlyBrand, type Report, reportKeys, reportQuery } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'

const ReportEditor = lazy(async () => ({ default: (await import('./ReportEditor.tsx')).ReportEditor }))
const SaveTemplateDialog = lazy(async () => ({
  default: (await import('./SaveTemplateDialog.tsx')).SaveTemplateDialog,
}))
const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))

/** One report as its readers see it, with what members can do with it. */
export function ReportPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/reports/$id' })
  const { data: report } = useSuspenseQuery(reportQuery(id))
  const { data: branding } = useSuspenseQuery(brandingQuery(onlyBrand(report)))
  const { slug, brand } = useBrand()
  const { mayWrite, isClient } = useCurrentUser()
  return (
    <>
      <PageTitle within={brand.name}>{report.title}</PageTitle>
      <TopBar
        actions={
          <Actions report={report} lacksLogo={onlyBrand(report) !== null && branding.client_logo === null} />
        }
      >
        <BackLink to="/dashboard/brands/$slug/reports" params={{ slug }}>
          {t('reports.page.back')}
        </BackLink>
        <StateBadge report={report} />
      </TopBar>
      {report.published_at === null && mayWrite && (
        <div className="mx-auto mb-4 max-w-[54rem] print:hidden">
          <Notice tone="caution">{t('reports.page.draft')}</Notice>
        </div>
      )}
      <ReportDocument
        report={report}
        branding={branding}
        {...(!isClient && {
          answerHref: (answerId) => `${basePath}/dashboard/brands/${slug}/answers/${answerId}`,
        })}
      />
      {mayWrite && <LastRow report={report} />}
    </>
  )
}

function Actions({ report, lacksLogo }: { report: Report; lacksLogo: boolean }) {
  const { mayWrite, isClient } = useCurrentUser()
  const isDraft = report.published_at === null
  return (
    <div className="flex flex-wrap gap-2">
      <PdfButton
        path={report.can_create_pdf ? `/api/reports/${report.id}/pdf` : null}
        fileName={`report-${report.snapshot_name}.pdf`}
      />
      {mayWrite && lacksLogo && <AddClientLogo />}
      <Downloads report={report} sealedId={isClient ? null : report.id} />
      {mayWrite && isDraft && (
        <>
          <DialogButton Icon={Pencil} label={t('reports.page.edit')}>
            {(onClose) => <ReportEditor report={report} onClose={onClose} />}
          </DialogButton>
          <PublishButton report={report} />
        </>
      )}
      {mayWrite && (
        <DialogButton look={isDraft ? 'secondary' : 'primary'} Icon={Share2} label={t('reports.page.share')}>
          {(onClose) => <ShareDialog report={report} onClose={onClose} />}
        </DialogButton>
      )}
    </div>
  )
}

function PublishButton({ report: { id } }: { report: Report }) {
  const publish = useChange(
    () => api('POST /api/reports/:report/publish', { params: { report: id } }),
    reportKeys(id),
  )
  return (
    <ConfirmButton
      look="primary"
      label={t('reports.page.publish')}
      title={t('reports.page.publishTitle')}
      mutation={publish}
    >
      {t('reports.page.publishNote')}
    </ConfirmButton>
  )
}

function LastRow({ report }: { report: Report }) {
  const { slug } = useBrand()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/reports/:report', { params: { report: report.id } }),
    onSuccess: async () => {
      await navigate({ to: '/dashboard/brands/$slug/reports', params: { slug } })
      await invalidate(queryClient, 'GET /api/reports')
    },
  })
  return (
    <div className="mx-auto mt-4 flex max-w-[54rem] justify-end gap-2 print:hidden">
      <DialogButton look="quiet" size="small" Icon={LayoutTemplate} label={t('reports.templates.save')}>
        {(onClose) => <SaveTemplateDialog report={report} onClose={onClose} />}
      </DialogButton>
      <ConfirmButton
        Icon={Trash2}
        look="quiet"
        size="small"
        label={t('reports.page.remove')}
        title={t('reports.page.removeTitle')}
        mutation={remove}
      >
        {t('reports.page.removeNote')}
      </ConfirmButton>
    </div>
  )
}
