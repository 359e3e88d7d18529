/** Connects apps with the authorization server: what people allow, and how access ends. */
import { afterAll, expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import {
  allow,
  authorizationUrl,
  callTool,
  connectApp,
  localRedirect,
  openConsent,
  openSignedInBrowser,
  postForm,
  registerApp,
  startInstallation,
} from './oauth.fixture.ts'

const service = await testService({ RATE_LIMIT_OAUTH: '0' })
const { address, close } = await startInstallation(service)
afterAll(close)

test('an app that registers gets access to what the person allows', async () => {
  const owner = await service.signUp()
  const browser = await openSignedInBrowser(address, owner)
  const tokens = await connectApp(address, browser, await registerApp(address, 'Claude'))
  expect(tokens).toMatchObject({ expires_in: 600, scope: 'read', token_type: 'Bearer' })
  const answer = await callTool(address, tokens.access_token)
  expect(answer.body.result.structuredContent).toMatchObject({
    key: null,
    app: { app: { name: 'Claude', host: '127.0.0.1' }, scopes: ['read'], brand_ids: null },
  })
})
