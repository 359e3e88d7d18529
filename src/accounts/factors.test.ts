import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { reencryptSecrets } from '../db/sealed-values.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { outgoingAccountEmail } from './account-emails.ts'
import {
  type Browser,
  browser,
  countHashes,
  password,
  secondProcess,
  signInOwner,
} from './browser.fixture.ts'
import { accountCommands } from './commands.ts'
import { addApp, addPasskey, codeOf, enterPassword } from './factors.fixture.ts'
import { deleteExpiredChallenges } from './sign-in-challenges.ts'

const clock = { now: new Date('2026-03-01T12:00:00Z') }
const wait = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
const mails = await startMailServer()
const smtp = {
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
}
const service = await testService(smtp, { now: () => clock.now })
const { app, base } = service

/** A person with an authenticator app. */
async function withApp() {
  const ada = await signInOwner(service)
  return { ...ada, ...(await addApp(ada, base)) }
}

const finish = (page: Browser, code: string) => page.send('POST /api/auth/sign-in/factor', { code })
const isSignedIn = async (page: Browser) => (await page.send('GET /api/auth/get-session')).body !== null
const methods = async (page: Browser) => (await page.send('GET /api/auth/get-session')).body.session.methods

async function subjects(email: string): Promise<string[]> {
  await Promise.all(base.use(outgoingAccountEmail))
  const own = mails.received.filter(({ to }) => to.includes(email))
  return own.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? '')
}

const events = async (page: Browser): Promise<Json[]> => (await page.send('GET /api/audit-log')).body.items

