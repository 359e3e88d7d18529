import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sharedService, testService } from '../../test/support.ts'
import { createOwner } from './accounts.ts'
import {
  type Browser,
  type BrowserResponse,
  browser,
  countHashes,
  newAddress,
  password,
  secondProcess,
  signInOwner,
} from './browser.fixture.ts'

const someone = () => ({ name: 'Ada', email: newAddress(), password })

const open = await sharedService()
const fresh = await testService({ SIGNUPS: 'invite_only' })

test('exactly one of many concurrent first sign-ups becomes the owner, and the others get 403', async () => {
  const { app, base } = fresh
  expect((await browser(app).send('GET /api/status')).body).toMatchObject({
    first_run: true,
    signups: 'invite_only',
  })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => browser(app).send('POST /api/auth/sign-up/email', someone())),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(403)])
  const refused = answers.find(({ status }) => status === 403)
  expect(refused?.body).toMatchObject({ code: 'forbidden', error: expect.stringMatching(/invitation\.$/) })
  const members = await base.db.selectFrom('members').select(['role', 'brand_ids']).execute()
  expect(members).toEqual([{ role: 'owner', brand_ids: null }])
  expect(await base.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  expect(await base.db.selectFrom('organizations').select('plan').execute()).toEqual([
    { plan: 'self_hosted' },
  ])
  expect((await browser(app).send('GET /api/status')).body).toMatchObject({ first_run: false })
})

test('a closed sign-up does not reveal whether an address has an account', async () => {
  const { person } = await signInOwner(open)
  const { app } = open
  const known = await browser(app).send('POST /api/auth/sign-up/email', person)
  const unknown = await browser(app).send('POST /api/auth/sign-up/email', someone())
  expect(known.status).toBe(403)
  expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
})

