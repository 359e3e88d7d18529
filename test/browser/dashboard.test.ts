import { beforeAll, describe, expect, test } from 'vitest'
import { forgetTimerFailure, recordTimerFailure } from '../../src/core/failing-timers.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import {
  accessibilityProblems,
  follow,
  forgetSession,
  getOpenTab,
  openDashboard,
  openStage,
  openTab,
  type Tab,
  tabTo,
} from './dashboard.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'correct horse battery' }
/** All except ChatGPT, Claude and Gemini. */
const unneeded = ['Grok', 'Copilot', 'Google AI Overviews', 'Google AI Mode', 'Perplexity']
const brandName = 'Northwind Analytics'
const home = '/dashboard/brands/northwind-analytics'

describe.skipIf(!hasBrowser)('the dashboard in a browser', () => {
  const stage = openStage()
  let owner: Client
  let tab: Tab
  let scriptBytesOfFirstLoad: number

  beforeAll(async () => {
    owner = await stage.dashboard.service.signUp(ada.name)
    const { id } = await owner.ok('POST /api/brands', { name: brandName, domain: 'northwind.com' })
    await owner.ok('POST /api/prompts', { brand_id: id, text: 'What is best?' })
    // Scripts are measured as a browser gets them, compressed.
    tab = await getOpenTab(stage, owner, { extraHTTPHeaders: {} })
    const sizes: Promise<number>[] = []
    tab.page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await tab.page.goto(home)
    await tab.page.getByText('No answers in this period').waitFor()
    scriptBytesOfFirstLoad = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  })

  test('a fresh installation leads from sign-up to the first run with the keyboard alone', async () => {
    const fresh = await openDashboard({ SIGNUPS: 'invite_only' })
    const tab = await openTab(stage.browser, fresh)
    const { page } = tab
    await page.goto('/')
    await tabTo(tab, 'textbox', 'Name')
    await page.keyboard.type('Keyboard Only')
    await tabTo(tab, 'textbox', 'Email')
    await page.keyboard.type('keyboard@example.com')
    await tabTo(tab, 'textbox', 'Password')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('Add your first brand').waitFor()
    await tabTo(tab, 'link', 'Add brand')
    await page.keyboard.press('Enter')
    await tabTo(tab, 'textbox', 'Website')
    await page.keyboard.type('northwind.example')
    await page.keyboard.press('Enter')
    await page.getByText('read northwind.example').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Northwind')
    await tabTo(tab, 'textbox', 'Product or category')
    await page.keyboard.type('analytics')
    await tabTo(tab, 'button', 'Add competitor')
    await page.keyboard.press('Enter')
    await tabTo(tab, 'textbox', 'Competitor 1')
    await page.keyboard.type('Contoso')
    await tabTo(tab, 'textbox', 'Domain of competitor 1')
    await page.keyboard.type('contoso.com')
    await page.keyboard.press('Enter')
    await page
      .getByRole('checkbox', { name: /^Include: What are the best alternatives to Contoso/ })
      .waitFor()
    await page.getByText('Suggested from templates').waitFor()
    await tabTo(tab, 'button', 'Add brand with 6 prompts')
    await page.keyboard.press('Enter')
    await page.getByText('Next: see what answers say about Northwind').waitFor()
    await tabTo(tab, 'button', 'Continue with simulated answers')
    await page.keyboard.press('Enter')
    await page.getByText('48 queries').waitFor()
    for (const platform of unneeded) {
      await tabTo(tab, 'checkbox', platform)
      await page.keyboard.press('Space')
    }
    await page.getByText('18 queries').waitFor()
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
    await fresh.close()
  })

  test('a brand without prompts leads to answers with the brand highlighted, and back to them after signing out', async () => {
    const brand = await owner.ok('POST /api/brands', {
      name: brandName,
      domain: 'northwind.example',
      competitors: [{ name: 'Contoso', domain: 'contoso.com' }, { name: 'Fabrikam Insights' }],
    })
    const home = `/dashboard/brands/${brand.slug}`
    const { page } = tab
    await follow(tab, `${home}/start`)
    await page.getByText('No prompts yet').waitFor()
    await page.getByText('Simulated data').waitFor()
    await page.getByRole('link', { name: 'Connect an engine' }).first().waitFor()
    await page.getByRole('link', { name: 'Add prompts' }).click()
    await page.getByRole('button', { name: 'Add prompt' }).click()
    await page.getByLabel('New prompt').fill(`${brandName} vs Contoso: which is better?`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add prompt' }).click()
    await page.getByRole('region', { name: 'Prompts' }).getByText('New', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Prompts' }).getByText('Branded').waitFor()
    await page.getByRole('button', { name: 'Import' }).click()
    await page
      .getByRole('textbox', { name: 'Prompts' })
      .fill(`Is ${brandName} worth the price?\n${brandName} vs Contoso: which is better?`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('1 new prompt. 1 duplicate will be skipped.').waitFor()
    await page.getByRole('button', { name: 'Import 1 prompt' }).click()
    await page.getByRole('link', { name: `Is ${brandName} worth the price?` }).waitFor()
    await page.getByRole('button', { name: 'Import' }).click()
    const csv = Buffer.from(`text,topic\nIs ${brandName} worth the price?,\n`)
    await page
      .getByLabel('Or upload a file')
      .setInputFiles({ name: 'Prompts.CSV', mimeType: 'text/csv', buffer: csv })
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('0 new prompts. 1 duplicate will be skipped.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Runs' }).click()
    for (const platform of unneeded) await page.getByLabel(platform).uncheck()
    const { simulator } = stage.dashboard.service
    simulator.fault({ kind: 'bad_key', engine: 'gemini' })
    simulator.fault({ kind: 'slow', engine: 'anthropic', seconds: 8 })
    await page.getByText('6 queries').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    const progress = page.getByRole('progressbar', { name: 'Queries completed' })
    await progress.waitFor()
    await progress.and(page.locator('[aria-valuetext="4 of 6 queries"]')).waitFor()
    await page.getByText('Querying platforms', { exact: true }).waitFor()

    await page.getByText(/^4 answers, 2 failed, \d+ mentions/).waitFor()
    await page.getByText(/Gemini:\s+2 of 2 failed\. .*GEMINI_API_KEY/).waitFor()
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByText('4 answers in the last 30 days').waitFor()
    await page.getByLabel('Status').selectOption('Failed')
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('cell', { name: 'Failed' }).first().waitFor()
    await page.getByLabel('Status').selectOption('Answered')
    await page.getByRole('button', { name: /^Platform:/ }).click()
    await page.getByRole('checkbox', { name: 'Claude', exact: true }).check()
    await page.keyboard.press('Escape')
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('link', { name: `${brandName} vs Contoso: which is better?` }).click()
    await page.locator('[title="Competitor: Contoso"]').first().waitFor()
    const marks = await page.locator('mark:visible').allTextContents()
    expect(marks.length).toBeGreaterThan(0)
    expect(new Set(marks)).toEqual(new Set([brandName]))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Platform: Claude' }).waitFor()
    await page.getByRole('link', { name: 'n = 2' }).first().click()
    await page.getByText('2 answers in the last 30 days').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    expect(await page.title()).toBe(`Overview · ${brandName} · Ansight`)

    await page.getByRole('button', { name: `Account of ${ada.name}` }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${home}?platform=claude`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?platform=claude')
    await page.getByRole('link', { name: 'n = 2' }).first().waitFor()
    tab.expectClean()
  })

  test('the heaviest first screen loads at most 200 KB of compressed script', () => {
    expect(scriptBytesOfFirstLoad).toBeGreaterThan(50_000)
    expect(scriptBytesOfFirstLoad).toBeLessThan(200_000)
  })

  test('the served HTML describes public pages, and names no brand even to a signed-in member', async () => {
    const { request } = tab.page
    const signInPage = await (await request.get('/sign-in')).text()
    expect(signInPage).toContain('<title>Sign in · Ansight</title>')
    expect(signInPage).toContain('<meta property="og:title" content="Sign in · Ansight" />')
    expect(await (await request.get('/invite/some-token')).text()).toContain('content="noindex"')
    const brandPage = await (await request.get(home)).text()
    expect(brandPage).toContain('<title>Ansight</title>')
    expect(brandPage).not.toMatch(/northwind|og:|name="description"/i)
  })

  test('a failing backup is shown on every screen until one succeeds', async () => {
    const { base } = stage.dashboard.service
    const { page } = tab
    await recordTimerFailure(base, 'backup', new Error('S3 returned 403'))
    await page.goto(home)
    const notice = page.getByText(/The scheduled task “backup” has failed since .*: S3 returned 403/)
    await notice.waitFor()
    await follow(tab, `${home}/runs`)
    await notice.waitFor()
    await forgetTimerFailure(base, 'backup')
    await page.reload()
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
    await notice.waitFor({ state: 'detached' })
  })

  test('a URL with something else than an ID shows Not found', async () => {
    const { page } = tab
    for (const path of ['answers/123', 'prompts/123', 'runs/123', 'opportunities/123', 'audits/123']) {
      await follow(tab, home)
      await page.getByText('No answers in this period').waitFor()
      await follow(tab, `${home}/${path}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    tab.expectClean()
  })

  test('server validation errors appear at their fields', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await page.goto('/sign-in?next=//evil.example/')
    await page.getByLabel('Email').fill('ada')
    await page.getByLabel('Password').fill('x'.repeat(129))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Must be an email address.').waitFor()
    const invalid = ['Email', 'Password'].map((label) => page.getByLabel(label).getAttribute('aria-invalid'))
    expect(await Promise.all(invalid)).toEqual(['true', 'true'])
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('The email address or password is incorrect.').waitFor()
    await tab.close()
  })

  test('an API key is shown once and can be revoked, and an invited person can join', async () => {
    const { page } = tab
    await follow(tab, '/dashboard/settings/api-keys')
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

    await follow(tab, '/dashboard/settings/members')
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
    await invited.page.getByRole('link', { name: brandName }).first().waitFor()
    expect(await invited.page.getByRole('link', { name: 'Add brand' }).count()).toBe(0)

    await forgetSession(invited)
    await invited.page.goto(link.pathname)
    await invited.page.getByText('Ask the sender for a new link').waitFor()
    expect(await accessibilityProblems(invited)).toEqual([])
    invited.expectClean(/status of 404|No such invitation/)
    await invited.close()
    tab.expectClean()
  })
})
