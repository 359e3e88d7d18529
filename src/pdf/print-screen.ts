/** Prints a page of the dashboard. Its requests to the API are answered here, without a session. */
import type { Language } from '../../vocabulary/languages.ts'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { readAsset, readPage } from '../http/dashboard.ts'
import type { PageHead } from '../http/page-head.ts'
import { message } from '../languages/message.ts'
import { type PrintedFile, type PrintedPage, printPage } from './print-page.ts'

type PrintedScreen = Omit<PrintedPage, 'respond' | 'language'> & {
  head: PageHead
  language: Language
  /** The responses of the API, by path. */
  responses: Record<string, () => Promise<unknown>>
}

/** Throws `not_configured` without Chromium, and `unavailable` when it is busy or fails. */
export async function printScreen(
  ctx: AppContext,
  { head, responses, ...page }: PrintedScreen,
): Promise<Buffer> {
  const respond = async (path: string): Promise<PrintedFile | null> => {
    if (path === page.path) {
      const html = await readPage(head, '', page.language)
      return html === null ? null : { type: 'text/html; charset=utf-8', body: Buffer.from(html) }
    }
    const read = responses[path]
    if (read) return { type: 'application/json', body: Buffer.from(JSON.stringify(await read())) }
    const asset = await readAsset(ctx, path)
    return asset && { type: asset.type, body: Buffer.from(asset.file.body) }
  }
  const result = await printPage(ctx, { ...page, respond })
  if (result.outcome === 'printed') return result.pdf
  throw result.reason === 'no_browser'
    ? new AppError('not_configured', message('reports.reportPdf.pDFsNeedChromiumInstallItOr'))
    : new AppError('unavailable', messages[result.reason])
}

const messages = {
  busy: message('reports.reportPdf.tooManyPDFsAreBeingCreated'),
  timeout: message('reports.reportPdf.chromiumDidNotCreateThePDF'),
  error: message('reports.reportPdf.chromiumCouldNotCreateThePDF'),
}
