import { describe, expect, test } from 'vitest'
import { isSoak } from '../soak.ts'
import { hasBrowser } from './browser.ts'
import {
  accessibilityProblems,
  findScreenProblems,
  openStage,
  openTab,
  post,
  signUpByApi,
  type Tab,
} from './dashboard.ts'
import { makeTrackedBrand } from './tracked-brand.ts'

const screensOfAnswers = [
  'prompts',
  'answers',
  'competitors',
  'citations',
  'citations?view=companies',
  'citations?view=changes',
  'sentiment',
  'shopping',
  'products',
  'alerts',
  'alerts/rules',
]
const home = '/dashboard/brands/northwind-analytics'
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' }

describe.skipIf(!hasBrowser)('every screen', () => {
  const stage = openStage({ SIGNUPS: 'open' })

  // In three tests, so that each stays far below the time limit on a busy machine.
  test('of a new account and its settings passes axe in light and dark and does not scroll sideways on a phone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const { look, found } = inspect(tab)
    await page.goto('/')
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await look('sign-up')
    await signUpByApi(tab, ada)
    await page.goto('/dashboard')
    await page.getByText('Add your first brand').waitFor()
    await look('no brands')
    await page.goto('/dashboard/brands/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Required').first().waitFor()
    await look('new brand with validation errors')
    await page.goto('/dashboard/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await look('dialog')
    await page.getByLabel('Name').fill('Weekly report')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Weekly report').waitFor()
    await look('API keys')
    await page.goto('/dashboard/settings/members')
    await page.getByText('(you)').waitFor()
    await look('members')
    await page.goto('/dashboard/settings/channels')
    await page.getByText('No channels yet').waitFor()
    await look('channels')
    await page.goto('/dashboard/settings/digest')
    await page.getByLabel('Frequency').waitFor()
    await look('digest')
    await page.goto('/dashboard/notifications')
    await page.getByText('No notifications yet').waitFor()
    await look('inbox')
    await page.goto('/dashboard/nowhere')
    await page.getByText('Page not found').waitFor()
    await look('not found')
    expect(found).toEqual({})
    tab.expectClean()
    await tab.close()
  })

  test('of a run and the lists of a brand passes axe in light and dark and does not scroll sideways on a phone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const { look, found } = inspect(tab)
    await signUpByApi(tab, { ...ada, email: 'lists@example.com' })
    await makeTrackedBrand(tab)
    await page.goto(`${home}/runs`)
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('progressbar').waitFor()
    await look('run')
    await page.getByText(/^24 answers/).waitFor()
    for (const screen of screensOfAnswers) {
      await page.goto(`${home}/${screen}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await look(screen)
    }
    expect(found).toEqual({})
    tab.expectClean()
    await tab.close()
  })

  test('of an answer, a prompt, the overview and the brands passes axe in light and dark and does not scroll sideways on a phone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const { look, found } = inspect(tab)
    await signUpByApi(tab, { ...ada, email: 'numbers@example.com' })
    const { id } = await makeTrackedBrand(tab)
    await post(tab, '/api/tracking/check', { brandId: id })
    await page.goto(`${home}/runs`)
    await page.getByText(/^24 answers/).waitFor()
    await page.goto(`${home}/answers`)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.locator('.answer-text').waitFor()
    await look('answer')
    await page.getByRole('link', { name: 'All answers to this prompt' }).click()
    await page.getByRole('checkbox').nth(0).check()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: 'What changed' }).locator('ins').nth(1).waitFor()
    await look('prompt')
    await page.goto(`${home}/competitors`)
    await page
      .getByRole('row')
      .getByRole('link', { name: /^[A-Z]/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Head to head' }).waitFor()
    await page.getByRole('img', { name: /^Visibility score of/ }).waitFor()
    await look('competitor')
    await page.goto(home)
    await page.getByText('Share of voice').first().waitFor()
    await look('overview')
    await page.getByRole('button', { name: 'About Visibility score' }).click()
    await page.getByText('95% confidence interval:').waitFor()
    await look('explanation of a number')
    await page.keyboard.press('Escape')
    await page.goto('/dashboard')
    await page.getByText('1 brand', { exact: true }).waitFor()
    await look('brands')
    expect(found).toEqual({})
    tab.expectClean()
    await tab.close()
  })
})

/** Collects the problems of screens by their names. The soak tests also run axe at the width of a phone. */
function inspect(tab: Tab) {
  const { page } = tab
  const found: Record<string, string[]> = {}
  const add = (screen: string, problems: string[]) => {
    if (problems.length > 0) found[screen] = problems
  }
  const look = async (screen: string) => {
    add(screen, await findScreenProblems(tab))
    if (!isSoak) return
    await page.setViewportSize({ width: 390, height: 844 })
    add(`${screen}, phone`, await accessibilityProblems(tab))
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  return { look, found }
}
