import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { currentLanguage } from '../../vocabulary/language.ts'
import { t } from '../../vocabulary/texts.ts'
import { basePath } from '../base-path.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'

type PdfButtonProps = {
  /** Of the PDF; null where the service creates none. */
  path: string | null
  fileName: string
  label?: string
}

/** Downloads the PDF that the service creates, or opens the print dialog of the browser: without a PDF, and when it fails. */
export function PdfButton({ path, fileName, label = t('reports.page.pdf') }: PdfButtonProps) {
  const download = useMutation({
    mutationFn: (url: string) => readPdf(url),
    onSuccess: (pdf) => saveFile(fileName, 'application/pdf', pdf),
    onError: () => print(),
  })
  if (path === null)
    return (
      <Button onClick={() => print()}>
        <Printer aria-hidden className="size-4" />
        {t('reports.page.print')}
      </Button>
    )
  return (
    <Button busy={download.isPending} onClick={() => download.mutate(basePath + path)}>
      <FileDown aria-hidden className="size-4" />
      {download.isPending ? t('reports.page.creatingPdf') : label}
    </Button>
  )
}

async function readPdf(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers: { 'Accept-Language': currentLanguage() } })
  if (!response.ok) throw new Error(`The PDF was not created: status ${response.status}`)
  return response.arrayBuffer()
}
