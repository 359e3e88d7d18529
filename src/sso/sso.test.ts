import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { outgoingAccountEmail } from '../accounts/account-emails.ts'
import { type Browser, browser, password, secondProcess, signInOwner } from '../accounts/browser.fixture.ts'
import { addApp, codeOf, enterPassword } from '../accounts/factors.fixture.ts'
import { newId } from '../core/ids.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { startNameServer } from './dns-server.fixture.ts'
import { checkDomains } from './domains.ts'
import { startProvider, type TestProvider } from './provider.fixture.ts'

const clock = { offsetMs: 0 }
const mails = await startMailServer()
const service = await testService(
  {
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
  },
  { now: () => new Date(Date.now() + clock.offsetMs) },
)
const { app, base } = service
const names = await startNameServer(base)
const dayMs = 24 * 3_600_000

/** The provider of one organization. Its client needs the address that the organization shows. */
async function setUp({ isRequired = false, defaultRole = 'viewer' as 'viewer' | 'editor' | null } = {}) {
  const owner = await signInOwner(service)
  const { body } = await owner.send('GET /api/sso')
  const provider = await startProvider([body.redirect_uri])
  const domain = `${newId()}.test`
  const set = await owner.send('PUT /api/sso/provider', settings(provider, defaultRole))
  if (set.status !== 200) throw new Error(JSON.stringify(set.body))
  await verifyDomain(owner, domain)
  if (isRequired) await require(owner)
  provider.person = { sub: newId(), email: `ada@${domain}`, name: 'Ada Lovelace' }
  return { owner, provider, domain, key: owner.organizationId }
}

const settings = (
  { issuer, clientId, clientSecret }: TestProvider,
  defaultRole: string | null = 'viewer',
) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  groups_claim: 'groups',
  default_role: defaultRole,
})

async function verifyDomain(owner: Browser, domain: string) {
  const added = await owner.send('POST /api/sso/domains', { domain })
  names.records.set(domain, ['v=spf1 -all', added.body.txt_record])
  const verified = await owner.send(`POST /api/sso/domains/${added.body.id}/verify`)
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body))
  return String(added.body.id)
}

const require = (owner: Awaited<ReturnType<typeof signInOwner>>) =>
  owner.send('PUT /api/sso/requirement', { is_required: true, emergency_user_id: owner.session.user.id })

type SetUp = Awaited<ReturnType<typeof setUp>>

const start = (page: Browser, email: string, next?: string) =>
  page.send('POST /api/auth/providers/start', { email, ...(next !== undefined && { next }) })

const finish = (page: Browser, provider: string, query: string) =>
  page.send('POST /api/auth/providers/finish', { provider, query })

/** Goes to the provider and comes back with its answer, which `change` can change. */
async function visit(
  { provider, key }: Pick<SetUp, 'provider' | 'key'>,
  {
    page = browser(app),
    email = String(provider.person.email),
    change = null as ((query: URLSearchParams) => void) | null,
  } = {},
) {
  const started = await start(page, email)
  if (started.body?.url === undefined) throw new Error(JSON.stringify(started.body))
  const { searchParams } = await provider.visit(started.body.url)
  change?.(searchParams)
  return { page, query: searchParams.toString(), ...(await finish(page, key, searchParams.toString())) }
}

const isSignedIn = async (page: Browser) => (await page.send('GET /api/auth/get-session')).body !== null
const events = async (owner: Browser): Promise<string[]> =>
  (await owner.send('GET /api/audit-log')).body.items.map(({ kind }: { kind: string }) => kind)
const refused = { status: 403, body: { code: 'forbidden' } }

