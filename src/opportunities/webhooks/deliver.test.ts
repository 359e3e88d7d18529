import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, type Json, testService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../../metrics/answers.fixture.ts'
import { getOpportunity } from '../opportunities.ts'
import { callbackToken } from './callback-token.ts'
import { sendOpportunity } from './deliver.ts'
import { receiver } from './receiver.fixture.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })
const today = new Date().toISOString().slice(0, 10)

const secret = 'a-secret-of-the-receiver'

/** A brand with opportunities, as many as prompts are named. */
async function openWith(url: string | null, more: object = {}): Promise<TestBrand & { ids: string[] }> {
  const book = await createTestBrand(service)
  for (const prompt of [book.prompts.plain, book.prompts.branded])
    await book.write({ prompt, day: today, text: 'Quilmar is the one to buy.' })
  await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
  if (url !== null)
    await book.owner.ok(`PUT /api/content/webhook-config/${book.brand.id}`, {
      webhook_url: url,
      webhook_secret: secret,
      ...more,
    })
  const { items } = await book.owner.ok(`GET /api/content?brand_id=${book.brand.id}`)
  return { ...book, ids: items.map(({ id }: Json) => id) }
}

const first = ({ ids }: { ids: string[] }) => ids[0] ?? ''
const show = (book: TestBrand, id: string) => book.owner.ok(`GET /api/content/${id}`)

test('a delivery says what the contract says, and its signature proves it', async () => {
  const there = await receiver((outgoing) => outgoing.end('{"accepted":true}'))
  const book = await openWith(`${there.url}/hook?x=1`)
  const id = first(book)
  await book.owner.ok(`POST /api/content/${id}/brief`)
  expect(await book.owner.ok(`POST /api/content/${id}/send`)).toEqual({
    success: true,
    status: 'sent',
    http_status: 200,
    error: null,
  })
  const shown = await show(book, id)
  expect(shown).toMatchObject({ status: 'sent', webhook_sent_at: expect.any(String) })
  expect(shown.webhook_response).toEqual({
    status: 200,
    body: '{"accepted":true}',
    error: null,
    at: expect.any(String),
  })
  const [{ headers, raw, body } = { headers: {}, raw: '', body: null }] = there.received
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
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)

  const { items } = await book.owner.ok(`GET /api/content/${id}/deliveries`)
  expect(items).toMatchObject([{ success: true, http_status: 200, sent_by: 'Ada', error: null }])
  await book.owner.ok(`POST /api/content/webhook-config/${book.brand.id}/test`)
  const log = await book.owner.ok(`GET /api/content/webhook-config/${book.brand.id}/deliveries`)
  expect(log.items).toEqual([expect.objectContaining({ opportunity: null }), ...items])
  expect(items[0].opportunity).toEqual({ id, title })
})

test('the test says what the contract says, also while the webhook is off; without a secret nothing is signed', async () => {
  const there = await receiver((outgoing) => outgoing.writeHead(202).end())
  const book = await openWith(there.url, { webhook_secret: null, is_active: false })
  const address = `/api/content/webhook-config/${book.brand.id}`
  expect(await book.owner.ok(`POST ${address}/test`)).toEqual({
    success: true,
    http_status: 202,
    error: null,
  })
  const [{ body, headers } = { body: null, headers: {} }] = there.received
  expect(body).toEqual({
    event: 'webhook.test',
    message: expect.any(String),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
  })
  expect(Object.keys(headers).filter((name) => name.includes('webhook'))).toEqual([])
  expect((await book.owner.call(`POST /api/content/${first(book)}/send`)).status).toBe(409)

  await book.owner.ok(`PUT ${address}`, { webhook_secret: `whsec_${Buffer.from('key').toString('base64')}` })
  await book.owner.ok(`POST ${address}/test`)
  const signed = there.received[1]
  const text = `${signed?.headers['webhook-id']}.${signed?.headers['webhook-timestamp']}.${signed?.raw}`
  expect(signed?.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', 'key').update(text).digest('base64')}`,
  )
})

