import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Client, contextWith, type Json, testService } from '../../test/support.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { message } from '../languages/message.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import type { NotificationContent } from './content.ts'
import { sendWaitingDeliveries } from './delivery-worker.ts'
import { addMember, confirmRecipients, exampleMessage, organizationContext } from './notifications.fixture.ts'
import { notify } from './notify.ts'
import { type Answer, startReceiver } from './receiver.fixture.ts'

const start = new Date('2026-11-22T10:00:00Z')
let now = start
const mails = await startMailServer()
const service = await testService(
  {
    ALLOW_PRIVATE_NETWORK: 'true',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
  },
  { now: () => now },
)
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  now = start
  mails.received.length = 0
  mails.rejections.length = 0
  for (const close of closers.splice(0)) await close()
  await service.base.db.deleteFrom('deliveries').execute()
})

const minuteMs = 60_000
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const send = (app: AppContext = service.base) => sendWaitingDeliveries(app, new AbortController().signal)

async function receiver(usual?: Answer) {
  const server = await startReceiver(usual)
  closers.push(server.close)
  return server
}

async function organization() {
  const owner = await service.signUp()
  return { owner, ctx: await organizationContext(service, owner) }
}

async function addChannel(
  owner: Client,
  fields: Record<string, unknown>,
): Promise<{ id: string; secret: string }> {
  const { channel, secret } = await owner.ok('POST /api/channels', { name: 'Channel', ...fields })
  return { id: channel.id, secret }
}

let sequence = 0
function notifyAll(ctx: Context, message: NotificationContent = exampleMessage): Promise<string | null> {
  sequence += 1
  const key = `cause ${sequence}`
  return transaction(ctx, (tx) => notify(tx, { brandId: null, kind: 'alert', key, message }))
}

async function getLog(owner: Client, channelId: string) {
  const { items } = await owner.ok(`GET /api/channels/${channelId}/deliveries`)
  return items
}

test('a generic webhook gets the notification once, with a signature of its secret', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver({ status: 204 })
  const channel = await addChannel(owner, { kind: 'webhook', url: `${server.url}/hook` })
  const id = await notifyAll(ctx)
  await send()
  await send()
  expect(server.received).toHaveLength(1)
  const { headers = {}, body = '' } = server.received[0] ?? {}
  expect(JSON.parse(body)).toMatchObject({
    event: 'notification.sent',
    notification: { id, kind: 'alert', brand: null, message: exampleMessage },
    base_url: 'http://localhost:3000',
  })
  const key = Buffer.from(channel.secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  expect(headers['x-webhook-secret']).toBeUndefined()
  expect(await getLog(owner, channel.id)).toMatchObject([
    { status: 'sent', attempts: 1, http_status: 204, explanation: null, notification: { id } },
  ])
})

test('a failure is retried with the same id until it succeeds, and not before it is due', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  server.answers.push({ status: 500, body: 'down' }, 'cut')
  const channel = await addChannel(owner, { kind: 'webhook', url: server.url })
  await notifyAll(ctx)
  await send()
  expect(await getLog(owner, channel.id)).toMatchObject([
    { status: 'waiting', attempts: 1, explanation: 'The receiver answered with status 500: down' },
  ])
  later(20_000)
  await send()
  expect(server.received).toHaveLength(1)
  later(20_000)
  await send()
  expect(await getLog(owner, channel.id)).toMatchObject([
    {
      status: 'waiting',
      attempts: 2,
      error: 'cut',
      explanation: 'The connection closed before the response was complete',
    },
  ])
  later(3 * minuteMs)
  await send()
  expect(await getLog(owner, channel.id)).toMatchObject([
    { status: 'sent', attempts: 3, error: null, explanation: null, next_attempt_at: null },
  ])
  const ids = server.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(3)
})

test('deliveries that fail unexpectedly are retried later like any other, and end none of the others', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  const channel = await addChannel(owner, { kind: 'webhook', url: server.url })
  // More than are attempted at a time; one destination is used by one delivery after another.
  const other = await organization()
  const broken: string[] = []
  for (let index = 0; index < 6; index += 1) {
    const { id } = await addChannel(other.owner, { kind: 'webhook', url: server.url })
    broken.push(id)
  }
  await notifyAll(other.ctx)
  await service.base.db
    .updateTable('notifications')
    .set({ message: '{}' })
    .where('organization_id', '=', other.ctx.organizationId)
    .execute()
  later(1_000)
  await notifyAll(ctx)
  await send()
  expect(await getLog(owner, channel.id)).toMatchObject([{ status: 'sent' }])
  const { rows } = await service.pool.query(
    'select status, attempts, claimed_until, explanation from deliveries where channel_id = any($1)',
    [broken],
  )
  expect(rows).toEqual(
    broken.map(() => ({
      status: 'waiting',
      attempts: 1,
      claimed_until: null,
      explanation: expect.anything(),
    })),
  )
})

