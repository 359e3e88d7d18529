import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter } from '../../src/core/days.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { addTraffic } from '../../src/reports/reports.fixture.ts'
import { hasBrowser } from './browser.ts'
import { countClicks } from './count-clicks.ts'
import {
  findScreenProblems,
  getOpenTab,
  openSharedStage,
  openTab,
  showScreen,
  type Tab,
} from './dashboard.ts'

/** A pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(!hasBrowser)('reports in a browser', () => {
  const stage = openSharedStage()

  let tab: Tab
  let list: string

  /** A brand with answers on each of the last 30 days. */
  beforeAll(async () => {
    const { service } = stage.dashboard
    const created = await createTestBrand(service)
    const { owner, brand, prompts, write } = created
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 30; ago > 0; ago -= 1) {
      const text =
        ago % 3 === 0 ? 'Quilmar is a great choice.' : 'Zorvex is excellent and outstanding. Quilmar is fine.'
      await write({ prompt: prompts.plain, day: daysAfter(today, -ago), text })
    }
    await addTraffic(created, daysAfter(today, -2))
    list = `/dashboard/brands/${brand.slug}/reports`
    tab = await getOpenTab(stage, owner)
    await tab.page.goto('/dashboard')
  })

  async function openReports(): Promise<Page> {
    await showScreen(tab, list)
    return tab.page
  }

  async function createReport(page: Page, template?: string): Promise<void> {
    await page.getByRole('button', { name: 'Create report' }).click()
    const dialog = page.getByRole('dialog')
    if (template !== undefined) await dialog.getByLabel('Template').selectOption(template)
    await dialog.getByRole('button', { name: 'Create report' }).click()
    await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor()
  }

  const getSections = (page: Page) =>
    page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts()

  test('a member creates a report, edits and orders its sections, and uses them as a template', async () => {
    const page = await openReports()
    await page.getByText('No reports yet').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Create report' }).click()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.keyboard.press('Escape')
    await createReport(page)
    const traffic = page.getByRole('article').getByText('Fetched by AI agents').locator('..')
    expect(await traffic.innerText()).toMatch(/^Fetched by AI agents\s+2\s/)
    expect(await page.getByRole('article').getByText('Not measured').count()).toBe(2)
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    expect((await getSections(page)).slice(0, 2)).toEqual(['Visibility over time', 'Zorvex and competitors'])

    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Headline').fill('A quiet month')
    await dialog.getByRole('button', { name: 'Move “Competitors” up' }).click()
    await dialog.getByLabel('Show “Sources”').uncheck()
    await dialog.getByLabel('Note on “Competitors”').fill('Quilmar opened a shop.')
    expect(await findScreenProblems(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'A quiet month' }).waitFor()
    await page.getByText('Quilmar opened a shop.').waitFor()
    const edited = await getSections(page)
    expect(edited.slice(0, 2)).toEqual(['Zorvex and competitors', 'Visibility over time'])
    expect(edited).not.toContain('Sources')

    await page.getByRole('button', { name: 'Save as template' }).click()
    await dialog.getByLabel('Name of the template').fill('Monthly review')
    expect(await findScreenProblems(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    await dialog.waitFor({ state: 'detached' })
    await openReports()
    await createReport(page, 'Monthly review')
    expect(await getSections(page)).toEqual(edited)
    await page.getByText('Quilmar opened a shop.').waitFor()

    await openReports()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.getByLabel('Template').selectOption('Monthly review')
    expect(await findScreenProblems(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Schedule report' }).click()
    await page.getByRole('heading', { name: 'Scheduled reports' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Delete the template “Monthly review”' }).click()
    await page.getByRole('heading', { name: 'Templates' }).waitFor({ state: 'detached' })
    tab.expectClean()
  })

  /** Publishes a new report and returns the URL of a link with this password. */
  async function shareReport({ page }: Tab, password: string): Promise<string> {
    await createReport(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog.getByLabel('Recipient').fill('Client')
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    return dialog.getByLabel('Link to the report').inputValue()
  }

  test('a visitor opens a published report with its password in another browser, and cannot after the link is revoked', async () => {
    const page = await openReports()
    const url = await shareReport(tab, 'correct horse')
    expect(await findScreenProblems(tab)).toEqual([])
    const visitor = await openTab(stage.browser, stage.dashboard)
    const shared = visitor.page
    await shared.goto(new URL(url).pathname)
    expect(await shared.getByText('Zorvex').count()).toBe(0)
    await shared.getByLabel('Password').fill('wrong horse')
    await shared.getByRole('button', { name: 'Open report' }).click()
    await shared.getByRole('alert').or(shared.locator('[aria-invalid="true"]')).first().waitFor()
    expect(await findScreenProblems(visitor, { colors: true })).toEqual([])
    await shared.getByLabel('Password').fill('correct horse')
    await shared.getByRole('button', { name: 'Open report' }).click()
    await shared.getByRole('heading', { name: 'Zorvex and competitors' }).waitFor()
    expect(await findScreenProblems(visitor)).toEqual([])

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByText('Revoked').waitFor()
    await shared.reload()
    await shared.getByText('This link does not work').waitFor()
    visitor.expectClean(/status of 40[14]|No such shared report/)
    await visitor.close()
    tab.expectClean()
  })

  test('a report with the logo of the client and a link takes five presses', async () => {
    const page = await openReports()
    const getClicks = await countClicks(page)
    await page.getByRole('button', { name: 'Create report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create report' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add client logo' }).click(),
    ])
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByRole('article').getByRole('img', { name: 'Logo of Zorvex' }).waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog.getByRole('button', { name: 'Publish and create link' }).click()
    const url = await dialog.getByLabel('Link to the report').inputValue()
    expect(await getClicks()).toBe(5)
    expect(await findScreenProblems(tab)).toEqual([])

    const visitor = await openTab(stage.browser, stage.dashboard)
    await visitor.page.goto(new URL(url).pathname)
    await visitor.page.getByRole('img', { name: 'Logo of Zorvex' }).waitFor()
    visitor.expectClean()
    await visitor.close()

    tab.expectClean()
  })

  test('a printed report contains the document without navigation and buttons', async () => {
    const page = await openReports()
    await createReport(page)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'How this was measured' }).waitFor()
    for (const role of ['navigation', 'banner', 'button'] as const)
      for (const element of await page.getByRole(role).all()) expect(await element.isVisible()).toBe(false)
    const background = 'getComputedStyle(document.querySelector(".report-document")).backgroundColor'
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  test('a report is downloaded as numbers, as values over time and as a chart', async () => {
    const page = await openReports()
    await createReport(page)
    const download = async (name: string) => {
      await page.getByRole('button', { name: 'Download' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ])
      return readFile(await file.path())
    }
    const { snapshot } = JSON.parse((await download('Numbers (JSON)')).toString())
    const [brand] = snapshot.brands
    expect(brand.summary.result_count).toBe(30)
    const [header, ...rows] = (await download('Values over time (CSV)')).toString().trim().split('\r\n')
    expect(header).toMatch(/^date,name,avg_visibility_score/)
    expect(rows).toHaveLength(30 * (1 + brand.comparison.competitors.length))
    const png = await download('Chart (PNG)')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(1440)
    tab.expectClean()
  })
})
