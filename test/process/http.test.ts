/** Malformed and hostile HTTP requests. */
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import type { RouteTable } from '../../src/http/route.ts'
import { routes } from '../../src/routes.ts'
import { isSoak } from '../soak.ts'
import { createClientFor, createTestApp, type Json, type Reply, signUp, testService } from '../support.ts'

const { app, base, signUp: newOwner } = await testService()
const owner = await newOwner()
const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
const prompt = await owner.ok('POST /api/prompts', {
  brand_id: brand.id,
  text: 'What are the best running shoes?',
})
const json = { 'content-type': 'application/json' }

const listening = await createTestApp(base)
const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => listening.close())

/** Expects the common shape of an error, without internals such as file names or SQL. */
function expectEnvelope(reply: Reply, status: number, code: string) {
  expect(reply.status, reply.text).toBe(status)
  expect(reply.body).toMatchObject({ error: expect.any(String), code, request_id: expect.any(String) })
  expect(reply.headers['x-request-id']).toBe(getBody(reply).request_id)
  expect(reply.text).not.toMatch(
    /\n|node_modules|\.ts\b|select |insert into|syntax error|FST_|\bat .*:\d+:\d+/,
  )
}

const getBody = ({ body }: Reply): Json => body

test.each([
  ['half of an object', '{"name":', 400],
  ['two values', '{} {}', 400],
  ['a bare word', 'name', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['nothing', '', 400],
  ['__proto__', '{"__proto__":{"role":"owner"},"name":"x"}', 400],
  ['constructor.prototype', '{"constructor":{"prototype":{"role":"owner"}},"name":"x"}', 400],
  ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413],
  ['deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
])('a body of %s is rejected', async (_name, body, status) => {
  const reply = await owner.call('POST /api/brands', body, json)
  expectEnvelope(reply, status, status === 413 ? 'too_large' : 'invalid_request')
})

test('a body that is not JSON or has no content type is rejected', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const reply = await owner.call('POST /api/brands', '{"name":"x"}', { 'content-type': type })
    expectEnvelope(reply, 415, 'unsupported_media_type')
  }
  const bare = await owner.call('POST /api/brands', Buffer.from('{"name":"x"}').toString(), {
    'content-type': '',
  })
  expectEnvelope(bare, 415, 'unsupported_media_type')
})

test('unknown fields and unknown, repeated or malformed parameters are rejected by name', async () => {
  const field = await owner.call('POST /api/prompts', { brand_id: brand.id, text: 'x', txt: 1, 'a.b': 2 })
  expectEnvelope(field, 400, 'invalid_request')
  expect(getBody(field).details.map(({ path }: Json) => path)).toEqual(['txt', 'a.b'])
  for (const [query, path] of [
    ['brandId=x', 'brandId'],
    [`brandId=${brand.id}&brandId=${brand.id}`, 'brandId'],
    [`brandId=${brand.id}&platfrom=chatgpt`, 'platfrom'],
    [`brandId=${brand.id}&platform=chatgpt&platform=gemini`, 'platform'],
    [`brandId=${brand.id}&platform[]=chatgpt`, 'platform[]'],
    [`brandId=${brand.id}&__proto__=x`, '__proto__'],
    [`brandId=${brand.id}&constructor=x`, 'constructor'],
    [`brandId=${brand.id}&platform=%00`, 'platform'],
    [`brandId=${brand.id}&platform=%ff%fe`, 'platform'],
  ]) {
    const reply = await owner.call(`GET /api/tracking/results?${query}`)
    expectEnvelope(reply, 400, 'invalid_request')
    expect(getBody(reply).details[0].path, query).toBe(path)
  }
})