test('a receiver that is down for more than a day gets nine attempts, and the delivery has failed', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver({ status: 503 })
  const channel = await addChannel(owner, { kind: 'webhook', url: server.url })
  await notifyAll(ctx)
  for (let hours = 0; hours < 40; hours += 1) {
    for (let wakes = 0; wakes < 10; wakes += 1) {
      await send()
      later(6 * minuteMs)
    }
  }
  expect(server.received).toHaveLength(9)
  expect(await getLog(owner, channel.id)).toMatchObject([{ status: 'failed', attempts: 9, http_status: 503 }])
})

test.each([
  { kind: 'slack', headers: { 'retry-after': '120' }, body: 'rate_limited' },
  {
    kind: 'discord',
    headers: {},
    body: '{"message":"You are being rate limited.","retry_after":120.5,"global":false}',
  },
  { kind: 'teams', headers: { 'retry-after': '120' }, body: '' },
])('$kind: 429 is retried after the time that the service demands', async ({ kind, headers, body }) => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  server.answers.push({ status: 429, headers, body })
  const channel = await addChannel(owner, { kind, url: server.url })
  await notifyAll(ctx)
  await send()
  later(110_000)
  await send()
  expect(server.received).toHaveLength(1)
  later(60_000)
  await send()
  expect(await getLog(owner, channel.id)).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test.each([
  { kind: 'slack', status: 404, body: 'no_service' },
  { kind: 'slack', status: 400, body: 'invalid_blocks' },
  { kind: 'discord', status: 404, body: '{"message": "Unknown Webhook", "code": 10015}' },
  { kind: 'teams', status: 413, body: '' },
  { kind: 'webhook', status: 410, body: 'gone' },
])(
  '$kind: $status ends the retries with an error that contains the response',
  async ({ kind, status, body }) => {
    const { owner, ctx } = await organization()
    const server = await receiver({ status, body })
    const channel = await addChannel(owner, { kind, url: server.url })
    await notifyAll(ctx)
    await send()
    const [delivery] = await getLog(owner, channel.id)
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, http_status: status, body })
    expect(delivery.explanation).toContain(`status ${status}${body === '' ? '' : `: ${body}`}`)
  },
)

test('a slow or failing channel does not delay the others', async () => {
  const { owner, ctx } = await organization()
  const [slow, fast] = [await receiver(), await receiver()]
  slow.answers.push('silent')
  await addChannel(owner, { kind: 'webhook', url: slow.url })
  const channel = await addChannel(owner, { kind: 'webhook', url: fast.url })
  for (let count = 0; count < 10; count += 1) await notifyAll(ctx)
  const sending = Promise.all([send(), send(contextWith(service.base, {}))])
  await expect.poll(() => fast.received.length).toBe(10)
  expect(slow.received.length).toBeLessThanOrEqual(1)
  await slow.close()
  await sending
  const log: { status: string }[] = await getLog(owner, channel.id)
  expect(log.map(({ status }) => status)).toEqual(Array(10).fill('sent'))
})

test('two processes send each delivery once', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  await addChannel(owner, { kind: 'webhook', url: server.url })
  for (let count = 0; count < 10; count += 1) await notifyAll(ctx)
  await Promise.all([send(), send(contextWith(service.base, {}))])
  await send()
  const ids = server.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(10)
  expect(new Set(ids).size).toBe(10)
})

test('a delivery whose process crashed after sending is sent again with the same id when its claim expires', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  await addChannel(owner, { kind: 'webhook', url: server.url })
  await notifyAll(ctx)
  const crashing = contextWith(service.base, {
    config: service.base.config,
    now: () => {
      // The worker reads the clock again only to record the result.
      if (server.received.length > 0) throw new Error('crashed')
      return now
    },
  })
  await expect(send(crashing)).rejects.toThrow('crashed')
  await send()
  expect(server.received).toHaveLength(1)
  later(4 * minuteMs)
  await send()
  expect(server.received).toHaveLength(2)
  const [first, second] = server.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
})

