/** Entries of the audit log that a webhook receives. */
import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { sendWaitingDeliveries } from './delivery-worker.ts'
import { addMember } from './notifications.fixture.ts'
import { type Answer, startReceiver } from './receiver.fixture.ts'

let now = new Date('2026-11-22T10:00:00Z')
const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' }, { now: () => now })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const send = () => sendWaitingDeliveries(service.base, new AbortController().signal)

async function receiver(usual?: Answer) {
  const server = await startReceiver(usual)
  closers.push(server.close)
  return server
}

function never(): never {
  throw new Error('The receiver got nothing')
}

const subscribe = (owner: Client, url: string, fields: Record<string, unknown> = {}) =>
  owner.ok('POST /api/channels', {
    name: 'SIEM',
    kind: 'webhook',
    url,
    notification_kinds: ['audit_log'],
    ...fields,
  })

test('a webhook that is subscribed to the audit log gets each entry, signed, as the API returns it', async () => {
  const owner = await service.signUp()
  const server = await receiver()
  const { channel, secret } = await subscribe(owner, server.url)
  await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await send()
  const { items } = await owner.ok('GET /api/audit-log')
  const bodies: Json[] = server.received.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ event, entry }) => [event, entry.kind])).toEqual([
    ['audit.recorded', 'channel.created'],
    ['audit.recorded', 'brand.created'],
  ])
  expect(bodies[1].entry).toEqual(items[0])
  const [{ headers, body } = never()] = server.received
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const log = await owner.ok(`GET /api/channels/${channel.id}/deliveries`)
  expect(log.items[0]).toMatchObject({ status: 'sent', audit_entry_id: items[0].id, notification: null })
})

test('a failed delivery is retried with the same body and id', async () => {
  const owner = await service.signUp()
  const server = await receiver()
  await subscribe(owner, server.url)
  await send()
  server.received.length = 0
  server.answers.push({ status: 503 })
  await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await send()
  expect(server.received).toHaveLength(1)
  now = new Date(now.getTime() + 3_600_000)
  await send()
  const [first, second] = server.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

test('entries of one organization go to its own channels only, and to none that is disabled or no longer subscribed', async () => {
  const [owner, stranger] = [await service.signUp(), await service.signUp('Eve')]
  const server = await receiver()
  const { channel } = await subscribe(owner, server.url, { notification_kinds: ['audit_log', 'alert'] })
  await send()
  server.received.length = 0
  await stranger.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  await send()
  expect(server.received).toEqual([])
  // The change is an entry itself, which is not sent any more.
  await owner.ok(`PATCH /api/channels/${channel.id}`, { notification_kinds: ['alert'] })
  await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await send()
  expect(server.received).toEqual([])
})

test('an admin can neither subscribe to the audit log nor redirect, activate or change a channel that receives it', async () => {
  const owner = await service.signUp()
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  const server = await receiver()
  const { channel } = await subscribe(owner, server.url)
  const plain = await admin.ok('POST /api/channels', { name: 'Plain', kind: 'webhook', url: server.url })
  const request = { name: 'x', kind: 'webhook', url: server.url, notification_kinds: ['audit_log'] }
  expect((await admin.call('POST /api/channels', request)).status).toBe(403)
  for (const change of [
    { url: `${server.url}/mine` },
    { is_active: true },
    { notification_kinds: ['alert'] },
  ])
    expect((await admin.call(`PATCH /api/channels/${channel.id}`, change)).status).toBe(403)
  const subscription = { notification_kinds: ['alert', 'audit_log'] }
  expect((await admin.call(`PATCH /api/channels/${plain.channel.id}`, subscription)).status).toBe(403)
  expect((await admin.call(`DELETE /api/channels/${channel.id}`)).status).toBe(204)
})

test('only webhooks of all brands receive the audit log', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const subscription = { name: 'x', notification_kinds: ['audit_log'] }
  const url = 'https://example.com/hook'
  expect(
    await owner.call('POST /api/channels', { ...subscription, kind: 'email', recipients: ['a@example.com'] }),
  ).toMatchObject({ status: 400, body: { details: [{ path: 'notification_kinds' }] } })
  expect(
    await owner.call('POST /api/channels', { ...subscription, kind: 'webhook', url, brand_ids: [id] }),
  ).toMatchObject({ status: 400, body: { details: [{ path: 'brand_ids' }] } })
})
