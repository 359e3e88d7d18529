import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { newId, sha256 } from '../core/ids.ts'
import { createUser } from './accounts.ts'
import { type Browser, browser, newAddress, password, signInOwner } from './browser.fixture.ts'

let now = new Date('2026-03-01T12:00:00Z')
const service = await testService({}, { now: () => now })
const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

const signIn = async (email: string, secret = password): Promise<Browser> => {
  const page = browser(service.app)
  expect((await page.send('POST /api/auth/sign-in/email', { email, password: secret })).status).toBe(200)
  return page
}
const isSignedIn = async (page: Browser) => (await page.send('GET /api/auth/get-session')).body !== null

test('a person changes their name and language, and bad values change nothing', async () => {
  const ada = await signInOwner(service)
  expect((await ada.send('PATCH /api/auth/user', { name: ' Ada  L. ' })).body.user.name).toBe('Ada L.')
  for (const wrong of [{ name: '' }, { language: 'tlh' }, { email: newAddress() }])
    expect((await ada.send('PATCH /api/auth/user', wrong)).status).toBe(400)
  expect((await ada.send('GET /api/auth/get-session')).body.user).toMatchObject({
    name: 'Ada L.',
    language: null,
  })
})

test('only the SHA-256 of a session token is stored', async () => {
  const ada = await signInOwner(service)
  const token = (ada.cookies.get('ansight_session') ?? '').split('.')[0] ?? ''
  const rows = await service.base.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', ada.session.user.id)
    .execute()
  expect(rows.map(({ token_hash }) => token_hash.toString('hex'))).toEqual([sha256(token).toString('hex')])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a person sees and ends their sessions, and not those of others', async () => {
  const ada = await signInOwner(service)
  const bea = await signInOwner(service)
  const elsewhere = await signIn(ada.person.email)
  const third = await signIn(ada.person.email)
  const { items } = (await ada.send('GET /api/auth/sessions')).body
  expect(items).toHaveLength(3)
  expect(items.filter(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
    expect.objectContaining({ id: ada.session.session.id, ip_address: '127.0.0.1', methods: ['password'] }),
  ])
  const other = (await elsewhere.send('GET /api/auth/get-session')).body.session.id
  expect((await bea.send(`DELETE /api/auth/sessions/${other}`)).status).toBe(404)
  expect((await ada.send(`DELETE /api/auth/sessions/${newId()}`)).status).toBe(404)
  expect((await ada.send(`DELETE /api/auth/sessions/${other}`)).status).toBe(204)
  expect([await isSignedIn(elsewhere), await isSignedIn(third)]).toEqual([false, true])
  expect((await ada.send('POST /api/auth/sessions/end-others')).status).toBe(204)
  expect([await isSignedIn(third), await isSignedIn(ada), await isSignedIn(bea)]).toEqual([false, true, true])
})

test('a person has at most 100 sessions: a sign-in ends those that were used longest ago', async () => {
  const ada = await signInOwner(service)
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    id: newId(),
    user_id: ada.session.user.id,
    token_hash: sha256(newId()),
    methods: ['password'],
    authenticated_at: now,
    expires_at: new Date(now.getTime() + 60_000),
    updated_at: new Date(now.getTime() - 1000 - n),
  }))
  for (let n = 0; n < rows.length; n += 2_000)
    await service.base.db
      .insertInto('sessions')
      .values(rows.slice(n, n + 2_000))
      .execute()
  const again = await signIn(ada.person.email)
  expect((await again.send('GET /api/auth/sessions')).body.items).toHaveLength(100)
  expect(await isSignedIn(ada)).toBe(true)
})

test('a dangerous action needs a sign-in within 10 minutes, or the password again', async () => {
  const ada = await signInOwner(service)
  wait(10)
  const { name } = (await ada.send('GET /api/organization')).body
  const attempts = {
    'POST /api/auth/password': { password: 'another long password' },
    'POST /api/auth/email': { email: newAddress() },
    'DELETE /api/auth/user': undefined,
    'DELETE /api/organization': { name },
  }
  for (const [address, body] of Object.entries(attempts))
    expect({ address, ...(await ada.send(address, body)) }).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    })
  const confirm = (secret: string) => ada.send('POST /api/auth/reauthenticate', { password: secret })
  expect(await confirm('not the password')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'password' }] },
  })
  expect((await ada.send('POST /api/auth/password', attempts['POST /api/auth/password'])).status).toBe(403)
  expect((await confirm(password)).status).toBe(204)
  expect((await ada.send('POST /api/auth/password', attempts['POST /api/auth/password'])).status).toBe(204)
  expect(await isSignedIn(await signIn(ada.person.email, 'another long password'))).toBe(true)
})

