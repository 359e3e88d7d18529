/** Prints a report as PDF: the page that visitors of a link see, whose requests are answered here without a link. */
import type { Language } from '../../vocabulary/languages.ts'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { readAsset, readPage } from '../http/dashboard.ts'
import { pageHeads } from '../http/page-head.ts'
import { message } from '../languages/message.ts'
import { type PrintedFile, type PrintResult, printPage } from '../pdf/print-page.ts'
import { ReportLanguage } from './report-title.ts'
import type { ReportRow } from './reports.ts'
import { readSharedReport, SharedReport } from './shared-report.ts'

/** Replaces the token of a link in the paths of the page. */
const token = 'print'

/** Throws `not_configured` without Chromium, and `unavailable` when it is busy or fails. */
export async function createPdf(ctx: AppContext, report: ReportRow): Promise<Buffer> {
  const result = await printReport(ctx, report)
  if (result.outcome === 'printed') return result.pdf
  throw result.reason === 'no_browser'
    ? new AppError('not_configured', message('PDFs need Chromium: install it, or set CHROMIUM_PATH.'))
    : new AppError('unavailable', messages[result.reason])
}

const messages = {
  busy: message('Too many PDFs are being created. Try again in a minute.'),
  timeout: message('Chromium did not create the PDF in time. Try again.'),
  error: message('Chromium could not create the PDF. The log of the service has the reason.'),
}

/** In the language of the report. */
export async function printReport(ctx: AppContext, report: ReportRow): Promise<PrintResult> {
  const language = ReportLanguage.parse(report.language)
  const shared = SharedReport.parse(await readSharedReport(ctx, report, { requiresPassword: false }))
  return printPage(ctx, {
    path: `/share/${token}`,
    respond: (path) => fileAt(ctx, path, shared, language),
    ready: '.report-document',
    language,
  })
}

async function fileAt(
  ctx: AppContext,
  path: string,
  shared: object,
  language: Language,
): Promise<PrintedFile | null> {
  if (path === `/share/${token}`) {
    const html = await readPage(pageHeads.sharedReport, '', language)
    return html === null ? null : { type: 'text/html; charset=utf-8', body: Buffer.from(html) }
  }
  if (path === `/api/shared/${token}`)
    return { type: 'application/json', body: Buffer.from(JSON.stringify(shared)) }
  const asset = await readAsset(ctx, path)
  return asset && { type: asset.type, body: Buffer.from(asset.file.body) }
}

/** The name of the file, with the first digits of the snapshot's digest. */
export const pdfName = ({ digest }: Pick<ReportRow, 'digest'>): string => `report-${digest.slice(0, 8)}.pdf`
