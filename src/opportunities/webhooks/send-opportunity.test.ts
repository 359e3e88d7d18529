import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClientFor, type Json, sharedService, testService } from '../../../test/support.ts'
import { newId } from '../../core/ids.ts'
import { createTestBrand, type TestBrand } from '../../metrics/answers.fixture.ts'
import { sendWaitingDeliveries } from '../../notifications/delivery-worker.ts'
import { getOpportunity } from '../opportunities.ts'
import { createCallbackToken } from './callback-token.ts'
import { moveWebhook, receiver } from './receiver.fixture.ts'
import { sendOpportunity } from './send-opportunity.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })
const today = new Date().toISOString().slice(0, 10)

const secret = 'a-secret-of-the-receiver'
const unsent = { headers: {} as IncomingHttpHeaders, raw: '' }

/** A brand with one opportunity per named prompt. */
async function createWithWebhook(
  url: string | null,
  more: object = {},
): Promise<TestBrand & { ids: string[] }> {
  const testBrand = await createTestBrand(service)
  for (const prompt of [testBrand.prompts.plain, testBrand.prompts.branded])
    await testBrand.write({ prompt, day: today, text: 'Quilmar is the one to buy.' })
  await testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })
  if (url !== null)
    await testBrand.owner.ok(`PUT /api/content/webhook-config/${testBrand.brand.id}`, {
      webhook_url: url,
      webhook_secret: secret,
      ...more,
    })
  const { items } = await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}`)
  return { ...testBrand, ids: items.map(({ id }: Json) => id) }
}

const first = ({ ids }: { ids: string[] }) => ids[0] ?? ''
const show = (testBrand: TestBrand, id: string) => testBrand.owner.ok(`GET /api/content/${id}`)

test('a delivery has the documented payload and a valid signature', async () => {
  const target = await receiver((outgoing) => outgoing.end('{"accepted":true}'))
  const testBrand = await createWithWebhook(`${target.url}/hook?x=1`)
  const id = first(testBrand)
  await testBrand.owner.ok(`POST /api/content/${id}/brief`)
  const beforeSending = Math.floor(Date.now() / 1000)
  expect(await testBrand.owner.ok(`POST /api/content/${id}/send`)).toEqual({
    success: true,
    status: 'sent',
    http_status: 200,
    error: null,
  })
  const shown = await show(testBrand, id)
  expect(shown).toMatchObject({ status: 'sent', webhook_sent_at: expect.any(String) })
  expect(shown.webhook_response).toEqual({
    status: 200,
    body: '{"accepted":true}',
    error: null,
    at: expect.any(String),
  })
  const [{ headers, raw, body } = { headers: {}, raw: '', body: null }] = target.received
  const { title, description, type, impact, opportunity_score } = shown
  expect(body).toEqual({
    event: 'opportunity.sent',
    opportunity: { id, title, description, type, impact, opportunity_score },
    prompt: { text: shown.prompt_text, category: expect.any(String) },
    data: shown.source_data,
    brief: shown.brief,
    brand: { name: 'Zorvex', domain: 'zorvex.com', industry: '' },
    callback_url: expect.stringMatching(`^http://localhost:3000/api/content/${id}/status\\?token=[\\w-]+$`),
  })
  expect(body.brief.method).toBe('evidence')
  expect(headers['x-webhook-secret']).toBe(secret)
  expect(headers['content-type']).toMatch(/^application\/json/)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )
  const sentAt = Number(headers['webhook-timestamp'])
  expect(sentAt).toBeGreaterThanOrEqual(beforeSending)
  expect(sentAt).toBeLessThanOrEqual(Date.now() / 1000)

  const { items } = await testBrand.owner.ok(`GET /api/content/${id}/deliveries`)
  expect(items).toMatchObject([{ success: true, http_status: 200, sent_by: 'Ada', error: null }])
  await testBrand.owner.ok(`POST /api/content/webhook-config/${testBrand.brand.id}/test`)
  const log = await testBrand.owner.ok(`GET /api/content/webhook-config/${testBrand.brand.id}/deliveries`)
  expect(log.items).toEqual([expect.objectContaining({ opportunity: null }), ...items])
  expect(items[0].opportunity).toEqual({ id, title })
})

