import { expect, test } from 'vitest'
import { chromiumProgram, hasBrowser } from '../../test/browser/browser.ts'
import { contextWith, sharedService } from '../../test/support.ts'
import { checkPdf } from './check-pdf.ts'

const service = await sharedService()

function examine(path: string, online: boolean) {
  const config = { ...service.base.config, CHROMIUM_PATH: path, CHROMIUM_SANDBOX: false }
  return checkPdf(contextWith(service.base, { config }), { online })
}

test('a path without a program is a warning', async () => {
  expect(await examine('/nowhere/chromium', true)).toMatchObject([{ id: 'pdf.chromium', verdict: 'warn' }])
})

test('a program that is not Chromium fails with --online only', async () => {
  expect(await examine('/bin/false', false)).toMatchObject([{ verdict: 'ok' }])
  expect(await examine('/bin/false', true)).toMatchObject([{ verdict: 'fail' }])
})

test.skipIf(!hasBrowser)('Chromium prints a page with --online', async () => {
  expect(await examine(await chromiumProgram(), true)).toMatchObject([
    { verdict: 'ok', message: 'Chromium prints reports as PDF.' },
  ])
})
