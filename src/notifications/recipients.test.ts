import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { systemContext, transaction } from '../core/context.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { sendWaitingDeliveries } from './delivery-worker.ts'
import { exampleMessage } from './notifications.fixture.ts'
import { notify } from './notify.ts'

const mails = await startMailServer()
const service = await testService({
  SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
  SMTP_FROM: 'Ansight <ansight@acme.com>',
})

const newAddress = () => `${crypto.randomUUID()}@example.com`
const mailsTo = (address: string) =>
  mails.received.filter(({ to }) => to.includes(address)).map(({ source }) => source.replaceAll('=\r\n', ''))

async function addChannel(name = "Owner's organization") {
  const owner = await service.signUp()
  await owner.ok('PATCH /api/organization', { name })
  const recipient = newAddress()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Team',
    recipients: [recipient],
  })
  const { id } = await owner.ok('GET /api/organization')
  return { owner, recipient, channel, ctx: systemContext(service.base, id) }
}

async function sendNotification(ctx: Awaited<ReturnType<typeof addChannel>>['ctx']) {
  const key = crypto.randomUUID()
  await transaction(ctx, (tx) => notify(tx, { brandId: null, kind: 'system', key, message: exampleMessage }))
  await sendWaitingDeliveries(service.base, new AbortController().signal)
}

const tokenIn = (source = '') => /\/confirm-address\/([\w-]+)/.exec(source)?.[1] ?? ''

const confirm = (token: string) =>
  service.app.inject({ method: 'POST', url: `/api/confirm-address/${token}`, payload: {} })

test('an address receives nothing but the link until its owner has confirmed it', async () => {
  const { owner, recipient, channel, ctx } = await addChannel()
  expect(channel.unconfirmed_recipients).toEqual([recipient])
  await sendNotification(ctx)
  const tested = await owner.ok(`POST /api/channels/${channel.id}/test`)
  expect(tested).toMatchObject({
    success: false,
    results: [{ explanation: 'The address is not confirmed yet. It has received a link for that.' }],
  })
  const received = mailsTo(recipient)
  expect(received.map((source) => /^Subject: (.*)\r$/m.exec(source)?.[1])).toEqual([
    'Confirm your address',
    'Confirm your address',
  ])

  expect((await confirm(tokenIn(received[0]))).statusCode).toBe(204)
  expect((await confirm(tokenIn(received[1]))).statusCode).toBe(204)
  expect((await owner.ok('GET /api/channels')).items).toMatchObject([{ unconfirmed_recipients: [] }])
  await sendNotification(ctx)
  expect(await owner.ok(`POST /api/channels/${channel.id}/test`)).toMatchObject({ success: true })
  expect(mailsTo(recipient)).toHaveLength(4)
})

test('a confirmation applies to one organization and one address', async () => {
  const first = await addChannel()
  const second = await addChannel()
  const other = newAddress()
  await second.owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Other',
    recipients: [first.recipient, other],
  })
  await confirm(tokenIn(mailsTo(first.recipient)[0]))
  const { items } = await second.owner.ok('GET /api/channels')
  expect(items[1].unconfirmed_recipients).toEqual([first.recipient, other])
})

test('a token that was changed, and one of a deleted organization, answer 404', async () => {
  const { owner, recipient } = await addChannel()
  const token = tokenIn(mailsTo(recipient)[0])
  const changed = `${token.slice(0, -6)}AAAAAA`
  for (const wrong of [changed, 'x', token.slice(0, 40)]) expect((await confirm(wrong)).statusCode).toBe(404)
  const { name } = await owner.ok('GET /api/organization')
  await owner.ok('DELETE /api/organization', { name })
  expect((await confirm(token)).statusCode).toBe(404)
})

test('the email with the link contains no link and no control character that the organization chose', async () => {
  const { recipient } = await addChannel('Win at https://evil.test/x or evil.test now')
  const [source = ''] = mailsTo(recipient)
  expect(source).not.toContain('evil')
  expect(source).toContain('Win at')
})