test('missing fields and wrong types get a message that names the field and the fix', async () => {
  for (const [address, body, sentence] of [
    ['POST /api/brands', {}, 'name: is required.'],
    ['POST /api/brands', { name: 5, domain: 'a.com' }, 'name: must be a string.'],
    ['POST /api/tracking/check', {}, 'brandId: is required.'],
    [
      'POST /api/tracking/check',
      { brandId: brand.id, platforms: [] },
      'platforms: must have at least 1 entry.',
    ],
    ['GET /api/brands?limit=501', undefined, 'limit: must be an integer from 1 to 500.'],
  ] as const) {
    const reply = await owner.call(address, body)
    expectEnvelope(reply, 400, 'invalid_request')
    expect(getBody(reply).error).toBe(sentence)
  }
})

test('browsers do not store responses to a session', async () => {
  const reply = await owner.call(`GET /api/brands/${brand.id}`)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('a matching ETag gets 304 without a body until something changes', async () => {
  const key = await owner.ok('POST /api/api-keys', { name: 'sheet' })
  const headers = { authorization: `Bearer ${key.token}` }
  const first = await owner.call('GET /api/mcp/brands', undefined, headers)
  expect(first.headers).toMatchObject({ etag: expect.any(String), 'cache-control': 'private, no-cache' })
  const held = { ...headers, 'if-none-match': `"older", ${first.headers.etag}` }
  const again = await owner.call('GET /api/mcp/brands', undefined, held)
  expect([again.status, again.text]).toEqual([304, ''])
  await owner.ok('POST /api/brands', { name: 'Another', domain: 'another.com' })
  const changed = await owner.call('GET /api/mcp/brands', undefined, held)
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(first.headers.etag)
})

test('an unknown path answers 404 whatever the body', async () => {
  for (const address of [
    'GET /api/nothing',
    'GET /api/v1/nothing',
    'POST /nothing',
    'DELETE /api/brands/a/b/c/d',
  ]) {
    expectEnvelope(await owner.call(address), 404, 'not_found')
  }
  for (const [body, type] of [
    ['<a/>', 'text/xml'],
    ['{', 'application/json'],
    [' '.repeat(1_100_000), 'application/json'],
  ] as const) {
    expectEnvelope(await owner.call('POST /api/nothing', body, { 'content-type': type }), 404, 'not_found')
  }
})

test('an unsupported method answers 405 with the supported ones, whatever the body', async () => {
  for (const [address, allow] of [
    ['DELETE /api/health', 'GET, HEAD'],
    ['GET /api/tracking/check', 'POST'],
    ['PUT /api/brands', 'GET, POST, HEAD'],
  ] as const) {
    const reply = await owner.call(address)
    expect(reply.status, address).toBe(405)
    expect(reply.headers.allow).toBe(allow)
    expectEnvelope(reply, 405, 'method_not_allowed')
  }
  for (const method of ['HEAD', 'OPTIONS'] as const) {
    const reply = await app.inject({ method, url: '/api/tracking/check' })
    expect(reply.statusCode, method).toBe(405)
    expect(reply.headers.allow).toBe('POST')
  }
  const odd = await owner.call('PUT /api/health', '<a/>', { 'content-type': 'text/xml' })
  expectEnvelope(odd, 405, 'method_not_allowed')
})

test('HEAD answers like GET without a body, and a trailing slash is ignored', async () => {
  const got = await owner.call('GET /api/health')
  const head = await app.inject({ method: 'HEAD', url: '/api/health' })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-type']).toBe(got.headers['content-type'])
  expect((await owner.call('GET /api/health/')).status).toBe(200)
  expect((await owner.call(`GET /api/brands/${brand.id}/`)).status).toBe(200)
})

test.each([
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%ED%A0%80',
  '..%2f..%2fetc%2fpasswd',
  'x'.repeat(600),
  '\u{1F45F}',
])('a path that contains %s answers like any unknown path', async (odd) => {
  for (const address of [`/api/brands/${odd}`, `/api/jobs/${odd}`, `/assets/${odd}`, `/${odd}`]) {
    const reply = await owner.call(`GET ${encodeURI(address).replaceAll('%25', '%')}`)
    expect([400, 404], reply.text).toContain(reply.status)
    expectEnvelope(reply, reply.status, reply.status === 400 ? 'invalid_request' : 'not_found')
  }
})

test('a valid request id is kept and an invalid one is replaced', async () => {
  const idFor = async (sent: string) =>
    (await owner.call('GET /api/nothing', undefined, { 'x-request-id': sent })).headers['x-request-id']
  expect(await idFor('trace-1:2.3_4')).toBe('trace-1:2.3_4')
  for (const odd of ['<script>', 'a b', 'ä', '', 'x'.repeat(101), '{"a":1}']) {
    expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('another organization cannot learn whether an id exists, whatever else is wrong with the request', async () => {
  const otherOwner = await newOwner('Eve')
  for (const id of [brand.id, newId()]) {
    for (const [address, body] of [
      [`GET /api/brands/${id}`, undefined],
      [`PATCH /api/brands/${id}`, { nonsense: true }],
      [`GET /api/tracking/results?brandId=${id}&platform=nonsense&x=y`, undefined],
      ['POST /api/tracking/check', { brandId: id, platforms: 5 }],
      ['POST /api/prompts', { brand_id: id }],
    ] as const) {
      const reply = await otherOwner.call(address, body)
      expectEnvelope(reply, 404, 'not_found')
      expect(getBody(reply).error).toBe('No such brand.')
    }
  }
  expectEnvelope(await otherOwner.call('GET /api/brands/not-an-id/competitors/5'), 400, 'invalid_request')
})

const odd = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\x1b[2J',
  "';--",
  '%00',
  '\u{10ffff}',
]

const oddParameters = [
  '%00',
  '%ff',
  '%ED%A0%80',
  encodeURIComponent('\'"\\'),
  '-1',
  '1e400',
  '',
  'x'.repeat(5_000),
]

/** Returns the body with each field replaced in turn by unusual texts and by values of other types. */
function variants(body: Record<string, unknown>): Record<string, unknown>[] {
  const otherTypes = [null, -1, 2 ** 60, true, {}, [null], 'x'.repeat(100_000)]
  return Object.keys(body).flatMap((key, index) =>
    [...sample(odd, index), ...sample(odd, index + 1).map((text) => [text]), ...otherTypes].map((value) => ({
      ...body,
      [key]: value,
    })),
  )
}

/** Every third of the values, another third for every index; all of them in soak tests. */
const sample = <T>(values: readonly T[], index: number): readonly T[] =>
  isSoak ? values : values.filter((_, position) => position % 3 === index % 3)

test.each([
  [
    'POST /api/brands',
    { name: 'Acme', domain: 'acme.com', aliases: ['A'], competitors: [{ name: 'Fleetfoot' }] },
  ],
  [
    'PATCH /api/brands/:brand',
    { name: 'Acme', description: 'Shoes', aliases: ['A'], exclude_phrases: ['B'] },
  ],
  ['POST /api/brands/:brand/competitors', { name: 'Fleetfoot', domain: 'fleetfoot.com', aliases: ['FF'] }],
  ['POST /api/brands/:brand/topics', { name: 'Running' }],
  [
    'POST /api/prompts',
    { brand_id: brand.id, text: 'Which shoes?', region: 'DE', language: 'de', category: 'x' },
  ],
  ['PATCH /api/prompts/:prompt', { text: 'Which other shoes?', region: 'DE' }],
  ['POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'], promptIds: [newId()] }],
  ['POST /api/api-keys', { name: 'key' }],
  ['PATCH /api/organization', { name: 'Acme' }],
  ['POST /api/invitations', { email: 'bob@example.com', role: 'editor' }],
  ['POST /api/auth/sign-in/email', { email: 'bob@example.com', password: 'correct horse battery' }],
  [
    'POST /api/auth/sign-up/email',
    { name: 'Bob', email: 'bob@example.com', password: 'correct horse battery' },
  ],
])('no text or type in a field of %s causes a 5xx', async (address, body) => {
  const person = await signUp({ app, base })
  const own = await person.ok('POST /api/brands', { name: 'Own', domain: 'own.com' })
  const prompt = await person.ok('POST /api/prompts', { brand_id: own.id, text: 'Which shoes?' })
  const to = address.replace(':brand', own.id).replace(':prompt', prompt.id)
  for (const variant of variants({
    ...body,
    ...('brand_id' in body && { brand_id: own.id }),
    ...('brandId' in body && { brandId: own.id }),
  })) {
    const reply = await person.call(to, variant)
    expect(
      reply.status,
      `${JSON.stringify(variant).slice(0, 200)} → ${reply.text.slice(0, 300)}`,
    ).toBeLessThan(500)
    if (reply.status >= 400) expectEnvelope(reply, reply.status, getBody(reply).code)
  }
})

test('no text in a query parameter of any GET route causes a 5xx', async () => {
  const table: RouteTable = routes
  const params: Record<string, string> = { ':brand': brand.id, ':prompt': prompt.id }
  let index = 0
  /** Most routes share the definitions of their parameters, so a short round tries each name on a few routes. */
  const tried = new Map<string, number>()
  for (const [address, route] of Object.entries(table)) {
    if (!address.startsWith('GET ')) continue
    const path = address.replaceAll(/:\w+/g, (name) => params[name] ?? newId())
    const names = route.kind === 'json' ? Object.keys(route.query.shape) : []
    const known = names.filter((name) => /^brand_?id$/i.test(name)).map((name) => `${name}=${brand.id}`)
    for (const name of ['q', ...names]) {
      index += 1
      tried.set(name, (tried.get(name) ?? 0) + 1)
      if (!isSoak && name !== 'q' && (tried.get(name) ?? 0) > 3) continue
      for (const text of sample(oddParameters, index)) {
        const rest = known.filter((pair) => !pair.startsWith(`${name}=`))
        const query = [...rest, `${name}=${text}`].join('&')
        const reply = await owner.call(`${path}?${query}`)
        expect(reply.status, `${path}?${query.slice(0, 100)} → ${reply.text.slice(0, 300)}`).toBeLessThan(500)
      }
    }
  }
})

test('the log contains the path of a request, but no query, body, key or token', async () => {
  const sink = new PassThrough()
  const logged: string[] = []
  sink.on('data', (chunk) => logged.push(String(chunk)))
  const heard = await createTestApp({ ...base, log: pino({ level: 'trace' }, sink) })
  const person = await signUp({ app: heard, base })
  const { token } = await person.ok('POST /api/api-keys', { name: 'secret-name-of-key' })
  const invite = { email: 'secret@example.com', role: 'editor' }
  const { token: invitation } = await person.ok('POST /api/invitations', invite)
  const caller = createClientFor(heard, { email: '', password: '' })
  await caller.call('GET /api/v1/whoami?secret-query=1', undefined, { authorization: `Bearer ${token}` })
  await caller.call(`GET /invite/${invitation}`)
  await caller.call(`GET /api/invitations/${invitation}`)
  await person.call('POST /api/auth/sign-in/email', {
    email: 'secret@example.com',
    password: 'secret-password',
  })
  await person.call('POST /api/brands', '{"secret-body', json)
  await heard.close()
  const log = logged.join('')
  expect(log).toContain('"path":"/api/v1/whoami"')
  expect(log).toContain('"status":400')
  for (const secret of [token, invitation, 'secret-', 'secret@', 'correct horse', person.email]) {
    expect(log).not.toContain(secret)
  }
})

test.concurrent.each([
  ['no HTTP', 'HELO example.com\r\n\r\n', 400, 'invalid_request'],
  [
    'a length that is not a number',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
    400,
    'invalid_request',
  ],
  ['an address of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 413, 'too_large'],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'too_large'],
])('%s is rejected with the common shape of an error', async (_name, bytes, status, code) => {
  const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code, request_id: expect.any(String) })
})

test('headers must arrive within ten seconds, and a request within thirty', () => {
  expect(listening.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
})

/** Sends raw bytes and returns everything received until the connection closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}
