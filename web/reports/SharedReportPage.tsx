import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { PageTitle } from '../ui/page/Page.tsx'
import { Downloads } from './Downloads.tsx'
import { ReportDocument } from './document/ReportDocument.tsx'
import type { BrandingData, ReportData } from './document/report-data.ts'
import { PdfButton } from './PdfButton.tsx'
import { sharedReportQuery } from './queries.ts'

/** A report as the visitors of a link see it, after its password if it has one. */
export function SharedReportPage() {
  const { token } = useParams({ from: '/share/$token' })
  const { data } = useSuspenseQuery(sharedReportQuery(token))
  const unlock = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/shared/:token', { params: { token }, body: { password: getText(values, 'password') } }),
  })
  const { report, branding, requires_password } = unlock.data ?? data
  if (!report) return <PasswordForm unlock={unlock} />
  const pdfPath = requires_password ? null : `/api/shared/${token}/pdf`
  return <Shown report={report} branding={branding} pdfPath={pdfPath} />
}

type ShownProps = { report: ReportData; branding: BrandingData; pdfPath: string | null }

function Shown({ report, branding, pdfPath }: ShownProps) {
  return (
    <main className="px-4 py-6 sm:py-10 print:p-0">
      <PageTitle>{report.title}</PageTitle>
      <div className="mx-auto mb-4 flex max-w-[54rem] justify-end gap-2 print:hidden">
        <PdfButton
          path={report.can_create_pdf ? pdfPath : null}
          fileName={`report-${report.snapshot_name}.pdf`}
        />
        <Downloads report={report} />
      </div>
      <ReportDocument report={report} branding={branding} />
    </main>
  )
}

type Unlock = { isPending: boolean; error: Error | null; mutate(values: FormData): void }

function PasswordForm({ unlock }: { unlock: Unlock }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-4 py-12">
      <PageTitle>{t('reports.shared.title')}</PageTitle>
      <div className="card p-6 sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{t('reports.shared.passwordTitle')}</h1>
        <p className="mb-6 mt-1 text-muted">{t('reports.shared.passwordLead')}</p>
        <Form error={unlock.error} onSubmit={unlock.mutate} fieldByErrorCode={{ unauthorized: 'password' }}>
          <TextField
            label={t('reports.shared.password')}
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
          <Button type="submit" look="primary" busy={unlock.isPending} className="w-full">
            {t('reports.shared.open')}
          </Button>
        </Form>
      </div>
    </main>
  )
}
