import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openSharedStage, showScreen, type Tab } from './dashboard.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe.skipIf(!hasBrowser)('searches of engines', () => {
  const stage = openSharedStage()
  let brand: TestBrand
  let tab: Tab

  beforeAll(async () => {
    brand = await createTestBrand(stage.dashboard.service)
    const { owner, prompts, write } = brand
    const cites = ['https://quilmar.com/shoes', 'https://runrepeat.com/best']
    await write({ prompt: prompts.plain, day: daysAgo(45), text: 'Quilmar.', searches: ['old shoes'] })
    for (let ago = 20; ago >= 0; ago -= 1) {
      const day = daysAgo(ago)
      const searches = [
        'durable running shoes',
        ago % 3 === 0 ? 'running shoes reddit' : 'Durable Running Shoes 2026',
      ]
      await write({ prompt: prompts.plain, day, text: 'Quilmar.', searches, cites })
      await write({ prompt: prompts.plain, day, platform: 'copilot', text: 'Quilmar.', cites })
    }
    const own = ['https://zorvex.com/shoes']
    for (const ago of [2, 1])
      await write({
        prompt: prompts.branded,
        day: daysAgo(ago),
        text: 'Zorvex.',
        searches: ['zorvex shoes'],
        cites: own,
      })
    await owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })
    tab = await getOpenTab(stage, owner)
    await tab.page.goto(`/dashboard/brands/${brand.brand.slug}/searches`)
  })

  const show = async (path = '') => {
    await showScreen(tab, `/dashboard/brands/${brand.brand.slug}/searches${path}`)
    return tab.page
  }

  test('the screen says what cites the brand, and names the platform that reports no searches', async () => {
    const page = await show()
    // 2 of 30 searches: 21 and 7 of the plain prompt, of which 14 repeat the first one.
    await page.getByText('6.7% of the searches for your prompts cite you.').waitFor()
    await page.getByText('Quilmar is cited in 93.3%.').waitFor()
    await page.getByText(/because they report no searches: Copilot/).waitFor()
    expect(await page.getByRole('row', { name: /durable running shoes/i }).count()).toBe(1)
    expect(await findScreenProblems(tab)).toEqual([])
  })

  test('a number opens the answers that it counts', async () => {
    const page = await show()
    await page
      .getByRole('row', { name: /durable running shoes/i })
      .getByRole('link', { name: '21', exact: true })
      .click()
    await page.getByText(/Searched: durable running shoes/i).waitFor()
    await page
      .getByText(/^21 answers/)
      .first()
      .waitFor()
  })

  test('a prompt shows its searches, and the words that engines add and drop', async () => {
    const page = await show(`?prompt=${brand.prompts.plain.id}`)
    const chart = page.getByRole('region', { name: 'From prompt to source' })
    await chart.getByText('21 answers, 28 searches').first().waitFor()
    await chart.getByText('50.0% of citations, mostly Quilmar').waitFor()
    await chart
      .getByRole('listitem')
      .filter({ hasText: /^durable 75/ })
      .waitFor()
    // The search is a button that opens what is behind it.
    await chart
      .getByRole('button', { name: /running shoes reddit/ })
      .first()
      .click()
    const detail = page.getByRole('dialog', { name: 'running shoes reddit' })
    await detail.getByText('Cited pages').waitFor()
    await detail.getByRole('link', { name: 'Which running shoes last?' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
  })

  test('one press drafts a prompt of a search, and another one writes a brief', async () => {
    const page = await show()
    const row = page.getByRole('row', { name: /running shoes reddit/ })
    await row.getByRole('button', { name: /^Track/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Add prompt' })
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe(
      'What should I know about running shoes reddit?',
    )
    await dialog.getByRole('textbox').last().fill('searched')
    await dialog.getByRole('button', { name: 'Add prompt' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await brand.owner.ok(`GET /api/prompts?brand_id=${brand.brand.id}`)
    expect(items.map(({ tags }: { tags: string[] }) => tags)).toContainEqual(['searched'])
    await row.getByRole('button', { name: 'Create brief' }).click()
    await page.waitForURL(/\/opportunities\/.+part=brief/)
    await page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
  })

  test('new and vanished searches are listed, and a phone has a list instead of the chart', async () => {
    const page = await show('?status=vanished')
    await page.getByRole('row', { name: /old shoes/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await show()
    const chart = page.getByRole('region', { name: 'From prompt to source' })
    await chart.getByRole('listitem').filter({ hasText: 'running shoes reddit' }).last().waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
  })
})