test('the test request has the documented payload, also while the webhook is disabled; without a secret nothing is signed', async () => {
  const target = await receiver((outgoing) => outgoing.writeHead(202).end())
  const testBrand = await createWithWebhook(target.url, { webhook_secret: null, is_active: false })
  const address = `/api/content/webhook-config/${testBrand.brand.id}`
  expect(await testBrand.owner.ok(`POST ${address}/test`)).toEqual({
    success: true,
    http_status: 202,
    error: null,
  })
  const [{ body, headers } = { body: null, headers: {} }] = target.received
  expect(body).toEqual({
    event: 'webhook.test',
    message: expect.any(String),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
  })
  expect(Object.keys(headers).filter((name) => name.includes('webhook'))).toEqual([])
  expect((await testBrand.owner.call(`POST /api/content/${first(testBrand)}/send`)).status).toBe(409)

  await testBrand.owner.ok(`PUT ${address}`, {
    webhook_secret: `whsec_${Buffer.from('a key of 16 bytes').toString('base64')}`,
  })
  await testBrand.owner.ok(`POST ${address}/test`)
  const signed = target.received[1]
  const text = `${signed?.headers['webhook-id']}.${signed?.headers['webhook-timestamp']}.${signed?.raw}`
  expect(signed?.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', 'a key of 16 bytes').update(text).digest('base64')}`,
  )
})

test('the secret is encrypted, never returned, kept when omitted and removed by null', async () => {
  const testBrand = await createTestBrand(service)
  const address = `/api/content/webhook-config/${testBrand.brand.id}`
  const put = (body: object) => testBrand.owner.call(`PUT ${address}`, body)
  expect(await testBrand.owner.ok(`GET ${address}`)).toEqual({
    webhook_url: null,
    webhook_secret: null,
    previous_secret_until: null,
    is_active: false,
  })
  expect((await put({ is_active: true })).status).toBe(400)
  const url = 'http://127.0.0.1:9/hook'
  const set = await put({ webhook_url: url, webhook_secret: secret })
  expect(set.body).toEqual({
    webhook_url: url,
    webhook_secret: '••••iver',
    previous_secret_until: null,
    is_active: true,
  })
  const { rows } = await service.pool.query('select url, secret from channels where brand_id = $1', [
    testBrand.brand.id,
  ])
  expect([rows[0].url.includes(url), rows[0].secret.includes(secret)]).toEqual([false, false])
  expect((await put({ is_active: false })).body).toMatchObject({
    webhook_secret: '••••iver',
    is_active: false,
  })
  expect((await put({ webhook_secret: 'short' })).body).toMatchObject({ webhook_secret: '••••' })
  expect((await put({ webhook_secret: null })).body).toMatchObject({ webhook_secret: null, webhook_url: url })
  for (const bad of [
    { webhook_secret: 'line\nbreak' },
    { webhook_secret: ' leading' },
    { webhook_secret: `whsec_${'!'.repeat(20)}` },
    { webhook_url: 'ftp://example.com/' },
    { webhook_url: 'hook' },
    { url },
  ])
    expect((await put(bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await put({ webhook_url: 'https://user:password@example.com/' })).status).toBe(400)
  expect(await put({ webhook_url: null, is_active: true })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'is_active', message: 'requires a webhook_url' }] },
  })
  expect((await put({})).body).toMatchObject({ webhook_url: url })
  expect((await put({ webhook_url: null })).body).toMatchObject({ webhook_url: null })
  expect((await testBrand.owner.call(`POST ${address}/test`)).status).toBe(409)
  const { items } = await testBrand.owner.ok('GET /api/audit-log')
  expect(JSON.stringify(items)).not.toContain(secret)
})

test('a private address is rejected when it is saved and when it is used', async () => {
  const strict = await sharedService()
  const owner = await strict.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
  const address = `/api/content/webhook-config/${brand.id}`
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '169.254.169.254',
  ]) {
    const reply = await owner.call(`PUT ${address}`, { webhook_url: `http://${host}/hook` })
    expect([reply.status, reply.body], host).toMatchObject([400, { code: 'unsafe_url' }])
  }
  // The host may have resolved to a public address when it was saved.
  await owner.ok(`PUT ${address}`, { webhook_url: 'https://192.88.100.1/' })
  await moveWebhook(strict.base, brand.id, 'http://127.0.0.1:9/')
  expect(await owner.ok(`POST ${address}/test`)).toEqual({
    success: false,
    http_status: null,
    error: 'unsafe_url',
  })
})

const sendHugeBody = (outgoing: ServerResponse) => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let left = 100
  const more = () => {
    while (left > 0 && !outgoing.destroyed) {
      left -= 1
      if (!outgoing.write(chunk)) return outgoing.once('drain', more)
    }
    return outgoing.end()
  }
  more()
}

