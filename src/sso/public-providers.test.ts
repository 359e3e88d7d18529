import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { onTestFileEnd } from '../../test/cleanup.ts'
import { testService } from '../../test/support.ts'
import { type Browser, browser, password, secondProcess, signInOwner } from '../accounts/browser.fixture.ts'
import { newId } from '../core/ids.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { startProvider } from './provider.fixture.ts'

const callback = (provider: string) => `http://localhost:3000/sso/callback/${provider}`
const google = await startProvider([callback('google')])
const microsoft = await startProvider([callback('microsoft')])
const github = await startGithub()
const mails = await startMailServer()
const tenant = '00000000-0000-4000-8000-000000000001'
const service = await testService({
  ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
  GOOGLE_ISSUER: google.issuer,
  MICROSOFT_CLIENT_ID: microsoft.clientId,
  MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
  MICROSOFT_ISSUER: microsoft.issuer,
  MICROSOFT_TENANTS: tenant,
  GITHUB_CLIENT_ID: 'ansight',
  GITHUB_CLIENT_SECRET: 'a secret',
  GITHUB_URL: github.url,
})
const { app, base } = service
/** The first account of the installation. */
await signInOwner(service)

/** What GitHub answers: its OAuth endpoints, and the parts of its API that are read. */
async function startGithub() {
  const github = {
    url: '',
    user: { id: 1, login: 'ada', name: 'Ada' },
    emails: [] as { email: string; primary: boolean; verified: boolean }[],
    tokenRequests: [] as URLSearchParams[],
  }
  const answers: Record<string, () => unknown> = {
    '/login/oauth/access_token': () => ({
      access_token: 'a token',
      token_type: 'bearer',
      scope: 'user:email',
    }),
    '/api/v3/user': () => github.user,
    '/api/v3/user/emails': () => github.emails,
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    let body = ''
    for await (const chunk of request) body += chunk
    if (path === '/login/oauth/access_token') github.tokenRequests.push(new URLSearchParams(body))
    else if (request.headers.authorization !== 'Bearer a token') response.statusCode = 401
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[path]?.() ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFileEnd(async () => {
    server.close()
    await once(server, 'close')
  })
  return github
}

const start = (page: Browser, provider: string) => page.send('POST /api/auth/providers/start', { provider })

const finish = (page: Browser, provider: string, query: string) =>
  page.send('POST /api/auth/providers/finish', { provider, query })

async function signIn(provider: 'google' | 'microsoft', page = browser(app)) {
  const { url } = (await start(page, provider)).body
  const back = await { google, microsoft }[provider].visit(url)
  return { page, ...(await finish(page, provider, back.search.slice(1))) }
}

async function signInWithGithub(page = browser(app)) {
  const url = new URL((await start(page, 'github')).body.url)
  const query = new URLSearchParams({ code: 'a code', state: url.searchParams.get('state') ?? '' })
  return { url, page, ...(await finish(page, 'github', query.toString())) }
}

const refused = { status: 403, body: { code: 'forbidden' } }
const newPerson = () => ({ sub: newId(), email: `${newId()}@gmail.com`, email_verified: true, name: 'Ada' })

/** An account whose address the administrator has confirmed. */
const createAccount = (email: string) => signInOwner(service, { name: 'Ada', email, password })

test('the sign-in page lists the providers of the settings', async () => {
  const page = browser(app)
  expect((await page.send('GET /api/auth/providers')).body).toEqual({
    items: ['google', 'microsoft', 'github'],
    has_organization_sso: false,
  })
  const without = await secondProcess(service, { GOOGLE_CLIENT_ID: '', MICROSOFT_CLIENT_ID: '' })
  expect((await browser(without.app).send('GET /api/auth/providers')).body).toMatchObject({
    items: ['github'],
  })
  expect((await start(browser(without.app), 'google')).status).toBe(404)
})

test('Google opens an account if it is the authority for the address, and by the subject from then on', async () => {
  google.person = newPerson()
  const account = await createAccount(String(google.person.email))
  const { status, body } = await signIn('google')
  expect([status, body.session.user.id]).toEqual([200, account.session.user.id])
  expect(body.session.session.methods).toEqual(['provider'])
  google.person.email = `${newId()}@gmail.com`
  expect((await signIn('google')).body.session.user.id).toBe(account.session.user.id)
  // Another person who has the address now.
  google.person = { ...newPerson(), email: `${newId()}@gmail.com` }
  expect(await signIn('google')).toMatchObject(refused)
})

test.each([
  ['an address elsewhere', { email: 'x@acme.test', email_verified: true }],
  ['an address of another Workspace', { email: 'x@acme.test', email_verified: true, hd: 'evil.test' }],
  ['an unconfirmed address', { email: 'x@gmail.com', email_verified: false }],
  ['no confirmation', { email: 'x@gmail.com', email_verified: undefined }],
])('Google does not open an account with %s', async (_name, claims) => {
  const email = claims.email.replace('x', newId())
  await createAccount(email)
  google.person = { ...newPerson(), ...claims, email }
  expect(await signIn('google')).toMatchObject(refused)
})

test('Google opens an account with an address of the Workspace domain in the token', async () => {
  const domain = `${newId()}.test`
  await createAccount(`ada@${domain}`)
  google.person = { sub: newId(), email: `ada@${domain}`, email_verified: true, hd: domain }
  expect((await signIn('google')).status).toBe(200)
})

test('Microsoft opens an account only if the tenant owns the domain of the address, and of allowed tenants', async () => {
  const email = `${newId()}@acme.test`
  const account = await createAccount(email)
  const claims = { sub: newId(), email, email_verified: true, tid: tenant }
  for (const person of [
    claims,
    { ...claims, xms_edov: false },
    { ...claims, xms_edov: '0' },
    { ...claims, xms_edov: true, tid: newId() },
  ]) {
    microsoft.person = person
    expect(await signIn('microsoft'), JSON.stringify(person)).toMatchObject(refused)
  }
  microsoft.person = { ...claims, xms_edov: true }
  expect((await signIn('microsoft')).body.session.user.id).toBe(account.session.user.id)
})

test('GitHub opens an account by the primary address if it is verified, with PKCE', async () => {
  const email = `${newId()}@acme.test`
  const account = await createAccount(email)
  github.user = { id: 4711, login: 'ada', name: 'Ada' }
  for (const emails of [
    [],
    [{ email, primary: true, verified: false }],
    [
      { email, primary: false, verified: true },
      { email: `${newId()}@acme.test`, primary: true, verified: true },
    ],
  ]) {
    github.emails = emails
    expect(await signInWithGithub()).toMatchObject(refused)
  }
  github.emails = [{ email: email.toUpperCase(), primary: true, verified: true }]
  const { url, status, body } = await signInWithGithub()
  expect([status, body.session.user.id]).toEqual([200, account.session.user.id])
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
    redirect_uri: callback('github'),
  })
  expect(Object.fromEntries(github.tokenRequests.at(-1) ?? [])).toMatchObject({
    code: 'a code',
    code_verifier: expect.stringMatching(/.{40,}/),
  })
  github.emails = [{ email: `${newId()}@elsewhere.test`, primary: true, verified: true }]
  expect((await signInWithGithub()).body.session.user.id).toBe(account.session.user.id)
})

