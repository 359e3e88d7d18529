import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondProcess, signInOwner } from '../../src/accounts/browser.fixture.ts'
import { newId } from '../../src/core/ids.ts'
import { type NameServer, startNameServer } from '../../src/sso/dns-server.fixture.ts'
import { startProvider, type TestProvider } from '../../src/sso/provider.fixture.ts'
import { testService } from '../support.ts'
import { findFreePort, hasBrowser, sharedBrowser } from './browser.ts'
import { findScreenProblems, openTab, signInByApi, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('single sign-on in a browser', () => {
  const domain = `${newId()}.test`
  let browser: Browser
  let url = ''
  let names: NameServer
  let provider: TestProvider
  let owner: Tab

  beforeAll(async () => {
    browser = await sharedBrowser()
    const port = await findFreePort()
    url = `http://localhost:${port}`
    const first = await testService({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
    const service = await secondProcess(first, {}, { baseUrl: url, connections: 5 })
    await service.app.listen({ port, host: 'localhost' })
    names = await startNameServer(service.base)
    const olga = await signInOwner(service)
    owner = await openTab(browser, { url })
    await signInByApi(owner, olga.person)
    provider = await startProvider([(await olga.send('GET /api/sso')).body.redirect_uri])
    provider.person = { sub: newId(), email: `ada@${domain}`, name: 'Ada Lovelace' }
  })
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  /** The visits to the provider, and the record that is missing at first. */
  const expected = /status of 409|^request to http:\/\/127\.0\.0\.1:/

  test('an owner connects a provider, verifies a domain, tests the sign-in and requires it', async () => {
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
    await page.getByText(/^Verified on/).waitFor()

    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Group', { exact: true }).fill('writers')
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Editor' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('Editor · ').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Group', { exact: true }).fill('readers')
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('button', { name: 'Move the rule for readers up' }).click()
    await page.getByRole('button', { name: 'Move the rule for readers down' }).waitFor()
    await page.getByRole('button', { name: 'Move the rule for writers up' }).click()
    await page.getByRole('button', { name: 'Move the rule for writers down' }).waitFor()

    // The record can be checked at any time.
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('The record is in place.').waitFor()

    provider.person.groups = ['writers']
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await page.getByText(`ada@${domain} would sign in with the role Editor.`).waitFor()
    expect(await findScreenProblems(owner)).toEqual([])
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await page.getByRole('button', { name: 'Require', exact: true }).click()
    await page.getByText(/^Members need single sign-on/).waitFor()
    owner.expectClean(expected)
  })

  test('a member enters the address, signs in at the provider, and sees the linked account', async () => {
    const tab = await openTab(browser, { url })
    const { page } = tab
    await page.goto('/sign-in?next=/account')
    await page.getByLabel('Email').fill(`nobody@${newId()}.test`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto('/sign-in?next=/account')
    await page.getByLabel('Email').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByLabel('Email').fill(`ada@${domain}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Accounts at providers' }).waitFor()
    await page.getByText(`ada@${domain}, last used on`).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    // The code in the address is used up, so going back must not offer it again.
    expect(new URL(page.url()).pathname).toBe('/account')
    tab.expectClean(expected)
    await tab.close()
  })

  test('a refused person reads why, and comes back to the sign-in page', async () => {
    const tab = await openTab(browser, { url })
    const { page } = tab
    provider.person.email = 'ada@elsewhere.test'
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(`ada@${domain}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The organization has not verified the domain of ada@elsewhere.test').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Sign in with a password instead' }).click()
    await page.getByLabel('Password').waitFor()
    await tab.close()
  })
})