const responses: [name: string, respond: (outgoing: ServerResponse) => unknown, expected: object][] = [
  ['204', (outgoing) => outgoing.writeHead(204).end(), { status: 204, body: '', error: null }],
  [
    '301',
    (outgoing) => outgoing.writeHead(301, { location: 'http://127.0.0.1:9/' }).end('moved'),
    { status: 301, body: 'moved', error: null },
  ],
  [
    '400',
    (outgoing) => outgoing.writeHead(400).end('no\0 such field'),
    { status: 400, body: 'no such field' },
  ],
  [
    '500',
    (outgoing) => outgoing.writeHead(500).end('ü'.repeat(5_000)),
    { status: 500, body: 'ü'.repeat(1_000) },
  ],
  [
    'characters of two UTF-16 units',
    (outgoing) => outgoing.end('👟'.repeat(1_001)),
    { status: 200, body: '👟'.repeat(1_000) },
  ],
  ['no response', () => undefined, { status: null, body: null, error: 'timeout' }],
  [
    'a slow body',
    (outgoing) => {
      outgoing.write('.')
    },
    { status: null, error: 'timeout' },
  ],
  ['a dropped connection', (outgoing) => outgoing.socket?.destroy(), { status: null, error: 'cut' }],
  ['100 MB', sendHugeBody, { status: 200, body: 'x'.repeat(1_000), error: null }],
]

test('the response is recorded; only 2xx sets the status to sent, and a failed delivery can be sent again', async () => {
  let respond: (outgoing: ServerResponse) => unknown = () => undefined
  const target = await receiver((outgoing) => respond(outgoing))
  const testBrand = await createWithWebhook(target.url)
  const id = first(testBrand)
  for (const [name, respondWith, expected] of responses) {
    respond = respondWith
    await testBrand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'new' })
    const found = await getOpportunity(testBrand.ctx, id)
    const limits = 'error' in expected && expected.error === 'timeout' ? { timeoutMs: 150 } : undefined
    const { success, status } = await sendOpportunity(testBrand.ctx, found, limits)
    const shown = await show(testBrand, id)
    expect(shown.webhook_response, name).toMatchObject(expected)
    const isAccepted = shown.webhook_response.status >= 200 && shown.webhook_response.status < 300
    expect([success, status, shown.status], name).toEqual([
      isAccepted,
      isAccepted ? 'sent' : 'new',
      isAccepted ? 'sent' : 'new',
    ])
  }
  respond = (outgoing) => outgoing.end()
  expect(await testBrand.owner.ok(`POST /api/content/${id}/send`)).toMatchObject({
    success: true,
    status: 'sent',
  })
  const { items } = await testBrand.owner.ok(`GET /api/content/${id}/deliveries?limit=3`)
  expect(items).toHaveLength(3)
  expect(target.received).toHaveLength(responses.length + 1)
})

test('a non-HTTP response and a refused connection have different errors', async () => {
  const garbage = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await new Promise<void>((listening) => garbage.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void garbage.close())
  const address = garbage.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const testBrand = await createWithWebhook(`http://127.0.0.1:${address.port}/`)
  const send = async (url: string) => {
    await testBrand.owner.ok(`PUT /api/content/webhook-config/${testBrand.brand.id}`, {
      webhook_url: url,
      webhook_secret: secret,
    })
    return (await testBrand.owner.ok(`POST /api/content/${first(testBrand)}/send`)).error
  }
  expect(await send(`http://127.0.0.1:${address.port}/`)).toBe('bad_response')
  expect(await send(`https://127.0.0.1:${address.port}/`)).toBe('tls')
  expect(await send('http://127.0.0.1:1/')).toBe('refused')
  expect(await send('http://nobody.invalid/')).toBe('dns')
})

test('concurrent sends deliver once; afterwards the opportunity can be sent again', async () => {
  // The receiver responds after all but one request have been rejected, so none of them was queued.
  const refused = Promise.withResolvers<void>()
  const target = await receiver(async (outgoing) => {
    await refused.promise
    outgoing.end()
  })
  const testBrand = await createWithWebhook(target.url)
  const id = first(testBrand)
  let left = 5
  const ended = <T>(result: T): T => {
    left -= 1
    if (left === 0) refused.resolve()
    return result
  }
  const sends = Array.from({ length: 5 }, () =>
    testBrand.owner.call(`POST /api/content/${id}/send`).then(ended),
  )
  const bulk = testBrand.owner.ok('POST /api/content/bulk/send', { ids: [id] }).then(ended)
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  const { sent } = await bulk
  expect(statuses.filter((status) => status === 200).length + sent).toBe(1)
  expect(statuses.filter((status) => status === 409).length + 1 - sent).toBe(5)
  expect(target.received).toHaveLength(1)
  expect((await testBrand.owner.ok(`POST /api/content/${id}/send`)).success).toBe(true)
  expect(target.received).toHaveLength(2)
})

