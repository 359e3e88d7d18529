import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  openSharedStage,
  openTabOfOwner,
  post,
  showScreen,
  type Tab,
} from './dashboard.ts'

describe.skipIf(!hasBrowser)('discovery of prompts', () => {
  const stage = openSharedStage()
  let tab: Tab

  beforeAll(async () => {
    ;({ tab } = await openTabOfOwner(stage))
    await post(tab, '/api/brands', { name: 'Acme', domain: 'acme.com', language: 'en' })
    await post(tab, '/api/brands/acme/topics', { name: 'Family' })
    await showScreen(tab, '/dashboard/brands/acme/prompts/discover')
  })

  test('a keyword file is previewed, corrected and uploaded', async () => {
    const { page } = tab
    await page.getByRole('button', { name: 'Upload keywords' }).click()
    const rows = [
      'best cargo bike for families,900,3',
      'family cargo bikes best,20,1',
      'how to charge an e-bike battery,400,2',
      'cargo bike insurance cost,90,5',
      'acme login,40,1',
    ]
    await page.getByLabel('Keyword file').setInputFiles({
      name: 'planner.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['keyword,volume,competition', ...rows].join('\n')),
    })
    await page.getByText('5 lines in the part that was read, 5 with a volume').waitFor()
    await page.getByLabel(/^Column 3/).selectOption('Searches a month')
    await page.getByRole('row', { name: 'cargo bike insurance cost 5' }).waitFor()
    await page.getByLabel(/^Column 2/).selectOption('Searches a month')
    await page.getByRole('row', { name: 'cargo bike insurance cost 90' }).waitFor()
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Upload keywords' }).click()
    await page.getByRole('dialog').getByText('5 lines: 5 kept, 0 repeated').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('Keywords, planner.csv: 900 searches a month').waitFor()
    await page.getByText('New topic: Family').first().waitFor()
    expect(await page.getByText('acme login').count()).toBe(0)
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    tab.expectClean()
  })

  test('filters, one candidate as a prompt with its edited text, and one dismissed and restored', async () => {
    const { page } = tab
    await page.getByLabel('Intent').selectOption('Price')
    await page.getByLabel('Select how to charge an e-bike battery').waitFor({ state: 'hidden' })
    await page
      .getByLabel('Prompt for “cargo bike insurance cost”')
      .fill('What does cargo bike insurance cost?')
    await page.getByRole('button', { name: 'Track cargo bike insurance cost' }).click()
    await page.getByLabel('Select cargo bike insurance cost').waitFor({ state: 'hidden' })
    await page.getByLabel('Intent').selectOption('All intents')
    await page.getByRole('button', { name: 'Dismiss how to charge an e-bike battery' }).click()
    await page.getByLabel('Select how to charge an e-bike battery').waitFor({ state: 'hidden' })
    await page.getByLabel('Status').selectOption('Dismissed')
    await page.getByRole('button', { name: 'Restore how to charge an e-bike battery' }).click()
    await page.getByText('No candidate matches the filters.').waitFor()
    await page.getByLabel('Status').selectOption('Open')
    await page.getByLabel('Prompt for “how to charge an e-bike battery”').waitFor()
    tab.expectClean()
  })

  test('selected candidates become prompts with a topic and tags', async () => {
    const { page } = tab
    await page.getByLabel('Origin').selectOption('Keyword files')
    await page.getByLabel('Select all shown').check()
    await page.getByText('2 candidates selected').waitFor()
    await page.getByRole('button', { name: 'Track as prompts' }).click()
    await page.getByLabel('Topic').selectOption('Family')
    await page.getByLabel('Tags').fill('search, family')
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Track', exact: true }).click()
    await page.getByText('No candidate matches the filters.').waitFor()
    await page.getByRole('link', { name: 'Prompts', exact: true }).last().click()
    for (const text of [
      'What is the best cargo bike for families?',
      'How do I charge an e-bike battery?',
      'What does cargo bike insurance cost?',
    ])
      await page.getByRole('link', { name: text }).waitFor()
    tab.expectClean()
  })

  test('a product without a prompt gets one from its row', async () => {
    const { page } = tab
    await post(tab, '/api/brands/acme/products', { name: 'Flyer' })
    await showScreen(tab, '/dashboard/brands/acme/prompts/coverage')
    await page.getByRole('row', { name: /^Flyer Product/ }).waitFor()
    expect(await findScreenProblems(tab, { thorough: true })).toEqual([])
    await page.getByRole('button', { name: /^Track What do customers say about Acme Flyer/ }).click()
    await page.getByText('Every page, product and topic has a prompt.').waitFor()
    tab.expectClean()
  })

  test('a keyword file is deleted with its candidates', async () => {
    const { page } = tab
    await showScreen(tab, '/dashboard/brands/acme/prompts/discover?status=tracked')
    await page.getByRole('button', { name: 'Delete planner.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete planner.csv' }).waitFor({ state: 'hidden' })
    tab.expectClean()
  })
})
