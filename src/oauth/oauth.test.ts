/** Connects apps with the authorization server: what people allow, and how access ends. */
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { outgoingAccountEmail } from '../accounts/account-emails.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import {
  authorizationUrl,
  callTool,
  connectApp,
  goBack,
  localRedirect,
  openConsent,
  openSignedInBrowser,
  postForm,
  register,
  registerApp,
  startInstallation,
} from './oauth.fixture.ts'
import { deleteExpiredRecords } from './records.ts'

const mails = await startMailServer()
const service = await testService({
  RATE_LIMIT_OAUTH: '0',
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
})
const installation = await startInstallation(service)
const { address } = installation
afterAll(installation.close)
const { db } = service.base

const auditOf = ({ id }: Json) => ({ brand_id: id, url: 'https://acme.com/' })

const refresh = (clientId: string, refreshToken: string) =>
  postForm(address, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })

/** A person with a brand who connects an app. */
async function connectOwner(name = 'Claude', scope = 'read') {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const browser = await openSignedInBrowser(address, owner)
  const clientId = await registerApp(address, name)
  const tokens = await connectApp(address, browser, clientId, { scope })
  return { owner, brand, browser, clientId, tokens }
}

describe('an app', () => {
  test('that registers gets access to what the person allows', async () => {
    const { owner, tokens } = await connectOwner()
    expect(tokens).toMatchObject({ expires_in: 600, scope: 'read', token_type: 'Bearer' })
    const { body } = await callTool(address, tokens.access_token)
    expect(body.result.structuredContent).toMatchObject({
      key: null,
      app: { app: { name: 'Claude', host: '127.0.0.1' }, scopes: ['read'], brand_ids: null },
    })
    const { items } = await owner.ok('GET /api/auth/grants')
    expect(items).toMatchObject([{ app: { name: 'Claude' }, scopes: ['read'] }])
  })

  test('gets only the scopes that the person leaves', async () => {
    const owner = await service.signUp()
    const browser = await openSignedInBrowser(address, owner)
    const clientId = await registerApp(address)
    const { scope } = await connectApp(address, browser, clientId, {
      scope: 'read run content',
      scopes: ['read', 'run'],
    })
    expect(scope).toBe('read run')
  })

  test('sees only the brands that the person chooses, and never more than the person', async () => {
    const owner = await service.signUp()
    const [first, second] = [
      await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' }),
      await owner.ok('POST /api/brands', { name: 'Globex', domain: 'globex.com' }),
    ]
    const editor = await addMember(service, owner, { role: 'editor', brandIds: [first.id, second.id] })
    const browser = await openSignedInBrowser(address, editor)
    const tokens = await connectApp(address, browser, await registerApp(address), { brand_ids: [first.id] })
    const brands = async () => {
      const { body } = await callTool(address, tokens.access_token, 'list_brands')
      return body.result.structuredContent.brands.map(({ id }: Json) => id)
    }
    expect(await brands()).toEqual([first.id])
    await owner.ok(`PATCH /api/members/${editor.userId}`, { brand_ids: [second.id] })
    expect(await brands()).toEqual([])
  })

  test('has the role that the person has at each request', async () => {
    const owner = await service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    const editor = await addMember(service, owner, { role: 'editor', brandIds: null })
    const browser = await openSignedInBrowser(address, editor)
    const tokens = await connectApp(address, browser, await registerApp(address), { scope: 'read run' })
    await owner.ok(`PATCH /api/members/${editor.userId}`, { role: 'viewer' })
    const audit = await callTool(address, tokens.access_token, 'run_site_audit', auditOf(brand))
    expect(audit.body.result.content[0].text).toContain('code: forbidden')
  })

  test('is in the audit log with what it does, and its last use is recorded', async () => {
    const { owner, brand, tokens } = await connectOwner('Claude', 'read run')
    await callTool(address, tokens.access_token, 'run_site_audit', auditOf(brand))
    const { items } = await owner.ok('GET /api/audit-log')
    expect(items.find(({ actor }: Json) => actor.kind === 'grant')).toMatchObject({
      actor: { kind: 'grant', user: { email: owner.email }, key: { name: 'Claude' } },
    })
    expect(items.find(({ kind }: Json) => kind === 'grant.created')).toMatchObject({
      data: { name: 'Claude', scopes: ['read', 'run'] },
    })
    await expect
      .poll(async () => (await owner.ok('GET /api/auth/grants')).items[0].last_used_at)
      .not.toBeNull()
  })

  test('that the person denies gets an error with the issuer', async () => {
    const browser = await openSignedInBrowser(address, await service.signUp())
    const url = authorizationUrl(address, {
      client_id: await registerApp(address),
      redirect_uri: localRedirect,
    })
    const uid = await openConsent(browser, url)
    const answer = await browser.post(`${address}/api/consents/${uid}/deny`)
    const back = await goBack(browser, await answer.json())
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'some state',
      iss: address,
    })
  })

  test('is announced to the person by email, with its name and the way to disconnect it', async () => {
    const { owner } = await connectOwner('An app of July')
    await Promise.all(installation.base.use(outgoingAccountEmail))
    const [mail, ...more] = mails.received.filter(({ to }) => to.includes(owner.email))
    expect(more).toEqual([])
    const text = mail?.source.replaceAll('=\r\n', '')
    expect(text).toContain('An app was connected with your account')
    expect(text).toContain('An app of July')
    expect(text).toContain(`${address}/account`)
  })
})

