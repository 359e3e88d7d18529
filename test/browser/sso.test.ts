import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type NameServer, startNameServer } from '../../src/sso/dns-server.fixture.ts'
import { startProvider, type TestProvider } from '../../src/sso/provider.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage, openTab, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('single sign-on in a browser', () => {
  const stage = openStage({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }, { jobs: false })
  const domain = `${newId()}.test`
  let names: NameServer
  let provider: TestProvider
  let owner: Tab

  beforeAll(async () => {
    const { service } = stage.dashboard
    names = await startNameServer(service.base)
    const client = await service.signUp()
    owner = await getOpenTab(stage, client)
    await serveCallback(owner.page)
    const { redirect_uri } = await client.ok('GET /api/sso')
    provider = await startProvider([redirect_uri])
    provider.person = { sub: newId(), email: `ada@${domain}`, name: 'Ada Lovelace' }
  })

  /** The provider sends the browser to BASE_URL, where another service may listen. */
  const serveCallback = (page: Page) =>
    page.route(`${stage.dashboard.service.base.baseUrl}/**`, (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.fulfill({
        status: 302,
        headers: { location: `${stage.dashboard.url}${pathname}${search}` },
      })
    })
  const foreign = /^request to http:\/\/(127\.0\.0\.1|localhost):/

  test('an owner connects a provider, proves a domain, tests the sign-in and requires it', async () => {
    const { page } = owner
    await page.goto('/dashboard/settings/sso')
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client ID').fill(provider.clientId)
    await page.getByLabel('Client secret').fill(provider.clientSecret)
    await page.getByRole('button', { name: 'Save provider' }).click()
    await page.getByRole('button', { name: 'Test sign-in' }).waitFor()

    await page.getByLabel('Domain', { exact: true }).fill(domain)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const record = await page.getByLabel('TXT record to add to the domain').inputValue()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(`The TXT record was not found on ${domain}`).waitFor()
    expect(await findScreenProblems(owner)).toEqual([])
    names.records.set(domain, [record])
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/^Proved on/).waitFor()

    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Group').fill('writers')
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Editor' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('Editor · ').waitFor()

    provider.person.groups = ['writers']
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await page.getByText(`ada@${domain} would sign in with the role Editor.`).waitFor()
    expect(await findScreenProblems(owner)).toEqual([])
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await page.getByRole('button', { name: 'Require', exact: true }).click()
    await page.getByText(/^Members need single sign-on/).waitFor()
    owner.expectClean(foreign)
  })

  test('a member enters the address, signs in at the provider, and sees the linked account', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await serveCallback(page)
    await page.goto('/sign-in?next=/account')
    await page.getByLabel('Email').fill(`nobody@${newId()}.test`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto('/sign-in?next=/account')
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByLabel('Email').fill(`ada@${domain}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Accounts at providers' }).waitFor()
    await page.getByText(`ada@${domain}, last used on`).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    // The code in the address is used up, so going back must not offer it again.
    expect(new URL(page.url()).pathname).toBe('/account')
    tab.expectClean(foreign)
    await tab.close()
  })

  test('a refused person reads why, and comes back to the sign-in page', async () => {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await serveCallback(page)
    provider.person.email = 'ada@elsewhere.test'
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(`ada@${domain}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The organization has not proved the domain of ada@elsewhere.test').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Sign in with a password instead' }).click()
    await page.getByLabel('Password').waitFor()
    await tab.close()
  })
})
