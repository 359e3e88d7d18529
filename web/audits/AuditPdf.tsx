import { t } from '../../vocabulary/texts.ts'
import { PdfButton } from '../reports/PdfButton.tsx'
import type { Audit } from './queries.ts'

/** The results as a file to send. */
export const AuditPdf = ({ audit: { id, url } }: { audit: Audit }) => (
  <PdfButton
    path={`/api/audits/${id}/pdf`}
    fileName={`site-audit-${new URL(url).hostname.replace(/^www\./, '')}.pdf`}
    label={t('audits.pdf.download')}
  />
)
