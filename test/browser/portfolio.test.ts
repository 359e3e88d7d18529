import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { recordCost } from '../../src/plans/spend-ledger.ts'
import { insertAlert } from '../tenant-rows.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openSharedStage, showScreen, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('all brands in a browser', () => {
  const stage = openSharedStage()
  let book: TestBrand
  let tab: Tab

  /** Zorvex with an alert, spend and a schedule, and Aldine without anything. */
  beforeAll(async () => {
    const { service } = stage.dashboard
    book = await createTestBrand(service)
    const { owner, brand, ctx } = book
    await owner.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
    await insertAlert(service, brand.id, 'Zorvex')
    await recordCost(ctx, { kind: 'answers', engine: 'openai', brandId: brand.id, costMicros: 12_340_000 })
    await owner.ok('PATCH /api/organization', { spend_limit_micros: 50_000_000 })
    await owner.ok(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: 10_000_000 })
    await owner.ok('POST /api/report-schedules', {
      brand_ids: [brand.id],
      frequency: 'weekly',
      title: 'Week',
    })
    tab = await getOpenTab(stage, owner)
    await tab.page.goto('/dashboard')
  })

  const names = () => tab.page.getByRole('row').getByRole('rowheader').allInnerTexts()
  const sortBy = (label: string) =>
    tab.page.getByRole('columnheader').getByRole('button', { name: label }).click()

  test('each brand has its last run, open alerts, spend and next report, and a count opens the alerts', async () => {
    const { page } = tab
    const row = page.getByRole('row', { name: /Zorvex/ })
    await row.getByText('$12.34 of $10.00').waitFor()
    await page.getByText('of $50.00; estimated $12.34').waitFor()
    await page.getByText('Zorvex will exceed its budget.').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await row.getByRole('link', { name: '1 open alert of Zorvex' }).click()
    await page.getByRole('article', { name: 'Zorvex Alert' }).waitFor()
    await page.goBack()
    await row.getByRole('link', { name: /^\d+ \w+ \d{4}$/ }).click()
    await page.getByRole('heading', { name: 'Scheduled reports' }).waitFor()
    tab.expectClean()
  })

  test('the brands are sorted, searched and exported', async () => {
    const { page } = tab
    await showScreen(tab, '/dashboard')
    await page.getByText('$12.34 of $10.00').waitFor()
    expect(await names()).toEqual([expect.stringContaining('Aldine'), expect.stringContaining('Zorvex')])
    await sortBy('Open alerts')
    await expect.poll(names).toEqual([expect.stringContaining('Zorvex'), expect.stringContaining('Aldine')])
    expect(new URL(page.url()).searchParams.get('sort')).toBe('alerts')
    await page.getByRole('textbox', { name: 'Search by name or domain' }).fill('aldine')
    await page.getByText('1 brand of 2').waitFor()
    expect(await names()).toHaveLength(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toContain('.csv')
    tab.expectClean()
  })

  test('the limit of a brand is set on the spend page, which warns while the estimate exceeds it', async () => {
    const { page } = tab
    await showScreen(tab, '/dashboard/settings/spend')
    const row = page.getByRole('row', { name: /^Zorvex/ }).first()
    const warning = row.getByText('The estimate for this month exceeds the limit of the brand.')
    await warning.waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await row.getByLabel('Limit of Zorvex in US dollars per month').fill('20')
    await row.getByRole('button', { name: 'Save' }).click()
    await warning.waitFor({ state: 'detached' })
    const { brand_budgets } = await book.owner.ok('GET /api/spend')
    expect(brand_budgets[1]).toMatchObject({ name: 'Zorvex', limit_micros: 20_000_000 })
    tab.expectClean()
  })
})
