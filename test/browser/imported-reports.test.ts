import { beforeAll, describe, expect, test } from 'vitest'
import { googleReport, makeZip } from '../../src/first-party/files/zip.fixture.ts'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  openSharedStage,
  openTabOfOwner,
  post,
  showScreen,
  type Tab,
} from './dashboard.ts'

describe.skipIf(!hasBrowser)('imported reports', () => {
  const stage = openSharedStage()
  let tab: Tab

  beforeAll(async () => {
    ;({ tab } = await openTabOfOwner(stage))
    await post(tab, '/api/brands', { name: 'Acme', domain: 'acme.com', language: 'en' })
    await showScreen(tab, '/dashboard/brands/acme/traffic/search')
  })

  const choose = (name: string, buffer: Buffer) =>
    tab.page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'application/zip', buffer })
  const importFile = () =>
    tab.page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()

  test('a report is previewed, corrected, imported, replaced after confirmation, and deleted', async () => {
    const { page } = tab
    await page.getByText('No report is imported.').waitFor()
    await page.getByRole('button', { name: 'Import report' }).click()
    await choose('notes.zip', Buffer.from('PK notes'))
    await page.getByText('The ZIP file cannot be read').waitFor()
    tab.expectClean(/status of 400/)
    const zip = makeZip(googleReport())
    await choose('export.zip', zip)
    await page.getByText('Top pages, Impressions: 2 rows, sum 1,044 · 1 row has no whole number').waitFor()
    await page.getByText('The period is from the filters of the export.').waitFor()
    await page.getByLabel('Content of Devices.csv').selectOption('Do not import')
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    await importFile()
    await page.getByRole('row', { name: /^Google Search: generative AI export\.zip · Date: Aug/ }).waitFor()
    await page.getByText('Pages: 2 rows, sum 1,044').waitFor()
    expect(await page.getByText(/^Devices:/).count()).toBe(0)
    await page.getByRole('button', { name: /^Show Google Search/ }).click()
    await page.getByRole('row', { name: 'https://acme.com/a 1,041' }).waitFor()
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Import report' }).click()
    await choose('export.zip', zip)
    await page.getByLabel(/^Replace the earlier import: Google Search/).waitFor()
    await importFile()
    await page.getByText('This report was already imported').waitFor()
    tab.expectClean(/status of 409/)
    await page.getByLabel(/^Replace the earlier import: Google Search/).check()
    await importFile()
    await page.getByText('Devices: 2 rows, sum 42').waitFor()
    await page.getByRole('button', { name: /^Delete Google Search/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No report is imported.').waitFor()
    tab.expectClean()
  })
})