test('a delivery whose process crashed is recorded as interrupted when its claim expires, not sent again, and does not block the next one', async () => {
  const target = await receiver((outgoing) => outgoing.end())
  const testBrand = await createWithWebhook(target.url)
  const id = first(testBrand)
  const crashing = {
    ...testBrand.ctx,
    now: () => {
      // The sender reads the clock again only to record the result.
      if (target.received.length > 0) throw new Error('crashed')
      return new Date()
    },
  }
  const found = await getOpportunity(testBrand.ctx, id)
  await expect(sendOpportunity(crashing, found)).rejects.toThrow('crashed')
  const work = () => sendWaitingDeliveries(service.base, new AbortController().signal)
  await work()
  expect((await testBrand.owner.call(`POST /api/content/${id}/send`)).status).toBe(409)
  expect((await show(testBrand, id)).webhook_response).toBeNull()
  await service.base.db
    .updateTable('deliveries')
    .set({ claimed_until: new Date(Date.now() - 1) })
    .where('opportunity_id', '=', id)
    .execute()
  await work()
  expect(target.received).toHaveLength(1)
  expect(await show(testBrand, id)).toMatchObject({
    status: 'new',
    webhook_response: { status: null, body: null, error: 'interrupted' },
  })
  expect((await testBrand.owner.ok(`POST /api/content/${id}/send`)).success).toBe(true)
})

test('removing the webhook keeps the deliveries of its opportunities, and deletes its tests', async () => {
  const target = await receiver((outgoing) => outgoing.end('ok'))
  const testBrand = await createWithWebhook(target.url)
  const address = `/api/content/webhook-config/${testBrand.brand.id}`
  await testBrand.owner.ok(`POST /api/content/${first(testBrand)}/send`)
  await testBrand.owner.ok(`POST ${address}/test`)
  await testBrand.owner.ok(`PUT ${address}`, { webhook_url: null })
  expect(await show(testBrand, first(testBrand))).toMatchObject({ webhook_response: { body: 'ok' } })
  expect((await testBrand.owner.ok(`GET ${address}/deliveries`)).items).toMatchObject([
    { success: true, opportunity: { id: first(testBrand) } },
  ])
})

test('a bulk request sends each opportunity independently and answers per id, also for unknown ids and ids of another organization', async () => {
  let failing = ''
  const target = await receiver((outgoing, { body }) =>
    outgoing.writeHead(body.opportunity.id === failing ? 503 : 200).end(),
  )
  const testBrand = await createWithWebhook(target.url)
  const [good = '', bad = ''] = testBrand.ids
  failing = bad
  const unknown = newId()
  const foreign = first(await createWithWebhook(target.url))
  const ids = [unknown, good, bad, foreign, good]
  expect(await testBrand.owner.ok('POST /api/content/bulk/send', { ids })).toEqual({
    sent: 1,
    failed: 3,
    results: [
      { id: unknown, success: false, error: 'No such opportunity.' },
      { id: good, success: true, error: null },
      { id: bad, success: false, error: 'status 503' },
      { id: foreign, success: false, error: 'No such opportunity.' },
    ],
  })
  expect(target.received).toHaveLength(2)
  expect((await show(testBrand, bad)).status).toBe('new')
})

test('the receiver reports back through its callback URL, on that opportunity only', async () => {
  const target = await receiver((outgoing) => outgoing.end())
  const testBrand = await createWithWebhook(target.url)
  const [id = '', other = ''] = testBrand.ids
  await testBrand.owner.ok(`POST /api/content/${id}/send`)
  const callbackUrl = new URL(target.received[0]?.body.callback_url)
  const outside = createClientFor(service.app, { email: '', password: '' })
  const report = (status: string, path = `${callbackUrl.pathname}${callbackUrl.search}`) =>
    outside.call(`PATCH ${path}`, { status })
  for (const status of ['in_progress', 'done', 'dismissed', 'sent']) {
    expect((await report(status)).body).toEqual({ id, status, updated_at: expect.any(String) })
    expect((await show(testBrand, id)).status).toBe(status)
  }
  expect((await show(testBrand, id)).history.at(-1)).toMatchObject({ by: { kind: 'callback', name: null } })
  expect((await report('new')).status).toBe(403)
  expect((await report('published')).status).toBe(400)
  expect((await report('done', `/api/content/${other}/status${callbackUrl.search}`)).status).toBe(404)
  expect((await report('done', callbackUrl.pathname)).status).toBe(401)
  for (const path of [`/api/content/${id}/send`, `/api/content/${id}/brief`])
    expect((await outside.call(`POST ${path}${callbackUrl.search}`)).status, path).toBe(401)
  expect((await outside.call(`GET /api/content/${id}${callbackUrl.search}`)).status).toBe(401)
  expect((await show(testBrand, other)).status).toBe('new')
})