test('an email channel sends one message per address, and a rejected address does not affect the others', async () => {
  const { owner, ctx } = await organization()
  const recipients = ['a@example.com', 'b@example.com']
  const channel = await addChannel(owner, { kind: 'email', recipients })
  mails.received.length = 0
  await confirmRecipients(ctx)
  await notifyAll(ctx)
  mails.rejections.push({ at: 'recipient', status: 550, text: 'no such user' })
  await send()
  expect(mails.received).toHaveLength(1)
  const statuses = (await getLog(owner, channel.id)).map(({ status }: { status: string }) => status)
  expect(statuses.toSorted()).toEqual(['failed', 'sent'])
})

test('an email that is greylisted is sent again with the same Message-ID', async () => {
  const { owner, ctx } = await organization()
  const channel = await addChannel(owner, { kind: 'email', recipients: ['a@example.com'] })
  mails.received.length = 0
  await confirmRecipients(ctx)
  await notifyAll(ctx)
  mails.rejections.push({ at: 'recipient', status: 450, text: 'greylisted' })
  await send()
  const [waiting] = await getLog(owner, channel.id)
  expect(waiting).toMatchObject({ status: 'waiting', explanation: expect.stringContaining('450 greylisted') })
  later(minuteMs)
  await send()
  expect(mails.received).toHaveLength(1)
  expect(mails.received[0]?.source).toContain(`Message-ID: <${waiting.id}@localhost>`)
})

test('a personal email is not sent when the recipient is no longer a member', async () => {
  const { owner, ctx } = await organization()
  const member = await addMember(service, owner, { role: 'editor', brandIds: null })
  // The invitation.
  mails.received.length = 0
  await transaction(ctx, (tx) =>
    notify(tx, {
      brandId: null,
      kind: 'report',
      key: 'personal',
      message: exampleMessage,
      emailUserIds: [member.userId],
    }),
  )
  await owner.ok(`DELETE /api/members/${member.userId}`)
  await send()
  expect(mails.received).toEqual([])
})

test('a disabled channel gets nothing, and the delivery says why', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  const channel = await addChannel(owner, { kind: 'webhook', url: server.url })
  await notifyAll(ctx)
  await owner.ok(`PATCH /api/channels/${channel.id}`, { is_active: false })
  await send()
  expect(server.received).toEqual([])
  expect(await getLog(owner, channel.id)).toMatchObject([
    { status: 'failed', explanation: 'The channel is disabled.' },
  ])
})

test('the log of a channel is in the language of the dashboard, and the channel gets English', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  const channel = await addChannel(owner, { kind: 'slack', url: server.url })
  server.answers.push({ status: 404 })
  await notifyAll(ctx, { ...exampleMessage, title: message('labels.alertKind.negative_sentiment') })
  await send()
  expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ text: 'Negative answers appear' })
  const german = { 'accept-language': 'de' }
  const { body }: Json = await owner.call(`GET /api/channels/${channel.id}/deliveries`, undefined, german)
  expect(body.items[0]).toMatchObject({
    notification: { title: 'Negative Antworten erscheinen' },
    explanation: expect.stringMatching(
      /^Slack hat mit Status 404 geantwortet\. Der Webhook wurde möglicherweise gelöscht/,
    ),
  })
})

test('a channel whose URL became private is not requested', async () => {
  const { owner, ctx } = await organization()
  const server = await receiver()
  const channel = await addChannel(owner, { kind: 'slack', url: server.url })
  await notifyAll(ctx)
  const config = { ...service.base.config, ALLOW_PRIVATE_NETWORK: [] }
  await send(contextWith(service.base, { config }))
  expect(server.received).toEqual([])
  expect(await getLog(owner, channel.id)).toMatchObject([
    { status: 'failed', error: 'unsafe_url', explanation: expect.stringContaining('private network') },
  ])
})

test('the delivery of an organization does not wait for the many deliveries of another whose receivers hang', async () => {
  const [large, small] = [await organization(), await organization()]
  const waiting: ServerResponse[] = []
  const hanging = createServer((_request, response) => void waiting.push(response))
  await once(hanging.listen(0, '127.0.0.1'), 'listening')
  const { port } = hanging.address() as AddressInfo
  closers.push(async () => {
    hanging.closeAllConnections()
    hanging.close()
  })
  for (let n = 0; n < 8; n += 1)
    await addChannel(large.owner, { kind: 'webhook', url: `http://127.0.0.1:${port}/${n}` })
  await notifyAll(large.ctx)
  later(1)
  const server = await receiver({ status: 204 })
  await addChannel(small.owner, { kind: 'webhook', url: server.url })
  await notifyAll(small.ctx)
  const sending = send()
  await expect.poll(() => server.received.length, { timeout: 9_000 }).toBe(1)
  expect(waiting.length).toBeLessThan(5)
  hanging.on('request', (_request, response: ServerResponse) => response.end())
  for (const response of waiting) response.end()
  await sending
})
