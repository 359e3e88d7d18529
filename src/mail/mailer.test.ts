import { afterEach, expect, test } from 'vitest'
import { contextWith, sharedService } from '../../test/support.ts'
import type { AppContext } from '../core/context.ts'
import { inEnglish } from '../languages/message.ts'
import { checkSmtp, type Mail, type MailResult, sendMail } from './mailer.ts'
import { type MailServerOptions, startMailServer } from './smtp-server.fixture.ts'

const service = await sharedService()
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const account = { user: 'ansight', password: 'p@ss:word' }
const credentials = `${account.user}:${encodeURIComponent(account.password)}@`
const untrusted = '?tls.rejectUnauthorized=false'
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Visibility is 47.5 – up 1.2',
  text: 'Plain text\n',
  html: '<p>HTML</p>',
  messageId: '<1@ansight.example>',
}

async function mailServer(options: MailServerOptions = {}) {
  const server = await startMailServer(options)
  closers.push(server.close)
  return server
}

function contextFor(url: string) {
  const config = { ...service.base.config, SMTP_URL: url, SMTP_FROM: 'Ansight <ansight@acme.com>' }
  return contextWith(service.base, { config })
}

const getError = (result: MailResult) => (result.outcome === 'failed' ? inEnglish(result.error) : null)

const getCheck = async (app: AppContext) => inEnglish((await checkSmtp(app)) ?? '')

test('an email has the sender of the settings, plain text, HTML, and the same Message-ID for every attempt', async () => {
  const server = await mailServer()
  const app = contextFor(`smtp://127.0.0.1:${server.port}${untrusted}`)
  expect(await sendMail(app, mail)).toMatchObject({ outcome: 'sent' })
  await sendMail(app, mail)
  const [first, second] = server.received
  expect(first).toMatchObject({ from: 'ansight@acme.com', to: ['ada@example.com'] })
  expect(first?.source).toContain('From: Ansight <ansight@acme.com>')
  expect(first?.source).toContain('Message-ID: <1@ansight.example>')
  expect(second?.source).toContain('Message-ID: <1@ansight.example>')
  expect(first?.source).toContain('multipart/alternative')
  expect(first?.source).toContain('Content-Type: text/plain')
  expect(first?.source).toContain('Content-Type: text/html')
})

test('the connection is encrypted with STARTTLS when the server offers it', async () => {
  const server = await mailServer({ account })
  const app = contextFor(`smtp://${credentials}127.0.0.1:${server.port}${untrusted}`)
  expect(await sendMail(app, mail)).toMatchObject({ outcome: 'sent' })
  expect(server.received[0]?.isEncrypted).toBe(true)
})

test('an untrusted certificate of the server is a failure that names TLS', async () => {
  const server = await mailServer({ account })
  const app = contextFor(`smtp://${credentials}127.0.0.1:${server.port}`)
  const result = await sendMail(app, mail)
  expect(result).toMatchObject({ outcome: 'failed', isTemporary: true })
  expect(getError(result)).toEqual(expect.stringMatching(/certificate/))
  expect(server.received).toEqual([])
})

test('a wrong password is a failure with the response of the server, and is attempted again', async () => {
  const server = await mailServer({ account })
  const app = contextFor(`smtp://ansight:wrong@127.0.0.1:${server.port}${untrusted}`)
  const result = await sendMail(app, mail)
  expect(result).toMatchObject({ outcome: 'failed', isTemporary: true, status: 535 })
  expect(getError(result)).toMatch(/did not accept the user name and password.*535/)
  expect(await getCheck(app)).toMatch(/did not accept the user name and password/)
})

test.each([
  { at: 'recipient', status: 450, isTemporary: true },
  { at: 'recipient', status: 550, isTemporary: false },
  { at: 'message', status: 452, isTemporary: true },
  { at: 'message', status: 554, isTemporary: false },
] as const)('a $at rejected with $status is temporary: $isTemporary', async ({ at, status, isTemporary }) => {
  const server = await mailServer()
  server.rejections.push({ at, status, text: 'not now' })
  const app = contextFor(`smtp://127.0.0.1:${server.port}${untrusted}`)
  const result = await sendMail(app, mail)
  expect(result).toMatchObject({ outcome: 'failed', isTemporary, status })
  expect(getError(result)).toEqual(expect.stringContaining(`${status} not now`))
  expect(server.received).toEqual([])
})

test('a server that does not greet is a temporary failure', async () => {
  const server = await mailServer({ isSilent: true })
  const app = contextFor(`smtp://127.0.0.1:${server.port}`)
  const result = await sendMail(app, mail, { connectMs: 100, idleMs: 5_000, totalMs: 10_000 })
  expect(result).toMatchObject({ outcome: 'failed', isTemporary: true })
})

test('a message that takes longer than the limit is a temporary failure', async () => {
  const server = await mailServer({ isSilent: true })
  const app = contextFor(`smtp://127.0.0.1:${server.port}`)
  const result = await sendMail(app, mail, { connectMs: 60_000, idleMs: 60_000, totalMs: 100 })
  expect(result).toMatchObject({ outcome: 'failed', isTemporary: true })
})

test('a closed port is a temporary failure, and the check of the connection says so', async () => {
  const server = await startMailServer()
  await server.close()
  const app = contextFor(`smtp://127.0.0.1:${server.port}`)
  expect(await sendMail(app, mail)).toMatchObject({ outcome: 'failed', isTemporary: true, status: null })
  expect(await getCheck(app)).toMatch(/connection to the SMTP server failed/)
})

test('a line break in a subject or recipient adds no header and no recipient', async () => {
  const server = await mailServer()
  const app = contextFor(`smtp://127.0.0.1:${server.port}${untrusted}`)
  await sendMail(app, { ...mail, subject: 'One\r\nBcc: eve@example.com' })
  expect(server.received[0]?.to).toEqual(['ada@example.com'])
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/m)
})

test('without SMTP_URL nothing is sent, and the failure names the setting', async () => {
  const result = await sendMail(service.base, mail)
  expect(result).toMatchObject({ outcome: 'failed', isTemporary: false })
  expect(getError(result)).toContain('SMTP_URL')
})
