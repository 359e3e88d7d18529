/** Beacons: which are counted, which are dropped and which are rejected. */
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, getKey, type Json, testService } from '../../test/support.ts'
import { pixel } from './pixel-script.ts'
import { deleteExpiredVisitorHashes } from './visits.ts'

const clock = { at: new Date('2026-03-10T12:00:00Z') }
const service = await testService({ RATE_LIMIT_BEACON: '0' }, { now: () => clock.at })
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function setUp() {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', {
    name: 'Acme',
    domain: 'acme.com',
    domains: ['acme.shop'],
  })
  return {
    owner,
    brand,
    code: brand.tracking_code,
    traffic: (query = '') => getTraffic(owner, brand.id, query),
  }
}

const getTraffic = (owner: Client, id: string, query: string): Promise<Json> =>
  owner.ok(`GET /api/metrics/ai-traffic?brand_id=${id}${query}`)

type Sent = { ip?: string; headers?: Record<string, string>; type?: string }

const beacon = (
  code: string,
  body: unknown,
  { ip = '8.8.8.8', headers = {}, type = 'text/plain;charset=UTF-8' }: Sent = {},
) =>
  service.app.inject({
    method: 'POST',
    url: `/track/${code}`,
    remoteAddress: ip,
    headers: { origin: 'https://www.acme.com', 'user-agent': browser, 'content-type': type, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

const fromChatGpt = {
  u: 'https://www.acme.com/shoes/?color=red#top',
  r: 'https://chatgpt.com/',
  l: 'en',
  w: 1280,
}

test('a visit from an AI platform is stored before the response, with path, platform and country but no IP address', async () => {
  const { code, brand, traffic } = await setUp()
  const reply = await beacon(code, fromChatGpt)
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  expect(await traffic()).toMatchObject({
    total_visits: 1,
    platform_breakdown: [{ platform: 'chatgpt', visits: 1 }],
    top_pages: [{ url: '/shoes', visits: 1, citations: 0 }],
    cited_pages: [],
    country_breakdown: [{ country: 'US', visits: 1 }],
    daily: [{ date: '2026-03-10', visits: 1 }],
    daily_by_platform: [{ date: '2026-03-10', platform: 'chatgpt', visits: 1 }],
  })
  const stored = await sql<{ text: string }>`
    select row_to_json(v)::text as text from visits v where brand_id = ${brand.id}
    union all select row_to_json(r)::text from recent_visits r where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  for (const { text } of stored.rows) expect(text).not.toMatch(/8\.8\.8\.8|Firefox|color|chatgpt\.com/)
})

test('JSON and text bodies are equivalent, and utm_source defaults to the one in the page URL', async () => {
  const { code, traffic } = await setUp()
  await beacon(code, { ...fromChatGpt, r: '', s: 'perplexity' }, { type: 'application/json' })
  await beacon(code, { u: 'https://acme.com/a?utm_source=copilot.com', r: '' })
  await beacon(code, { u: 'https://acme.com/b?utm_source=copilot.com', r: '', s: '' })
  const { platform_breakdown } = await traffic()
  expect(platform_breakdown).toMatchObject([
    { platform: 'copilot', visits: 1 },
    { platform: 'perplexity', visits: 1 },
  ])
})

test.each<[string, Json, Sent]>([
  ['a search engine', { ...fromChatGpt, r: 'https://www.google.com/' }, {}],
  ['no referrer', { ...fromChatGpt, r: '' }, {}],
  ["the brand's own page", { ...fromChatGpt, r: 'https://acme.com/' }, {}],
  ['a program', fromChatGpt, { headers: { 'user-agent': 'curl/8.9' } }],
  ['an AI agent', fromChatGpt, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.3)' } }],
  ['a browser with Do Not Track', fromChatGpt, { headers: { dnt: '1' } }],
  ['a browser with Global Privacy Control', fromChatGpt, { headers: { 'sec-gpc': '1' } }],
  ["a page that is not the brand's", { ...fromChatGpt, u: 'https://acme.com.evil.example/' }, {}],
])('a visit from %s is dropped with 204', async (_, body, sent) => {
  const { code, traffic } = await setUp()
  expect((await beacon(code, body, sent)).statusCode).toBe(204)
  expect((await traffic()).total_visits).toBe(0)
})

test('the same page, platform, IP address and user agent within half an hour count once', async () => {
  const { code, traffic } = await setUp()
  const start = clock.at
  await Promise.all(Array.from({ length: 20 }, () => beacon(code, fromChatGpt)))
  expect((await traffic()).total_visits).toBe(1)
  await beacon(code, { ...fromChatGpt, u: 'https://acme.com/other' })
  await beacon(code, fromChatGpt, { ip: '8.8.4.4' })
  await beacon(code, fromChatGpt, { headers: { 'user-agent': `${browser} x` } })
  expect((await traffic()).total_visits).toBe(4)
  clock.at = new Date(start.getTime() + 29 * 60_000)
  await beacon(code, fromChatGpt)
  expect((await traffic()).total_visits).toBe(4)
  clock.at = new Date(start.getTime() + 31 * 60_000)
  await beacon(code, fromChatGpt)
  expect((await traffic()).total_visits).toBe(5)
  clock.at = new Date(start.getTime() + 90 * 60_000)
  await deleteExpiredVisitorHashes(service.base)
  const { rows } = await sql`select 1 from recent_visits`.execute(service.base.db)
  expect(rows).toEqual([])
  clock.at = start
})

test('concurrent visits are each counted once', async () => {
  const { code, traffic } = await setUp()
  const replies = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      beacon(
        code,
        { ...fromChatGpt, u: `https://acme.shop/p/${n % 30}` },
        { ip: `9.9.${Math.floor(n / 30)}.1` },
      ),
    ),
  )
  expect(replies.every(({ statusCode }) => statusCode === 204)).toBe(true)
  const { total_visits, top_pages } = await traffic()
  expect(total_visits).toBe(300)
  expect(top_pages).toHaveLength(30)
  expect(top_pages.every(({ visits }: Json) => visits === 10)).toBe(true)
})

