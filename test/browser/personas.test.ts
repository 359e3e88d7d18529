import { beforeAll, describe, expect, test } from 'vitest'
import { createHistory, type History, writeAnswers } from '../../src/metrics/random-history.fixture.ts'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  getOpenTab,
  openSharedStage,
  overflowPx,
  showScreen,
  type Tab,
} from './dashboard.ts'

describe.skipIf(!hasBrowser)('personas, markets and tags in the dashboard', () => {
  const stage = openSharedStage()
  let history: History
  let tab: Tab

  beforeAll(async () => {
    history = await createHistory(stage.dashboard.service)
    await writeAnswers(history, 300, 5, false)
    // Refreshes the rollups.
    await history.owner.ok(`GET /api/metrics/prompt-groups?brand_id=${history.brand.id}`)
    tab = await getOpenTab(stage, history.owner)
    await tab.page.goto('/dashboard')
  })

  async function show(path: string) {
    await showScreen(tab, `/dashboard/brands/${history.brand.slug}${path}`)
    return tab.page
  }

  test('a persona is added, its error is shown at the field, and it is deleted', async () => {
    const page = await show('/settings/personas')
    await page.getByRole('button', { name: 'Add persona' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add persona' })
    await dialog.getByLabel('Name').fill('Fan')
    await dialog.getByLabel('Instruction').fill('I love Zorvex.')
    await dialog.getByRole('button', { name: 'Add persona' }).click()
    await dialog.getByText(/ust not name the brand/).waitFor()
    await dialog.getByLabel('Instruction').fill('I buy shoes every year.')
    await dialog.getByRole('button', { name: 'Add persona' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('I buy shoes every year.').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Delete Fan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete persona' }).click()
    await page.getByText('I buy shoes every year.').waitFor({ state: 'detached' })
    // The rejected instruction.
    tab.expectClean(/400/)
  })

  test('prompts are compared by topic, tag, persona and market, and a row filters every screen', async () => {
    const page = await show('/prompts?days=all')
    const switches = page.getByRole('group', { name: 'Compare prompts by' })
    for (const [name, row] of [
      ['Tags', 'winter'],
      ['Personas', 'No persona'],
      ['Markets', /Germany.+German/],
    ] as const) {
      await switches.getByRole('button', { name }).click()
      await page.getByRole('region', { name, exact: true }).getByRole('row', { name: row }).waitFor()
      expect(await overflowPx(tab)).toBe(0)
    }
    expect(await findScreenProblems(tab)).toEqual([])
    await switches.getByRole('button', { name: 'Personas' }).click()
    await page
      .getByRole('region', { name: 'Personas', exact: true })
      .getByRole('link', { name: 'Baker' })
      .click()
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByText('Baker').waitFor()
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await chips.getByText('Baker').waitFor()
    expect(new URL(page.url()).searchParams.get('persona')).toBe(String(history.personas[0]?.id))
    await page.getByRole('button', { name: 'More filters: More filters' }).click()
    await page.getByLabel('Market').selectOption('none/de')
    await page.keyboard.press('Escape')
    await chips.getByText('German').waitFor()
    await chips.getByRole('button', { name: 'Clear filters' }).click()
    await chips.waitFor({ state: 'detached' })
    tab.expectClean()
  })

  test('prompts are asked in another market and as a persona, after their cost was shown', async () => {
    const page = await show('/prompts?days=all')
    const { text } = history.prompts[1] ?? {}
    await page.getByRole('row', { name: text }).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Ask elsewhere' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask 1 prompt in other markets or as other personas' })
    await dialog.getByText('Choose a market or a persona.').waitFor()
    await dialog.getByLabel('Region').selectOption({ label: 'Austria' })
    await dialog.getByRole('checkbox', { name: 'Baker' }).check()
    await dialog.getByRole('checkbox', { name: 'No persona' }).check()
    await dialog.getByText(/more queries a month/).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Create 2 prompts' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await history.owner.ok(`GET /api/prompts?brand_id=${history.brand.id}`)
    expect(items.slice(-2)).toMatchObject([
      { text, region: 'AT', persona_name: 'Baker' },
      { text, region: 'AT', persona_name: null },
    ])
    tab.expectClean()
  })
})
