import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { outgoingAccountEmail } from './account-emails.ts'

const mails = await startMailServer()
const service = await testService({
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
})

test('each new key is announced by email to its person, or for a service account to its creator, without its token', async () => {
  const owner = await service.signUp()
  const first = await owner.ok('POST /api/api-keys', { name: 'Sheets' })
  await Promise.all(service.base.use(outgoingAccountEmail))
  const rotated = await owner.ok(`POST /api/api-keys/${first.key.id}/rotate`, {})
  await Promise.all(service.base.use(outgoingAccountEmail))
  const account = await owner.ok('POST /api/service-accounts', { name: 'CI', role: 'viewer' })
  await owner.ok('POST /api/api-keys', { name: 'Nightly', service_account_id: account.id })
  await Promise.all(service.base.use(outgoingAccountEmail))
  const received = mails.received.map(({ to, source }) => ({ to, text: source.replaceAll('=\r\n', '') }))
  expect(received.map(({ to }) => to)).toEqual([[owner.email], [owner.email], [owner.email]])
  expect(received[0]?.text).toContain('Sheets')
  expect(received[1]?.text).toContain('Sheets')
  expect(received[2]?.text).toContain('Nightly')
  for (const { text } of received) {
    expect(text).toContain('/dashboard/settings/api-keys')
    for (const { token } of [first, rotated]) expect(text).not.toContain(token)
  }
})