describe('access ends', () => {
  const expectEnded = async (clientId: string, tokens: { access_token: string; refresh_token: string }) => {
    expect((await callTool(address, tokens.access_token)).status).toBe(401)
    expect(await refresh(clientId, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  }

  test('when the person disconnects the app', async () => {
    const { owner, clientId, tokens } = await connectOwner()
    const { items } = await owner.ok('GET /api/auth/grants')
    await owner.ok(`DELETE /api/auth/grants/${items[0].id}`)
    await expectEnded(clientId, tokens)
    const log = await owner.ok('GET /api/audit-log?kind=grant.revoked')
    expect(log.items).toMatchObject([{ actor: { kind: 'user' }, data: { name: 'Claude' } }])
  })

  test('when an admin disconnects it, who sees the apps of all members', async () => {
    const owner = await service.signUp()
    const viewer = await addMember(service, owner, { role: 'viewer', brandIds: null })
    const browser = await openSignedInBrowser(address, viewer)
    const clientId = await registerApp(address, 'Cursor')
    const tokens = await connectApp(address, browser, clientId)
    const { items } = await owner.ok('GET /api/grants')
    expect(items).toMatchObject([{ app: { name: 'Cursor' } }])
    expect((await viewer.call('GET /api/grants')).status).toBe(403)
    await owner.ok(`DELETE /api/grants/${items[0].id}`)
    await expectEnded(clientId, tokens)
  })

  test('when the app revokes its access or refresh token', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { owner, clientId, tokens } = await connectOwner()
      const form = { client_id: clientId, token: tokens[kind] }
      expect(await postForm(address, '/oauth/revocation', form)).toMatchObject({ status: 200 })
      await expectEnded(clientId, tokens)
      expect((await owner.ok('GET /api/auth/grants')).items).toEqual([])
    }
  })

  test('when the member is removed', async () => {
    const owner = await service.signUp()
    const viewer = await addMember(service, owner, { role: 'viewer', brandIds: null })
    const clientId = await registerApp(address)
    const tokens = await connectApp(address, await openSignedInBrowser(address, viewer), clientId)
    await owner.ok(`DELETE /api/members/${viewer.userId}`)
    await expectEnded(clientId, tokens)
  })

  test('when the person deletes their account', async () => {
    const owner = await service.signUp()
    const viewer = await addMember(service, owner, { role: 'viewer', brandIds: null })
    const clientId = await registerApp(address)
    const tokens = await connectApp(address, await openSignedInBrowser(address, viewer), clientId)
    await viewer.ok('DELETE /api/auth/user')
    await expectEnded(clientId, tokens)
  })

  test('when a new password revokes API keys, and only then', async () => {
    const { owner, clientId, tokens } = await connectOwner()
    const password = 'another correct horse battery'
    await owner.ok('POST /api/auth/password', { password })
    expect((await callTool(address, tokens.access_token)).status).toBe(200)
    await owner.ok('POST /api/auth/password', {
      password: 'a third correct horse battery',
      revoke_api_keys: true,
    })
    await expectEnded(clientId, tokens)
  })

  test('when the refresh token has expired, after which the grant and the registration are deleted', async () => {
    const { owner, clientId, tokens } = await connectOwner()
    await sql`update oauth_records set expires_at = now() - interval '1 second' where grant_id in (
      select id from oauth_grants where client_id = ${clientId})`.execute(db)
    await sql`update oauth_grants set created_at = now() - interval '31 days' where client_id = ${clientId}`.execute(
      db,
    )
    await expectEnded(clientId, tokens)
    await deleteExpiredRecords(service.base)
    expect((await owner.ok('GET /api/auth/grants')).items).toEqual([])
    const registered = async () =>
      (
        await sql<{ expires_at: Date | null }>`select expires_at from oauth_records
          where model = 'Client' and payload ->> 'client_id' = ${clientId}`.execute(db)
      ).rows
    expect(await registered()).toEqual([{ expires_at: expect.any(Date) }])
    await sql`update oauth_records set expires_at = now() - interval '1 second' where model = 'Client'
      and payload ->> 'client_id' = ${clientId}`.execute(db)
    await deleteExpiredRecords(service.base)
    expect(await registered()).toEqual([])
  })
})

