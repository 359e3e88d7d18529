/** Checks whether reports can be printed as PDF. With `online`, starts Chromium once. */
import type { AppContext } from '../core/context.ts'
import { canPrint, printPage } from '../pdf/print-page.ts'
import { type DoctorCheck, fail, ok, warn } from './check.ts'

const id = 'pdf.chromium'

export async function checkPdf(base: AppContext, { online }: { online: boolean }): Promise<DoctorCheck[]> {
  const { CHROMIUM_PATH: path } = base.config
  if (!canPrint(base))
    return path === null
      ? [ok(id, 'No Chromium is installed, so reports are printed by the browser of the reader.')]
      : [warn(id, `CHROMIUM_PATH is not a program: ${path}.`, 'Correct CHROMIUM_PATH, or unset it.')]
  if (!online) return [ok(id, 'Chromium is installed; use --online to print a page with it.')]
  const result = await printPage(base, testPage)
  if (result.outcome === 'printed') return [ok(id, 'Chromium prints reports as PDF.')]
  return [
    fail(
      id,
      `Chromium could not print a page: ${result.error}.`,
      'As root and in most containers, Chromium needs CHROMIUM_SANDBOX=false (docs/reports.md).',
    ),
  ]
}

const testPage = {
  path: '/test',
  respond: async () => ({ type: 'text/html', body: Buffer.from('<h1>Test</h1>') }),
  ready: 'h1',
  language: 'en',
  turn: { organizationId: '', member: '' },
}