test.each([
  ['a password of 7 characters', { password: '1234567' }, 'password'],
  ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
  ['an address without a domain', { email: 'ada' }, 'email'],
  ['an empty name', { name: ' ' }, 'name'],
  ['a name with a NUL', { name: 'A\u0000da' }, 'name'],
  ['an unknown field', { admin: true }, 'admin'],
])('sign-up rejects %s with the name of the field', async (_, wrong, path) => {
  const answer = await browser(open.app).send('POST /api/auth/sign-up/email', { ...someone(), ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.details).toEqual([{ path, message: expect.any(String) }])
})

test('a wrong password and an unknown address get the same response after one password hash each', async () => {
  const { person } = await signInOwner(open)
  const hashes = countHashes()
  const attempt = async (email: string) => {
    const before = hashes()
    const { status, body } = await browser(open.app).send('POST /api/auth/sign-in/email', {
      email,
      password: 'not this one',
    })
    expect(hashes() - before).toBe(1)
    return { status, body: { ...body, request_id: '' } }
  }
  const wrong = await attempt(person.email)
  expect(wrong).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(await attempt(someone().email)).toEqual(wrong)
})

test('the session cookie is HttpOnly, XSRF-TOKEN is not, and exactly on https both are Secure and the first has the __Host- prefix', async () => {
  const lines = async (baseUrl: string) => {
    const { app, base } = await secondProcess(open, {}, { baseUrl })
    const person = someone()
    await createOwner(base, person)
    const answer = await browser(app).send('POST /api/auth/sign-in/email', {
      email: person.email,
      password,
    })
    return answer.setCookies.map((line) => line.replace(/=[^;]*/, ''))
  }
  expect(await lines('http://localhost:3000')).toEqual([
    'ansight_session; Path=/; Max-Age=604800; SameSite=Lax; HttpOnly',
    'XSRF-TOKEN; Path=/; Max-Age=604800; SameSite=Lax',
  ])
  expect(await lines('https://ansight.test')).toEqual([
    '__Host-ansight_session; Path=/; Max-Age=604800; SameSite=Lax; HttpOnly; Secure',
    'XSRF-TOKEN; Path=/; Max-Age=604800; SameSite=Lax; Secure',
  ])
})

test('a user chooses the language of the dashboard, and every session of the user has it', async () => {
  const { send, person } = await signInOwner(open)
  expect((await send('GET /api/auth/get-session')).body.user.language).toBeNull()
  const changed = await send('PATCH /api/auth/user', { language: 'ja' })
  expect(changed).toMatchObject({ status: 200, body: { user: { language: 'ja' } } })
  const elsewhere = browser(open.app)
  const { email, password } = person
  const signedIn = await elsewhere.send('POST /api/auth/sign-in/email', { email, password })
  expect(signedIn.body.user.language).toBe('ja')
  expect((await elsewhere.send('GET /api/auth/get-session')).body.user.language).toBe('ja')
  expect((await send('PATCH /api/auth/user', { language: null })).body.user.language).toBeNull()
})

test('a change of the language without a session, without the XSRF token or to an unknown one is rejected', async () => {
  const { send } = await signInOwner(open)
  const change = { language: 'de' }
  expect((await browser(open.app).send('PATCH /api/auth/user', change)).status).toBe(401)
  expect((await send('PATCH /api/auth/user', change, { 'x-xsrf-token': '' })).status).toBe(403)
  expect((await send('PATCH /api/auth/user', { language: 'tlh' })).status).toBe(400)
  expect((await send('GET /api/auth/get-session')).body.user.language).toBeNull()
})

test('get-session returns the session without its token, and null without or with a forged cookie', async () => {
  const { send, session, person, cookies } = await signInOwner(open)
  const { status, body } = await send('GET /api/auth/get-session')
  expect(status).toBe(200)
  expect(body).toEqual(session)
  expect(body.user).toMatchObject({ email: person.email, name: 'Ada' })
  const cookie = cookies.get('ansight_session') ?? ''
  expect(JSON.stringify(body)).not.toContain(cookie.split('.')[0])
  const { send: stranger, cookies: forged } = browser(open.app)
  const token = cookie.split('.')[0]
  for (const value of ['', 'x', token, `${token}.`, `${token}.${'A'.repeat(43)}`, `${cookie}.x`]) {
    forged.set('ansight_session', String(value))
    expect(await stranger('GET /api/auth/get-session')).toMatchObject({ status: 200, body: null })
  }
})

test('signing out requires the XSRF header, ends the session immediately and clears both cookies', async () => {
  const { send, cookies } = await signInOwner(open)
  const sessionCookie = cookies.get('ansight_session') ?? ''
  const refused = await send('POST /api/auth/sign-out', undefined, { 'x-xsrf-token': '' })
  expect(refused).toMatchObject({ status: 403, body: { code: 'csrf' } })
  expect((await send('POST /api/auth/sign-out')).status).toBe(200)
  expect([...cookies.keys()]).toEqual([])
  cookies.set('ansight_session', sessionCookie)
  expect((await send('GET /api/organization')).status).toBe(401)
  expect((await browser(open.app).send('POST /api/auth/sign-out')).status).toBe(401)
})

test('unsafe methods require the XSRF token of the same session', async () => {
  const [ada, bea] = [await signInOwner(open), await signInOwner(open)]
  const rename = (xsrf: string) =>
    ada.send('PATCH /api/organization', { name: 'Acme' }, { 'x-xsrf-token': xsrf })
  const own = ada.cookies.get('XSRF-TOKEN') ?? ''
  const others = bea.cookies.get('XSRF-TOKEN') ?? ''
  for (const wrong of ['', 'x', others, `${own}x`, own.toLowerCase()]) {
    expect(await rename(wrong)).toMatchObject({ status: 403, body: { code: 'csrf' } })
  }
  expect(await rename(own)).toMatchObject({ status: 200, body: { name: 'Acme' } })
})

test('any response sets XSRF-TOKEN when it is missing or wrong, and only then', async () => {
  const { send, cookies } = await signInOwner(open)
  const right = cookies.get('XSRF-TOKEN')
  expect((await send('GET /api/organization')).setCookies).toEqual([])
  for (const invalidateToken of [
    () => cookies.delete('XSRF-TOKEN'),
    () => cookies.set('XSRF-TOKEN', 'other'),
  ]) {
    invalidateToken()
    await send('GET /api/organization')
    expect(cookies.get('XSRF-TOKEN')).toBe(right)
  }
})

test.each([
  ['of the base URL', 'http://localhost:3000', 200],
  ["of the request's own host", 'http://other.test:8080', 200],
  ['of another site', 'https://evil.test', 403],
  ['of the same host on another port', 'http://localhost:4000', 403],
  ['with the opaque origin null', 'null', 403],
  ['with an invalid origin', 'x', 403],
])('sign-up, sign-in and get-session check the Origin of a page %s', async (_, origin, status) => {
  const { person } = await signInOwner(open)
  const { app } = await secondProcess(open, { ALLOWED_HOSTS: 'other.test' })
  const page = browser(app, { origin, host: 'other.test:8080' })
  const answers = [
    await page.send('POST /api/auth/sign-in/email', { email: person.email, password }),
    await page.send('GET /api/auth/get-session'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([status, status])
  if (status === 403) expect(answers[0]?.body.code).toBe('csrf')
  const signUp = await page.send('POST /api/auth/sign-up/email', someone())
  // Closed, because there is an account, and a foreign page is refused before that.
  expect(signUp).toMatchObject({ status: 403, body: { code: status === 403 ? 'csrf' : 'forbidden' } })
})

test('a session expires after a week, and use renews it at most once a day', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const service = await secondProcess(open, {}, { now: () => now })
  const { send, session, cookies } = await signInOwner(service)
  const expiry = async () => (await send('GET /api/auth/get-session')).body?.session.expires_at
  expect(session.session.expires_at).toBe('2026-03-08T00:00:00.000Z')
  now = new Date('2026-03-01T23:59:59Z')
  expect(await expiry()).toBe('2026-03-08T00:00:00.000Z')
  now = new Date('2026-03-02T00:00:00Z')
  const renewed = await send('GET /api/organization')
  expect(renewed.setCookies).toEqual([expect.stringMatching(/^ansight_session=.*Max-Age=604800/)])
  expect(await expiry()).toBe('2026-03-09T00:00:00.000Z')
  now = new Date('2026-03-08T23:59:59Z')
  expect(cookies.has('ansight_session')).toBe(true)
  expect(await expiry()).toBe('2026-03-15T23:59:59.000Z')
  now = new Date('2026-03-15T23:59:59Z')
  expect(await expiry()).toBeUndefined()
  expect((await send('GET /api/organization')).status).toBe(401)
})

test('a session that is used every day ends 90 days after the sign-in', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const service = await secondProcess(open, {}, { now: () => now })
  const { send } = await signInOwner(service)
  for (let day = 1; day < 90; day += 1) {
    now = new Date(Date.UTC(2026, 2, 1 + day))
    expect((await send('GET /api/organization')).status).toBe(200)
  }
  expect((await send('GET /api/auth/get-session')).body.session.expires_at).toBe('2026-05-30T00:00:00.000Z')
  now = new Date('2026-05-30T00:00:00Z')
  expect((await send('GET /api/organization')).status).toBe(401)
})

test('signing in deletes the expired sessions of the user', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const service = await secondProcess(open, {}, { now: () => now })
  const { person, session } = await signInOwner(service)
  now = new Date('2026-04-01T00:00:00Z')
  await browser(service.app).send('POST /api/auth/sign-in/email', { email: person.email, password })
  const sessions = await service.base.db
    .selectFrom('sessions')
    .select('created_at')
    .where('user_id', '=', session.user.id)
    .execute()
  expect(sessions).toEqual([{ created_at: now }])
})

