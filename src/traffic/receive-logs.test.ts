/** What log sources send: authentication, envelopes, responses, duplicates, and bodies that are too large or broken. */
import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import type { LogSender } from '../../vocabulary/log-senders.ts'
import { logIntake } from './receive-logs.ts'

const service = await testService({}, { now: () => new Date('2026-11-28T12:00:00Z') })
const agent = 'Mozilla/5.0 (compatible; ClaudeBot/1.0)'

async function setUp(sender: LogSender, fields: Record<string, unknown> = {}) {
  const owner = await service.signUp()
  const { id, slug } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { source, token, setup } = await owner.ok(`POST /api/brands/${slug}/log-sources`, {
    sender,
    name: 'Shop',
    ...fields,
  })
  const getSource = async (): Promise<Json> =>
    (await owner.ok(`GET /api/brands/${slug}/log-sources`)).items[0]
  const getHits = async (): Promise<number> =>
    (await owner.ok(`GET /api/traffic/crawlers?brand_id=${id}`)).total_hits
  return { owner, slug, source, token, setup, getSource, getHits }
}

const send = (path: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url: `/api/logs${path}`, headers, payload })

const logpush = (ray: string) =>
  JSON.stringify({
    ClientIP: '216.73.216.5',
    ClientRequestURI: '/a?b=1',
    EdgeStartTimestamp: 1795860000000000000,
    EdgeResponseStatus: 200,
    ClientRequestUserAgent: agent,
    RayID: ray,
  })
const plain = (id: string, userAgent = agent) =>
  JSON.stringify({
    timestamp: '2026-11-28T10:00:00Z',
    client_ip: '216.73.216.5',
    url: '/a',
    user_agent: userAgent,
    request_id: id,
  })

test('Cloudflare sends gzip with a bearer token, and its test upload stores nothing', async () => {
  const { token, setup, getHits, getSource } = await setUp('cloudflare')
  expect(setup).toEqual([
    { field: 'destination', value: `http://localhost:3000/api/logs?header_Authorization=Bearer%20${token}` },
  ])
  const headers = { authorization: `Bearer ${token}`, 'content-encoding': 'gzip' }
  const tested = await send('', gzipSync('{"content":"tests"}'), headers)
  expect(tested.statusCode).toBe(200)
  expect(await getSource()).toMatchObject({ lines: 0, unreadable: 0 })
  const reply = await send('?header=x', gzipSync(`${logpush('1')}\n${logpush('2')}\nnonsense\n`), headers)
  expect([reply.statusCode, reply.json()]).toEqual([200, { lines: 3, stored: 2, known: 0, unreadable: 1 }])
  expect(await getHits()).toBe(2)
})

test('a request that is sent again stores nothing, and the source counts it', async () => {
  const { token, getHits, getSource } = await setUp('other')
  const body = `${plain('1')}\n${plain('2')}\n${plain('3', 'curl/8')}`
  for (const known of [0, 2, 4]) {
    await send(`/${token}`, body)
    expect(await getSource()).toMatchObject({
      stored: 2,
      known,
      last_received_at: '2026-11-28T12:00:00.000Z',
    })
  }
  expect(await getHits()).toBe(2)
})

const vercel = JSON.stringify([
  {
    id: 'a',
    requestId: 'r1',
    timestamp: 1795860000000,
    source: 'lambda',
    message: 'START',
    proxy: { path: '/a', clientIp: '216.73.216.5', userAgent: [agent], statusCode: 200 },
  },
  {
    id: 'b',
    requestId: 'r1',
    timestamp: 1795860000001,
    source: 'lambda',
    message: 'END',
    proxy: { path: '/a', clientIp: '216.73.216.5', userAgent: [agent], statusCode: 200 },
  },
  { id: 'c', timestamp: 1795860000002, source: 'build', message: 'Installing' },
])
const sign = (body: string | Buffer) => createHmac('sha1', 'drain secret').update(body).digest('hex')

