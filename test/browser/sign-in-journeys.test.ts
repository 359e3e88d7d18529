/**
 * The screens of each way to sign in, in light, dark and on a phone. With PICTURES, the path of a folder, writes a picture
 * of each.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outgoingAccountEmail } from '../../src/accounts/account-emails.ts'
import { password, secondProcess, signInOwner } from '../../src/accounts/browser.fixture.ts'
import { addApp, codeOf } from '../../src/accounts/factors.fixture.ts'
import { newId } from '../../src/core/ids.ts'
import { startMailServer } from '../../src/mail/smtp-server.fixture.ts'
import { authorizationUrl, register } from '../../src/oauth/oauth.fixture.ts'
import { startProvider } from '../../src/sso/provider.fixture.ts'
import { testService } from '../support.ts'
import { findFreePort, hasBrowser, sharedBrowser } from './browser.ts'
import { findScreenProblems, openTab, type Tab } from './dashboard.ts'
import { toWebp } from './to-webp.ts'

const variants = {
  light: { width: 1280, height: 900, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
} as const

describe.skipIf(!hasBrowser)('the journeys of signing in', () => {
  let browser: Browser
  let url = ''
  let service: Awaited<ReturnType<typeof secondProcess>>
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let owner: Awaited<ReturnType<typeof signInOwner>>
  let secret = ''
  const email = 'ada.lovelace@gmail.com'

  beforeAll(async () => {
    browser = await sharedBrowser()
    mails = await startMailServer()
    const port = await findFreePort()
    url = `http://localhost:${port}`
    const google = await startProvider([`${url}/sso/callback/google`])
    google.person = { sub: newId(), email, email_verified: true, name: 'Ada Lovelace' }
    const settings = {
      ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
      SMTP_FROM: 'Ansight <ansight@acme.com>',
    }
    service = await secondProcess(await testService(), settings, { baseUrl: url, connections: 5 })
    await service.app.listen({ port, host: 'localhost' })
    owner = await signInOwner(service, { name: 'Ada Lovelace', email, password })
    await owner.send('PATCH /api/organization', { name: 'Acme' })
    await owner.send('POST /api/brands', { name: 'Acme Shoes', domain: 'acme.com' })
  })
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  async function look({ page, ...tab }: Tab, name: string): Promise<void> {
    for (const [variant, { colorScheme, ...viewport }] of Object.entries(variants)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await findScreenProblems({ page, ...tab }), `${name} ${variant}`).toEqual([])
      await page.evaluate('scrollTo(0, 0)')
      const { PICTURES: folder } = process.env
      if (folder)
        await writeFile(
          join(folder, `${name}-${variant}.webp`),
          await toWebp(browser, await page.screenshot({ fullPage: true })),
        )
    }
    await page.setViewportSize(variants.light)
  }

  async function enterPassword({ page }: Tab, next = '/account'): Promise<void> {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function enterCode({ page }: Tab, code: string): Promise<void> {
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('password, and a link in an email', async () => {
    const tab = await openTab(browser, { url })
    await tab.page.goto('/sign-in')
    await tab.page.getByRole('button', { name: 'Sign in with Google' }).waitFor()
    await look(tab, 'sign-in-password')
    await tab.page.getByRole('link', { name: 'Forgot your password?' }).click()
    await tab.page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await tab.page.getByLabel('Email').fill(email)
    await tab.page.getByRole('button', { name: 'Send the link' }).click()
    await tab.page.getByText(email).first().waitFor()
    await Promise.all(service.base.use(outgoingAccountEmail))
    const source = mails.received.find(({ to }) => to.includes(email))?.source.replaceAll('=\r\n', '') ?? ''
    await tab.page.goto(/\/link\/[\w-]+/.exec(source)?.[0] ?? '')
    await tab.page.getByLabel('Password').waitFor()
    await look(tab, 'sign-in-link')
    await tab.close()
  })

  test('button of Google', async () => {
    const tab = await openTab(browser, { url })
    await tab.page.goto('/sign-in?next=/account')
    await tab.page.getByRole('button', { name: 'Sign in with Google' }).click()
    await tab.page.getByRole('heading', { name: 'Accounts at providers' }).waitFor()
    expect(await tab.page.getByText(`${email}, last used on`).count()).toBe(1)
    await tab.close()
  })

  test('authenticator app and recovery code', async () => {
    const added = await addApp(owner, service.base)
    secret = added.secret
    const tab = await openTab(browser, { url })
    await enterPassword(tab)
    await tab.page.getByRole('heading', { name: 'Second step' }).waitFor()
    await look(tab, 'sign-in-factor')
    await enterCode(tab, String(added.recoveryCodes[0]))
    await tab.page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await look(tab, 'account')
    await tab.close()
  })

  test('consent of an app', async () => {
    const { body } = await register(url, {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    })
    const tab = await openTab(browser, { url })
    await enterPassword(tab)
    await enterCode(tab, codeOf(secret, service.base))
    await tab.page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await tab.page.goto(
      authorizationUrl(url, {
        client_id: body.client_id,
        redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
        scope: 'read run content manage',
      }),
    )
    await tab.page.getByText('“Claude” asks to use Ansight for you').waitFor()
    await look(tab, 'consent')
    await tab.close()
  })

  test('settings of sign-in, and single sign-on', async () => {
    const provider = await startProvider([(await owner.send('GET /api/sso')).body.redirect_uri])
    await owner.send('PUT /api/sso/provider', {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      groups_claim: 'groups',
      default_role: 'viewer',
    })
    await owner.send('POST /api/sso/domains', { domain: 'acme.com' })
    for (const group of ['writers', 'readers'])
      await owner.send('POST /api/sso/rules', { group, role: 'editor' })
    await owner.send('DELETE /api/auth/totp')
    const tab = await openTab(browser, { url })
    await tab.page.goto('/sign-in')
    await tab.page.getByRole('button', { name: 'Continue' }).waitFor()
    await look(tab, 'sign-in-sso')
    for (const { name, value } of [...owner.cookies].map(([name, value]) => ({ name, value })))
      await tab.page.context().addCookies([{ name, value, url }])
    await tab.page.goto('/dashboard/settings/sso')
    await tab.page.getByRole('button', { name: 'Send a test email' }).click()
    await tab.page.getByText(`Sent to ${email}.`).waitFor()
    await look(tab, 'sign-in-settings')
    await tab.page.getByRole('button', { name: 'Test Google' }).click()
    await tab.page.getByText(`${email} would sign in.`).waitFor()
    await look(tab, 'sign-in-test')
    await tab.close()
  })
})
