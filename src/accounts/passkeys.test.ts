import { expect, test, vi } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { sha256 } from '../core/ids.ts'
import { authenticator } from './authenticator.fixture.ts'
import { type Browser, browser, newAddress, password, secondProcess, signInOwner } from './browser.fixture.ts'
import { addPasskey, enterPassword } from './factors.fixture.ts'

let now = new Date('2026-03-01T12:00:00Z')
const service = await testService({}, { now: () => now })
const { app, base } = service

async function withPasskey() {
  const ada = await signInOwner(service)
  return { ...ada, ...(await addPasskey(ada)) }
}

async function getOptions(page: Browser, purpose: string): Promise<Json> {
  return (await page.send('POST /api/auth/passkey-options', { for: purpose })).body.options
}
const signIn = (page: Browser, passkey: object) => page.send('POST /api/auth/sign-in/passkey', { passkey })
const finish = (page: Browser, passkey: object) => page.send('POST /api/auth/sign-in/factor', { passkey })

test('a passkey signs in without address and password', async () => {
  const { key, person } = await withPasskey()
  const page = browser(app)
  const options = await getOptions(page, 'sign_in')
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  expect(await signIn(page, key.get(options))).toMatchObject({
    status: 200,
    body: { user: { email: person.email }, session: { methods: ['passkey'] } },
  })
  expect((await page.send('GET /api/organization')).status).toBe(200)
})

test('a passkey is a resident key that the authenticator verifies, with a random id of the account', async () => {
  const { send, session } = await withPasskey()
  const { options } = (await send('POST /api/auth/passkeys/options')).body
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Ansight' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ transports: ['internal'] }],
  })
  const handle = Buffer.from(options.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  expect(handle.includes(Buffer.from(session.user.id.replaceAll('-', ''), 'hex'))).toBe(false)
  const again = (await send('POST /api/auth/passkeys/options')).body.options
  expect(again.user.id).toBe(options.user.id)
})

test('a passkey is a second factor after the password, and confirms who a person is', async () => {
  const { key, person } = await withPasskey()
  const page = await enterPassword(app, person.email)
  expect(page.body).toEqual({ second_factor: ['passkey', 'recovery_code'] })
  const options = await getOptions(page, 'second_factor')
  expect(options.allowCredentials).toMatchObject([{ id: key.id }])
  expect(await finish(page, key.get(options))).toMatchObject({
    status: 200,
    body: { session: { methods: ['password', 'passkey'] } },
  })
  now = new Date(now.getTime() + 600_000)
  expect((await page.send('POST /api/auth/recovery-codes')).status).toBe(403)
  const passkey = key.get(await getOptions(page, 'reauthentication'))
  expect((await page.send('POST /api/auth/reauthenticate', { passkey })).status).toBe(204)
  expect((await page.send('POST /api/auth/recovery-codes')).status).toBe(200)
})

test('a challenge works once, within five minutes, in its browser, and a failure uses it up', async () => {
  const { key } = await withPasskey()
  const page = browser(app)
  const response = key.get(await getOptions(page, 'sign_in'))
  expect((await signIn(browser(app), response)).status).toBe(401)
  expect((await signIn(page, response)).status).toBe(200)
  expect((await signIn(page, response)).status).toBe(401)

  const late = key.get(await getOptions(page, 'sign_in'))
  now = new Date(now.getTime() + 300_000)
  expect((await signIn(page, late)).status).toBe(401)

  const options = await getOptions(page, 'sign_in')
  expect((await signIn(page, key.get(options, { verifies: false }))).status).toBe(401)
  expect((await signIn(page, key.get(options))).status).toBe(401)

  const replaced = key.get(await getOptions(page, 'sign_in'))
  await getOptions(page, 'sign_in')
  expect((await signIn(page, replaced)).status).toBe(401)
})

test.each([
  ['without verification of the person', { verifies: false }],
  ['on another site', { origin: 'https://ansight.example' }],
  ['on another port', { origin: 'http://localhost:3001' }],
  ['for another host', { rpId: 'example.com' }],
])('a response %s is refused, also when a passkey is created', async (_, circumstances) => {
  const ada = await withPasskey()
  const page = browser(app)
  const response = ada.key.get(await getOptions(page, 'sign_in'), circumstances)
  expect((await signIn(page, response)).status).toBe(401)
  const { options } = (await ada.send('POST /api/auth/passkeys/options')).body
  const passkey = authenticator().create(options, circumstances)
  expect((await ada.send('POST /api/auth/passkeys', { name: 'Phone', passkey })).status).toBe(400)
  expect((await ada.send('GET /api/auth/factors')).body.passkeys).toHaveLength(1)
})

test('a changed response and one of another key are refused', async () => {
  const { key } = await withPasskey()
  const page = browser(app)
  const other = authenticator()
  const { id, rawId } = { id: key.id, rawId: key.id }
  const forged = other.get(await getOptions(page, 'sign_in'))
  expect((await signIn(page, { ...forged, id, rawId })).status).toBe(401)
  expect((await signIn(page, other.get(await getOptions(page, 'sign_in')))).status).toBe(401)
  for (const broken of [{}, { id: key.id }, { ...forged, response: {} }, { ...forged, type: 'password' }]) {
    await getOptions(page, 'sign_in')
    expect((await signIn(page, broken)).status).toBe(401)
  }
})

