/** An app asks for access, and the person allows it, sees it and disconnects it, in a browser. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/notifications/notifications.fixture.ts'
import {
  authorizationUrl,
  callTool,
  type Installation,
  newVerifier,
  postForm,
  register,
  startInstallation,
} from '../../src/oauth/oauth.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, openSharedStage, openTab, signInByApi, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('connected apps in a browser', () => {
  const stage = openSharedStage()
  let installation: Installation
  beforeAll(async () => {
    installation = await startInstallation(stage.dashboard.service, { config: { RATE_LIMIT_OAUTH: 0 } })
  })
  afterAll(() => installation.close())

  test('a person signs in, allows an app for one brand, and disconnects it later', async () => {
    const { address } = installation
    const owner = await stage.dashboard.service.signUp('Ada')
    const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    await owner.ok('POST /api/brands', { name: 'Globex', domain: 'globex.com' })
    const app = await startApp(address)
    const tab = await openTab(stage.browser, { url: address })
    const { page } = tab

    await page.goto(app.url)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByText('“Claude Code” asks to use Ansight for you').waitFor()
    await page.getByText('The app chose this name itself.').waitFor()
    await page.getByText(/any program on it can claim to be this app/).waitFor()
    await expectNoProblems(tab)
    await page.getByRole('checkbox', { name: /^Content/ }).uncheck()
    await page.getByLabel('Selected brands').check()
    await page.getByLabel('Acme').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Back at the app').waitFor()

    const tokens = await app.getTokens(page.url())
    expect(tokens.scope).toBe('read run')
    const { body } = await callTool(address, tokens.access_token, 'list_brands')
    expect(body.result.structuredContent.brands).toMatchObject([{ id: brand.id }])

    await page.goto('/account')
    await page.getByRole('row', { name: /Claude Code.*Read, Run.*1 brand/ }).waitFor()
    await expectNoProblems(tab)
    await page.goto('/dashboard/settings/apps')
    const row = page.getByRole('row', { name: /Claude Code.*Ada/ })
    await row.waitFor()
    await expectNoProblems(tab)
    await row.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No apps are connected.').waitFor()
    expect((await callTool(address, tokens.access_token)).status).toBe(401)
    await tab.close()
    app.close()
  })

  test('a person who denies returns to the app with an error', async () => {
    const { address } = installation
    const owner = await stage.dashboard.service.signUp()
    const app = await startApp(address)
    const tab = await openTab(stage.browser, { url: address })
    await signInByApi(tab, owner)
    await tab.page.goto(app.url)
    await tab.page.getByRole('button', { name: 'Deny' }).click()
    await tab.page.getByText('Back at the app').waitFor()
    expect(new URL(tab.page.url()).searchParams.get('error')).toBe('access_denied')
    await tab.close()
    app.close()
  })

  test('a person of two organizations chooses the one that the app can use, with its brands', async () => {
    const { address } = installation
    const { service } = stage.dashboard
    const owner = await service.signUp('Ada')
    await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    const other = await service.signUp('Bea')
    const brand = await other.ok('POST /api/brands', { name: 'Globex', domain: 'globex.com' })
    await owner.ok('PATCH /api/organization', { name: 'Acme Group' })
    await other.ok('PATCH /api/organization', { name: 'Globex Holding' })
    const { token } = await other.ok('POST /api/invitations', { email: owner.email, role: 'viewer' })
    await owner.ok(`POST /api/invitations/${token}/accept`, {})
    const app = await startApp(address)
    const tab = await openTab(stage.browser, { url: address })
    const { page } = tab
    await signInByApi(tab, owner)
    await page.goto(app.url)
    await page.getByText('“Claude Code” asks to use Ansight for you').waitFor()
    const organization = page.getByLabel('Organization')
    for (const [label, first] of [
      ['Acme Group', 'Acme'],
      ['Globex Holding', 'Globex'],
    ] as const) {
      // The page loads again, in the other organization.
      const loaded = page.waitForEvent('load')
      await organization.selectOption({ label })
      await loaded
      await page.getByLabel('Selected brands').check()
      await page.getByLabel(first, { exact: true }).waitFor()
    }
    await page.getByLabel('Globex', { exact: true }).check()
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Back at the app').waitFor()
    const tokens = await app.getTokens(page.url())
    const { body } = await callTool(address, tokens.access_token, 'list_brands')
    expect(body.result.structuredContent.brands).toMatchObject([{ id: brand.id }])
    const { items } = await other.ok('GET /api/grants')
    expect(items).toMatchObject([{ user: { name: 'Ada' }, brand_ids: [brand.id] }])
    await tab.close()
    app.close()
  })

  test('a client, who sees reports only, cannot connect an app', async () => {
    const { address } = installation
    const { service } = stage.dashboard
    const client = await addMember(service, await service.signUp(), { role: 'client', brandIds: [] })
    const app = await startApp(address)
    const tab = await openTab(stage.browser, { url: address })
    await signInByApi(tab, client)
    await tab.page.goto(app.url)
    await tab.page.getByText('The app could not be connected').first().waitFor()
    await expectNoProblems(tab)
    await tab.close()
    app.close()
  })
})

/** An app on this computer, which waits for the person at a loopback address. */
async function startApp(address: string) {
  const server = createServer((_request, response) => response.end('Back at the app'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const { body } = await register(address, {
    client_name: 'Claude Code',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  const verifier = newVerifier()
  const request = {
    client_id: body.client_id,
    redirect_uri: redirectUri,
    verifier,
    scope: 'read run content',
  }
  return {
    url: authorizationUrl(address, request),
    getTokens: async (callback: string) => {
      const answer = await postForm(address, '/oauth/token', {
        grant_type: 'authorization_code',
        client_id: body.client_id,
        code: new URL(callback).searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      expect(answer.status).toBe(200)
      return answer.body
    },
    close: () => server.close(),
  }
}

async function expectNoProblems(tab: Tab): Promise<void> {
  expect(await findScreenProblems(tab)).toEqual([])
}
