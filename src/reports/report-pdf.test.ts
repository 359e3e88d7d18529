import { expect, test } from 'vitest'
import { chromiumProgram, hasBrowser } from '../../test/browser/browser.ts'
import { contextWith, createTestApp, getKey, testService } from '../../test/support.ts'
import { createReport, createReportedBrand, share } from './reports.fixture.ts'

const service = await testService({ CHROMIUM_PATH: '/nowhere/chromium', RATE_LIMIT_SHARED: '25' })
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
const report = await createReport(zorvex)
const { token } = await share(owner, report.id)

test('without Chromium, reports say that they have no PDF, and requests for it name the setting', async () => {
  expect(report.can_create_pdf).toBe(false)
  const reply = await owner.call(`GET /api/reports/${report.id}/pdf`)
  expect(reply).toMatchObject({
    status: 503,
    body: { code: 'not_configured', error: expect.stringContaining('CHROMIUM_PATH') },
  })
})

test('a report of another organization is rejected before anything is printed', async () => {
  const other = await service.signUp()
  expect((await other.call(`GET /api/reports/${report.id}/pdf`)).status).toBe(404)
  const foreign = await getKey(other, service.app)
  expect((await foreign(`GET /api/v1/reports/${report.id}/pdf`)).status).toBe(404)
})

test('a link with a password has no PDF, and PDFs count as ten requests of the visitor', async () => {
  const protectedLink = await share(owner, report.id, { password: 'open sesame' })
  const get = async (path: string) => (await service.app.inject(path)).statusCode
  expect(await get(`/api/shared/${protectedLink.token}/pdf`)).toBe(404)
  expect(await get(`/api/shared/${token}/pdf`)).toBe(503)
  expect(await get(`/api/shared/${token}/pdf`)).toBe(429)
})

test.skipIf(!hasBrowser)(
  'a published report is printed once for all of its readers, and again with another branding',
  async () => {
    const read = async (program: string) => {
      const config = { ...service.base.config, CHROMIUM_PATH: program, CHROMIUM_SANDBOX: false }
      const app = await createTestApp(contextWith(service.base, { config }))
      return app.inject(`/api/shared/${once.token}/pdf`)
    }
    const once = await share(owner, report.id)
    const printed = await read(await chromiumProgram())
    expect(printed.statusCode, printed.body).toBe(200)
    // `false` is a program that prints nothing.
    const stored = await read('/bin/false')
    expect(stored.statusCode, stored.body).toBe(200)
    expect(stored.rawPayload.equals(printed.rawPayload)).toBe(true)
    await owner.ok('PATCH /api/report-branding', { color: '#aa0000' })
    expect((await read('/bin/false')).statusCode).toBe(503)
  },
)
