import { expect, test } from 'vitest'
import { sharedService, testService } from '../../test/support.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'

const mails = await startMailServer()
const configured = await testService({
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
})

const invite = { email: 'grace@example.com', role: 'viewer' }

test('an invitation is emailed with its link when SMTP is configured', async () => {
  const owner = await configured.signUp()
  const { link, email } = await owner.ok('POST /api/invitations', invite)
  expect(email).toEqual({ status: 'sent', error: null })
  expect(mails.received[0]?.to).toEqual(['grace@example.com'])
  // Quoted-printable breaks long lines.
  expect(mails.received[0]?.source.replaceAll('=\r\n', '')).toContain(link)
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
