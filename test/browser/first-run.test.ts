import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../../simulator/simulator.ts'
import { type Site, serveSite } from '../../src/audits/sites.fixture.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage, type Tab } from './dashboard.ts'

/** In place of OpenRouter, for the test of a key. */
const vendor = await startSimulator({ seed: 7 })
afterAll(() => vendor.close())

const body = `<html lang="en"><head><title>Northbean | Espresso beans for home baristas</title></head>
<body><main><h1>Beans</h1><p>We roast espresso beans in Leeds and send them within two days.</p></main></body></html>`

describe.skipIf(!hasBrowser)('the first run without an engine key in a browser', () => {
  const stage = openStage(
    {
      ALLOW_PRIVATE_NETWORK: 'true',
      OPENROUTER_BASE_URL: `${vendor.url}/openrouter/api/v1`,
    },
    { isSimulated: false },
  )
  let site: Site
  let owner: Client
  let tab: Tab

  beforeAll(async () => {
    site = await serveSite({
      '/': { body },
      '/robots.txt': { body: 'User-agent: Claude-SearchBot\nDisallow: /\n' },
    })
    owner = await stage.dashboard.service.signUp()
    tab = await getOpenTab(stage, owner)
  })
  afterAll(() => site.close())

  /** Counts the presses of a job. */
  function countPresses() {
    let presses = 0
    return {
      press: async (role: 'button' | 'link', name: string | RegExp) => {
        presses += 1
        await tab.page.getByRole(role, { name }).click()
      },
      count: () => presses,
    }
  }

  test('four presses lead from an empty installation to the audit and the engines, without a number about the brand', async () => {
    const { page } = tab
    const { press, count } = countPresses()
    await page.goto('/dashboard')
    await press('link', 'Add brand')
    await page.getByLabel('Website').fill('northbean.example')
    await press('button', 'Continue')
    await page.getByText('read northbean.example').waitFor()
    expect(await page.getByLabel(/^Competitor \d/).count()).toBe(0)
    await page.getByLabel('Product or category').fill('espresso beans')
    await press('button', 'Continue')
    await press('button', /^Add brand with \d prompts/)
    await page.getByText('Next: see what answers say about Northbean').waitFor()
    expect(count()).toBe(4)
    // The site of the brand does not exist; the audit of another one is shown in its place.
    await page.getByText(/^The site could not be audited/).waitFor()
    const brand = await owner.ok('GET /api/brands/northbean')
    await owner.ok('POST /api/audits', { brand_id: brand.id, url: `${site.url}/`, pages: 10 })
    await page.reload()
    await page.getByText('Claude cannot read northbean.example. The other 4 crawlers can.').waitFor()
    const readers = page.getByRole('region', { name: /^Can engines read it/ })
    await readers
      .getByRole('listitem')
      .filter({ hasText: 'Claude' })
      .getByText('Blocked in robots.txt')
      .waitFor()
    expect(await readers.getByText('Allowed').count()).toBe(4)
    const fixes = page.getByRole('region', { name: 'Fix first' }).getByRole('listitem')
    expect(await fixes.count()).toBe(3)
    expect(await page.getByRole('main').innerText()).not.toMatch(/\d ?%/)
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    const testKey = page.getByRole('button', { name: 'Test key' })
    const box = await testKey.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900)
    await page.getByText(/^About \$[\d.,]+ a month for \d prompts a day$/).waitFor()
    await page.getByLabel('API key').fill('sk-or-v1-key')
    await testKey.click()
    await page.getByText(/answered/).waitFor()
    await press('button', 'Continue with OpenRouter')
    await page.getByRole('button', { name: 'Run now' }).waitFor()
    expect(await page.getByText('Simulated').count()).toBe(0)
    tab.expectClean()
  })

  test('one press opens a demo brand from the empty list, and one press removes it', async () => {
    const { page } = await getOpenTab(stage, await stage.dashboard.service.signUp())
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Running shoes' }).click()
    await page.getByTitle('Stridora is a fictional brand.').waitFor({ timeout: 230_000 })
    await page.getByRole('button', { name: 'Remove demo brand' }).click()
    await page.getByText('Add your first brand').waitFor()
  }, 240_000)
})
