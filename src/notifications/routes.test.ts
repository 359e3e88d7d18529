import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type Client,
  createClientFor,
  getKey,
  type Json,
  type Reply,
  testService,
} from '../../test/support.ts'
import { type Context, transaction } from '../core/context.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import {
  addMember,
  confirmRecipients,
  createBrandFor,
  exampleMessage,
  organizationContext,
} from './notifications.fixture.ts'
import { notify } from './notify.ts'
import { startReceiver } from './receiver.fixture.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })

async function organization() {
  const owner = await service.signUp()
  const brand = await createBrandFor(owner, 'Acme')
  const other = await createBrandFor(owner, 'Other')
  return { owner, brand, other, ctx: await organizationContext(service, owner) }
}

const add = (ctx: Context, key: string, brandId: string | null = null, userIds?: string[]) =>
  transaction(ctx, (tx) =>
    notify(tx, {
      brandId,
      kind: 'alert',
      key,
      message: { ...exampleMessage, title: key },
      ...(userIds && { userIds }),
    }),
  )

const titles = async (client: Client, query = '') => {
  const { items } = await client.ok(`GET /api/notifications${query}`)
  return items.map(({ message }: { message: { title: string } }) => message.title)
}

const asJson = ({ body }: Reply): Json => body

const unread = async (client: Client) => (await client.ok('GET /api/notifications/unread-count')).unread

test('the inbox lists notifications newest first, in pages, with filters', async () => {
  const { owner, brand, ctx } = await organization()
  await add(ctx, 'first', brand)
  await add(ctx, 'second')
  await add(ctx, 'third')
  expect(await titles(owner)).toEqual(['third', 'second', 'first'])
  const page = await owner.ok('GET /api/notifications?limit=2')
  expect(await titles(owner, `?limit=2&cursor=${page.next_cursor}`)).toEqual(['first'])
  expect(await titles(owner, `?brand_id=${brand}`)).toEqual(['first'])
  expect(await titles(owner, '?kind=report')).toEqual([])
})

test('reading is stored per user: one, all, and unread again', async () => {
  const { owner, ctx } = await organization()
  const viewer = await addMember(service, owner, { role: 'viewer', brandIds: null })
  const id = await add(ctx, 'first')
  await add(ctx, 'second')
  expect([await unread(owner), await unread(viewer)]).toEqual([2, 2])
  const read = await viewer.ok(`PATCH /api/notifications/${id}`, { is_read: true })
  expect(read.read_at).not.toBeNull()
  expect(await viewer.ok(`PATCH /api/notifications/${id}`, { is_read: true })).toEqual(read)
  expect(await titles(viewer, '?unread=true')).toEqual(['second'])
  await viewer.ok('POST /api/notifications/read-all')
  expect([await unread(owner), await unread(viewer)]).toEqual([2, 0])
  await viewer.ok(`PATCH /api/notifications/${id}`, { is_read: false })
  expect(await unread(viewer)).toBe(1)
})

test('a notification of another member, or of a brand that the member can no longer see, is not found', async () => {
  const { owner, brand, other, ctx } = await organization()
  const viewer = await addMember(service, owner, { role: 'viewer', brandIds: [brand, other] })
  const hidden = await add(ctx, 'of the other brand', other)
  const { user } = await owner.ok('GET /api/auth/get-session')
  const ofOwner = await add(ctx, 'for the owner', null, [user.id])
  expect(await titles(viewer)).toEqual(['of the other brand'])
  await owner.ok(`PATCH /api/members/${viewer.userId}`, { brand_ids: [brand] })
  expect(await titles(viewer)).toEqual([])
  expect(await unread(viewer)).toBe(0)
  for (const id of [hidden, ofOwner]) {
    const reply = await viewer.call(`PATCH /api/notifications/${id}`, { is_read: true })
    expect(reply.status).toBe(404)
  }
})

test('an API key reads the inbox of its user, limited to its brands, and does not mark it as read', async () => {
  const { owner, brand, other, ctx } = await organization()
  await add(ctx, 'of the brand', brand)
  await add(ctx, 'of the other brand', other)
  const { token } = await owner.ok('POST /api/api-keys', { name: 'limited', brand_ids: [brand] })
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/api/v1/notifications', '/api/mcp/notifications']) {
    const { status, body } = await createClientFor(service.app, owner).call(`GET ${path}`, undefined, headers)
    expect(status).toBe(200)
    expect(body).toMatchObject({ items: [{ message: { title: 'of the brand' }, read_at: null }] })
    const all = await getKey(owner, service.app)
    expect((await all(`GET ${path}`)).body).toMatchObject({ items: [{}, {}] })
  }
  expect(await unread(owner)).toBe(2)
})