test('the first sign-in creates account and member, later ones find them, and sessions end after 12 hours', async () => {
  const acme = await setUp()
  const { page, status, body } = await visit(acme)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    next: '/dashboard',
    second_factor: null,
    session: {
      session: { methods: ['sso'], organization_id: acme.key },
      user: { email: `ada@${acme.domain}`, name: 'Ada Lovelace', email_verified_by: 'provider' },
    },
  })
  const { session } = body.session
  expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(12 * 3_600_000)
  expect((await page.send('GET /api/organization')).body.member.role).toBe('viewer')
  acme.provider.person.email = `renamed@${acme.domain}`
  const again = await visit(acme)
  expect(again.body.session.user).toMatchObject({ id: body.session.user.id, email: `ada@${acme.domain}` })
  expect(await events(acme.owner)).toEqual(
    expect.arrayContaining(['member.joined', 'identity.added', 'sso.changed']),
  )
})

test('an address of an unverified domain gets no provider, and the answer is the same with and without an account', async () => {
  const { domain, owner } = await setUp()
  const page = browser(app)
  expect((await start(page, owner.person.email)).body).toBe(null)
  expect((await start(page, `nobody@${newId()}.test`)).body).toBe(null)
  const known = await start(page, `ada@${domain}`)
  const unknown = await start(page, `nobody@${domain}`)
  expect([known, unknown].map(({ status, body }) => [status, new URL(body.url).pathname])).toEqual([
    [200, '/auth'],
    [200, '/auth'],
  ])
  const { searchParams } = new URL(known.body.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${base.baseUrl}/sso/callback/${owner.organizationId}`,
    login_hint: `ada@${domain}`,
    nonce: expect.stringMatching(/.{40,}/),
    state: expect.stringMatching(/.{40,}/),
  })
})

const now = () => Math.floor(Date.now() / 1000)
const attacks: Record<string, NonNullable<TestProvider['tamper']>> = {
  'another issuer': (claims) => ({ claims: { ...claims, iss: 'https://accounts.google.com' } }),
  'another audience': (claims) => ({ claims: { ...claims, aud: 'another client' } }),
  'another authorized party': (claims) => ({
    claims: { ...claims, aud: ['ansight', 'other'], azp: 'other' },
  }),
  'another nonce': (claims) => ({ claims: { ...claims, nonce: 'another' } }),
  'no nonce': ({ nonce, ...claims }) => ({ claims }),
  'a time of expiry in the past': (claims) => ({ claims: { ...claims, exp: now() - 60 } }),
  'a start in the future': (claims) => ({ claims: { ...claims, nbf: now() + 120 } }),
  'no subject': ({ sub, ...claims }) => ({ claims }),
  'no signature': (_claims, header) => ({ header: { ...header, alg: 'none' } }),
  'a symmetric signature': (_claims, header) => ({ header: { ...header, alg: 'HS256' } }),
  'a key that does not exist': (_claims, header) => ({ header: { ...header, kid: 'unknown' } }),
  'an unconfirmed address': (claims) => ({ claims: { ...claims, email_verified: false } }),
  'an address of another domain': (claims) => ({ claims: { ...claims, email: 'ada@gmail.com' } }),
  'no address': ({ email, ...claims }) => ({ claims }),
}

test.each(Object.entries(attacks))('a token with %s opens no session', async (_name, tamper) => {
  const acme = await setUp()
  acme.provider.tamper = tamper
  const { page, ...answer } = await visit(acme)
  expect(answer).toMatchObject(refused)
  expect(await isSignedIn(page)).toBe(false)
  acme.provider.tamper = null
  expect((await visit(acme)).status).toBe(200)
})

test('clocks may differ by 30 seconds', async () => {
  const acme = await setUp()
  const withTimes = (seconds: number) => {
    acme.provider.tamper = (claims) => ({ claims: { ...claims, iat: now() + seconds, nbf: now() + seconds } })
    return visit(acme)
  }
  expect((await withTimes(20)).status).toBe(200)
  expect((await withTimes(90)).status).toBe(403)
})

test('a rotated key works once it is published, and not before', async () => {
  const acme = await setUp()
  expect((await visit(acme)).status).toBe(200)
  acme.provider.rotateKey({ isPublished: false })
  expect((await visit(acme)).status).toBe(403)
  acme.provider.rotateKey()
  expect((await visit(acme)).status).toBe(200)
})

test('an answer works once, in the browser that started it, with its own state, and within ten minutes', async () => {
  const acme = await setUp()
  const { page, query, status } = await visit(acme)
  expect(status).toBe(200)
  // Replayed in the same browser, and with the cookie of another visit.
  expect(await finish(page, acme.key, query)).toMatchObject(refused)
  await start(page, `ada@${acme.domain}`)
  expect(await finish(page, acme.key, query)).toMatchObject(refused)
  // In another browser.
  const victim = browser(app)
  const attacker = browser(app)
  const { body } = await start(attacker, `ada@${acme.domain}`)
  const answer = await acme.provider.visit(body.url)
  expect(await finish(victim, acme.key, answer.search.slice(1))).toMatchObject(refused)
  expect(await isSignedIn(victim)).toBe(false)
  const changes = [
    (params: URLSearchParams) => params.set('state', 'another'),
    (params: URLSearchParams) => params.delete('state'),
    (params: URLSearchParams) => params.set('code', 'another'),
  ]
  for (const change of changes) expect(await visit(acme, { change })).toMatchObject(refused)
  const late = browser(app)
  const started = await start(late, `ada@${acme.domain}`)
  const back = await acme.provider.visit(started.body.url)
  clock.offsetMs = 11 * 60_000
  expect(await finish(late, acme.key, back.search.slice(1))).toMatchObject(refused)
  clock.offsetMs = 0
})

test('a code is used with the verifier of its visit', async () => {
  const acme = await setUp()
  const page = browser(app)
  const first = await acme.provider.visit((await start(page, `ada@${acme.domain}`)).body.url)
  const second = await acme.provider.visit((await start(page, `ada@${acme.domain}`)).body.url)
  second.searchParams.set('code', first.searchParams.get('code') ?? '')
  expect(await finish(page, acme.key, second.search.slice(1))).toMatchObject(refused)
})

test('an answer of another provider is refused (mix-up)', async () => {
  const acme = await setUp()
  const evil = await setUp()
  for (const change of [
    (params: URLSearchParams) => params.set('iss', evil.provider.issuer),
    (params: URLSearchParams) => params.delete('iss'),
  ])
    expect(await visit(acme, { change })).toMatchObject(refused)
  const page = browser(app)
  const { body } = await start(page, `ada@${acme.domain}`)
  const answer = await acme.provider.visit(body.url)
  expect(await finish(page, evil.key, answer.search.slice(1))).toMatchObject(refused)
})

test('a provider that refuses the person leads to no session', async () => {
  const acme = await setUp()
  const page = browser(app)
  const { body } = await start(page, `ada@${acme.domain}`)
  const state = new URL(body.url).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: 'access_denied', state, iss: acme.provider.issuer })
  expect(await finish(page, acme.key, query.toString())).toMatchObject(refused)
})

test('a provider opens only accounts with an address of its domains, whatever address it returns', async () => {
  const acme = await setUp()
  const other = await signInOwner(service)
  acme.provider.person.email = other.person.email
  expect(await visit(acme, { email: `ada@${acme.domain}` })).toMatchObject(refused)
  acme.provider.person.email = `ada@${acme.domain}`
  expect((await visit(acme)).status).toBe(200)
  // The account has moved to another address since.
  await base.db
    .updateTable('users')
    .set({ email: `${newId()}@elsewhere.test` })
    .where('email', '=', `ada@${acme.domain}`)
    .execute()
  expect(await visit(acme)).toMatchObject(refused)
})

test('an account with the address is opened if the provider has verified the address, and its owner gets an email', async () => {
  const acme = await setUp()
  const email = String(acme.provider.person.email)
  const ada = await signInOwner(service, { name: 'Ada', email, password })
  const { body } = await visit(acme)
  expect(body.session.user.id).toBe(ada.session.user.id)
  await Promise.all(base.use(outgoingAccountEmail))
  expect(mails.received.some(({ to }) => to.includes(email))).toBe(true)
  const bea = { name: 'Bea', email: `bea@${acme.domain}`, password }
  const squatter = await signInOwner(service, bea)
  await base.db.updateTable('users').set({ email_verified_by: null }).where('email', '=', bea.email).execute()
  acme.provider.person = { sub: newId(), email: bea.email }
  expect(await visit(acme)).toMatchObject(refused)
  // The person signs in as before, and links.
  const { url } = (await squatter.send('POST /api/auth/identities/link', {})).body
  const back = await acme.provider.visit(url)
  expect((await finish(squatter, acme.key, back.search.slice(1))).status).toBe(200)
  expect((await visit(acme)).body.session.user).toMatchObject({
    id: squatter.session.user.id,
    email_verified_by: 'provider',
  })
})

test('a person with a second factor needs it after the provider as well', async () => {
  const acme = await setUp()
  const email = String(acme.provider.person.email)
  const ada = await signInOwner(service, { name: 'Ada', email, password })
  const { secret } = await addApp(ada, base)
  const { page, body } = await visit(acme)
  expect(body).toMatchObject({ session: null, second_factor: ['totp', 'recovery_code'] })
  expect(await isSignedIn(page)).toBe(false)
  const { status, body: signedIn } = await page.send('POST /api/auth/sign-in/factor', {
    code: codeOf(secret, base),
  })
  expect(status).toBe(200)
  expect(signedIn.session).toMatchObject({ methods: ['sso', 'totp'], organization_id: acme.key })
})

test('a required provider keeps passwords and other providers out, except of the emergency owner, which is recorded', async () => {
  const acme = await setUp()
  await visit(acme)
  const email = `bea@${acme.domain}`
  const bea = await signInOwner(service, { name: 'Bea', email, password })
  acme.provider.person = { sub: newId(), email }
  await visit(acme)
  const page = await enterPassword(app, email)
  expect(page.status).toBe(200)
  expect((await page.send('POST /api/auth/organization', { organization_id: acme.key })).status).toBe(200)
  expect((await require(acme.owner)).status).toBe(200)
  // The session that showed the organization has ended.
  expect(await isSignedIn(page)).toBe(false)
  const after = await enterPassword(app, email)
  expect(after.body.session.organization_id).toBe(bea.organizationId)
  expect(await after.send('POST /api/auth/organization', { organization_id: acme.key })).toMatchObject(
    refused,
  )
  await base.db.deleteFrom('organizations').where('id', '=', bea.organizationId).execute()
  expect(await enterPassword(app, email)).toMatchObject(refused)
  expect((await visit(acme)).body.session.session.organization_id).toBe(acme.key)
  const emergency = await enterPassword(app, acme.owner.person.email)
  expect(emergency.body.session.organization_id).toBe(acme.key)
  expect((await events(acme.owner)).filter((kind) => kind === 'sso.bypassed')).toHaveLength(1)
})

test('an invitation into an organization that requires its provider opens nothing with a password', async () => {
  const acme = await setUp({ isRequired: true })
  const email = `${newId()}@people.test`
  const { body } = await acme.owner.send('POST /api/invitations', { email, role: 'admin' })
  await Promise.all(base.use(outgoingAccountEmail))
  const mail = mails.received.findLast(({ to }) => to.includes(email))
  const token = /\/invite\/([\w-]+)/.exec(mail?.source.replaceAll('=\r\n', '') ?? '')?.[1] ?? body.token
  expect(
    await browser(app).send(`POST /api/invitations/${token}/accept`, { name: 'Eve', password }),
  ).toMatchObject(refused)
  expect(await base.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('the emergency owner keeps a password, the role and the membership while the provider is required', async () => {
  const { owner, key } = await setUp({ isRequired: true })
  const id = owner.session.user.id
  const { userId } = await addOwner(key)
  expect((await owner.send(`PATCH /api/members/${id}`, { role: 'admin' })).status).toBe(409)
  expect((await owner.send(`DELETE /api/members/${id}`)).status).toBe(409)
  expect((await owner.send('DELETE /api/auth/user')).status).toBe(409)
  const choose = (userId: string | null, isRequired = true) =>
    owner.send('PUT /api/sso/requirement', { is_required: isRequired, emergency_user_id: userId })
  expect((await choose(userId)).status).toBe(400)
  expect((await choose(null)).status).toBe(400)
  expect((await owner.send('DELETE /api/sso/provider')).status).toBe(409)
  expect((await choose(id, false)).status).toBe(200)
  expect((await owner.send(`PATCH /api/members/${id}`, { role: 'admin' })).status).toBe(200)
})

/** Adds an owner without a password. */
async function addOwner(organizationId: string) {
  const userId = newId()
  await base.db
    .insertInto('users')
    .values({ id: userId, name: 'Cy', email: `${userId}@people.test` })
    .execute()
  await base.db
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role: 'owner' })
    .execute()
  return { userId }
}

test('groups decide on role and brands at each sign-in; the first rule in their order applies, and owners stay owners', async () => {
  const acme = await setUp({ defaultRole: null })
  const { owner, provider } = acme
  const brand = (await owner.send('POST /api/brands', { name: 'Acme', domain: acme.domain })).body.id
  const add = (group: string, role: string, brand_ids: string[] | null = null) =>
    owner.send('POST /api/sso/rules', { group, role, brand_ids })
  expect((await add('editors', 'editor')).status).toBe(201)
  expect((await add('admins', 'admin')).status).toBe(201)
  expect((await add('clients', 'client', [brand])).status).toBe(201)
  expect((await add('admins', 'viewer')).status).toBe(409)
  expect((await add('clients2', 'client')).status).toBe(400)
  expect((await add('owners', 'owner')).status).toBe(400)
  const member = async () => {
    const { status } = await visit(acme)
    if (status !== 200) return status
    return (await owner.send('GET /api/members')).body.items.find(
      ({ email }: { email: string }) => email === provider.person.email,
    )
  }
  provider.person.groups = []
  expect(await member()).toBe(403)
  provider.person.groups = ['admins', 'editors']
  expect(await member()).toMatchObject({ role: 'editor', brand_ids: null })
  const [, admins] = (await owner.send('GET /api/sso')).body.rules
  const move = (position: number) => owner.send(`PATCH /api/sso/rules/${admins.id}`, { position })
  const order = async () =>
    (await owner.send('GET /api/sso')).body.rules.map(({ group }: { group: string }) => group)
  expect((await move(0)).status).toBe(400)
  expect((await move(1)).status).toBe(204)
  expect(await order()).toEqual(['admins', 'editors', 'clients'])
  expect(await member()).toMatchObject({ role: 'admin' })
  expect((await move(3)).status).toBe(204)
  expect(await order()).toEqual(['editors', 'clients', 'admins'])
  expect(await member()).toMatchObject({ role: 'editor' })
  provider.person.groups = ['admins']
  expect(await member()).toMatchObject({ role: 'admin' })
  provider.person.groups = 'clients'
  expect(await member()).toMatchObject({ role: 'client', brand_ids: [brand] })
  provider.person.groups = undefined
  expect(await member()).toBe(403)
  await base.db
    .updateTable('members')
    .set({ role: 'owner', brand_ids: null })
    .where('organization_id', '=', acme.key)
    .where('role', '=', 'client')
    .execute()
  provider.person.groups = ['editors']
  expect(await member()).toMatchObject({ role: 'owner' })
})

test('a plan without room for another member refuses the person, with the limit', async () => {
  const acme = await setUp()
  const cloud = await secondProcess(service, { DEPLOYMENT: 'cloud' }, { now: base.now })
  await base.db.updateTable('organizations').set({ plan: 'starter' }).where('id', '=', acme.key).execute()
  const signIn = (name: string) => {
    acme.provider.person = { sub: newId(), email: `${name}@${acme.domain}` }
    return visit(acme, { page: browser(cloud.app) })
  }
  for (const name of ['p1', 'p2', 'p3', 'p4']) expect((await signIn(name)).status).toBe(200)
  expect(await signIn('bea')).toMatchObject({
    status: 402,
    body: { code: 'plan_limit', quota: { resource: 'members', limit: 5 } },
  })
  const email = `bea@${acme.domain}`
  expect(await base.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('an issuer at a private address, over plain HTTP, or for all tenants is refused', async () => {
  const { owner, provider } = await setUp()
  const put = (issuer: string) => owner.send('PUT /api/sso/provider', { ...settings(provider), issuer })
  for (const issuer of [
    'http://10.0.0.1',
    'https://169.254.169.254',
    'http://[::1]:8080',
    'https://192.168.1.1/realms/a',
  ])
    expect((await put(issuer)).body.code, issuer).toBe('unsafe_url')
  // Of a public host.
  expect((await put('http://93.184.215.14')).status).toBe(400)
  expect((await put(`${provider.issuer}/nothing`)).status).toBe(400)
  expect((await put('not a url')).status).toBe(400)
  expect((await owner.send('GET /api/sso')).body.provider.issuer).toBe(provider.issuer)
})

test('the path to return to is one of the dashboard', async () => {
  const { domain } = await setUp()
  const page = browser(app)
  for (const next of [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
  ])
    expect((await start(page, `ada@${domain}`, next)).status, next).toBe(400)
  expect((await start(page, `ada@${domain}`, '/dashboard/brands/acme?days=7')).status).toBe(200)
})

test('a domain belongs to one organization, which controls it, and public mailbox providers to none', async () => {
  const { domain } = await setUp()
  const { owner: eve } = await setUp()
  for (const public_ of ['gmail.com', 'mail.gmail.com', 'co.uk', 'github.io', 'localhost', '127.0.0.1'])
    expect((await eve.send('POST /api/sso/domains', { domain: public_ })).status, public_).toBe(400)
  const { id, txt_record } = (await eve.send('POST /api/sso/domains', { domain })).body
  const verify = () => eve.send(`POST /api/sso/domains/${id}/verify`)
  // The record of the other organization is there.
  expect(await verify()).toMatchObject({ status: 409 })
  const others = names.records.get(domain) ?? []
  names.records.set(domain, [...others, txt_record])
  expect(await verify()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(
    (await eve.send('GET /api/sso')).body.domains.find((each: { id: string }) => each.id === id).verified_at,
  ).toBe(null)
})

const unfold = (line = '') => line.replaceAll('\r\n ', ' ')

test('a missing record is noticed after a month and ends the verification after a week, with an email to the owners each time, and a broken name server does not', async () => {
  const acme = await setUp()
  const [own] = (await acme.owner.send('GET /api/sso')).body.domains
  const read = () =>
    base.db
      .selectFrom('sso_domains')
      .select(['verified_at', 'missing_since'])
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
  const record = names.records.get(acme.domain) ?? []
  names.records.set(acme.domain, ['v=spf1 -all'])
  const at = async (days: number) => {
    clock.offsetMs = days * dayMs
    await checkDomains(base)
    await Promise.all(base.use(outgoingAccountEmail))
    const { verified_at, missing_since } = await read()
    return [verified_at !== null, missing_since !== null]
  }
  const emails = () =>
    mails.received.flatMap(({ to, source }) =>
      to.includes(acme.owner.person.email) ? [/^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1]] : [],
    )
  const missing = `The TXT record of ${acme.domain} is missing`
  try {
    expect(await at(1)).toEqual([true, false])
    names.isBroken = true
    expect(await at(31)).toEqual([true, false])
    names.isBroken = false
    expect(await at(32)).toEqual([true, true])
    names.records.set(acme.domain, record)
    expect(await at(33)).toEqual([true, false])
    names.records.delete(acme.domain)
    expect(await at(64)).toEqual([true, true])
    expect(await at(70)).toEqual([true, true])
    expect(emails().map(unfold)).toEqual([missing, missing])
    expect(await at(71)).toEqual([false, true])
    expect(await at(72)).toEqual([false, true])
    expect(emails().map(unfold)).toEqual([missing, missing, `${acme.domain} is no longer verified`])
  } finally {
    clock.offsetMs = 0
  }
  expect((await start(browser(app), `ada@${acme.domain}`)).body).toBe(null)
  expect(await events(acme.owner)).toEqual(expect.arrayContaining(['sso_domain.missing', 'sso_domain.lost']))
})

test('a test shows the claims and the role, or why the person is refused, and changes nothing', async () => {
  const acme = await setUp()
  const { owner, provider } = acme
  const run = async () => {
    const { url } = (await owner.send('POST /api/sso/test', { provider: null })).body
    const back = await provider.visit(url)
    return finish(owner, acme.key, back.search.slice(1))
  }
  expect((await run()).body).toMatchObject({
    next: '/dashboard/settings/sso',
    session: null,
    test: {
      email: `ada@${acme.domain}`,
      role: 'viewer',
      problem: null,
      claims: { sub: provider.person.sub },
    },
  })
  provider.person.email = 'ada@gmail.com'
  expect((await run()).body.test).toMatchObject({
    role: null,
    problem: expect.stringContaining('ada@gmail.com'),
  })
  provider.tamper = (claims) => ({ claims: { ...claims, aud: 'another' } })
  expect((await run()).body.error ?? (await run()).body.message).toMatch(/aud|claim/)
  expect(
    await base.db.selectFrom('users').select('id').where('email', '=', `ada@${acme.domain}`).execute(),
  ).toEqual([])
})

test('coming back from the provider counts as a recent sign-in, of the linked person only', async () => {
  const acme = await setUp()
  const { page } = await visit(acme)
  await base.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - dayMs / 2) })
    .where('organization_id', '=', acme.key)
    .execute()
  const link = () => page.send('POST /api/auth/identities/link', {})
  expect((await link()).body.code).toBe('reauthentication_required')
  const again = async () => {
    const { body } = await page.send('POST /api/auth/identities/reauthenticate', {})
    const back = await acme.provider.visit(body.url)
    return finish(page, acme.key, back.search.slice(1))
  }
  const { person } = acme.provider
  acme.provider.person = { sub: newId(), email: `bea@${acme.domain}` }
  expect(await again()).toMatchObject(refused)
  acme.provider.person = person
  expect((await again()).status).toBe(200)
  expect((await link()).status).toBe(200)
})

test('another provider ends the sessions and the identities of the earlier one', async () => {
  const acme = await setUp()
  const { page } = await visit(acme)
  const next = await startProvider([(await acme.owner.send('GET /api/sso')).body.redirect_uri])
  expect((await acme.owner.send('PUT /api/sso/provider', settings(next, 'editor'))).status).toBe(200)
  expect(await isSignedIn(page)).toBe(false)
  next.person = { ...acme.provider.person }
  const { body } = await visit({ ...acme, provider: next })
  expect(body.session.user.email).toBe(`ada@${acme.domain}`)
  const secret = await acme.owner.send('PUT /api/sso/provider', {
    ...settings(next, 'viewer'),
    client_secret: undefined,
  })
  expect(secret.status).toBe(200)
  expect(JSON.stringify((await acme.owner.send('GET /api/sso')).body)).not.toContain(next.clientSecret)
  expect((await visit({ ...acme, provider: next })).status).toBe(200)
})

test('only owners see and change single sign-on', async () => {
  const acme = await setUp({ defaultRole: 'editor' })
  const { page } = await visit(acme)
  for (const address of ['GET /api/sso', 'POST /api/sso/test', 'DELETE /api/sso/provider'])
    expect((await page.send(address)).status, address).toBe(403)
})