test('a changed password ends the other sessions, and revokes API keys if asked', async () => {
  const ada = await signInOwner(service)
  const elsewhere = await signIn(ada.person.email)
  const { token } = (await ada.send('POST /api/api-keys', { name: 'reports' })).body
  const whoami = async () =>
    (await browser(service.app, { authorization: `Bearer ${token}` }).send('GET /api/v1/whoami')).status
  expect((await ada.send('POST /api/auth/password', { password: 'password' })).status).toBe(400)
  expect((await ada.send('POST /api/auth/password', { password: 'another long password' })).status).toBe(204)
  expect([await isSignedIn(ada), await isSignedIn(elsewhere), await whoami()]).toEqual([true, false, 200])
  const third = { password: 'a third long password', revoke_api_keys: true }
  expect((await ada.send('POST /api/auth/password', third)).status).toBe(204)
  expect(await whoami()).toBe(401)
})

test('wrong passwords of a re-authentication count like those of a sign-in', async () => {
  const limited = await testService({ SIGN_IN_FAILURES: '2' })
  const ada = await signInOwner(limited)
  // The address is known after the sign-in, so the limit is that of known addresses.
  const statuses = new Set<number>()
  for (let n = 0; n < 101; n += 1)
    statuses.add((await ada.send('POST /api/auth/reauthenticate', { password: `guess number ${n}` })).status)
  expect(statuses).toEqual(new Set([400, 429]))
})

test('the export of a person has their own data only, and no secrets', async () => {
  const ada = await signInOwner(service)
  const ctx = { ...service.base, organizationId: ada.organizationId, actor: { kind: 'system' as const } }
  const bea = { name: 'Bea', email: newAddress(), password, role: 'viewer' as const, brandIds: null }
  await createUser(ctx, bea)
  const { key, token } = (await ada.send('POST /api/api-keys', { name: 'reports' })).body
  const { status, body } = await ada.send('GET /api/auth/export')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { email: ada.person.email },
    memberships: [{ organization: { id: ada.organizationId }, role: 'owner' }],
    sessions: [{ is_current: true }],
    api_keys: [{ name: key.name, prefix: key.prefix }],
  })
  expect(body.actions.map(({ kind }: { kind: string }) => kind)).toEqual([
    'api_key.created',
    'user.signed_in',
  ])
  const text = JSON.stringify(body)
  for (const secret of [bea.email, token, 'scrypt']) expect(text).not.toContain(secret)
})

test('a deleted account ends everywhere, and the only owner of an organization cannot delete theirs', async () => {
  const ada = await signInOwner(service)
  expect(await ada.send('DELETE /api/auth/user')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const ctx = { ...service.base, organizationId: ada.organizationId, actor: { kind: 'system' as const } }
  const email = newAddress()
  await createUser(ctx, { name: 'Bea', email, password, role: 'owner', brandIds: null })
  const bea = await signIn(email)
  // Two owners cannot both leave.
  const answers = await Promise.all([ada.send('DELETE /api/auth/user'), bea.send('DELETE /api/auth/user')])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const [left, stayed] = answers[0].status === 204 ? [ada, bea] : [bea, ada]
  expect(await isSignedIn(left)).toBe(false)
  expect((await stayed.send('GET /api/members')).body.items).toHaveLength(1)
  const log = (await stayed.send('GET /api/audit-log?kind=user.deleted')).body.items
  expect(log).toHaveLength(1)
})

test('a route of a person needs a session, and a change the XSRF token', async () => {
  const ada = await signInOwner(service)
  const gets = ['sessions', 'organizations', 'export']
  for (const path of gets) expect((await browser(service.app).send(`GET /api/auth/${path}`)).status).toBe(401)
  const changes = [
    ['POST /api/auth/password', { password: 'another long password' }],
    ['POST /api/auth/email', { email: newAddress() }],
    ['POST /api/auth/sessions/end-others', undefined],
    ['POST /api/auth/organization', { organization_id: ada.organizationId }],
    ['DELETE /api/auth/user', undefined],
  ] as const
  for (const [address, body] of changes) {
    expect((await browser(service.app).send(address, body)).status).toBe(401)
    expect(await ada.send(address, body, { 'x-xsrf-token': '' })).toMatchObject({
      status: 403,
      body: { code: 'csrf' },
    })
  }
  expect(await isSignedIn(ada)).toBe(true)
})