test('only owners and admins manage channels', async () => {
  const { owner } = await organization()
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  const fields = { kind: 'email', name: 'Team', recipients: ['a@example.com'] }
  const { channel } = await admin.ok('POST /api/channels', fields)
  const requests: [address: string, ofMember: number, body?: unknown][] = [
    ['POST /api/channels', 403, fields],
    [`PATCH /api/channels/${channel.id}`, 403, { name: 'Changed' }],
    [`POST /api/channels/${channel.id}/test`, 404],
    [`GET /api/channels/${channel.id}/deliveries`, 404],
    [`DELETE /api/channels/${channel.id}`, 403],
  ]
  const [member, viewer] = [
    await addMember(service, owner, { role: 'editor', brandIds: null }),
    await addMember(service, owner, { role: 'viewer', brandIds: null }),
  ]
  for (const [address, status, body] of requests) {
    expect([address, (await member.call(address, body)).status]).toEqual([address, status])
    expect([address, (await viewer.call(address, body)).status]).toEqual([address, 403])
  }
  expect((await member.ok('GET /api/channels')).items).toEqual([])
  expect((await viewer.call('GET /api/channels')).status).toBe(403)
  for (const [address, , body] of requests)
    expect((await admin.call(address, body)).status, address).toBeLessThan(300)
})

test('the URL and the secret of a channel are encrypted and never returned in full', async () => {
  const { owner } = await organization()
  const url = 'https://hooks.slack.com/services/T0000/B0000/verysecrettoken'
  const { channel } = await owner.ok('POST /api/channels', { kind: 'slack', name: 'Team', url })
  expect(channel.url).toBe('https://hooks.slack.com/serv…/T000…/B000…/very…')
  const created = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url,
    secret: 'a secret of the receiver',
  })
  expect(created.secret).toBeNull()
  expect(JSON.stringify(await owner.ok('GET /api/channels'))).not.toMatch(/verysecret|a secret of/)
  const { rows } = await service.pool.query('select url::text, secret::text from channels where id = $1', [
    created.channel.id,
  ])
  expect(Buffer.from(rows[0].url.slice(2), 'hex').toString()).not.toContain('verysecret')
})

test('a generated signing secret is returned once and has the prefix of Standard Webhooks', async () => {
  const { owner } = await organization()
  const { secret } = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url: 'https://example.com/hook',
  })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
})

test('a stored secret is not sent to another origin', async () => {
  const { owner } = await organization()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url: 'https://example.com/hook',
  })
  const address = `PATCH /api/channels/${channel.id}`
  const moved = await owner.call(address, { url: 'https://other.example/hook' })
  expect(moved).toMatchObject({ status: 400, body: { details: [{ path: 'secret' }] } })
  await owner.ok(address, { url: 'https://example.com/other' })
  await owner.ok(address, { url: 'https://other.example/hook', secret: 'a new secret for it' })
})

test('for the chosen time after a change, a webhook is signed with both secrets, and the secret cannot be removed', async () => {
  const { owner } = await organization()
  const receiver = await startReceiver()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url: receiver.url,
    secret: 'the first secret of it',
  })
  const address = `/api/channels/${channel.id}`
  const change = { secret: 'the second secret of it', secret_overlap_hours: 24 }
  expect(await owner.ok(`PATCH ${address}`, change)).toMatchObject({
    secret: '••••f it',
    previous_secret_until: expect.any(String),
  })
  await owner.ok(`POST ${address}/test`)
  await receiver.close()
  const { headers = {}, body = '' } = receiver.received[0] ?? {}
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = (secret: string) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
  expect(headers['webhook-signature']).toBe(
    `${signature('the second secret of it')} ${signature('the first secret of it')}`,
  )
  expect(await owner.call(`PATCH ${address}`, { secret: null })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'secret' }] },
  })
})

