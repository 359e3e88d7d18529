/** Fixtures for tests of second factors: people with an authenticator app, and its codes. */
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../core/context.ts'
import { authenticator } from './authenticator.fixture.ts'
import { type Browser, browser, password } from './browser.fixture.ts'

/** Returns the code of an app at the time of the context, or some seconds later. */
export const codeOf = (secret: string, { now }: Pick<AppContext, 'now'>, afterSeconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now().getTime() + afterSeconds * 1000,
  })

/** Adds an authenticator app with the code of the previous half minute, so that the present code is unused. */
export async function addApp(page: Browser, app: Pick<AppContext, 'now'>) {
  const { secret, uri } = (await page.send('POST /api/auth/totp')).body
  const { status, body } = await page.send('POST /api/auth/totp/confirm', {
    code: codeOf(secret, app, -30),
  })
  if (status !== 200) throw new Error(`confirmation answered ${status}: ${JSON.stringify(body)}`)
  return { secret: String(secret), uri: String(uri), recoveryCodes: asTexts(body.recovery_codes) }
}

export async function addPasskey(page: Browser, name = 'Laptop') {
  const key = authenticator()
  const { options } = (await page.send('POST /api/auth/passkeys/options')).body
  const { status, body } = await page.send('POST /api/auth/passkeys', { name, passkey: key.create(options) })
  if (status !== 201) throw new Error(`the passkey got ${status}: ${JSON.stringify(body)}`)
  return { key, id: String(body.passkey.id), recoveryCodes: asTexts(body.recovery_codes) }
}

/** Enters the password in a new browser. For a person with a second factor, the sign-in then waits for it. */
export async function enterPassword(app: Parameters<typeof browser>[0], email: string, headers = {}) {
  const page = browser(app, headers)
  const { status, body } = await page.send('POST /api/auth/sign-in/email', { email, password })
  return { ...page, status, body }
}

const asTexts = (codes: unknown): string[] => (Array.isArray(codes) ? codes.map(String) : [])
