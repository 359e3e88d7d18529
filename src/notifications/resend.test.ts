import { expect, onTestFinished, test } from 'vitest'
import { type Client, testService } from '../../test/support.ts'
import { transaction } from '../core/context.ts'
import { sendWaitingDeliveries } from './delivery-worker.ts'
import { exampleMessage, organizationContext } from './notifications.fixture.ts'
import { notify } from './notify.ts'
import { startReceiver } from './receiver.fixture.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })
const send = () => sendWaitingDeliveries(service.base, new AbortController().signal)

async function newestDelivery(owner: Client, channelId: string) {
  const { items } = await owner.ok(`GET /api/channels/${channelId}/deliveries`)
  return items[0]
}

/** A webhook channel whose receiver answered 410 to one notification and accepts others. */
async function failedDelivery() {
  const owner = await service.signUp()
  const ctx = await organizationContext(service, owner)
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  receiver.answers.push({ status: 410, body: 'gone' })
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url: receiver.url,
  })
  await transaction(ctx, (tx) =>
    notify(tx, { brandId: null, kind: 'alert', key: 'cause', message: exampleMessage }),
  )
  await send()
  const delivery = await newestDelivery(owner, channel.id)
  expect(delivery).toMatchObject({ status: 'failed', attempts: 1 })
  const resend = () => owner.call(`POST /api/channels/${channel.id}/deliveries/${delivery.id}/resend`)
  return { owner, channel, receiver, delivery, resend }
}

test('a failed delivery is resent with the same id, with new attempts', async () => {
  const { owner, channel, receiver, delivery, resend } = await failedDelivery()
  receiver.answers.push({ status: 500, body: 'down' })
  expect(await resend()).toMatchObject({
    status: 200,
    body: { id: delivery.id, status: 'waiting', attempts: 0, finished_at: null },
  })
  await send()
  expect(await newestDelivery(owner, channel.id)).toMatchObject({ status: 'waiting', attempts: 1 })
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items[0]).toMatchObject({ kind: 'channel.resent', data: { delivery_id: delivery.id } })
})

test('two requests to resend a delivery send it once, and the second one is rejected', async () => {
  const { owner, channel, receiver, resend } = await failedDelivery()
  const replies = await Promise.all([resend(), resend()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await send()
  expect(receiver.received).toHaveLength(2)
  expect(await newestDelivery(owner, channel.id)).toMatchObject({ status: 'sent' })
  expect(await resend()).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('neither a delivery of a disabled channel nor a test is resent', async () => {
  const { owner, channel, receiver, resend } = await failedDelivery()
  receiver.answers.push({ status: 410 })
  await owner.ok(`POST /api/channels/${channel.id}/test`)
  const test = await newestDelivery(owner, channel.id)
  const reply = await owner.call(`POST /api/channels/${channel.id}/deliveries/${test.id}/resend`)
  expect(reply).toMatchObject({ status: 409, body: { error: expect.stringContaining('Send a new test') } })
  await owner.ok(`PATCH /api/channels/${channel.id}`, { is_active: false })
  expect(await resend()).toMatchObject({ status: 409, body: { error: expect.stringContaining('disabled') } })
})

test('a delivery of another channel is not found', async () => {
  const { owner, delivery } = await failedDelivery()
  const other = await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Team',
    recipients: ['a@example.com'],
  })
  const reply = await owner.call(`POST /api/channels/${other.channel.id}/deliveries/${delivery.id}/resend`)
  expect(reply.status).toBe(404)
})