test('the secret is sealed, never read back, kept when it is not given and removed by null', async () => {
  const book = await createTestBrand(service)
  const address = `/api/content/webhook-config/${book.brand.id}`
  const put = (body: object) => book.owner.call(`PUT ${address}`, body)
  expect(await book.owner.ok(`GET ${address}`)).toEqual({
    webhook_url: null,
    webhook_secret: null,
    is_active: false,
  })
  expect((await put({ is_active: true })).status).toBe(400)
  const url = 'http://127.0.0.1:9/hook'
  const set = await put({ webhook_url: url, webhook_secret: secret })
  expect(set.body).toEqual({ webhook_url: url, webhook_secret: '••••iver', is_active: true })
  const { rows } = await service.pool.query('select secret from webhooks where brand_id = $1', [
    book.brand.id,
  ])
  expect(rows[0].secret.includes(secret)).toBe(false)
  expect((await put({ is_active: false })).body).toMatchObject({
    webhook_secret: '••••iver',
    is_active: false,
  })
  expect((await put({ webhook_secret: 'short' })).body).toMatchObject({ webhook_secret: '••••' })
  expect((await put({ webhook_secret: null })).body).toMatchObject({ webhook_secret: null, webhook_url: url })
  for (const bad of [
    { webhook_secret: 'line\nbreak' },
    { webhook_secret: ' leading' },
    { webhook_url: 'ftp://example.com/' },
    { webhook_url: 'hook' },
    { url },
  ])
    expect((await put(bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await put({ webhook_url: 'https://user:password@example.com/' })).status).toBe(422)
  expect((await put({ webhook_url: null })).body).toMatchObject({ webhook_url: null })
  expect((await book.owner.call(`POST ${address}/test`)).status).toBe(409)
  const { items } = await book.owner.ok('GET /api/audit-log')
  expect(JSON.stringify(items)).not.toContain(secret)
})

test('an inner address is refused when it is saved, and when it is used', async () => {
  const strict = await testService()
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
    expect([reply.status, reply.body], host).toMatchObject([422, { code: 'unsafe_url' }])
  }
  // It may have been a public one when it was saved.
  await strict.base.db
    .insertInto('webhooks')
    .values({ brand_id: brand.id, url: 'http://127.0.0.1:9/', is_active: true, updated_at: new Date() })
    .execute()
  expect(await owner.ok(`POST ${address}/test`)).toEqual({
    success: false,
    http_status: null,
    error: 'unsafe_url',
  })
})