test('a modified, empty, duplicated or expired token is rejected, even with a valid session', async () => {
  const testBrand = await createWithWebhook(null)
  const id = first(testBrand)
  const subject = { brandId: testBrand.brand.id, opportunityId: id, generation: 1 }
  const token = createCallbackToken(service.base, subject)
  const old = createCallbackToken(
    { ...service.base, now: () => new Date(Date.now() - 90 * 86_400_000 - 1_000) },
    subject,
  )
  const nearly = createCallbackToken(
    { ...service.base, now: () => new Date(Date.now() - 89 * 86_400_000) },
    subject,
  )
  const foreign = createCallbackToken(
    { ...service.base, secretKey: 'another secret, long enough for it' },
    subject,
  )
  const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`
  const status = async (query: string) =>
    (await testBrand.owner.call(`PATCH /api/content/${id}/status?${query}`, { status: 'done' })).status
  for (const bad of [old, foreign, changed, token.slice(0, -2), `${token}AA`, '', 'x', '%00'])
    expect(await status(`token=${bad}`), bad).toBe(401)
  expect(await status(`token=${token}&token=${token}`)).toBe(401)
  expect(await status(`token=${nearly}`)).toBe(200)
  await testBrand.owner.ok(`DELETE /api/brands/${testBrand.brand.id}`)
  expect(await status(`token=${token}`)).toBe(401)
})

test('a status that the receiver sets before responding is kept', async () => {
  const outside = createClientFor(service.app, { email: '', password: '' })
  const target = await receiver(async (outgoing, { body }) => {
    const { pathname, search } = new URL(body.callback_url)
    await outside.ok(`PATCH ${pathname}${search}`, { status: 'done' })
    outgoing.end()
  })
  const testBrand = await createWithWebhook(target.url)
  expect(await testBrand.owner.ok(`POST /api/content/${first(testBrand)}/send`)).toMatchObject({
    success: true,
    status: 'done',
  })
  expect(await show(testBrand, first(testBrand))).toMatchObject({
    status: 'done',
    webhook_sent_at: expect.any(String),
  })
})

test('for the chosen time after a change of the secret, deliveries are signed with both secrets', async () => {
  const target = await receiver((outgoing) => outgoing.end())
  const { brand, owner } = await createWithWebhook(target.url)
  const address = `/api/content/webhook-config/${brand.id}`
  const changed = await owner.ok(`PUT ${address}`, {
    webhook_secret: 'the-next-secret',
    secret_overlap_hours: 24,
  })
  const until = Date.parse(changed.previous_secret_until)
  expect(Math.abs(until - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)

  const lastSigned = async () => {
    await owner.ok(`POST ${address}/test`)
    const { headers, raw } = target.received.at(-1) ?? unsent
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
    const signedWith = (key: string) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`
    return { headers, signedWith }
  }
  const during = await lastSigned()
  expect(during.headers['webhook-signature']).toBe(
    `${during.signedWith('the-next-secret')} ${during.signedWith(secret)}`,
  )
  expect(during.headers['x-webhook-secret']).toBe('the-next-secret')

  await service.base.db
    .updateTable('channels')
    .set({ previous_secret_until: new Date(Date.now() - 1) })
    .where('brand_id', '=', brand.id)
    .execute()
  const after = await lastSigned()
  expect(after.headers['webhook-signature']).toBe(after.signedWith('the-next-secret'))
  expect(await owner.ok(`GET ${address}`)).toMatchObject({ previous_secret_until: null })
})

test('a replaced secret does not sign deliveries to another origin', async () => {
  const [target, other] = [await receiver((out) => out.end()), await receiver((out) => out.end())]
  const { brand, owner } = await createWithWebhook(target.url)
  const address = `/api/content/webhook-config/${brand.id}`
  await owner.ok(`PUT ${address}`, { webhook_secret: 'the-next-secret', secret_overlap_hours: 24 })
  const moved = await owner.ok(`PUT ${address}`, {
    webhook_url: other.url,
    webhook_secret: 'the-third-secret',
    secret_overlap_hours: 24,
  })
  expect(moved.previous_secret_until).toBeNull()
  await owner.ok(`POST ${address}/test`)
  expect(String(other.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
})
