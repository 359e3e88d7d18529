/** Attacks on the authorization server, the consent and the tokens. */
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import {
  allow,
  authorizationUrl,
  callTool,
  connectApp,
  goBack,
  localRedirect,
  newVerifier,
  openBrowser,
  openConsent,
  openSignedInBrowser,
  postForm,
  register,
  registerApp,
  serveDocuments,
  startInstallation,
} from './oauth.fixture.ts'

const service = await testService({ RATE_LIMIT_OAUTH: '0' })
const installation = await startInstallation(service)
const { address } = installation
afterAll(installation.close)
const { db } = service.base
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
const browser = await openSignedInBrowser(address, owner)
const app = await registerApp(address)

/** Asks and allows, and returns the form that exchanges the code. */
async function getCode(): Promise<Record<string, string>> {
  const verifier = newVerifier()
  const url = authorizationUrl(address, { client_id: app, redirect_uri: localRedirect, verifier })
  const back = await allow(address, browser, await openConsent(browser, url))
  return {
    grant_type: 'authorization_code',
    client_id: app,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: localRedirect,
    code_verifier: verifier,
  }
}

const exchange = (form: Record<string, string>) => postForm(address, '/oauth/token', form)
const refused = { status: 400, body: { error: 'invalid_grant' } }

/** Returns the error that the app gets, or that the page shows when the browser must not return to the app. */
async function errorOf(request: Record<string, string | undefined>): Promise<string | null> {
  const url = authorizationUrl(address, { client_id: app, redirect_uri: localRedirect, ...request })
  const response = await openBrowser(address).get(url)
  const location = response.headers.get('location')
  if (location === null) return `page: ${/<code>(\w+)/.exec(await response.text())?.[1]}`
  const { search, hash } = new URL(location)
  return new URLSearchParams(search || hash.slice(1)).get('error')
}

describe('a request for access is refused', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for another resource', { resource: 'https://evil.example/api/mcp' }, 'invalid_target'],
    ['for the whole origin', { resource: new URL(address).origin }, 'invalid_target'],
    ['for a token in the redirect', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s', async (_, request, error) => {
    expect(await errorOf(request)).toBe(error)
  })

  test.each([
    ['https://evil.example/'],
    ['http://127.0.0.1:33418/other'],
    ['http://127.0.0.1.evil.example:33418/'],
    ['http://127.0.0.1:33418@evil.example/'],
    ['https://127.0.0.1:33418/'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    ['javascript:alert(1)'],
  ])('and the browser stays when the redirect address is %s', async (redirect_uri) => {
    expect(await errorOf({ redirect_uri })).toBe('page: invalid_redirect_uri')
  })

  test('and the browser stays when the app is not registered', async () => {
    expect(await errorOf({ client_id: 'unknown' })).toBe('page: invalid_client')
  })

  test('silently: prompt=none never gets a code, also not after an earlier consent', async () => {
    await getCode()
    const url = authorizationUrl(address, { client_id: app, redirect_uri: localRedirect, prompt: 'none' })
    const response = await browser.get(url)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('consent_required')
  })
})

describe('a code', () => {
  test.each([
    ['with another verifier', { code_verifier: 'w'.repeat(43) }],
    ['without a verifier', { code_verifier: '' }],
    ['with another redirect address', { redirect_uri: 'http://127.0.0.1:9999/' }],
    ['that does not exist', { code: 'x'.repeat(43) }],
  ])('is refused %s', async (_, change) => {
    expect(await exchange({ ...(await getCode()), ...change })).toMatchObject({ status: 400 })
  })

  test('is refused for another app', async () => {
    expect(await exchange({ ...(await getCode()), client_id: await registerApp(address) })).toMatchObject(
      refused,
    )
  })

  test('that is used twice ends the access that the first use gave', async () => {
    const form = await getCode()
    const { body } = await exchange(form)
    expect((await callTool(address, body.access_token)).status).toBe(200)
    expect(await exchange(form)).toMatchObject(refused)
    expect((await callTool(address, body.access_token)).status).toBe(401)
  })

  test('that is used in parallel gives access at most once, and ends it', async () => {
    const form = await getCode()
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(form)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given.length).toBeLessThanOrEqual(1)
    for (const { body } of given) expect((await callTool(address, body.access_token)).status).toBe(401)
  })

  test('that has expired is refused', async () => {
    const form = await getCode()
    await sql`update oauth_records set expires_at = now() - interval '1 second'
      where model = 'AuthorizationCode'`.execute(db)
    expect(await exchange(form)).toMatchObject(refused)
  })
})

