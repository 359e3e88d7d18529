import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import {
  accessibilityProblems,
  openDashboard,
  openStage,
  openTab,
  overflowPx,
  post,
  signUpByApi,
  type Tab,
  tabTo,
} from './dashboard.ts'

const brandName = 'Northwind Analytics'
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'correct horse battery' }

describe.skipIf(!hasBrowser)('the dashboard in a browser', () => {
  const stage = openStage({ SIGNUPS: 'open' })

  test('a fresh installation leads from sign-up to answers with the brand highlighted, and back after signing out', async () => {
    const fresh = await openDashboard({ SIGNUPS: 'first' })
    const tab = await openTab(stage.browser, fresh)
    const { page } = tab

    await page.goto('/')
    await page.getByLabel('Name').fill(ada.name)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByText('Add your first brand').waitFor()
    await page.getByRole('link', { name: 'Add brand' }).click()
    await page.getByLabel('Website').fill('northwind.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('read northwind.example').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Northwind')
    await page.getByLabel('Name', { exact: true }).fill(brandName)
    await page.getByLabel('Competitor 1', { exact: true }).fill('Contoso')
    await page.getByLabel('Domain of competitor 1').fill('contoso.com')
    await page.getByLabel('Competitor 3', { exact: true }).fill('Fabrikam Insights')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('checkbox', { name: /^Include: What are the best alternatives to Contoso/ })
      .waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.getByRole('button', { name: 'Add brand', exact: true }).click()
    await page.getByText('No prompts yet').waitFor()
    await page.getByText('Simulated data: no engine key is set').waitFor()
    await page.getByRole('link', { name: 'Add prompts' }).click()
    await page.getByLabel('New prompt').fill(`${brandName} vs Contoso: which is better?`)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Prompts' }).getByText('Branded').waitFor()
    await page.getByRole('button', { name: 'Import prompts' }).click()
    await page
      .getByRole('textbox', { name: 'Prompts, one per line' })
      .fill(`Is ${brandName} worth the price?\n${brandName} vs Contoso: which is better?`)
    await page.getByRole('dialog').getByRole('button', { name: 'Import prompts' }).click()
    await page.getByText('1 prompt added, 1 duplicate skipped.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Import prompts' }).click()
    const csv = Buffer.from(`text,topic\nIs ${brandName} worth the price?,\n`)
    await page
      .getByLabel('Or upload a file')
      .setInputFiles({ name: 'Prompts.CSV', mimeType: 'text/csv', buffer: csv })
    await page.getByRole('dialog').getByRole('button', { name: 'Import prompts' }).click()
    await page.getByText('0 prompts added, 1 duplicate skipped.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: 'Runs' }).click()
    for (const platform of ['Grok', 'Copilot', 'Google AI Overviews', 'Google AI Mode', 'Perplexity'])
      await page.getByLabel(platform).uncheck()
    fresh.service.simulator.fault({ kind: 'bad_key', engine: 'gemini' })
    fresh.service.simulator.fault({ kind: 'slow', engine: 'anthropic', seconds: 8 })
    await page.getByText('6 queries').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    const progress = page.getByRole('progressbar', { name: 'Queries completed' })
    await progress.waitFor()
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('4 of 6 queries')
    await page.getByText('Querying platforms', { exact: true }).waitFor()

    await page.getByText(/^4 answers, 2 failed, \d+ mentions/).waitFor()
    await page.getByText(/Gemini:\s+2 of 2 failed\. .*GEMINI_API_KEY/).waitFor()
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByText('4 answers in the last 30 days').waitFor()
    await page.getByLabel('Status').selectOption('Failed')
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('cell', { name: 'Failed' }).first().waitFor()
    await page.getByLabel('Status').selectOption('Answered')
    await page.getByLabel('Platform').selectOption('Claude')
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('link', { name: `${brandName} vs Contoso: which is better?` }).click()
    await page.locator('[title="Competitor: Contoso"]').first().waitFor()
    const marks = await page.locator('mark:visible').allTextContents()
    expect(marks.length).toBeGreaterThan(0)
    expect(new Set(marks)).toEqual(new Set([brandName]))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('combobox', { name: 'Platform' }).waitFor()
    await page.getByRole('link', { name: 'n = 2' }).first().click()
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    expect(await page.title()).toBe(`Overview · ${brandName} · Ansight`)

    await page.getByRole('button', { name: `Account of ${ada.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/dashboard/brands/northwind-analytics?platform=claude')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: brandName, level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?platform=claude')
    await page.getByRole('link', { name: 'n = 2' }).first().waitFor()
    tab.expectClean()
    await tab.close()
    await fresh.close()
  })

  test('every screen passes axe in light and dark and does not scroll sideways on a phone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const found: Record<string, string[]> = {}
    const look = async (screen: string) => {
      found[screen] = await accessibilityProblems(tab)
      await page.emulateMedia({ colorScheme: 'dark' })
      found[`${screen}, dark`] = await accessibilityProblems(tab, 'colors')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 390, height: 844 })
      found[`${screen}, phone`] = await accessibilityProblems(tab)
      if ((await overflowPx(tab)) > 0) found[`${screen}, sideways`] = ['scrolls sideways at 390 px']
      await page.setViewportSize({ width: 1280, height: 900 })
    }

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
    await makeTrackedBrand(tab)
    const home = '/dashboard/brands/northwind-analytics'
    await page.goto(`${home}/runs`)
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('progressbar').waitFor()
    await look('run')
    await page.getByText(/^24 answers/).waitFor()
    for (const screen of ['prompts', 'answers', 'competitors', 'citations', 'shopping', 'products']) {
      await page.goto(`${home}/${screen}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await look(screen)
    }
    await page.goto(`${home}/answers`)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.locator('.answer-text').waitFor()
    await look('answer')
    await page.getByRole('link', { name: 'All answers to this prompt' }).click()
    await page.getByRole('checkbox').nth(0).check()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: 'What changed' }).locator('ins').nth(1).waitFor()
    await look('prompt')
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
    await page.goto('/dashboard/nowhere')
    await page.getByText('Page not found').waitFor()
    await look('not found')

    expect(Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))).toEqual(
      {},
    )
    tab.expectClean()
    await tab.close()
  })

  test('everything from sign-up to the first run works with the keyboard alone', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await page.goto('/?account=new')
    await tabTo(tab, 'textbox', 'Name')
    await page.keyboard.type('Keyboard Only')
    await tabTo(tab, 'textbox', 'Email')
    await page.keyboard.type('keyboard@example.com')
    await tabTo(tab, 'textbox', 'Password')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await tabTo(tab, 'link', 'Add brand')
    await page.keyboard.press('Enter')
    await tabTo(tab, 'textbox', 'Website')
    await page.keyboard.type('northwind.example')
    await page.keyboard.press('Enter')
    await tabTo(tab, 'textbox', 'Product or category')
    await page.keyboard.type('analytics')
    await page.keyboard.press('Enter')
    await page.getByText('Suggested from templates').waitFor()
    await tabTo(tab, 'button', 'Add brand with 7 prompts')
    await page.keyboard.press('Enter')
    await page.getByText('56 queries').waitFor()
    await tabTo(tab, 'checkbox', 'Google AI Mode')
    await page.keyboard.press('Space')
    await page.getByText('49 queries').waitFor()
    await tabTo(tab, 'button', 'Run now')
    await page.keyboard.press('Enter')
    await page.getByText(/of \d+ answers mention Northwind \(unbranded prompts\)/).waitFor()
    await tabTo(tab, 'link', 'Overview')
    await page.keyboard.press('Enter')
    await tabTo(tab, 'button', 'About Visibility score')
    await page.getByText('60 points for a mention').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('60 points for a mention').count()).toBe(0)
    tab.expectClean()
    await tab.close()
  })

  test('the heaviest first screen loads at most 200 KB of compressed script', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    await signUpByApi(tab, { ...ada, email: 'light@example.com' })
    await makeTrackedBrand(tab)
    const sizes: Promise<number>[] = []
    tab.page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await tab.page.goto('/dashboard/brands/northwind-analytics')
    await tab.page.getByText('No answers in this period').waitFor()
    const totalBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(totalBytes).toBeGreaterThan(50_000)
    expect(totalBytes).toBeLessThan(200_000)
    await tab.close()
  })

  test('the served HTML describes public pages, and names no brand even to a signed-in member', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { request } = tab.page
    const signInPage = await (await request.get('/sign-in')).text()
    expect(signInPage).toContain('<title>Sign in · Ansight</title>')
    expect(signInPage).toContain('<meta property="og:title" content="Sign in · Ansight" />')
    expect(await (await request.get('/invite/some-token')).text()).toContain('content="noindex"')
    await signUpByApi(tab, { ...ada, email: 'head@example.com' })
    await makeTrackedBrand(tab)
    const brandPage = await (await request.get('/dashboard/brands/northwind-analytics')).text()
    expect(brandPage).toContain('<title>Ansight</title>')
    expect(brandPage).not.toMatch(/northwind|og:|name="description"/i)
    await tab.close()
  })

  test('the browser title names the screen, then the brand', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    await signUpByApi(tab, { ...ada, email: 'title@example.com' })
    await makeTrackedBrand(tab)
    for (const [path, screen] of [
      ['', 'Overview'],
      ['/prompts', 'Prompts'],
      ['/settings/webhook', 'Webhook'],
    ]) {
      await tab.page.goto(`/dashboard/brands/northwind-analytics${path}`)
      await expect.poll(() => tab.page.title()).toBe(`${screen} · ${brandName} · Ansight`)
    }
    await tab.close()
  })

  test('a URL with something else than an ID shows Not found', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    await signUpByApi(tab, { ...ada, email: 'urls@example.com' })
    await makeTrackedBrand(tab)
    for (const path of ['answers/123', 'prompts/123', 'runs/123', 'opportunities/123', 'audits/123']) {
      await tab.page.goto(`/dashboard/brands/northwind-analytics/${path}`)
      await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    tab.expectClean()
    await tab.close()
  })

  test('server validation errors appear at their fields', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await page.goto('/?account=new')
    await page.getByText('At least 8 characters').waitFor()
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Must be an email address.').waitFor()
    const invalid = ['Email', 'Password'].map((label) => page.getByLabel(label).getAttribute('aria-invalid'))
    expect(await Promise.all(invalid)).toEqual(['true', 'true'])
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
    await page.goto('/sign-in?next=//evil.example/')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The email address or password is incorrect.').waitFor()
    await tab.close()
  })

  test('an API key is shown once and can be revoked, and an invited person can join', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await signUpByApi(tab, { ...ada, email: 'owner@example.com' })
    await page.goto('/dashboard/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Name').fill('Weekly report')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const token = await page.getByLabel('Token').inputValue()
    const whoami = () =>
      fetch(`${stage.dashboard.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect((await whoami()).status).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText(/^Revoked/).waitFor()
    expect((await whoami()).status).toBe(401)

    await page.goto('/dashboard/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email').fill(grace.email)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('button', { name: 'Create invite link' }).click()
    const link = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue())
    const invited = await openTab(stage.browser, stage.dashboard)
    await invited.page.goto(link.pathname)
    await invited.page.getByLabel('Name').fill(grace.name)
    await invited.page.getByLabel('Password').fill(grace.password)
    await invited.page.getByRole('button', { name: 'Create account and join' }).click()
    await invited.page.getByText('No brands yet').waitFor()
    expect(await invited.page.getByRole('link', { name: 'Add brand' }).count()).toBe(0)
    invited.expectClean()
    await invited.close()

    const late = await openTab(stage.browser, stage.dashboard)
    await late.page.goto(link.pathname)
    await late.page.getByText('Ask the sender for a new link').waitFor()
    expect(await accessibilityProblems(late)).toEqual([])
    await late.close()
    tab.expectClean()
    await tab.close()
  })
})

/** Creates a brand whose answers contain tables, links and lists, and a prompt with a word too long for a phone. */
async function makeTrackedBrand(tab: Tab): Promise<void> {
  const brand = await post(tab, '/api/brands', {
    name: brandName,
    domain: 'northwind.com',
    competitors: [{ name: 'Contoso', domain: 'contoso.com' }, { name: 'Fabrikam Insights' }],
  })
  const texts = [
    `${brandName} vs Contoso: which is better?`,
    `Is ${brandName} worth the price?`,
    `Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller: ${brandName}?`,
  ]
  for (const text of texts) await post(tab, '/api/prompts', { brand_id: brand.id, text })
}