test('an account with an unverified address is not opened', async () => {
  google.person = newPerson()
  const email = String(google.person.email)
  await createAccount(email)
  await base.db.updateTable('users').set({ email_verified_by: null }).where('email', '=', email).execute()
  expect(await signIn('google')).toMatchObject(refused)
})

test('a person without an account is refused without an invitation, and joins the organizations that have invited the address', async () => {
  google.person = newPerson()
  expect(await signIn('google')).toMatchObject(refused)
  const [ada, bea] = [await signInOwner(service), await signInOwner(service)]
  const email = String(google.person.email)
  await ada.send('POST /api/invitations', { email, role: 'editor' })
  await bea.send('POST /api/invitations', { email, role: 'viewer' })
  google.person.email_verified = false
  expect(await signIn('google')).toMatchObject(refused)
  google.person.email_verified = true
  const { page, status, body } = await signIn('google')
  expect(status).toBe(200)
  expect(body.session.user).toMatchObject({ email, name: 'Ada', email_verified_by: 'provider' })
  const own = (await page.send('GET /api/auth/organizations')).body.items
  expect(own.map(({ id, role }: { id: string; role: string }) => [id, role]).sort()).toEqual(
    [
      [ada.organizationId, 'editor'],
      [bea.organizationId, 'viewer'],
    ].sort(),
  )
  expect((await ada.send('GET /api/invitations')).body.items).toEqual([])
})