test('concurrent changes cannot combine a stored secret with another origin', async () => {
  const { owner } = await organization()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'webhook',
    name: 'Hook',
    url: 'https://127.0.0.1:9/',
  })
  const address = `PATCH /api/channels/${channel.id}`
  await Promise.all([
    owner.call(address, { url: 'https://127.0.0.2:9/' }),
    owner.call(address, { url: 'https://127.0.0.1:9/path', secret: 'a new secret for it' }),
  ])
  expect((await owner.ok('GET /api/channels')).items).toMatchObject([
    { url: 'https://127.0.0.1:9/path', secret: '••••r it' },
  ])
})

test('members use the webhooks of brands that they can see, and a brand has one', async () => {
  const { owner, brand, other } = await organization()
  const receiver = await startReceiver()
  const add = (brand_id: string | null, more: object = {}) =>
    owner.call('POST /api/channels', {
      kind: 'opportunity_webhook',
      name: 'Tickets',
      brand_id,
      url: receiver.url,
      ...more,
    })
  const { channel } = asJson(await add(brand))
  const hidden = asJson(await add(other)).channel
  expect(channel).toMatchObject({ brand: { id: brand, name: 'Acme' }, secret: null, notification_kinds: [] })
  expect((await add(brand)).status).toBe(409)
  expect(await add(null)).toMatchObject({ status: 400, body: { details: [{ path: 'brand_id' }] } })
  expect((await add(null, { kind: 'slack' })).status).toBe(201)
  expect(await add(brand, { kind: 'slack' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'brand_id' }] },
  })
  expect(
    await owner.call(`PATCH /api/channels/${channel.id}`, { notification_kinds: ['alert'] }),
  ).toMatchObject({
    status: 400,
    body: { details: [{ path: 'notification_kinds' }] },
  })

  const member = await addMember(service, owner, { role: 'editor', brandIds: [brand] })
  expect((await member.ok('GET /api/channels')).items.map(({ id }: { id: string }) => id)).toEqual([
    channel.id,
  ])
  expect(await member.ok(`POST /api/channels/${channel.id}/test`)).toMatchObject({ success: true })
  await receiver.close()
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'webhook.test' })
  expect(await member.ok(`GET /api/channels/${channel.id}/deliveries`)).toMatchObject({
    items: [{ status: 'sent', opportunity: null, notification: null, sent_by: 'editor' }],
  })
  expect((await member.call(`POST /api/channels/${hidden.id}/test`)).status).toBe(404)
})

test('the description of each kind of channel says which fields it has', async () => {
  const { owner } = await organization()
  const { kinds } = await owner.ok('GET /api/channels')
  const fields = kinds.map(({ name, label, fields }: Json) => [
    name,
    label,
    fields.map((field: Json) => `${field.name}${field.is_required ? '' : '?'}`),
  ])
  expect(fields).toEqual([
    ['email', 'Email', ['recipients']],
    ['slack', 'Slack', ['url']],
    ['discord', 'Discord', ['url']],
    ['teams', 'Microsoft Teams', ['url']],
    ['webhook', 'Webhook', ['url', 'secret?']],
    ['opportunity_webhook', 'Webhook for opportunities', ['url', 'secret?']],
  ])
})

test('deleting a brand deletes its webhook with the log, and the nightly task deletes deliveries of more than a year ago', async () => {
  const { owner, brand } = await organization()
  const fields = { kind: 'email', name: 'Team', recipients: ['a@example.com'] }
  const email = (await owner.ok('POST /api/channels', fields)).channel.id
  const webhook = (
    await owner.ok('POST /api/channels', {
      kind: 'opportunity_webhook',
      name: 'Tickets',
      brand_id: brand,
      url: 'http://127.0.0.1:1/',
    })
  ).channel.id
  for (const id of [email, email, webhook]) await owner.ok(`POST /api/channels/${id}/test`)
  const count = async (id: string) => {
    const { rows } = await service.pool.query('select from deliveries where channel_id = $1', [id])
    return rows.length
  }
  expect([await count(email), await count(webhook)]).toEqual([2, 1])
  await owner.ok(`DELETE /api/brands/${brand}`)
  expect([await count(email), await count(webhook)]).toEqual([2, 0])
  expect((await owner.ok('GET /api/channels')).items).toHaveLength(1)
  await service.pool.query(
    `update deliveries set created_at = $2
    where id = (select id from deliveries where channel_id = $1 order by id limit 1)`,
    [email, new Date(service.base.now().getTime() - 366 * 86_400_000)],
  )
  await deleteOldNotifications(service.base)
  expect(await count(email)).toBe(1)
})

