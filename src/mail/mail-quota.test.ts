import { expect, test } from 'vitest'
import { type Client, testService } from '../../test/support.ts'
import { confirmRecipients } from '../notifications/notifications.fixture.ts'
import { deleteOldMailCounts } from './mail-quota.ts'
import { withoutLinks, withoutUrls } from './plain-name.ts'
import { startMailServer } from './smtp-server.fixture.ts'

let now = new Date('2026-03-14T12:00:00Z')
const mails = await startMailServer()
const service = await testService(
  {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
    MAIL_PER_ORGANIZATION: '5',
  },
  { now: () => now },
)

const nextDay = () => {
  now = new Date(now.getTime() + 24 * 3_600_000)
}
const newAddress = () => `${crypto.randomUUID()}@example.com`
const invite = async (owner: Client, email: string) =>
  (await owner.ok('POST /api/invitations', { email, role: 'viewer' })).email
const received = (address: string) => mails.received.filter(({ to }) => to.includes(address)).length

test('an organization sends a limited number of invitations per day, concurrent ones included', async () => {
  const owner = await service.signUp()
  const results = await Promise.all(Array.from({ length: 8 }, () => invite(owner, newAddress())))
  expect(results.filter(({ status }) => status === 'sent')).toHaveLength(5)
  expect(results.find(({ status }) => status === 'failed')?.error).toContain('Try again tomorrow')
  expect((await invite(await service.signUp(), newAddress())).status).toBe('sent')
  nextDay()
  expect((await invite(owner, newAddress())).status).toBe('sent')
})

test('an address receives a limited number of messages per day, whatever organizations send them', async () => {
  const victim = newAddress()
  const results = []
  for (let count = 0; count < 22; count += 1) results.push(await invite(await service.signUp(), victim))
  expect(results.map(({ status }) => status)).toEqual([...Array(20).fill('sent'), 'failed', 'failed'])
  expect(received(victim)).toBe(20)
})

test('tests of a channel, requested digests and resent deliveries count like invitations', async () => {
  const owner = await service.signUp()
  const recipient = newAddress()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Team',
    recipients: [recipient],
  })
  await confirmRecipients(service.base)
  const test = () => owner.ok(`POST /api/channels/${channel.id}/test`)
  // The confirmation was the first message.
  expect([await test(), await test()].map(({ success }) => success)).toEqual([true, true])
  const digest = async () =>
    (await owner.ok('POST /api/digest/send', { frequency: 'weekly', brand_ids: null })).is_emailed
  expect([await digest(), await digest(), await digest()]).toEqual([true, true, false])
  expect((await test()).success).toBe(false)
  expect(received(recipient)).toBe(3)
})

test('counts of past days are deleted', async () => {
  const rows = async () => (await service.base.db.selectFrom('mail_counts').select('day').execute()).length
  await invite(await service.signUp(), newAddress())
  expect(await rows()).toBeGreaterThan(0)
  nextDay()
  await deleteOldMailCounts(service.base)
  expect(await rows()).toBe(0)
})

test('the subject of an invitation has no text that a user chose', async () => {
  const owner = await service.signUp()
  await owner.ok('PATCH /api/organization', { name: 'Claim your prize at https://evil.test/x' })
  const email = newAddress()
  await invite(owner, email)
  const source = mails.received.find(({ to }) => to.includes(email))?.source ?? ''
  expect(source).toContain('Subject: You are invited to Ansight\r\n')
  expect(source).not.toContain('evil')
})

test.each([
  ['See https://evil.test/x now', 'See … now', 'See … now'],
  ['www.evil.test', '…', '…'],
  ['evil.test/login', '…', '…'],
  ['Monday.com weekly', 'Monday.com weekly', '… weekly'],
  ['mail a@evil.test', 'mail a@evil.test', 'mail …'],
  ['two\r\nlines\u202e', 'two  lines ', 'two  lines '],
  ['Acme Inc. & Co.', 'Acme Inc. & Co.', 'Acme Inc. & Co.'],
])('the name %j is %j in a subject and %j in email to a stranger', (name, subject, text) => {
  expect(withoutUrls(name)).toBe(subject)
  expect(withoutLinks(name)).toBe(text)
})
