/** Connecting Google, Google Analytics and Bing in a browser, and the imported numbers. */
import { afterAll, describe, expect, test } from 'vitest'
import { firstPartyPaths } from '../../simulator/first-party/first-party.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { importConnectionData } from '../../src/first-party/import-data.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openStage, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('search data in a browser', async () => {
  const simulator = await startSimulator({ seed: 7 })
  afterAll(() => simulator.close())
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  simulator.firstParty.firstDay = dayBefore(40)
  simulator.firstParty.missingDays = new Set([dayBefore(20), dayBefore(19)])
  simulator.firstParty.isThresholded = true
  const addresses = Object.entries(firstPartyPaths).map(([name, path]) => [name, simulator.url + path])
  const stage = openStage(
    {
      ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      GOOGLE_CLIENT_ID: 'ansight',
      GOOGLE_CLIENT_SECRET: 'a secret',
      IMPORT_PAUSE_MS: '0',
      ...Object.fromEntries(addresses),
    },
    { jobs: false },
  )
  const path = '/dashboard/brands/example/traffic'

  /** The redirect URI has the fixed address of test services instead of the port of this one. */
  const answerConsent = ({ page }: Tab) =>
    page.route(`${simulator.url}/google/o/**`, async (route) => {
      const response = await fetch(route.request().url(), { redirect: 'manual' })
      const { pathname, search } = new URL(response.headers.get('location') ?? '')
      return route.fulfill({ status: 302, headers: { location: stage.dashboard.url + pathname + search } })
    })

  test('a person connects all services, and sees numbers with their source, sample and gaps', async () => {
    const { service } = stage.dashboard
    const owner = await service.signUp()
    await owner.ok('POST /api/brands', { name: 'Example', domain: 'example.com' })
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await answerConsent(tab)
    await page.goto(`${path}/search`)
    await page.getByText('No connection yet.').waitFor()
    const connect = async (kind: string, property: string) => {
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Service', { exact: true }).selectOption({ label: kind })
      if (kind.startsWith('Bing')) {
        await dialog.getByLabel('API key').fill('a key')
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      } else await dialog.getByRole('button', { name: 'Continue to Google' }).click()
      await page.getByRole('button', { name: 'Choose property' }).click()
      await dialog.getByLabel('Property').selectOption({ label: property })
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await connect('Google Search Console', 'example.com')
    await connect('Google Analytics 4', 'Example (Acme)')
    await connect('Bing Webmaster Tools', 'https://example.com/')
    await importConnectionData(service.base)
    await page.reload()
    await page
      .getByText(/3\d days, .* to /)
      .first()
      .waitFor()
    await page.getByText('2 days without data, shown as gaps').first().waitFor()
    await page.getByText(/Google Search Console, example\.com: \d+ days in the time zone America/).waitFor()
    await page.getByText('50.0% of the clicks on pages have a query.').waitFor()
    await page
      .getByRole('cell', { name: 'what is example' })
      .or(page.getByText('what is example'))
      .first()
      .waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])

    await page
      .getByLabel('Source', { exact: true })
      .selectOption({ label: 'Bing Webmaster Tools (https://example.com/)' })
    await page.getByText(/Bing Webmaster Tools, https:\/\/example\.com\/: /).waitFor()

    await page.getByText('Of the weeks that start in this period').first().waitFor()

    await follow(tab, path)
    await page.getByRole('heading', { name: 'Sessions from AI platforms in Example (Acme)' }).waitFor()
    await page.getByText('chatgpt.com').waitFor()
    await page.getByText(/for which Google leaves out rows of few people/).waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])

    simulator.firstParty.consents.clear()
    await follow(tab, `${path}/search`)
    await page.getByRole('button', { name: /^Delete “Bing/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: /^Delete “Bing/ }).waitFor({ state: 'hidden' })
    tab.expectClean(/request to http:\/\/(127\.0\.0\.1|localhost):/)
    await tab.close()
  })

  test('a consent that was refused says why, and connects nothing', async () => {
    const { service } = stage.dashboard
    const owner = await service.signUp()
    await owner.ok('POST /api/brands', { name: 'Example', domain: 'example.com' })
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/connections/google/callback?error=access_denied')
    await page.getByText('This attempt has expired').waitFor()
    await page.getByRole('link', { name: 'Open dashboard' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    tab.expectClean(/403/)
    await tab.close()
  })
})
