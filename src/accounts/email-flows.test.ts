import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { readConfig } from '../config.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { outgoingAccountEmail } from './account-emails.ts'
import { type Browser, browser, countHashes, newAddress, password, signInOwner } from './browser.fixture.ts'

const hourMs = 3_600_000
let now = new Date('2026-03-01T12:00:00Z')
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const mails = await startMailServer()
const smtp = {
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
}
const service = await testService({ ...smtp, SIGNUPS: 'open' }, { now: () => now })
const { app } = service

/** Waits until the requested email is sent. */
const sent = () => Promise.all(service.base.use(outgoingAccountEmail))

/** Returns the text of an email to the address, after `earlier` others. */
async function nextMail(to: string, earlier = 0): Promise<{ text: string; token: string; subject: string }> {
  await sent()
  const mail = mails.received.filter((each) => each.to.includes(to))[earlier]
  if (!mail) throw new Error(`${to} got no email`)
  const text = mail.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return {
    text,
    token: /\/link\/([\w-]+)/.exec(text)?.[1] ?? '',
    subject: /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '',
  }
}

const follow = (token: string, body: object = {}, page: Browser = browser(app)) =>
  page.send(`POST /api/auth/links/${token}`, body)
const forgot = (email: string, page = browser(app)) => page.send('POST /api/auth/forgot-password', { email })
const signIn = (email: string, secret: string, page = browser(app)) =>
  page.send('POST /api/auth/sign-in/email', { email, password: secret })

test('an open sign-up creates nothing until its link is followed, and then an account and an organization', async () => {
  const email = newAddress()
  const page = browser(app)
  expect((await page.send('POST /api/auth/sign-up/link', { email })).status).toBe(204)
  const { token, subject } = await nextMail(email)
  expect(subject).toBe('Create your Ansight account')
  expect((await signIn(email, password)).status).toBe(401)
  expect((await page.send(`GET /api/auth/links/${token}`)).body).toMatchObject({ kind: 'sign_up', email })
  expect(await follow(token, { name: 'Ada' }, page)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'password' }] },
  })
  expect((await follow(token, { name: 'Ada', password: 'password' }, page)).status).toBe(400)
  const opened = await follow(token, { name: 'Ada', password }, page)
  expect(opened).toMatchObject({ status: 200, body: { user: { email, email_verified_by: 'email' } } })
  expect((await page.send('GET /api/organization')).body.member.role).toBe('owner')
  expect((await follow(token, { name: 'Eve', password }, browser(app))).status).toBe(404)
})

test('a sign-up by link opens one account, however many requests use the link at the same time', async () => {
  const email = newAddress()
  await browser(app).send('POST /api/auth/sign-up/link', { email })
  const { token } = await nextMail(email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => follow(token, { name: 'Ada', password })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
})

test('requests for email get the same response, and no hash, for addresses with and without an account', async () => {
  const { person } = await signInOwner(service)
  const unknown = newAddress()
  const hashes = countHashes()
  for (const path of ['sign-up/link', 'forgot-password']) {
    const answers = []
    for (const email of [person.email, unknown]) {
      const { status, body, headers } = await browser(app).send(`POST /api/auth/${path}`, { email })
      const { date, 'x-request-id': id, ...rest } = headers
      answers.push({ status, body, headers: rest })
    }
    expect(answers[0]).toEqual(answers[1])
  }
  expect(hashes()).toBe(0)
  const subjects = [await nextMail(person.email), await nextMail(person.email, 1)].map((mail) => mail.subject)
  expect(subjects.sort()).toEqual(['Set a new password', 'You already have an Ansight account'])
  expect((await nextMail(unknown)).subject).toBe('Create your Ansight account')
  expect(mails.received.filter(({ to }) => to.includes(unknown))).toHaveLength(1)
})

test('a reset changes nothing until the password is set, and then ends every session and tells the person', async () => {
  const ada = await signInOwner(service)
  const { email } = ada.person
  await forgot(email)
  const { token } = await nextMail(email)
  expect((await ada.send('GET /api/organization')).status).toBe(200)
  expect((await browser(app).send(`GET /api/auth/links/${token}`)).body.kind).toBe('reset')
  const changed = await follow(token, { password: 'another long password' })
  expect(changed).toMatchObject({ status: 200, body: null })
  expect((await ada.send('GET /api/organization')).status).toBe(401)
  expect((await signIn(email, password)).status).toBe(401)
  expect((await signIn(email, 'another long password')).status).toBe(200)
  expect((await nextMail(email, 1)).subject).toBe('Your Ansight password was changed')
  expect((await follow(token, { password })).status).toBe(404)
  const kinds = await service.base.db
    .selectFrom('audit_log')
    .select(['kind', 'actor_kind'])
    .where('organization_id', '=', ada.organizationId)
    .where('kind', '=', 'password.changed')
    .execute()
  expect(kinds).toEqual([{ kind: 'password.changed', actor_kind: 'anonymous' }])
})

test('a link to set a password ends after an hour and with the next request, and only its hash is stored', async () => {
  const { person } = await signInOwner(service)
  await forgot(person.email)
  const first = await nextMail(person.email)
  await forgot(person.email)
  const second = await nextMail(person.email, 1)
  expect((await follow(first.token, { password })).status).toBe(404)
  const stored = await service.base.db.selectFrom('email_links').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(second.token)
  wait(hourMs)
  expect((await follow(second.token, { password })).status).toBe(404)
})

test('one network can request five messages a day for an account, and a stranger cannot use up those of its owner', async () => {
  const ada = await signInOwner(service)
  const { email } = ada.person
  for (let n = 0; n < 8; n += 1) expect((await forgot(email)).status).toBe(204)
  await nextMail(email, 4)
  const requestFrom = (ip: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email },
      remoteAddress: ip,
    })
  for (let n = 0; n < 20; n += 1) await requestFrom(`192.0.2.${n + 1}`)
  // The first five came from the network of the owner's sign-in and do not count for strangers.
  await nextMail(email, 24)
  await requestFrom('192.0.2.99')
  await sent()
  wait(24 * hourMs)
  await forgot(email)
  await nextMail(email, 25)
  expect(mails.received.filter(({ to }) => to.includes(email))).toHaveLength(26)
})