test.each([
  { fields: { kind: 'email' }, path: 'recipients' },
  { fields: { kind: 'email', recipients: ['nobody'] }, path: 'recipients.0' },
  { fields: { kind: 'slack' }, path: 'url' },
  { fields: { kind: 'slack', url: 'ftp://example.com' }, path: 'url' },
  { fields: { kind: 'slack', url: 'https://example.com', secret: 'a'.repeat(20) }, path: 'secret' },
  { fields: { kind: 'webhook', url: 'https://a.co', secret: `whsec_${'!'.repeat(20)}` }, path: 'secret' },
  { fields: { kind: 'teams', url: 'https://example.com', recipients: ['a@b.co'] }, path: 'recipients' },
  {
    fields: { kind: 'slack', url: 'https://a.co', notification_kinds: ['digest'] },
    path: 'notification_kinds.0',
  },
])('a channel with wrong fields is rejected and names $path', async ({ fields, path }) => {
  const { owner } = await organization()
  const reply = await owner.call('POST /api/channels', { name: 'Channel', ...fields })
  expect(reply).toMatchObject({ status: 400, body: { details: [{ path }] } })
})

test('a test delivers a real message, returns the outcome, and is in the log', async () => {
  const { owner } = await organization()
  const receiver = await startReceiver({ status: 200, body: 'ok' })
  receiver.answers.push({ status: 404, body: 'no_service' })
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'slack',
    name: 'Team',
    url: receiver.url,
    is_active: false,
  })
  const failed = await owner.ok(`POST /api/channels/${channel.id}/test`)
  expect(failed).toMatchObject({
    success: false,
    results: [{ http_status: 404, explanation: expect.stringContaining('no_service') }],
  })
  expect(await owner.ok(`POST /api/channels/${channel.id}/test`)).toMatchObject({ success: true })
  await receiver.close()
  expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ text: 'Ansight test message' })
  const { items } = await owner.ok(`GET /api/channels/${channel.id}/deliveries`)
  expect(items).toMatchObject([
    { status: 'sent', notification: null, attempts: 1 },
    { status: 'failed', notification: null, http_status: 404 },
  ])
})

test('without SMTP_URL an email channel can be added, and its test says which settings are missing', async () => {
  const { owner } = await organization()
  expect(await owner.ok('GET /api/channels')).toMatchObject({ can_send_email: false })
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Team',
    recipients: ['A@example.com', 'a@example.com'],
  })
  expect(channel.recipients).toEqual(['a@example.com'])
  expect(await owner.ok(`POST /api/channels/${channel.id}/test`)).toMatchObject({
    success: false,
    results: [{ recipient: 'a@example.com', explanation: expect.stringMatching(/SMTP_URL and SMTP_FROM/) }],
  })
})

test('a test of an email channel arrives as plain text and HTML', async () => {
  const mails = await startMailServer()
  const { base } = service
  const { SMTP_URL, SMTP_FROM } = base.config
  Object.assign(base.config, {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'ansight@acme.com',
  })
  const { owner } = await organization()
  const { channel } = await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Team',
    recipients: ['a@example.com'],
  })
  await confirmRecipients(base)
  const tested = await owner.ok(`POST /api/channels/${channel.id}/test`)
  Object.assign(base.config, { SMTP_URL, SMTP_FROM })
  await mails.close()
  expect(tested).toMatchObject({ success: true, results: [{ recipient: 'a@example.com', success: true }] })
  expect(mails.received[1]?.source).toContain('Subject: Ansight test message')
  expect(mails.received[1]?.source).toContain('text/html')
})

test('an organization has at most 100 channels of its own, and the webhooks of brands do not count', async () => {
  const { owner, brand, ctx } = await organization()
  await sql`
    insert into channels (organization_id, id, kind, name, is_active, notification_kinds, recipients, created_at, updated_at)
    select ${ctx.organizationId}, gen_random_uuid(), 'email', 'Team', true, '{}', '{}', now(), now()
    from generate_series(1, 100)`.execute(ctx.db)
  const url = 'https://127.0.0.1:9/hook'
  const full = await owner.call('POST /api/channels', { kind: 'webhook', name: 'One more', url })
  expect(full).toMatchObject({ status: 409, body: { error: expect.stringContaining('100') } })
  const webhook = { kind: 'opportunity_webhook', name: 'Acme', brand_id: brand, url }
  expect((await owner.call('POST /api/channels', webhook)).status).toBe(201)
})
