import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { basePath } from '../base-path.ts'
import { Button } from '../ui/Button.tsx'
import type { ReportData } from './document/report-data.ts'
import { saveFile } from './save-file.ts'

/**
 * Downloads the PDF that the service creates, or opens the print dialog of the browser: without a Chromium of the service,
 * and when it fails. `path`: the path of the PDF; null for a link with a password, which has none.
 */
export function PdfButton({ report, path }: { report: ReportData; path: string | null }) {
  const download = useMutation({
    mutationFn: (url: string) => readPdf(url),
    onSuccess: (pdf) => saveFile(`report-${report.snapshot_name}.pdf`, 'application/pdf', pdf),
    onError: () => print(),
  })
  if (path === null || !report.can_create_pdf)
    return (
      <Button onClick={() => print()}>
        <Printer aria-hidden className="size-4" />
        {t('reports.page.print')}
      </Button>
    )
  return (
    <Button busy={download.isPending} onClick={() => download.mutate(basePath + path)}>
      <FileDown aria-hidden className="size-4" />
      {download.isPending ? t('reports.page.creatingPdf') : t('reports.page.pdf')}
    </Button>
  )
}

async function readPdf(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The PDF was not created: status ${response.status}`)
  return response.arrayBuffer()
}