test.each<[string, unknown]>([
  ['an empty body', ''],
  ['truncated JSON', '{"u":'],
  ['a body without a page', { r: 'https://chatgpt.com/' }],
  ['an invalid page URL', { u: 'shoes', r: '' }],
  ['a page URL that is not http', { u: 'javascript:alert(1)', r: '' }],
  ['an unknown field', { u: 'https://acme.com/', r: '', x: 1 }],
  ['a list', []],
  ['null', 'null'],
  ['a page URL that is too long', { u: `https://acme.com/${'x'.repeat(5_000)}`, r: '' }],
])('a beacon with %s gets 400', async (_, body) => {
  const { code } = await setUp()
  const reply = await beacon(code, body)
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['access-control-allow-origin']).toBe('*')
})

test('an unknown code gets 404, a large body 413, and an IP address above its limit 429 without affecting others', async () => {
  expect((await beacon('unknown', fromChatGpt)).statusCode).toBe(404)
  const { code } = await setUp()
  expect((await beacon(code, { ...fromChatGpt, r: 'x'.repeat(20_000) })).statusCode).toBe(413)
  const limited = await testService({ RATE_LIMIT_BEACON: '5' })
  const send = (ip: string) =>
    limited.app.inject({ method: 'POST', url: '/track/unknown', remoteAddress: ip, payload: '{}' })
  for (let n = 0; n < 5; n += 1) expect((await send('7.7.7.7')).statusCode).toBe(404)
  const refused = await send('7.7.7.7')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await send('7.7.7.8')).statusCode).toBe(404)
})

test('CORS allows other sites to preflight beacons, load the script and read responses', async () => {
  const { code } = await setUp()
  const preflight = await service.app.inject({ method: 'OPTIONS', url: `/track/${code}` })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
  })
  const script = await service.app.inject('/t.js')
  expect(script.headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  })
  const cached = { 'if-none-match': String(script.headers.etag) }
  expect((await service.app.inject({ url: '/t.js', headers: cached })).statusCode).toBe(304)
})

test('the tracking script is under 1 KB compressed', () => {
  expect(gzipSync(pixel.body, { level: 9 }).length).toBeLessThan(900)
})

test('the country comes from a trusted edge, otherwise from the IP address, and is ZZ when unknown', async () => {
  const { code, traffic } = await setUp()
  await beacon(code, fromChatGpt, { ip: '10.0.0.1' })
  await beacon(code, fromChatGpt, { ip: '2001:4860:4860::8888', headers: { 'cf-ipcountry': 'FR' } })
  expect((await traffic()).country_breakdown).toEqual([
    { country: 'US', visits: 1 },
    { country: 'ZZ', visits: 1 },
  ])
  const edge = await testService({ COUNTRY_HEADER: 'CF-IPCountry', RATE_LIMIT_BEACON: '0' })
  const owner = await edge.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const send = (ip: string, country?: string) =>
    edge.app.inject({
      method: 'POST',
      url: `/track/${brand.tracking_code}`,
      remoteAddress: ip,
      headers: {
        origin: 'https://acme.com',
        'user-agent': browser,
        'content-type': 'text/plain',
        ...(country && { 'cf-ipcountry': country }),
      },
      payload: JSON.stringify(fromChatGpt),
    })
  for (const [ip, country] of [
    ['1.1.1.1', 'fr'],
    ['1.1.1.2', 'XX'],
    ['1.1.1.3', undefined],
  ] as const)
    await send(ip, country)
  expect((await getTraffic(owner, brand.id, '')).country_breakdown).toEqual([
    { country: 'ZZ', visits: 2 },
    { country: 'FR', visits: 1 },
  ])
})