test('the passkey of another person finishes no sign-in and confirms nobody', async () => {
  const ada = await withPasskey()
  const eve = await withPasskey()
  const page = await enterPassword(app, ada.person.email)
  expect((await finish(page, eve.key.get(await getOptions(page, 'second_factor')))).status).toBe(401)
  expect((await finish(page, eve.key.get(await getOptions(page, 'sign_in')))).status).toBe(401)
  // A challenge for one person signs no other person in.
  expect((await signIn(page, eve.key.get(await getOptions(page, 'second_factor')))).status).toBe(401)
  const passkey = eve.key.get(await getOptions(ada, 'reauthentication'))
  expect((await ada.send('POST /api/auth/reauthenticate', { passkey })).status).toBe(400)
  expect((await finish(page, ada.key.get(await getOptions(page, 'second_factor')))).status).toBe(200)
})

test('a passkey that was created in another browser or session is refused', async () => {
  const ada = await signInOwner(service)
  const eve = await signInOwner(service)
  const { options } = (await eve.send('POST /api/auth/passkeys/options')).body
  const passkey = authenticator().create(options)
  expect((await ada.send('POST /api/auth/passkeys', { name: 'Phone', passkey })).status).toBe(400)
  ada.cookies.set('ansight_passkey_registration', eve.cookies.get('ansight_passkey_registration') ?? '')
  expect((await ada.send('POST /api/auth/passkeys', { name: 'Phone', passkey })).status).toBe(400)
})

test('a credential is registered once', async () => {
  const ada = await withPasskey()
  const eve = await signInOwner(service)
  const { options } = (await eve.send('POST /api/auth/passkeys/options')).body
  const passkey = ada.key.create(options)
  expect((await eve.send('POST /api/auth/passkeys', { name: 'Phone', passkey })).status).toBe(400)
})

test('a removed passkey signs nobody in, and one of another person is not found', async () => {
  const ada = await withPasskey()
  const eve = await signInOwner(service)
  const rename = (page: Browser) => page.send(`PATCH /api/auth/passkeys/${ada.id}`, { name: 'Old laptop' })
  expect([
    (await rename(eve)).status,
    (await eve.send(`DELETE /api/auth/passkeys/${ada.id}`)).status,
  ]).toEqual([404, 404])
  expect((await rename(ada)).body.name).toBe('Old laptop')
  expect((await ada.send(`DELETE /api/auth/passkeys/${ada.id}`)).status).toBe(204)
  const page = browser(app)
  expect((await signIn(page, ada.key.get(await getOptions(page, 'sign_in')))).status).toBe(401)
  expect((await ada.send('GET /api/auth/factors')).body).toMatchObject({
    passkeys: [],
    recovery_codes_left: 0,
  })
})

test('a counter that falls is a warning and no refusal', async () => {
  const { key, id } = await withPasskey()
  const warn = vi.spyOn(base.log, 'warn')
  const page = browser(app)
  const counters: number[] = []
  for (const counter of [5, 3, 0]) {
    expect((await signIn(page, key.get(await getOptions(page, 'sign_in'), { counter }))).status).toBe(200)
    const row = await base.db.selectFrom('passkeys').select('counter').where('id', '=', id).executeTakeFirst()
    counters.push(row?.counter ?? -1)
  }
  expect(counters).toEqual([5, 3, 0])
  const warnings = warn.mock.calls.filter(([, text]) => text === 'the counter of a passkey did not rise')
  expect(warnings).toHaveLength(2)
})

test.each([
  ['http://127.0.0.1:3000', 'IP address 127.0.0.1'],
  ['https://[::1]:3000', 'IP address [::1]'],
  ['http://ansight.example', 'need https'],
])('with BASE_URL %s passkeys are off, with the reason', async (baseUrl, reason) => {
  const other = await secondProcess(service, {}, { baseUrl, now: () => now })
  const page = browser(other.app)
  expect((await page.send('GET /api/status')).body.has_passkeys).toBe(false)
  const answer = await page.send('POST /api/auth/passkey-options', { for: 'sign_in' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } })
  expect(answer.body.error).toContain(reason)
})

test('an account has at most 20 passkeys', async () => {
  const ada = await withPasskey()
  const row = await base.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const { options } = (await ada.send('POST /api/auth/passkeys/options')).body
  const more = Array.from({ length: 19 }, () => ({
    ...row,
    id: crypto.randomUUID(),
    credential_id: crypto.randomUUID(),
  }))
  await base.db.insertInto('passkeys').values(more).execute()
  expect((await ada.send('POST /api/auth/passkeys/options')).status).toBe(409)
  const passkey = authenticator().create(options)
  expect((await ada.send('POST /api/auth/passkeys', { name: 'Phone', passkey })).status).toBe(409)
})

test('who takes over an unconfirmed account by invitation removes its passkeys', async () => {
  const eve = await withPasskey()
  const email = newAddress()
  const { id: userId } = eve.session.user
  await base.db.deleteFrom('members').where('user_id', '=', userId).execute()
  await base.db
    .updateTable('users')
    .set({ email, email_verified_by: null })
    .where('id', '=', userId)
    .execute()
  const ada = await signInOwner(service)
  const { invitation } = (await ada.send('POST /api/invitations', { email, role: 'viewer' })).body
  const emailed = 'token of the emailed link'
  await base.db
    .updateTable('invitations')
    .set({ emailed_token_hash: sha256(emailed) })
    .where('id', '=', invitation.id)
    .execute()
  const page = browser(app)
  const accepted = await page.send(`POST /api/invitations/${encodeURIComponent(emailed)}/accept`, {
    name: 'Bo',
    password,
  })
  expect(accepted).toMatchObject({ status: 200, body: { user: { id: userId } } })
  expect((await signIn(browser(app), eve.key.get(await getOptions(page, 'sign_in')))).status).toBe(401)
  expect((await signIn(page, eve.key.get(await getOptions(page, 'sign_in')))).status).toBe(401)
})
