import { expect, test } from 'vitest'
import {
  allow,
  authorizationUrl,
  callTool,
  localRedirect,
  newVerifier,
  openBrowser,
  openConsent,
  postForm,
  registerApp,
} from '../../src/oauth/oauth.fixture.ts'
import { findFreePort } from '../browser/browser.ts'
import { createDatabase } from './databases.ts'
import { signUp } from './person.ts'
import { start } from './processes.ts'

test('an app whose person consented gets access, once, although the service is killed before and after the token exchange', async () => {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...(await createDatabase()), PORT: String(port), BASE_URL: address }
  const first = await start(env)
  const person = await signUp(first.url)
  const browser = openBrowser(address)
  await browser.signIn(person)
  const clientId = await registerApp(address, 'Claude')
  const verifier = newVerifier()
  const request = { client_id: clientId, redirect_uri: localRedirect, verifier }
  const uid = await openConsent(browser, authorizationUrl(address, request))
  const back = await allow(address, browser, uid)
  await first.end('SIGKILL')

  const second = await start(env)
  const exchange = () =>
    postForm(address, '/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: localRedirect,
      code_verifier: verifier,
    })
  const { status, body } = await exchange()
  expect(status, JSON.stringify(body)).toBe(200)
  await second.end('SIGKILL')

  await start(env)
  expect((await callTool(address, body.access_token)).status).toBe(200)
  // The service remembers that the code was used, and ends the connection.
  expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await callTool(address, body.access_token)).status).toBe(401)
})