test('any date range is the sum of its visits, including partial months', async () => {
  const { brand, traffic } = await setUp()
  const days = [
    '2025-11-30',
    '2025-12-01',
    '2025-12-31',
    '2026-01-15',
    '2026-02-28',
    '2026-03-01',
    '2026-03-09',
  ]
  const start = clock.at
  for (const [index, day] of days.entries()) {
    clock.at = new Date(`${day}T23:59:59Z`)
    for (let n = 0; n <= index; n += 1)
      await beacon(brand.tracking_code, fromChatGpt, { ip: `5.5.${index}.${n}` })
  }
  clock.at = start
  const edges = [undefined, ...days, '2025-12-15', '2026-01-01', '2026-01-31', '2026-02-01', '2026-03-31']
  for (const from of edges) {
    for (const to of edges) {
      if (from && to && from > to) continue
      const expected = days.reduce(
        (sum, day, index) => sum + ((!from || day >= from) && (!to || day <= to) ? index + 1 : 0),
        0,
      )
      const query = `${from ? `&date_from=${from}` : ''}${to ? `&date_to=${to}` : ''}`
      const { total_visits, daily, country_breakdown } = await traffic(query)
      const sum = (rows: Json[]) => rows.reduce((total, { visits }) => total + visits, 0)
      expect([total_visits, sum(daily), sum(country_breakdown)], query).toEqual([
        expected,
        expected,
        expected,
      ])
    }
  }
})

test('the pixel endpoint shows the last beacon from own domains and from other hosts', async () => {
  const { owner, brand, code } = await setUp()
  const getPixel = () => owner.ok(`GET /api/brands/${brand.id}/pixel`)
  expect(await getPixel()).toEqual({
    code,
    snippet: `<script defer src="${service.base.baseUrl}/t.js" data-code="${code}"></script>`,
    last_seen: null,
    last_seen_elsewhere: null,
  })
  await beacon(code, { u: 'https://www.acme.com/', r: '' })
  await beacon(code, { u: 'https://staging.example.net/', r: '' })
  await expect.poll(getPixel).toMatchObject({
    last_seen: { host: 'www.acme.com', seen_at: clock.at.toISOString() },
    last_seen_elsewhere: { host: 'staging.example.net' },
  })
})

test('ai-traffic rejects the filters that do not apply to visits, on every surface', async () => {
  const { owner, brand } = await setUp()
  const withKey = await getKey(owner, service.app)
  const topic = await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  const filters = { model: 'gpt-5.4', region: 'DE', branded: 'true', topic_id: topic.id }
  for (const [name, value] of Object.entries(filters)) {
    const query = `ai-traffic?brand_id=${brand.id}&${name}=${value}`
    for (const reply of [
      await withKey(`GET /api/v1/${query}`),
      await withKey(`GET /api/mcp/${query}`),
      await owner.call(`GET /api/metrics/${query}`),
    ])
      expect([reply.status, reply.body], name).toMatchObject([
        400,
        { code: 'invalid_request', details: [{ path: name, message: 'is not a known parameter' }] },
      ])
  }
})

test('ai-traffic says whether its visits are simulated', async () => {
  const { brand, code, traffic } = await setUp()
  expect(await traffic()).toMatchObject({ total_visits: 0, simulated: false })
  await beacon(code, fromChatGpt)
  expect(await traffic()).toMatchObject({ total_visits: 1, simulated: false })
  await service.pool.query(
    `insert into visits (brand_id, id, visited_at, day, platform, page, simulated)
     values ($1, gen_random_uuid(), '2026-03-01', '2026-03-01', 'gemini', '/', true)`,
    [brand.id],
  )
  expect(await traffic()).toMatchObject({ total_visits: 2, simulated: true })
  expect(await traffic('&platform=chatgpt')).toMatchObject({ total_visits: 1, simulated: false })
  expect(await traffic('&date_to=2026-02-28')).toMatchObject({ total_visits: 0, simulated: false })
})