const huge = (outgoing: ServerResponse) => {
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

const answers: [what: string, answer: (outgoing: ServerResponse) => unknown, expected: object][] = [
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
  ['half an emoji', (outgoing) => outgoing.end(`${'x'.repeat(999)}👟`), { status: 200 }],
  ['nothing in time', () => undefined, { status: null, body: null, error: 'timeout' }],
  [
    'a slow body',
    (outgoing) => {
      outgoing.write('.')
    },
    { status: null, error: 'timeout' },
  ],
  ['a cut line', (outgoing) => outgoing.socket?.destroy(), { status: null, error: 'cut' }],
  ['100 MB', huge, { status: 200, body: 'x'.repeat(1_000), error: null }],
]

test('what a receiver answers is kept; only 2xx makes it sent, and what failed can be sent again', async () => {
  let answer: (outgoing: ServerResponse) => unknown = () => undefined
  const there = await receiver((outgoing) => answer(outgoing))
  const book = await openWith(there.url)
  const id = first(book)
  for (const [what, given, expected] of answers) {
    answer = given
    await book.owner.ok(`PATCH /api/content/${id}/status`, { status: 'new' })
    const found = await getOpportunity(book.ctx, id)
    const { success, status } = await sendOpportunity(book.ctx, found, { timeoutMs: 150 })
    const shown = await show(book, id)
    expect(shown.webhook_response, what).toMatchObject(expected)
    const taken = shown.webhook_response.status >= 200 && shown.webhook_response.status < 300
    expect([success, status, shown.status], what).toEqual([
      taken,
      taken ? 'sent' : 'new',
      taken ? 'sent' : 'new',
    ])
  }
  answer = (outgoing) => outgoing.end()
  expect(await book.owner.ok(`POST /api/content/${id}/send`)).toMatchObject({ success: true, status: 'sent' })
  const { items } = await book.owner.ok(`GET /api/content/${id}/deliveries?limit=3`)
  expect(items).toHaveLength(3)
  expect(there.received).toHaveLength(answers.length + 1)
})

test('what is no HTTP, and nobody at all, is told apart', async () => {
  const garbage = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await new Promise<void>((listening) => garbage.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void garbage.close())
  const address = garbage.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const book = await openWith(`http://127.0.0.1:${address.port}/`)
  const send = async (url: string) => {
    await book.owner.ok(`PUT /api/content/webhook-config/${book.brand.id}`, { webhook_url: url })
    return (await book.owner.ok(`POST /api/content/${first(book)}/send`)).error
  }
  expect(await send(`http://127.0.0.1:${address.port}/`)).toBe('bad_response')
  expect(await send(`https://127.0.0.1:${address.port}/`)).toBe('tls')
  expect(await send('http://127.0.0.1:1/')).toBe('refused')
  expect(await send('http://nobody.invalid/')).toBe('dns')
})

test('two sends at once deliver once; after that it may be sent again', async () => {
  // The receiver answers when all but one have been refused: none of them was waiting for its turn.
  const refused = Promise.withResolvers<void>()
  const there = await receiver(async (outgoing) => {
    await refused.promise
    outgoing.end()
  })
  const book = await openWith(there.url)
  const id = first(book)
  let left = 5
  const ended = <T>(result: T): T => {
    left -= 1
    if (left === 0) refused.resolve()
    return result
  }
  const sends = Array.from({ length: 5 }, () => book.owner.call(`POST /api/content/${id}/send`).then(ended))
  const bulk = book.owner.ok('POST /api/content/bulk/send', { ids: [id] }).then(ended)
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  const { sent } = await bulk
  expect(statuses.filter((status) => status === 200).length + sent).toBe(1)
  expect(statuses.filter((status) => status === 409).length + 1 - sent).toBe(5)
  expect(there.received).toHaveLength(1)
  expect((await book.owner.ok(`POST /api/content/${id}/send`)).success).toBe(true)
  expect(there.received).toHaveLength(2)
})

test('a bulk sends each by itself', async () => {
  let failing = ''
  const there = await receiver((outgoing, { body }) =>
    outgoing.writeHead(body.opportunity.id === failing ? 503 : 200).end(),
  )
  const book = await openWith(there.url)
  const [good = '', bad = ''] = book.ids
  failing = bad
  expect(await book.owner.ok('POST /api/content/bulk/send', { ids: [good, bad, good] })).toEqual({
    sent: 1,
    failed: 1,
    results: [
      { id: good, success: true, error: null },
      { id: bad, success: false, error: 'status 503' },
    ],
  })
  expect((await show(book, bad)).status).toBe('new')
})

test('the receiver reports back by the address it was given, on that one opportunity', async () => {
  const there = await receiver((outgoing) => outgoing.end())
  const book = await openWith(there.url)
  const [id = '', other = ''] = book.ids
  await book.owner.ok(`POST /api/content/${id}/send`)
  const given = new URL(there.received[0]?.body.callback_url)
  const outside = clientOf(service.app, { email: '', password: '' })
  const report = (status: string, path = `${given.pathname}${given.search}`) =>
    outside.call(`PATCH ${path}`, { status })
  for (const status of ['in_progress', 'done', 'dismissed', 'sent']) {
    expect((await report(status)).body).toEqual({ id, status, updated_at: expect.any(String) })
    expect((await show(book, id)).status).toBe(status)
  }
  expect((await show(book, id)).history.at(-1)).toMatchObject({ by: { kind: 'callback', name: null } })
  expect((await report('new')).status).toBe(403)
  expect((await report('published')).status).toBe(400)
  expect((await report('done', `/api/content/${other}/status${given.search}`)).status).toBe(404)
  expect((await report('done', given.pathname)).status).toBe(401)
  for (const path of [`/api/content/${id}/send`, `/api/content/${id}/brief`])
    expect((await outside.call(`POST ${path}${given.search}`)).status, path).toBe(401)
  expect((await outside.call(`GET /api/content/${id}${given.search}`)).status).toBe(401)
  expect((await show(book, other)).status).toBe('new')
})

test('a token that is changed, empty, twice there or too old is no proof, also beside a session', async () => {
  const book = await openWith(null)
  const id = first(book)
  const told = { brandId: book.brand.id, opportunityId: id }
  const token = callbackToken(service.base, told)
  const old = callbackToken(
    { ...service.base, now: () => new Date(Date.now() - 90 * 86_400_000 - 1_000) },
    told,
  )
  const nearly = callbackToken({ ...service.base, now: () => new Date(Date.now() - 89 * 86_400_000) }, told)
  const foreign = callbackToken({ ...service.base, secretKey: 'another secret, long enough for it' }, told)
  const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`
  const status = async (query: string) =>
    (await book.owner.call(`PATCH /api/content/${id}/status?${query}`, { status: 'done' })).status
  for (const bad of [old, foreign, changed, token.slice(0, -2), `${token}AA`, '', 'x', '%00'])
    expect(await status(`token=${bad}`), bad).toBe(401)
  expect(await status(`token=${token}&token=${token}`)).toBe(401)
  expect(await status(`token=${nearly}`)).toBe(200)
  await book.owner.ok(`DELETE /api/brands/${book.brand.id}`)
  expect(await status(`token=${token}`)).toBe(401)
})

test('what a receiver reports while it still answers is not undone by the answer', async () => {
  const outside = clientOf(service.app, { email: '', password: '' })
  const there = await receiver(async (outgoing, { body }) => {
    const { pathname, search } = new URL(body.callback_url)
    await outside.ok(`PATCH ${pathname}${search}`, { status: 'done' })
    outgoing.end()
  })
  const book = await openWith(there.url)
  expect(await book.owner.ok(`POST /api/content/${first(book)}/send`)).toMatchObject({
    success: true,
    status: 'done',
  })
  expect(await show(book, first(book))).toMatchObject({ status: 'done', webhook_sent_at: expect.any(String) })
})
