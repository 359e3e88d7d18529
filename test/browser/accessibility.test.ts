import { describe, expect, test } from 'vitest'
import { isSoak } from '../soak.ts'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  getOpenTab,
  openStage,
  openTab,
  post,
  showScreen,
  signInByApi,
  type Tab,
} from './dashboard.ts'
import { makeTrackedBrand } from './tracked-brand.ts'

/** The views of citations are not next to each other: each would show the rows of the former one until its own arrive. */
const screensOfAnswers = [
  'citations',
  'prompts',
  'answers',
  'citations?view=companies',
  'competitors',
  'sentiment',
  'searches',
  'citations?view=changes',
  'shopping',
  'products',
  'alerts',
  'alerts/rules',
]
const home = '/dashboard/brands/northwind-analytics'

/** Forms with errors, dialogs, tables, quotes and charts; the soak tests check every screen thoroughly. */
const checkedThoroughly = [
  'new brand with validation errors',
  'dialog',
  'account',
  'competitors',
  'answer',
  'overview',
]

describe.skipIf(!hasBrowser)('every screen', () => {
  const stage = openStage()

  test('of a new account and its settings passes axe and does not scroll sideways on a phone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const { look, found } = inspect(tab)
    await page.goto('/')
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await look('sign-up')
    const owner = await stage.dashboard.service.signUp()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('This installation sends no email.').waitFor()
    await look('forgot password')
    const { token } = await owner.ok('POST /api/invitations', { email: 'new@example.com', role: 'viewer' })
    await showScreen(tab, `/invite/${token}`)
    await page.getByRole('link', { name: 'Sign in to accept' }).waitFor()
    await look('invitation')
    await signInByApi(tab, owner)
    await page.goto(`/invite/${token}`)
    await page.getByText('This invitation was sent to new@example.com').waitFor()
    await look('invitation of another address')
    await page.goto('/account')
    await page.getByRole('row').nth(1).waitFor()
    await look('account')
    await page.goto('/dashboard')
    await page.getByText('Add your first brand').waitFor()
    await look('no brands')
    await showScreen(tab, '/dashboard/brands/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Required').first().waitFor()
    await look('new brand with validation errors')
    await showScreen(tab, '/dashboard/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await look('dialog')
    await page.getByLabel('Name').fill('Weekly report')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Weekly report').waitFor()
    await look('API keys')
    await showScreen(tab, '/dashboard/settings/members')
    await page.getByText('(you)').waitFor()
    await look('members')
    await showScreen(tab, '/dashboard/settings/channels')
    await page.getByText('No channels yet').waitFor()
    await look('channels')
    await showScreen(tab, '/dashboard/settings/digest')
    await page.getByLabel('Frequency').waitFor()
    await look('digest')
    await showScreen(tab, '/dashboard/notifications')
    await page.getByText('No notifications yet').waitFor()
    await look('inbox')
    await showScreen(tab, '/dashboard/nowhere')
    await page.getByText('Page not found').waitFor()
    await look('not found')
    expect(found).toEqual({})
    tab.expectClean()
    await tab.close()
  })

  test('of a brand passes axe and does not scroll sideways on a phone', async () => {
    const tab = await getOpenTab(stage, await stage.dashboard.service.signUp())
    const { page } = tab
    const { look, found } = inspect(tab)
    const { id } = await makeTrackedBrand(tab)
    await post(tab, '/api/tracking/check', { brandId: id, platforms: ['chatgpt', 'gemini', 'perplexity'] })
    await page.goto(`${home}/runs`)
    await page.getByText(/^9 answers/).waitFor()
    await look('run')
    for (const screen of screensOfAnswers) {
      await showScreen(tab, `${home}/${screen}`)
      await look(screen)
    }
    await showScreen(tab, `${home}/answers`)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.locator('.answer-text').first().waitFor()
    await look('answer')
    await page.getByRole('link', { name: 'All answers to this prompt' }).click()
    await page.getByRole('checkbox').nth(0).check()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: 'What changed' }).locator('ins').nth(1).waitFor()
    await look('prompt')
    await showScreen(tab, `${home}/competitors`)
    await page
      .getByRole('row')
      .getByRole('link', { name: /^[A-Z]/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Head to head' }).waitFor()
    await page.getByRole('img', { name: /^Visibility score of/ }).waitFor()
    await page.getByRole('heading', { name: 'What answers praise' }).waitFor()
    await page.getByRole('heading', { name: 'What answers criticize' }).waitFor()
    await look('competitor')
    await showScreen(tab, home)
    await page.getByText('Share of voice').first().waitFor()
    await look('overview')
    await page.getByRole('button', { name: 'About Visibility score' }).click()
    await page.getByText('95% confidence interval:').waitFor()
    await look('explanation of a number')
    await page.keyboard.press('Escape')
    await showScreen(tab, '/dashboard')
    await page.getByText('1 brand', { exact: true }).waitFor()
    await look('brands')
    expect(found).toEqual({})
    tab.expectClean()
    await tab.close()
  })
})

/** Collects the problems of screens by their names. */
function inspect(tab: Tab) {
  const found: Record<string, string[]> = {}
  const look = async (screen: string) => {
    const thorough = isSoak || checkedThoroughly.includes(screen)
    const problems = await findScreenProblems(tab, { colors: true, thorough })
    if (problems.length > 0) found[screen] = problems
  }
  return { look, found }
}