test('Vercel signs the body as sent, and a request has several lines', async () => {
  const { token, getHits } = await setUp('vercel', { secret: 'drain secret' })
  for (const signature of [{}, { 'x-vercel-signature': sign('other') }, { 'x-vercel-signature': 'x' }])
    expect((await send(`/${token}`, vercel, signature)).statusCode).toBe(401)
  expect(await getHits()).toBe(0)
  const compressed = gzipSync(vercel)
  expect((await send(`/${token}`, compressed, { 'x-vercel-signature': sign(vercel) })).statusCode).toBe(401)
  for (const body of [vercel, compressed]) {
    const reply = await send(`/${token}`, body, { 'x-vercel-signature': sign(body) })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { lines: 3, unreadable: 0 }])
  }
  expect(await getHits()).toBe(1)
})

test('the verification code of Vercel is in every response, with and without a signature', async () => {
  const { token, slug, owner, source, getHits } = await setUp('vercel')
  await owner.ok(`PATCH /api/brands/${slug}/log-sources/${source.id}`, {
    verification_code: 'code-1',
    secret: 'drain secret',
  })
  for (const headers of [{}, { 'x-vercel-signature': sign('') }]) {
    const reply = await send(`/${token}`, '', headers)
    expect([reply.statusCode, reply.headers['x-vercel-verify']]).toEqual([200, 'code-1'])
  }
  expect((await send(`/${token}`, '[]', {})).headers['x-vercel-verify']).toBe('code-1')
  expect(await getHits()).toBe(0)
})

test('Amazon Data Firehose sends records in an envelope with its access key, and gets the id of the request', async () => {
  const { token, getHits } = await setUp('cloudfront')
  const line = (id: string) =>
    JSON.stringify({
      date: '2026-11-28',
      time: '10:00:00',
      'c-ip': '216.73.216.5',
      'cs-uri-stem': '/a',
      'cs(User-Agent)': encodeURIComponent(agent),
      'x-edge-request-id': id,
    })
  const record = (text: string) => ({ data: Buffer.from(text).toString('base64') })
  const body = JSON.stringify({
    requestId: 'f-1',
    timestamp: 1,
    records: [record(line('1')), record(`${line('2')}\n${line('3')}\n`), { data: '%' }],
  })
  const headers = { 'x-amz-firehose-access-key': token, 'x-amz-firehose-request-id': 'f-1' }
  const reply = await send('', body, headers)
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { requestId: 'f-1', timestamp: Date.parse('2026-11-28T12:00:00Z') },
  ])
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  expect(await getHits()).toBe(3)
  expect((await send('', body, { 'x-amz-firehose-request-id': 'f-1' })).statusCode).toBe(401)
})

test('Akamai authenticates with Basic and sends gzip without naming it', async () => {
  const { token, getHits } = await setUp('akamai')
  const line = {
    reqTimeSec: '1795860000',
    cliIP: '216.73.216.5',
    reqPath: 'a',
    UA: encodeURIComponent(agent),
    reqId: '1',
  }
  const authorization = `Basic ${Buffer.from(`ansight:${token}`).toString('base64')}`
  expect((await send('', gzipSync(JSON.stringify(line)), { authorization })).statusCode).toBe(200)
  expect(await getHits()).toBe(1)
})

test('Fastly finds the permission to send logs on the root of the host', async () => {
  const reply = await service.app.inject('/.well-known/fastly/logging/challenge')
  expect([reply.statusCode, reply.body]).toEqual([200, '*\n'])
  const { token, getHits } = await setUp('fastly')
  await send(`/${token}`, `[${plain('1')},${plain('2')}]`, { 'content-type': 'application/json' })
  expect(await getHits()).toBe(2)
})