test('with open sign-ups, a new person gets an account and an organization', async () => {
  const open = await secondProcess(service, {
    SIGNUPS: 'open',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    SMTP_FROM: 'ansight@acme.com',
  })
  google.person = newPerson()
  const page = browser(open.app)
  const { body } = await signIn('google', page)
  expect(body.session.user.email).toBe(google.person.email)
  expect((await page.send('GET /api/organization')).body.member.role).toBe('owner')
})

test('a person links and unlinks accounts, but not those of others, and not the last way to sign in', async () => {
  const ada = await signInOwner(service)
  google.person = { sub: newId(), email: 'anything@elsewhere.test', email_verified: false }
  const link = async (page: Browser) => {
    const { url } = (await page.send('POST /api/auth/identities/link', { provider: 'google' })).body
    const back = await google.visit(url)
    return finish(page, 'google', back.search.slice(1))
  }
  expect((await link(ada)).status).toBe(200)
  const bea = await signInOwner(service)
  expect((await link(bea)).status).toBe(409)
  const [identity] = (await ada.send('GET /api/auth/identities')).body.items
  expect(identity).toMatchObject({ issuer: google.issuer, email: 'anything@elsewhere.test' })
  expect((await bea.send(`DELETE /api/auth/identities/${identity.id}`)).status).toBe(404)
  expect((await signIn('google')).body.session.user.id).toBe(ada.session.user.id)
  await base.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', ada.session.user.id)
    .execute()
  expect((await ada.send(`DELETE /api/auth/identities/${identity.id}`)).status).toBe(409)
  await base.db
    .updateTable('users')
    .set({ password_hash: 'x' })
    .where('id', '=', ada.session.user.id)
    .execute()
  expect((await ada.send(`DELETE /api/auth/identities/${identity.id}`)).status).toBe(204)
  expect(await signIn('google')).toMatchObject(refused)
  const kinds = (await ada.send('GET /api/audit-log')).body.items.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['identity.added', 'identity.removed']))
})

test('a visit of one intent or session does not finish another', async () => {
  const ada = await signInOwner(service)
  google.person = newPerson()
  const { url } = (await ada.send('POST /api/auth/identities/link', { provider: 'google' })).body
  const back = await google.visit(url)
  // Someone else has signed in to this browser since.
  await ada.send('POST /api/auth/sign-out')
  const bea = await signInOwner(service)
  for (const [name, value] of bea.cookies) ada.cookies.set(name, value)
  expect(await finish(ada, 'google', back.search.slice(1))).toMatchObject(refused)
})

test('an owner tests a button, which says whether the person could sign in, and changes nothing', async () => {
  const owner = await createAccount(`${newId()}@acme.test`)
  const run = async () => {
    const { url } = (await owner.send('POST /api/sso/test', { provider: 'google' })).body
    const back = await google.visit(url)
    return (await finish(owner, 'google', back.search.slice(1))).body
  }
  google.person = newPerson()
  expect(await run()).toMatchObject({
    session: null,
    test: { email: google.person.email, role: null, problem: expect.stringContaining('has no account here') },
  })
  await owner.send('POST /api/invitations', { email: google.person.email, role: 'viewer' })
  expect(await run()).toMatchObject({ test: { problem: null, claims: { sub: google.person.sub } } })
  google.person = { ...google.person, email_verified: false }
  expect(await run()).toMatchObject({ test: { problem: expect.stringContaining('does not confirm') } })
  expect((await owner.send('GET /api/auth/identities')).body.items).toEqual([])
  expect((await owner.send('GET /api/members')).body.items).toHaveLength(1)
  expect((await owner.send('GET /api/sso')).body.buttons).toEqual(
    ['google', 'microsoft', 'github'].map((provider) => ({
      provider,
      redirect_uri: callback(provider),
      is_set_up: true,
    })),
  )
  const cloud = await secondProcess(service, { DEPLOYMENT: 'cloud', GOOGLE_CLIENT_ID: '' })
  const tenant = await signInOwner(cloud)
  expect((await tenant.send('GET /api/sso')).body.buttons).toBe(null)
  expect((await tenant.send('POST /api/sso/test', { provider: 'google' })).status).toBe(404)
})