test('sign-in and sign-up share a limit per IP address regardless of account, and a sign-up counts as ten', async () => {
  const service = await secondProcess(open, { RATE_LIMIT_SIGN_IN_ADDRESS: '20' })
  const page = browser(service.app)
  const { email } = someone()
  expect((await page.send('POST /api/auth/sign-in/email', { email, password })).status).toBe(401)
  expect((await page.send('POST /api/auth/sign-up/email', someone())).status).toBe(403)
  expect((await page.send('POST /api/auth/sign-up/email', someone())).status).toBe(429)
})

test('RATE_LIMIT_SESSION limits the requests of one session', async () => {
  const service = await secondProcess(open, { RATE_LIMIT_SESSION: '1' })
  const [ada, bea] = [await signInOwner(service), await signInOwner(service)]
  expect((await ada.send('GET /api/organization')).headers).toMatchObject({ 'ratelimit-remaining': '0' })
  expect((await ada.send('GET /api/organization')).status).toBe(429)
  expect((await bea.send('GET /api/organization')).status).toBe(200)
})

test('a sign-in opens a new session and does not adopt one that the browser brings (fixation)', async () => {
  const eve = await signInOwner(open)
  const ada = await signInOwner(open)
  const page = browser(open.app)
  for (const [name, value] of eve.cookies) page.cookies.set(name, value)
  const { email, password } = ada.person
  expect((await page.send('POST /api/auth/sign-in/email', { email, password })).status).toBe(200)
  expect(page.cookies.get('ansight_session')).not.toBe(eve.cookies.get('ansight_session'))
  const userOf = async ({ send }: Browser) => (await send('GET /api/auth/get-session')).body.user.email
  expect([await userOf(page), await userOf(eve)]).toEqual([email, eve.person.email])
})

test('authenticating a request takes one query, by session and by API key, and a sign-in takes 14 statements', async () => {
  const owner = await signInOwner(open)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  /** Takes the lowest count, because other services of these tests query in the background. */
  const count = async (work: () => Promise<BrowserResponse>) => {
    const counts: { status: number; queries: number }[] = []
    for (let n = 0; n < 5; n += 1) {
      query.mockClear()
      const { status } = await work()
      counts.push({ status, queries: query.mock.calls.length })
    }
    return counts.toSorted((a, b) => a.queries - b.queries)[0]
  }
  // The body is rejected after the authentication and before the handler.
  expect(await count(() => owner.send('POST /api/api-keys', { name: 1 }))).toEqual({
    status: 400,
    queries: 1,
  })
  const { token } = (await owner.send('POST /api/api-keys', { name: 'Sheets' })).body
  const withKey = browser(open.app, { authorization: `Bearer ${token}` })
  const call = () => withKey.send('POST /api/mcp', { jsonrpc: 1 })
  await call()
  // The first use in a minute is recorded in the background.
  await expect
    .poll(async () => (await owner.send('GET /api/api-keys')).body.items[0].last_used_at)
    .not.toBeNull()
  expect(await count(call)).toEqual({ status: 400, queries: 1 })
  const { email, password } = owner.person
  const signIn = await count(() =>
    browser(open.app).send('POST /api/auth/sign-in/email', { email, password }),
  )
  expect(signIn).toEqual({ status: 200, queries: 14 })
})