test('a registration without a grant ends after a day, and one with a grant stays', async () => {
  const { clientId, tokens } = await connectOwner()
  const unused = await registerApp(address)
  const tomorrow = new Date(Date.now() + 25 * 3_600_000)
  await deleteExpiredRecords({ ...service.base, now: () => tomorrow })
  const left = await sql<{ id: string }>`select payload ->> 'client_id' as id from oauth_records
    where model = 'Client' and payload ->> 'client_id' in (${unused}, ${clientId})`.execute(db)
  expect(left.rows).toEqual([{ id: clientId }])
  expect((await refresh(clientId, tokens.refresh_token)).status).toBe(200)
})

test('the database has no code, token or id of a request in clear', async () => {
  const { tokens } = await connectOwner()
  const { rows } = await sql<{ text: string }>`select payload::text as text from oauth_records`.execute(db)
  const text = rows.map((row) => row.text).join()
  expect(text).not.toContain(tokens.access_token)
  expect(text).not.toContain(tokens.refresh_token)
})

describe('discovery', () => {
  const get = async (path: string, base = address) => {
    const response = await fetch(new URL(path, base))
    const body: Json = await response.json()
    return { status: response.status, cors: response.headers.get('access-control-allow-origin'), body }
  }

  test('starts with the challenge of the endpoint, which names the metadata and the first scope', async () => {
    const missing = await callTool(address, null)
    const metadata = `${address}/.well-known/oauth-protected-resource/api/mcp`
    expect(missing).toMatchObject({
      status: 401,
      challenge: `Bearer resource_metadata="${metadata}", scope="read"`,
    })
    expect((await callTool(address, 'x'.repeat(43))).challenge).toContain('error="invalid_token"')
    expect((await get('/.well-known/oauth-protected-resource/api/mcp')).body).toEqual({
      resource: `${address}/api/mcp`,
      resource_name: 'Ansight',
      authorization_servers: [address],
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    })
  })

  test('finds the metadata at each path that clients try, for pages of any origin', async () => {
    const below = await startInstallation(service, { path: '/base' })
    const found = [
      [address, '/.well-known/oauth-protected-resource'],
      [address, '/.well-known/oauth-protected-resource/api/mcp'],
      [address, '/.well-known/oauth-authorization-server'],
      [address, '/.well-known/openid-configuration'],
      [below.address, '/base/.well-known/oauth-protected-resource/api/mcp'],
      [below.address, '/.well-known/oauth-protected-resource/base/api/mcp'],
      [below.address, '/.well-known/oauth-authorization-server/base'],
      [below.address, '/.well-known/openid-configuration/base'],
      [below.address, '/base/.well-known/openid-configuration'],
    ] as const
    for (const [base, path] of found) {
      const { status, cors, body } = await get(path, base)
      expect({ path, status, cors }).toEqual({ path, status: 200, cors: '*' })
      expect(body.issuer ?? body.authorization_servers[0]).toBe(base)
    }
    for (const path of [
      '/.well-known/oauth-authorization-server/other',
      '/.well-known/oauth-protected-resource/api/v1',
    ])
      expect((await get(path)).status, path).toBe(404)
    await below.close()
  })

  test('names what clients require, and the URLs of BASE_URL whatever the Host header', async () => {
    const { body } = await get('/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      issuer: address,
      authorization_endpoint: `${address}/oauth/authorize`,
      token_endpoint: `${address}/oauth/token`,
      registration_endpoint: `${address}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    expect(body.scopes_supported).not.toContain('offline_access')
    const { keys } = (await get('/oauth/jwks')).body
    expect(keys).toMatchObject([{ kty: 'EC', alg: 'ES256' }])
    expect(keys[0]).not.toHaveProperty('d')
    const registered = await register(address, { client_name: 'App', redirect_uris: [localRedirect] })
    expect(registered.body.registration_client_uri.startsWith(`${address}/oauth/register/`)).toBe(true)
  })
})

test('a person who is not signed in signs in first and returns to the question', async () => {
  const response = await fetch(`${address}/oauth/consent/some-uid-of-an-app`, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/sign-in?next=%2Foauth%2Fconsent%2Fsome-uid-of-an-app')
})

test('API keys work as before', async () => {
  const owner = await service.signUp()
  const { token } = await owner.ok('POST /api/api-keys', { name: 'agent' })
  const { body } = await callTool(address, token)
  expect(body.result.structuredContent).toMatchObject({ key: { name: 'agent' }, app: null })
})
