import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, secondProcess, signInOwner } from '../../src/accounts/browser.fixture.ts'
import { addApp, codeOf } from '../../src/accounts/factors.fixture.ts'
import { testService } from '../support.ts'
import { findFreePort, hasBrowser, sharedBrowser } from './browser.ts'
import { findScreenProblems, forgetSession, openTab, signInByApi, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('second factors in a browser', () => {
  let lateMs = 0
  const now = () => new Date(Date.now() + lateMs)
  let browser: Browser
  let service: Awaited<ReturnType<typeof secondProcess>>
  let url = ''

  beforeAll(async () => {
    browser = await sharedBrowser()
    const port = await findFreePort()
    url = `http://localhost:${port}`
    service = await secondProcess(await testService({}, { now }), {}, { baseUrl: url, now, connections: 5 })
    await service.app.listen({ port, host: 'localhost' })
  })
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  /** A tab on the account page. */
  async function openAccount(): Promise<{
    tab: Tab
    email: string
    owner: Awaited<ReturnType<typeof signInOwner>>
  }> {
    const owner = await signInOwner(service)
    const tab = await openTab(browser, { url })
    await signInByApi(tab, owner.person)
    await tab.page.goto('/account')
    await tab.page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    return { tab, email: owner.person.email, owner }
  }

  async function addAuthenticator({ page }: Tab): Promise<{ cdp: CDPSession; authenticatorId: string }> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return { cdp, authenticatorId }
  }

  async function enterPassword({ page }: Tab, email: string): Promise<void> {
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function expectNoProblems(tab: Tab): Promise<void> {
    expect(await findScreenProblems(tab), tab.page.url()).toEqual([])
  }

  const dashboard = ({ page }: Tab) => page.getByText('Add your first brand').waitFor()

  test('a person adds a passkey and signs in with it, alone and after the password, and removes it', async () => {
    const { tab, email } = await openAccount()
    const { page } = tab
    const { cdp, authenticatorId } = await addAuthenticator(tab)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).last().fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await expectNoProblems(tab)
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Laptop').waitFor()
    await expectNoProblems(tab)
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

    await forgetSession(tab)
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectNoProblems(tab)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await dashboard(tab)

    await forgetSession(tab)
    await enterPassword(tab, email)
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await dashboard(tab)

    await page.goto('/account')
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor({ state: 'detached' })
    await forgetSession(tab)
    await enterPassword(tab, email)
    await dashboard(tab)
    tab.expectClean(/status of 40[01]/)
    await tab.close()
  })

  test('a person sets up an authenticator app and signs in with a code and with a recovery code', async () => {
    const { tab, email } = await openAccount()
    const { page } = tab
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await expectNoProblems(tab)
    const secret = await page.getByLabel('Key', { exact: true }).inputValue()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Is not valid.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, { now }, -30))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const recovery = await page.getByRole('dialog').getByRole('listitem').first().innerText()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 codes are left.').waitFor()
    await expectNoProblems(tab)

    await forgetSession(tab)
    await enterPassword(tab, email)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This code is not valid.').waitFor()
    await expectNoProblems(tab)
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, { now }))
    await page.getByRole('button', { name: 'Continue' }).click()
    await dashboard(tab)

    await forgetSession(tab)
    await enterPassword(tab, email)
    await page.getByLabel('Code', { exact: true }).fill(recovery)
    await page.getByRole('button', { name: 'Continue' }).click()
    await dashboard(tab)
    await page.goto('/account')
    await page.getByText('9 codes are left.').waitFor()
    tab.expectClean(/status of 40[01]/)
    await tab.close()
  })

  test('a code confirms who a person is when the password is not used', async () => {
    const owner = await signInOwner(service)
    const { secret } = await addApp(owner, { now })
    const tab = await openTab(browser, { url })
    const { page } = tab
    await enterPassword(tab, owner.person.email)
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, { now }))
    await page.getByRole('button', { name: 'Continue' }).click()
    await dashboard(tab)
    lateMs += 11 * 60_000
    await page.goto('/account')
    await page.getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    await page.getByRole('button', { name: 'Use a code instead' }).click()
    await expectNoProblems(tab)
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, { now }))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    tab.expectClean(/status of 403/)
    await tab.close()
  })

  test('an organization reminds its members, and then lets them only add a factor', async () => {
    const { tab } = await openAccount()
    const { page } = tab
    const settings = '/dashboard/settings'
    await page.goto(settings)
    await page.getByRole('heading', { name: 'Second factor for all members' }).waitFor()
    await page.getByRole('button', { name: 'Require', exact: true }).click()
    await page.getByRole('button', { name: 'Stop requiring it' }).waitFor()
    await page.getByRole('link', { name: 'Add one now' }).waitFor()
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Stop requiring it' }).click()
    await page.getByLabel('Required from').fill('2026-01-01')
    await page.getByRole('button', { name: 'Require', exact: true }).click()
    await page.getByRole('button', { name: 'Stop requiring it' }).waitFor()
    await page.goto(settings)
    await page.getByText('Your organization requires a second factor.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    await expectNoProblems(tab)
    await addAuthenticator(tab)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.goto(settings)
    await page.getByRole('heading', { name: 'Second factor for all members' }).waitFor()
    tab.expectClean(/status of 403/)
    await tab.close()
  })
})