test('identical lines that the sender has numbered are separate requests', async () => {
  const { token, getHits } = await setUp('server')
  const line = `216.73.216.5 - - [28/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${agent}"`
  const followed = (nth: number) => JSON.stringify({ line, nth })
  await send(`/${token}`, followed(1))
  await send(`/${token}`, `${followed(1)}\n${followed(2)}`)
  expect(await getHits()).toBe(2)
})

test('an unknown token, and the token of a deleted source, get 401', async () => {
  const { owner, slug, source, token } = await setUp('other')
  expect((await send('/unknown', plain('1'))).statusCode).toBe(401)
  expect((await send('', plain('1'))).statusCode).toBe(401)
  await owner.ok(`DELETE /api/brands/${slug}/log-sources/${source.id}`)
  expect((await send(`/${token}`, plain('1'))).statusCode).toBe(401)
})

test('only Vercel has a secret', async () => {
  const owner = await service.signUp()
  const { slug } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const reply = await owner.call(`POST /api/brands/${slug}/log-sources`, {
    sender: 'fastly',
    name: 'A',
    secret: 's',
  })
  expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'secret' }] } })
})

test('a body that expands beyond the limit gets 413, and a broken one 400, without a loss of stored rows', async () => {
  const { token, getHits } = await setUp('other')
  const zeros = gzipSync(Buffer.alloc(32 * 1024 * 1024))
  const body = Buffer.concat([gzipSync(`${plain('1')}\n`), ...Array.from({ length: 9 }, () => zeros)])
  // Over a connection, which the service must not close before the response.
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${address}/api/logs/${token}`, { method: 'POST', body })).status).toBe(413)
  expect((await send(`/${token}`, plain('2'), { 'content-encoding': 'br' })).statusCode).toBe(415)
  const cut = gzipSync(plain('2').repeat(1000)).subarray(0, 60)
  expect((await send(`/${token}`, cut)).statusCode).toBe(400)
  expect((await send(`/${token}`, `${plain('3')}\n${'x'.repeat(10_000_000)}\n${plain('4')}`)).json()).toEqual(
    {
      lines: 3,
      stored: 2,
      known: 0,
      unreadable: 1,
    },
  )
  expect(await getHits()).toBe(2)
})

test('an organization with too many requests gets 429 with Retry-After, and another one is not affected', async () => {
  const busy = await setUp('other')
  const other = await setUp('other')
  const { organization_id: key } = await service.base.db
    .selectFrom('log_sources')
    .select('organization_id')
    .where('id', '=', busy.source.id)
    .executeTakeFirstOrThrow()
  const intake = service.base.use(logIntake)
  const held = await Promise.all([intake.acquire(key), intake.acquire(key)])
  const waiting = Array.from({ length: 8 }, () => intake.acquire(key))
  const rejected = await send(`/${busy.token}`, plain('1'))
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '5'])
  expect((await send(`/${other.token}`, plain('1'))).statusCode).toBe(200)
  for (const release of held) release()
  for (const each of waiting) (await each)()
  expect((await send(`/${busy.token}`, plain('1'))).statusCode).toBe(200)
})

test('an uploaded log is previewed without storing anything, and then stored once', async () => {
  const { owner, slug, getHits } = await setUp('other')
  const post = (path: string) =>
    owner.call(`POST /api/brands/${slug}/logs${path}`, `${plain('1')}\n${plain('2')}\nnonsense`, {
      'content-type': 'text/plain',
    })
  expect((await post('/preview')).body).toEqual({
    lines: 3,
    unreadable: 1,
    requests: 2,
    first_day: '2026-11-28',
    last_day: '2026-11-28',
    agents: [{ agent: 'ClaudeBot', operator: 'Anthropic', role: 'training', requests: 2 }],
  })
  expect(await getHits()).toBe(0)
  expect((await post('')).body).toEqual({ lines: 3, stored: 2, known: 0, unreadable: 1 })
  expect((await post('')).body).toMatchObject({ stored: 0, known: 2 })
  expect(await getHits()).toBe(2)
})