test('an app counts after its first code, and a sign-in then needs the password and a code', async () => {
  const ada = await signInOwner(service)
  const { secret, uri } = (await ada.send('POST /api/auth/totp')).body
  expect(Buffer.from(secret, 'utf8')).toHaveLength(32)
  expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
  expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({
    issuer: 'Ansight (localhost:3000)',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect((await enterPassword(app, ada.person.email)).body.session).toBeDefined()
  const confirm = (code: string) => ada.send('POST /api/auth/totp/confirm', { code })
  expect((await confirm(codeOf(secret, base, 300))).status).toBe(400)
  const { status, body } = await confirm(codeOf(secret, base))
  expect(status).toBe(200)
  expect(new Set(body.recovery_codes)).toHaveLength(10)
  expect(body.recovery_codes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)

  wait(30)
  const page = await enterPassword(app, ada.person.email)
  expect(page).toMatchObject({ status: 200, body: { second_factor: ['totp', 'recovery_code'] } })
  expect(await isSignedIn(page)).toBe(false)
  expect(await finish(page, codeOf(secret, base))).toMatchObject({
    status: 200,
    body: { session: { methods: ['password', 'totp'] }, user: { email: ada.person.email } },
  })
  expect(await isSignedIn(page)).toBe(true)
  expect((await events(ada)).map(({ kind, data }) => [kind, data])).toEqual(
    expect.arrayContaining([
      ['factor.added', { user_id: ada.session.user.id, kind: 'totp', name: '' }],
      ['user.signed_in', { methods: ['password', 'totp'] }],
    ]),
  )
  expect(await subjects(ada.person.email)).toEqual(['Your Ansight account can be opened in a new way'])
})

test('another app replaces the first once its code is confirmed, in the browser that sets it up', async () => {
  const ada = await withApp()
  const { secret } = (await ada.send('POST /api/auth/totp')).body
  const confirm = (page: Browser) => page.send('POST /api/auth/totp/confirm', { code: codeOf(secret, base) })
  const page = await enterPassword(app, ada.person.email)
  expect((await finish(page, codeOf(ada.secret, base))).status).toBe(200)
  expect(await confirm(page)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const answers = await Promise.all([confirm(ada), confirm(ada)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ recovery_codes: null })
  wait(30)
  const again = await enterPassword(app, ada.person.email)
  expect((await finish(again, codeOf(ada.secret, base))).status).toBe(401)
  expect((await finish(again, codeOf(secret, base))).status).toBe(200)
  expect((await ada.send('GET /api/auth/factors')).body).toMatchObject({
    recovery_codes_left: 10,
    reauthentication_methods: ['password', 'totp'],
  })
})

test('the set-up of an app ends after 10 minutes', async () => {
  const ada = await signInOwner(service)
  const { secret } = (await ada.send('POST /api/auth/totp')).body
  wait(600)
  expect((await ada.send('POST /api/auth/reauthenticate', { password })).status).toBe(204)
  const late = await ada.send('POST /api/auth/totp/confirm', { code: codeOf(secret, base) })
  expect(late.status).toBe(409)
})

test('a code works once, also for requests at the same time, and no earlier code works after it', async () => {
  const { person, secret } = await withApp()
  const pages = await Promise.all(Array.from({ length: 5 }, () => enterPassword(app, person.email)))
  const code = codeOf(secret, base)
  const answers = await Promise.all(pages.map((page) => finish(page, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  const again = await enterPassword(app, person.email)
  expect((await finish(again, code)).status).toBe(401)
  expect((await finish(again, codeOf(secret, base, -30))).status).toBe(401)
  wait(30)
  expect((await finish(again, codeOf(secret, base))).status).toBe(200)
})

test('a sign-in that waits for its factor opens one session, however many requests finish it', async () => {
  const { person, secret, recoveryCodes } = await withApp()
  const page = await enterPassword(app, person.email)
  const codes = [codeOf(secret, base), ...recoveryCodes.slice(0, 3)]
  const cookies = new Map(page.cookies)
  const answers = await Promise.all(
    codes.map(async (code) => {
      const same = browser(app)
      for (const [name, value] of cookies) same.cookies.set(name, value)
      return (await finish(same, code)).status
    }),
  )
  expect(answers.sort()).toEqual([200, 401, 401, 401])
})

test('a clock that differs by half a minute is accepted, and one that differs by more is not', async () => {
  const { person, secret } = await withApp()
  const page = await enterPassword(app, person.email)
  for (const seconds of [-300, -60, 60, 300])
    expect((await finish(page, codeOf(secret, base, seconds))).status, `${seconds} s`).toBe(401)
  expect((await finish(page, codeOf(secret, base, 30))).status).toBe(200)
})

test('each recovery code works once, also at the same time; each use is told and recorded', async () => {
  const ada = await withApp()
  const { person, recoveryCodes } = ada
  const [first = '', second = ''] = recoveryCodes
  const pages = await Promise.all(Array.from({ length: 4 }, () => enterPassword(app, person.email)))
  const answers = await Promise.all(pages.map((page) => finish(page, first)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  const page = await enterPassword(app, person.email)
  expect((await finish(page, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect(await methods(page)).toEqual(['password', 'recovery_code'])
  const used = (await events(ada)).filter(({ kind }) => kind === 'recovery_code.used')
  expect(used.map(({ data }) => data.left)).toEqual(['8', '9'])
  const told = (await subjects(person.email)).filter((subject) => subject.includes('recovery code'))
  expect(told).toHaveLength(2)
})

test('new recovery codes replace the earlier ones, and exist only with a factor', async () => {
  const bea = await signInOwner(service)
  expect((await bea.send('POST /api/auth/recovery-codes')).status).toBe(409)
  const { person, recoveryCodes, send } = await withApp()
  const { body } = await send('POST /api/auth/recovery-codes')
  const page = await enterPassword(app, person.email)
  expect((await finish(page, recoveryCodes[0] ?? '')).status).toBe(401)
  expect((await finish(page, body.recovery_codes[0])).status).toBe(200)
  expect((await send('DELETE /api/auth/totp')).status).toBe(204)
  expect((await send('GET /api/auth/factors')).body.recovery_codes_left).toBe(0)
})

test('only hashes of recovery codes and challenges and encrypted secrets are stored', async () => {
  const { person, secret, recoveryCodes } = await withApp()
  const page = await enterPassword(app, person.email)
  const rows = [
    await base.db.selectFrom('totp_secrets').selectAll().execute(),
    await base.db.selectFrom('recovery_codes').selectAll().execute(),
    await base.db.selectFrom('sign_in_challenges').selectAll().execute(),
  ]
  const stored = rows.flat().flatMap((row) => Object.values(row))
  const text = stored.map((value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value),
  )
  const cookie = page.cookies.get('ansight_second_factor') ?? ''
  expect(cookie).toHaveLength(43)
  for (const hidden of [secret, cookie, (recoveryCodes[0] ?? '').replaceAll('-', '')])
    expect(text.some((value) => value.includes(hidden))).toBe(false)
})

test('the secrets of apps are encrypted with a new SECRET_KEY like other secrets', async () => {
  const { person, secret } = await withApp()
  const changed = await secondProcess(service, { SECRET_KEY_PREVIOUS: base.secretKey })
  const next = { ...changed.base, secretKey: 'another secret key of the installation' }
  expect((await reencryptSecrets(next)).damaged).toBe(0)
  const back = { ...base, config: { ...base.config, SECRET_KEY_PREVIOUS: [next.secretKey] } }
  const page = await enterPassword(app, person.email)
  expect((await finish(page, codeOf(secret, base))).status).toBe(401)
  await reencryptSecrets(back)
  expect((await finish(page, codeOf(secret, base))).status).toBe(200)
})

test('a waiting sign-in belongs to its browser, ends after 10 minutes, and with a new password', async () => {
  const { person, secret, send } = await withApp()
  const other = browser(app)
  expect(await finish(other, codeOf(secret, base))).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  })
  const late = await enterPassword(app, person.email)
  wait(600)
  expect((await finish(late, codeOf(secret, base))).status).toBe(401)
  await deleteExpiredChallenges(base)
  expect(await base.db.selectFrom('sign_in_challenges').select('kind').execute()).toEqual([])
  const page = await enterPassword(app, person.email)
  expect((await send('POST /api/auth/reauthenticate', { password })).status).toBe(204)
  expect((await send('POST /api/auth/password', { password: 'another long password' })).status).toBe(204)
  expect((await finish(page, codeOf(secret, base))).status).toBe(401)
})

test('the factor is checked without another password hash', async () => {
  const { person, secret } = await withApp()
  const hashes = countHashes()
  const page = await enterPassword(app, person.email)
  expect((await finish(page, codeOf(secret, base))).status).toBe(200)
  expect(hashes()).toBe(1)
})

test('guesses of codes are limited per account, from all new addresses together, whatever else succeeds', async () => {
  const limited = await secondProcess(
    service,
    { SIGN_IN_FAILURES: '5', TRUST_PROXY: 'loopback' },
    { now: base.now },
  )
  const ada = await signInOwner(limited, undefined, { 'x-forwarded-for': '192.0.2.1' })
  const { secret, recoveryCodes } = await addApp(ada, limited.base)
  const from = (ip: string) => enterPassword(limited.app, ada.person.email, { 'x-forwarded-for': ip })
  const statuses: number[] = []
  // Each guess is from another address, after the right password.
  for (let n = 0; n < 8; n += 1) statuses.push((await finish(await from(`198.51.100.${n}`), '000000')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await finish(await from('198.51.100.66'), codeOf(secret, limited.base))).status).toBe(429)
  // The person is not locked out: not where they signed in before, and not with a recovery code.
  expect((await finish(await from('192.0.2.1'), codeOf(secret, limited.base))).status).toBe(200)
  expect((await finish(await from('198.51.100.67'), recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await finish(await from('198.51.100.68'), '000000')).status).toBe(429)
})

test('wrong codes at an address of the account wait after 100 failures', async () => {
  const limited = await secondProcess(service, { SIGN_IN_FAILURES: '5' }, { now: base.now })
  const ada = await signInOwner(limited)
  const { secret } = await addApp(ada, limited.base)
  const page = await enterPassword(limited.app, ada.person.email)
  for (let n = 0; n < 100; n += 1) await finish(page, '000000')
  for (let n = 0; n < 5; n += 1) await finish(page, '000000')
  expect((await finish(page, codeOf(secret, limited.base))).status).toBe(429)
})

test('a reset of the password and an invitation do not skip a factor', async () => {
  const ada = await withApp()
  const page = browser(app)
  expect((await page.send('POST /api/auth/forgot-password', { email: ada.person.email })).status).toBe(204)
  await subjects(ada.person.email)
  const sources = mails.received
    .filter(({ to }) => to.includes(ada.person.email))
    .map(({ source }) => source.replaceAll('=\r\n', ''))
  const token = sources.flatMap((source) => /\/link\/([\w-]+)/.exec(source)?.[1] ?? [])[0]
  const reset = await page.send(`POST /api/auth/links/${token}`, { password })
  expect(reset).toMatchObject({ status: 200, body: null })
  expect(await isSignedIn(page)).toBe(false)
  expect((await enterPassword(app, ada.person.email)).body).toEqual({
    second_factor: ['totp', 'recovery_code'],
  })
  const bea = await signInOwner(service)
  const invited = await bea.send('POST /api/invitations', { email: ada.person.email, role: 'viewer' })
  const accepted = await page.send(`POST /api/invitations/${invited.body.token}/accept`, {
    name: 'Ada',
    password,
  })
  expect([403, 409]).toContain(accepted.status)
  expect(await isSignedIn(page)).toBe(false)
})

test('factors change only after a recent sign-in, by any method of the person', async () => {
  const ada = await withApp()
  const { id } = await addPasskey(ada)
  wait(600)
  const attempts = {
    'POST /api/auth/totp': undefined,
    'POST /api/auth/totp/confirm': { code: '123456' },
    'DELETE /api/auth/totp': undefined,
    'POST /api/auth/recovery-codes': undefined,
    'POST /api/auth/passkeys/options': undefined,
    'POST /api/auth/passkeys': { name: 'Phone', passkey: {} },
    [`DELETE /api/auth/passkeys/${id}`]: undefined,
    'PUT /api/organization/second-factor': { required_from: null },
  }
  for (const [address, body] of Object.entries(attempts))
    expect({ address, ...(await ada.send(address, body)) }).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    })
  const confirm = (proof: object) => ada.send('POST /api/auth/reauthenticate', proof)
  for (const wrong of [
    { code: '000000' },
    { password: 'not it' },
    {},
    { code: '1', password },
    { passkey: {} },
  ])
    expect((await confirm(wrong)).status).toBe(400)
  expect((await ada.send('POST /api/auth/recovery-codes')).status).toBe(403)
  expect((await confirm({ code: codeOf(ada.secret, base) })).status).toBe(204)
  expect(await methods(ada)).toEqual(['password', 'totp'])
  expect((await ada.send('POST /api/auth/recovery-codes')).status).toBe(200)
  expect((await ada.send(`DELETE /api/auth/passkeys/${id}`)).status).toBe(204)
})

test('an organization that requires a factor refuses members without one, who can still add one', async () => {
  const ada = await signInOwner(service)
  const token = (await ada.send('POST /api/api-keys', { name: 'reports' })).body.token
  const inAWeek = new Date(clock.now.getTime() + 7 * 86_400_000).toISOString()
  const require = (required_from: string | null) =>
    ada.send('PUT /api/organization/second-factor', { required_from })
  expect(await require(inAWeek)).toMatchObject({
    status: 200,
    body: { second_factor_required_from: inAWeek, member: { has_second_factor: false } },
  })
  expect((await ada.send('GET /api/auth/factors')).body.required_from).toBe(inAWeek)
  expect((await ada.send('GET /api/brands')).status).toBe(200)
  wait(6.5 * 86_400)
  const page = await enterPassword(app, ada.person.email)
  expect((await page.send('GET /api/brands')).status).toBe(200)
  wait(0.5 * 86_400)
  for (const address of ['GET /api/brands', 'GET /api/organization', 'POST /api/api-keys'])
    expect({ address, ...(await page.send(address)) }).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    })
  const whoami = browser(app, { authorization: `Bearer ${token}` }).send('GET /api/v1/whoami')
  expect((await whoami).status).toBe(200)
  expect((await page.send('POST /api/auth/reauthenticate', { password })).status).toBe(204)
  const { secret } = await addApp(page, base)
  expect((await page.send('GET /api/brands')).status).toBe(200)
  expect((await page.send('GET /api/organization')).body.member.has_second_factor).toBe(true)
  expect(await page.send('DELETE /api/auth/totp')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const { id } = await addPasskey(page)
  const removed = await Promise.all([
    page.send('DELETE /api/auth/totp'),
    page.send(`DELETE /api/auth/passkeys/${id}`),
  ])
  expect(removed.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(secret).not.toBe('')
})

test('only owners require factors and see which members have one', async () => {
  const ada = await withApp()
  const email = `bo-${ada.person.email}`
  await accountCommands((work) => work(base))['user create']?.run({
    values: { email, name: 'Bo', password, organization: ada.organizationId, role: 'admin' },
    positionals: [],
  })
  const bo = await enterPassword(app, email)
  expect((await bo.send('PUT /api/organization/second-factor', { required_from: null })).status).toBe(403)
  const has = async (page: Browser) =>
    (await page.send('GET /api/members')).body.items.map((item: Json) => item.has_second_factor)
  expect([await has(ada), await has(bo)]).toEqual([
    [true, false],
    [null, null],
  ])
})

test('the administrator removes all factors of a person who has lost them', async () => {
  const ada = await withApp()
  await addPasskey(ada)
  const page = await enterPassword(app, ada.person.email)
  await accountCommands((work) => work(base))['user remove-factors']?.run({
    values: { email: ada.person.email },
    positionals: [],
  })
  expect((await finish(page, codeOf(ada.secret, base))).status).toBe(401)
  expect((await enterPassword(app, ada.person.email)).body.session.methods).toEqual(['password'])
  expect((await ada.send('GET /api/auth/factors')).body).toMatchObject({
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
  })
  expect((await events(ada)).find(({ kind }) => kind === 'factor.removed')).toMatchObject({
    actor: { kind: 'system' },
    data: { user_id: ada.session.user.id, kind: 'all' },
  })
  expect(await subjects(ada.person.email)).toContain('A second factor was removed from your Ansight account')
})