describe('a token', () => {
  test('of an earlier refresh ends the access when it is used again', async () => {
    const tokens = await connectApp(address, browser, app)
    const form = { grant_type: 'refresh_token', client_id: app, refresh_token: tokens.refresh_token }
    const second = await exchange(form)
    expect(second.status).toBe(200)
    expect(await exchange(form)).toMatchObject(refused)
    expect((await callTool(address, second.body.access_token)).status).toBe(401)
    expect(await exchange({ ...form, refresh_token: second.body.refresh_token })).toMatchObject(refused)
  })

  test('does not refresh for another resource, another app, or more scopes', async () => {
    const tokens = await connectApp(address, browser, app)
    const form = { grant_type: 'refresh_token', client_id: app, refresh_token: tokens.refresh_token }
    const resource = 'https://evil.example/api/mcp'
    expect((await exchange({ ...form, resource })).body.error).toBe('invalid_target')
    expect(await exchange({ ...form, client_id: await registerApp(address) })).toMatchObject(refused)
    expect((await exchange({ ...form, scope: 'read manage' })).body.error).toBe('invalid_scope')
  })

  test('of another installation on the same database is for another resource', async () => {
    const other = await startInstallation(service)
    onTestFinished(other.close)
    const there = await openSignedInBrowser(other.address, owner)
    const tokens = await connectApp(other.address, there, await registerApp(other.address))
    expect((await callTool(other.address, tokens.access_token)).status).toBe(200)
    expect((await callTool(address, tokens.access_token)).status).toBe(401)
  })

  test('does not see another organization', async () => {
    const other = await service.signUp()
    const otherBrand = await other.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
    const tokens = await connectApp(address, browser, app)
    const args = { brand_id: otherBrand.id }
    const { body } = await callTool(address, tokens.access_token, 'get_visibility_summary', args)
    expect(body.result.content[0].text).toContain('code: not_found')
  })

  test('that has expired, a refresh token and a code are not access tokens', async () => {
    const tokens = await connectApp(address, browser, app)
    const { code = '' } = await getCode()
    for (const token of [tokens.refresh_token, code, app, ''])
      expect((await callTool(address, token)).status).toBe(401)
    await sql`update oauth_records set expires_at = now() - interval '1 hour' where model = 'AccessToken'`.execute(
      db,
    )
    expect((await callTool(address, tokens.access_token)).status).toBe(401)
  })

  test('works nowhere but at the endpoints for agents, and not in the URL', async () => {
    const tokens = await connectApp(address, browser, app)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${address}/api/v1/brands`, { headers })).status).toBe(401)
    expect((await fetch(`${address}/api/brands`, { headers })).status).toBe(401)
    const inUrl = await fetch(`${address}/api/mcp?access_token=${tokens.access_token}`, { method: 'POST' })
    expect(inUrl.status).toBe(401)
  })

  test('with the scope read only cannot start a paid run', async () => {
    const tokens = await connectApp(address, browser, app)
    const args = { brand_id: brand.id, url: 'https://acme.com/' }
    const answer = await callTool(address, tokens.access_token, 'run_site_audit', args)
    expect(answer.status).toBe(403)
    expect(answer.challenge).toContain('error="insufficient_scope"')
    expect(answer.challenge).toContain('scope="run"')
    expect(answer.challenge).toContain(
      `resource_metadata="${address}/.well-known/oauth-protected-resource/api/mcp"`,
    )
  })
})

describe('a consent', () => {
  const ask = (person = browser, scope = 'read') =>
    openConsent(person, authorizationUrl(address, { client_id: app, redirect_uri: localRedirect, scope }))
  const approve = async (person: typeof browser, uid: string, headers: Record<string, string> = {}) => {
    const { id } = await owner.ok('GET /api/organization')
    const body = { organization_id: id, scopes: ['read'] }
    return person.post(`${address}/api/consents/${uid}/approve`, body, headers)
  }

  test('cannot be given by a page of another site: without the XSRF header it is refused', async () => {
    const uid = await ask()
    expect((await approve(browser, uid, { 'x-xsrf-token': '' })).status).toBe(403)
    expect((await approve(browser, uid, { 'x-xsrf-token': 'wrong' })).status).toBe(403)
  })

  test('that an attacker started cannot be answered in the browser of another person', async () => {
    const attacker = openBrowser(address)
    const uid = await ask(attacker)
    const seen = await browser.get(`${address}/api/consents/${uid}`)
    expect(seen.status).toBe(404)
    expect((await approve(browser, uid)).status).toBe(404)
    expect((await browser.post(`${address}/api/consents/${uid}/deny`)).status).toBe(404)
    // Nor with the cookie of another consent under its name.
    const own = await ask()
    browser.cookies.set(`ansight_consent_${uid}`, browser.cookies.get(`ansight_consent_${own}`) ?? '')
    expect((await approve(browser, uid)).status).toBe(404)
  })

  test('gives the code only to the browser in which the app asked', async () => {
    const uid = await ask()
    const answer: Json = await (await approve(browser, uid)).json()
    const other = await openBrowser(address).get(answer.url)
    expect(other.headers.get('location')).toBeNull()
    expect((await goBack(browser, answer)).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test('is answered once', async () => {
    const uid = await ask()
    expect((await approve(browser, uid)).status).toBe(200)
    expect((await approve(browser, uid)).status).toBe(404)
  })

  test('needs a session', async () => {
    const stranger = openBrowser(address)
    const uid = await ask(stranger)
    expect((await approve(stranger, uid)).status).toBe(401)
  })

  test('cannot give more than the app asked for, another organization, or brands of others', async () => {
    const uid = await ask()
    const other = await service.signUp()
    const { id: otherOrganization } = await other.ok('GET /api/organization')
    const otherBrand = await other.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
    const { id } = await owner.ok('GET /api/organization')
    const answers = [
      [{ organization_id: id, scopes: ['read', 'manage'] }, 400],
      [{ organization_id: otherOrganization, scopes: ['read'] }, 404],
      [{ organization_id: id, scopes: ['read'], brand_ids: [otherBrand.id] }, 404],
      [{ organization_id: id, scopes: [] }, 400],
    ] as const
    for (const [body, status] of answers)
      expect((await browser.post(`${address}/api/consents/${uid}/approve`, body)).status).toBe(status)
  })

  test('by a client, who sees reports only, is refused', async () => {
    const client = await addMember(service, owner, { role: 'client', brandIds: [brand.id] })
    const person = await openSignedInBrowser(address, client)
    expect((await approve(person, await ask(person))).status).toBe(403)
  })

  test('by a person without the second factor that the organization requires is refused', async () => {
    const other = await service.signUp()
    const person = await openSignedInBrowser(address, other)
    const uid = await ask(person)
    const { id } = await other.ok('GET /api/organization')
    await sql`update organizations set second_factor_required_from = now() - interval '1 day' where id = ${id}`.execute(
      db,
    )
    const body = { organization_id: id, scopes: ['read'] }
    const answer = await person.post(`${address}/api/consents/${uid}/approve`, body)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'second_factor_required' })
  })

  test('to the scope manage needs a recent sign-in', async () => {
    const person = await openSignedInBrowser(address, owner)
    const uid = await ask(person, 'read manage')
    await sql`update sessions set authenticated_at = now() - interval '11 minutes'`.execute(db)
    const { id } = await owner.ok('GET /api/organization')
    const answer = await person.post(`${address}/api/consents/${uid}/approve`, {
      organization_id: id,
      scopes: ['read', 'manage'],
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'reauthentication_required' })
  })
})

describe('the description of a client', () => {
  const large = JSON.stringify({
    client_id: 'https://a.example/large',
    redirect_uris: [localRedirect],
    x: 'x'.repeat(6000),
  })
  const describeApp = (path: string, more: object = {}) =>
    JSON.stringify({
      client_id: `https://a.example${path}`,
      client_name: 'App',
      redirect_uris: [localRedirect],
      token_endpoint_auth_method: 'none',
      ...more,
    })
  const bodies: Record<string, string> = {
    '/good': describeApp('/good'),
    '/mismatch': describeApp('/other'),
    '/secret': describeApp('/secret', { client_secret: 'x' }),
    '/with-secret-method': describeApp('/with-secret-method', {
      token_endpoint_auth_method: 'client_secret_post',
    }),
    '/plain-http': describeApp('/plain-http', { redirect_uris: ['http://evil.example/'] }),
    '/script': describeApp('/script', { redirect_uris: ['javascript:alert(1)'] }),
    '/no-object': '"text"',
    '/no-json': '<html>',
    '/large': large,
  }

  async function errorFor(clientId: string): Promise<string> {
    const server = await serveDocuments((request, response) => {
      if (request.url === '/redirect') return response.writeHead(302, { location: '/good' }).end()
      response.writeHead(bodies[request.url ?? ''] ? 200 : 404, { 'content-type': 'application/json' })
      return response.end(bodies[request.url ?? ''] ?? '')
    })
    onTestFinished(server.close)
    const there = await startInstallation(service, { documents: server })
    onTestFinished(there.close)
    const url = authorizationUrl(there.address, { client_id: clientId, redirect_uri: localRedirect })
    const response = await openBrowser(there.address).get(url)
    if (response.status === 303) return 'accepted'
    return /<code>(\w+)/.exec(await response.text())?.[1] ?? ''
  }

  test('is accepted when it is right, so that the refusals below have their own reason', async () => {
    expect(await errorFor('https://a.example/good')).toBe('accepted')
  })

  test.each([
    ['too large', '/large'],
    ['a redirect', '/redirect'],
    ['of another client', '/mismatch'],
    ['with a secret', '/secret'],
    ['with authentication by a secret', '/with-secret-method'],
    ['with a redirect address without TLS', '/plain-http'],
    ['with a script as redirect address', '/script'],
    ['not an object', '/no-object'],
    ['not JSON', '/no-json'],
    ['missing', '/missing'],
  ])('is refused: %s', async (_, path) => {
    expect(await errorFor(`https://a.example${path}`)).toMatch(
      /^invalid_(client|client_metadata|redirect_uri)$/,
    )
  })

  test.each([
    ['https://127.0.0.1/client.json'],
    ['https://localhost/client.json'],
    ['https://10.0.0.1/client.json'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://[::1]/client.json'],
    ['http://a.example/client.json'],
  ])('is never read from %s', async (clientId) => {
    expect(await errorOf({ client_id: clientId })).toBe('page: invalid_client')
  })
})

describe('a registration', () => {
  test.each([
    ['without redirect addresses', {}],
    ['with a redirect address without TLS', { redirect_uris: ['http://evil.example/'] }],
    ['with a script as redirect address', { redirect_uris: ['javascript:alert(1)'] }],
    ['with a fragment', { redirect_uris: ['https://a.example/#x'] }],
    ['with an object as redirect address', { redirect_uris: [{}] }],
  ])('is refused %s', async (_, metadata) => {
    expect(await register(address, { client_name: 'App', ...metadata })).toMatchObject({ status: 400 })
  })

  test('makes the server fetch nothing, and cannot ask for secrets or other kinds of clients', async () => {
    const server = await serveDocuments((_request, response) => response.end('[]'))
    onTestFinished(server.close)
    const { status, body } = await register(address, {
      client_name: `A${'\u202e'}pp${'x'.repeat(200)}`,
      redirect_uris: [localRedirect],
      sector_identifier_uri: `${server.url}/sector`,
      jwks_uri: `${server.url}/jwks`,
      logo_uri: `${server.url}/logo`,
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
    })
    expect(status).toBe(201)
    expect(server.requests).toEqual([])
    expect(body).not.toHaveProperty('client_secret')
    expect(body).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
    })
    expect(body.client_name).toHaveLength(100)
    expect(body.client_name).not.toContain('\u202e')
  })

  test('is limited per address', async () => {
    const limited = await startInstallation(service, { config: { RATE_LIMIT_OAUTH: 30 } })
    onTestFinished(limited.close)
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1)
      statuses.push((await register(limited.address, { redirect_uris: [localRedirect] })).status)
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})

test('a request for another host is refused, and no redirect names it', async () => {
  const port = new URL(address).port
  const { request } = await import('node:http')
  const path = new URL(authorizationUrl(address, { client_id: app, redirect_uri: localRedirect }))
  const send = (host: string) => {
    const { promise, resolve } = Promise.withResolvers<{
      status?: number | undefined
      location?: string | undefined
    }>()
    request(
      { port, host: '127.0.0.1', path: path.pathname + path.search, headers: { host } },
      ({ statusCode, headers: { location }, ...response }) => {
        void response
        resolve({ status: statusCode, location })
      },
    ).end()
    return promise
  }
  expect((await send('evil.example')).status).toBe(421)
  expect((await send('10.1.2.3')).location).toMatch(new RegExp(`^${address}/oauth/consent/`))
})