test('a changed address is confirmed at the new one, and the earlier one can undo it for 72 hours', async () => {
  const ada = await signInOwner(service)
  const [from, to] = [ada.person.email, newAddress()]
  expect((await ada.send('POST /api/auth/email', { email: to })).status).toBe(204)
  const confirmation = await nextMail(to)
  expect((await signIn(to, password)).status).toBe(401)
  expect((await follow(confirmation.token)).status).toBe(200)
  expect((await signIn(from, password)).status).toBe(401)
  expect((await signIn(to, password)).body.user).toMatchObject({ email: to, email_verified_by: 'email' })
  const notice = await nextMail(from)
  expect(notice.text).toContain(to)
  wait(71 * hourMs)
  expect((await follow(notice.token)).status).toBe(200)
  expect((await ada.send('GET /api/organization')).status).toBe(401)
  expect((await signIn(to, password)).status).toBe(401)
  expect((await signIn(from, password)).status).toBe(200)
})

test('an address of another account is not taken: its owner gets a message, and the response is the same', async () => {
  const [ada, bea] = [await signInOwner(service), await signInOwner(service)]
  expect((await ada.send('POST /api/auth/email', { email: bea.person.email })).status).toBe(204)
  expect((await nextMail(bea.person.email)).subject).toBe('You already have an Ansight account')
  const free = newAddress()
  expect((await ada.send('POST /api/auth/email', { email: free })).status).toBe(204)
  const { token } = await nextMail(free)
  // Somebody else signs up with the address before the link is followed.
  await browser(app).send('POST /api/auth/sign-up/link', { email: free })
  const signUp = await nextMail(free, 1)
  expect((await follow(signUp.token, { name: 'Cy', password })).status).toBe(200)
  expect(await follow(token)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await signIn(ada.person.email, password)).status).toBe(200)
})

test('an address that the administrator vouched for can be confirmed by email', async () => {
  const ada = await signInOwner(service)
  expect(ada.session.user.email_verified_by).toBe('administrator')
  expect((await ada.send('POST /api/auth/email/verify')).status).toBe(204)
  expect((await follow((await nextMail(ada.person.email)).token)).status).toBe(200)
  expect((await ada.send('GET /api/auth/get-session')).body.user.email_verified_by).toBe('email')
})

test('requests for email check Origin and count against the limit of the IP address', async () => {
  const limited = await testService({ ...smtp, RATE_LIMIT_SIGN_IN_ADDRESS: '2' })
  const page = browser(limited.app)
  const foreign = browser(limited.app, { origin: 'https://evil.test' })
  expect((await forgot(newAddress(), foreign)).status).toBe(403)
  const statuses = []
  for (let n = 0; n < 3; n += 1) statuses.push((await forgot(newAddress(), page)).status)
  expect(statuses).toEqual([204, 204, 429])
  expect((await page.send('POST /api/auth/sign-up/link', { email: newAddress() })).status).toBe(429)
})

test('without SMTP, requests for email get 503, and open sign-ups are a mistake in the settings', async () => {
  const silent = await testService()
  expect(await forgot(newAddress(), browser(silent.app))).toMatchObject({
    status: 503,
    body: { code: 'not_configured' },
  })
  expect((await browser(silent.app).send('GET /api/status')).body.sends_email).toBe(false)
  const closed = await browser(silent.app).send('POST /api/auth/sign-up/link', { email: newAddress() })
  expect(closed.status).toBe(403)
  expect(() => readConfig({ SIGNUPS: 'open' })).toThrow('SIGNUPS=open needs SMTP_URL')
})
