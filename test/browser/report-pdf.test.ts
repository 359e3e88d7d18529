import { describe, expect, test } from 'vitest'
import { serveSite } from '../../src/audits/sites.fixture.ts'
import { addMember } from '../../src/notifications/notifications.fixture.ts'
import { createReport, createReportedBrand, share } from '../../src/reports/reports.fixture.ts'
import { getKey } from '../support.ts'
import { chromiumProgram, hasBrowser } from './browser.ts'
import { getOpenTab, openStage } from './dashboard.ts'

describe.skipIf(!hasBrowser)('reports as PDF', async () => {
  const program = hasBrowser ? { CHROMIUM_PATH: await chromiumProgram() } : {}
  const stage = openStage(
    { CHROMIUM_SANDBOX: 'false', ALLOW_PRIVATE_NETWORK: 'true', ...program },
    { jobs: false },
  )

  async function publishedReport(language = 'en') {
    const { service } = stage.dashboard
    const zorvex = await createReportedBrand(service)
    const report = await createReport(zorvex, { title: 'Quarterly review', language })
    const { token } = await share(zorvex.owner, report.id)
    return { ...zorvex, service, report, token }
  }

  test('a visitor of a link gets the pages of the report, and the download is a view', async () => {
    const { service, owner, report, token } = await publishedReport()
    const reply = await service.app.inject(`/api/shared/${token}/pdf`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="report-${report.digest.slice(0, 8)}.pdf"`,
      'x-robots-tag': 'noindex, nofollow',
    })
    const { title, headings, pages } = getParts(reply.rawPayload)
    expect(title).toContain('Quarterly review')
    expect(headings).toEqual(expect.arrayContaining([report.headline, 'Visibility over time', 'Prompts']))
    expect(pages).toBeGreaterThan(1)
    const { items } = await owner.ok(`GET /api/reports/${report.id}/links`)
    expect(items).toMatchObject([{ views: 1 }])
  })

  test('a key gets the report with labels in its language, and one of another organization gets 404', async () => {
    const { service, owner, report } = await publishedReport('de')
    const key = await owner.ok('POST /api/api-keys', { name: 'PDF' })
    const get = (token: string) =>
      service.app.inject({
        url: `/api/v1/reports/${report.id}/pdf`,
        headers: { authorization: `Bearer ${token}` },
      })
    const reply = await get(key.token)
    expect(reply.statusCode).toBe(200)
    expect(getParts(reply.rawPayload).headings).toContain('Quellen')
    const foreign = await getKey(await service.signUp(), service.app)
    expect((await foreign(`GET /api/v1/reports/${report.id}/pdf`)).status).toBe(404)
  })

  test('an audit is a PDF in the language of the reader with the name of the agency, and the one of another brand is not found', async () => {
    const { service, owner, brand } = await publishedReport()
    await owner.ok('PATCH /api/report-branding', { name: 'Brightline' })
    const site = await serveSite({
      '/': { body: '<html lang="en"><title>Zorvex</title><h1>Zorvex</h1><p>Shoes.</p></html>' },
      '/robots.txt': { body: 'User-agent: Claude-SearchBot\nDisallow: /\n' },
    })
    const { id } = await owner.ok('POST /api/audits', { brand_id: brand.id, url: `${site.url}/`, pages: 1 })
    const get = (language: string) =>
      owner.call(`GET /api/audits/${id}/pdf`, undefined, { 'accept-language': language })
    expect(await get('en')).toMatchObject({ status: 409 })
    await service.work()
    await site.close()
    const english = getParts((await get('en')).bytes)
    expect(english.title).toContain('Site audit of 127.0.0.1')
    expect(english.headings).toEqual(
      expect.arrayContaining(['Site audit of 127.0.0.1', expect.stringContaining('Can engines read it?')]),
    )
    expect(getParts((await get('de')).bytes).headings).toContain('Website-Audit von 127.0.0.1')
    const other = await owner.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
    const limited = await addMember(service, owner, { role: 'viewer', brandIds: [other.id] })
    expect((await limited.call(`GET /api/audits/${id}/pdf`)).status).toBe(404)
    const stranger = await service.signUp()
    expect((await stranger.call(`GET /api/audits/${id}/pdf`)).status).toBe(404)
  })

  test('concurrent requests are printed one after the other, and each gets its own report', async () => {
    const reports = [await publishedReport(), await publishedReport()]
    const replies = await Promise.all(
      reports.map(({ service, token }) => service.app.inject(`/api/shared/${token}/pdf`)),
    )
    for (const [index, { report }] of reports.entries())
      expect(replies[index]?.headers['content-disposition']).toContain(report.digest.slice(0, 8))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('a member downloads the PDF with one press, from the list and from the page of the report', async () => {
    const { owner, brand, report } = await publishedReport()
    const tab = await getOpenTab(stage, owner)
    await tab.page.goto(`/dashboard/brands/${brand.slug}/reports`)
    const [listed] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('link', { name: 'Download Quarterly review as PDF' }).click(),
    ])
    expect(listed.suggestedFilename()).toMatch(/^report-[\da-f]{8}\.pdf$/)
    await tab.page.goto(`/dashboard/brands/${brand.slug}/reports/${report.id}`)
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`report-${report.snapshot_name}.pdf`)
    tab.expectClean()
    await tab.close()
  })
})

/** Reads the title, the outline and the number of pages; Chromium does not compress their objects. */
function getParts(pdf: Buffer) {
  const source = pdf.toString('latin1')
  expect(source.slice(0, 5)).toBe('%PDF-')
  const titles = [...source.matchAll(/\/Title (\([^)]*\)|<[0-9A-F]*>)/g)].map(([, text = '']) =>
    decodeText(text),
  )
  const [title, ...headings] = titles
  return { title, headings, pages: source.match(/\/Type \/Page\b/g)?.length ?? 0 }
}

/** A string in parentheses, or the hexadecimal digits of UTF-16 with a byte order mark. */
function decodeText(text: string): string {
  if (text.startsWith('(')) return text.slice(1, -1)
  return Buffer.from(text.slice(1, -1), 'hex').swap16().toString('utf16le').replace('\uFEFF', '')
}
