import { expect, test } from 'vitest'
import { sharedService, testService } from '../../test/support.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { browser, newAddress, password, secondProcess, signInOwner } from './browser.fixture.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './users.ts'

const mails = await startMailServer()
const configured = await testService({
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
})

const invite = { email: 'grace@example.com', role: 'viewer' }

/** Quoted-printable breaks long lines. */
const linkIn = (to: string): string | undefined => {
  const source = mails.received.find((mail) => mail.to.includes(to))?.source.replaceAll('=\r\n', '')
  return /\/invite\/([\w-]+)/.exec(source ?? '')?.[1]
}

test('with SMTP, the emailed link alone creates an account, whose address it confirms', async () => {
  const owner = await configured.signUp()
  const email = newAddress()
  const created = await owner.ok('POST /api/invitations', { email, role: 'viewer' })
  expect(created.email).toEqual({ status: 'sent', error: null })
  const emailed = linkIn(email)
  expect(emailed).not.toBe(created.token)
  const page = browser(configured.app)
  const account = { name: 'Grace', password }
  const shown = async (token: string | undefined) => (await page.send(`GET /api/invitations/${token}`)).body
  expect(await shown(created.token)).toMatchObject({ email, may_create_account: false })
  expect(await shown(emailed)).toMatchObject({ email, may_create_account: true })
  const passedOn = await page.send(`POST /api/invitations/${created.token}/accept`, account)
  expect(passedOn).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const joined = await page.send(`POST /api/invitations/${emailed}/accept`, account)
  expect(joined).toMatchObject({ status: 200, body: { user: { email, email_verified_by: 'email' } } })
  expect((await page.send('GET /api/organization')).body.member.role).toBe('viewer')
})

test('the emailed link replaces an account whose address is not confirmed and that has no organization', async () => {
  const owner = await configured.signUp()
  const email = newAddress()
  const secret = 'the password of a squatter'
  const { id: userId } = await insertUser(configured.base, {
    name: 'Squatter',
    email,
    emailVerifiedBy: null,
    passwordHash: await hashPassword(configured.base, { account: email, password: secret }),
  })
  const squatter = browser(configured.app)
  const signIn = { email, password: secret }
  expect((await squatter.send('POST /api/auth/sign-in/email', signIn)).status).toBe(200)
  await owner.ok('POST /api/invitations', { email, role: 'viewer' })
  const page = browser(configured.app)
  const joined = await page.send(`POST /api/invitations/${linkIn(email)}/accept`, { name: 'Grace', password })
  expect(joined).toMatchObject({ status: 200, body: { user: { id: userId, name: 'Grace' } } })
  expect((await squatter.send('GET /api/auth/get-session')).body).toBeNull()
  expect((await squatter.send('POST /api/auth/sign-in/email', signIn)).status).toBe(401)
  const { user } = (await page.send('GET /api/auth/get-session')).body
  expect(user).toMatchObject({ name: 'Grace', email_verified_by: 'email' })
})

test('an invitation whose email is rejected exists, and the response has the error', async () => {
  const owner = await configured.signUp()
  mails.rejections.push({ at: 'recipient', status: 550, text: 'no such user' })
  const { token, email } = await owner.ok('POST /api/invitations', invite)
  expect(email).toEqual({ status: 'failed', error: expect.stringContaining('550 no such user') })
  expect(await owner.ok(`GET /api/invitations/${token}`)).toMatchObject({ email: invite.email })
})

test('without SMTP_URL an invitation has its link and says that no email was sent', async () => {
  const service = await sharedService()
  const owner = await service.signUp()
  const { link, email } = await owner.ok('POST /api/invitations', invite)
  expect(email).toEqual({ status: 'not_configured', error: null })
  expect(link).toMatch(/\/invite\//)
})

test('an owner sends a test email to their own address, and sees why it fails', async () => {
  const owner = await configured.signUp()
  expect(await owner.ok('POST /api/organization/test-email')).toEqual({ status: 'sent', error: null })
  const [mail] = mails.received.filter(({ to }) => to.includes(owner.email))
  expect(mail?.source).toContain('Your Ansight installation can send email')
  const unreachable = await secondProcess(configured, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'ansight@acme.com',
  })
  const other = await signInOwner(unreachable)
  expect((await other.send('POST /api/organization/test-email')).body).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('SMTP server'),
  })
  const silent = await (await sharedService()).signUp()
  expect(await silent.ok('POST /api/organization/test-email')).toEqual({
    status: 'not_configured',
    error: null,
  })
})

test('with SMTP, an invitation shows the same for addresses with and without an account', async () => {
  const owner = await configured.signUp()
  const known = await signInOwner(configured)
  const see = async (email: string) => {
    const { invitation, ...created } = await owner.ok('POST /api/invitations', { email, role: 'viewer' })
    const page = browser(configured.app)
    const shown = async (token = '') => (await page.send(`GET /api/invitations/${token}`)).body
    const texts = JSON.stringify([created.email, await shown(created.token), await shown(linkIn(email))])
    return {
      keys: Object.keys(invitation),
      texts: texts.replaceAll(email, 'address').replace(/\d{4}-[\d-]+T[^"]+/g, ''),
    }
  }
  expect(await see(known.person.email)).toEqual(await see(newAddress()))
})
