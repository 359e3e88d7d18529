import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from './browser.ts'
import {
  accessibilityProblems,
  buildDashboard,
  type Dashboard,
  openDashboard,
  openTab,
  overflowPx,
  post,
  signUpQuickly,
  type Tab,
} from './dashboard.ts'

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: 'correct horse battery',
})

describe.skipIf(!hasBrowser)('settings and runs in a browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let open: Dashboard

  beforeAll(async () => {
    buildDashboard()
    browser = await openBrowser()
    open = await openDashboard({ SIGNUPS: 'open' })
  }, 120_000)
  afterAll(async () => {
    await open?.close()
    await browser?.close()
  })

  test('an owner renames the organization, tests an engine, reads who did what, and ends it by typing its name', async () => {
    const tab = await openTab(browser, open)
    const { page } = tab
    await signUpQuickly(tab, person('Olga'))
    await page.goto('/dashboard/settings')
    await page.getByLabel('Name of the organization').fill('Contoso Ltd')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await looksRight(tab)

    await page.getByRole('link', { name: 'Engines' }).click()
    open.service.simulator.fault({ engine: 'gemini', kind: 'bad_key', times: 1 })
    await page.getByRole('button', { name: 'Test Gemini' }).click()
    await page.getByText(/Gemini .*GEMINI_API_KEY/).waitFor()
    await page.getByRole('button', { name: 'Test ChatGPT' }).click()
    await page.getByText('ChatGPT answered (simulated).').waitFor()
    await page.getByText(/^gpt.*\$0\.00, \d+ ms$/).waitFor()
    await looksRight(tab)

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('cell', { name: 'An organization was renamed' }).waitFor()
    await page.getByLabel('Kind of change').selectOption({ label: 'An organization was renamed' })
    await page.getByRole('row', { name: /Olga.*name: Contoso Ltd/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).search).toBe('?kind=organization.changed')
    await looksRight(tab)

    await page.getByRole('link', { name: 'General' }).click()
    await page.getByRole('button', { name: 'End the organization' }).click()
    const end = page.getByRole('button', { name: 'Delete everything' })
    expect(await end.isDisabled()).toBe(true)
    await page.getByLabel('Type Contoso Ltd to confirm').fill('Contoso Ltd')
    await end.click()
    await page.getByRole('heading', { name: 'Set up Ansight' }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a run shows how each platform fares while it goes on, is cancelled, and opens onto its answers', async () => {
    const tab = await openTab(browser, open)
    const { page } = tab
    await signUpQuickly(tab, person('Rosa'))
    await makeBrand(tab)
    open.service.simulator.fault({ kind: 'bad_key', engine: 'gemini', promptIncludes: 'Which' })
    open.service.simulator.fault({ kind: 'hang', engine: 'anthropic', promptIncludes: 'Which shoes 2' })
    await page.goto('/dashboard/brands/acme/runs')
    await page.getByText('Nothing has been asked yet').waitFor()
    await looksRight(tab)
    for (const platform of ['Perplexity', 'Grok', 'Copilot', 'Google AI Overviews', 'Google AI Mode'])
      await page.getByLabel(platform).uncheck()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'How each platform fares' }).click()
    const claude = page.getByRole('progressbar', { name: 'Questions to Claude' })
    await expect
      .poll(() => claude.getAttribute('aria-valuetext'), { timeout: 15_000 })
      .toMatch(/^1 answer, 1 to ask/)
    await page.getByText(/GEMINI_API_KEY/).waitFor()
    await looksRight(tab)
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.getByText(/^1 answer, 1 not asked/).waitFor()
    await looksRight(tab)
    await page.getByRole('link', { name: '3', exact: true }).click()
    await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
    expect(new URL(page.url()).searchParams.get('run')).toMatch(/^[\da-f-]{36}$/)
    tab.expectClean()
    await tab.close()
  })
})

/** In light and dark and on a phone, as far as a program can tell. */
async function looksRight(tab: Tab): Promise<void> {
  const { page } = tab
  const problems = [...(await accessibilityProblems(tab))]
  await page.emulateMedia({ colorScheme: 'dark' })
  problems.push(...(await accessibilityProblems(tab, 'colors')))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  if ((await overflowPx(tab)) > 0) problems.push('scrolls sideways at 390 px')
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(problems, page.url()).toEqual([])
}

async function makeBrand(tab: Tab): Promise<void> {
  const brand = await post(tab, '/api/brands', { name: 'Acme', domain: 'acme.com' })
  for (const text of ['Which shoes 1?', 'Which shoes 2?'])
    await post(tab, '/api/prompts', { brand_id: brand.id, text })
}
