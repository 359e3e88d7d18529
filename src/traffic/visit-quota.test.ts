/** Forged beacons: what anyone who knows a tracking code can store. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, type TestService, testService } from '../../test/support.ts'

const clock = { at: new Date('2026-03-10T12:00:00Z') }
const now = () => clock.at
const service = await testService({ RATE_LIMIT_BEACON: '0' }, { now })

async function setUp({ signUp, app }: TestService = service) {
  const owner = await signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  return {
    id: brand.id,
    /** Sends a visit to a page with its own IP address, so that it is not a repeat. */
    send: async (page: string, visitor = 1, headers: Record<string, string> = {}) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `/track/${brand.tracking_code}`,
        remoteAddress: `9.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
        headers: {
          origin: 'https://acme.com',
          'user-agent': 'Mozilla/5.0 Firefox/145.0',
          'content-type': 'text/plain',
          ...headers,
        },
        payload: JSON.stringify({ u: `https://acme.com${page}`, r: 'https://chatgpt.com/' }),
      })
      expect(statusCode).toBe(204)
    },
    traffic: (): Promise<Json> => owner.ok(`GET /api/metrics/ai-traffic?brand_id=${brand.id}&limit=500`),
  }
}

const numbers = (count: number, start = 1) => Array.from({ length: count }, (_, index) => start + index)

test.each<[string, Record<string, string>, number]>([
  ['of the brand', { origin: 'https://acme.com' }, 1],
  ['of a subdomain with a port', { origin: 'https://shop.acme.com:8443' }, 1],
  ['that the page hides', { origin: 'null' }, 1],
  ['of another site', { origin: 'https://evil.example' }, 0],
  ['that only contains the domain', { origin: 'https://acme.com.evil.example' }, 0],
  ['that is empty', { origin: '' }, 0],
])('a beacon with an origin %s counts %o: %i', async (_, headers, visits) => {
  const { send, traffic } = await setUp()
  await send('/', 1, headers)
  expect((await traffic()).total_visits).toBe(visits)
})

test('visits beyond the quota of the day are dropped, for this brand and this day only', async () => {
  const limited = await testService({ RATE_LIMIT_BEACON: '0', BEACON_VISITS_PER_DAY: '20' }, { now })
  const [flooded, other] = [await setUp(limited), await setUp(limited)]
  await Promise.all(numbers(50).map((visitor) => flooded.send('/', visitor)))
  expect((await flooded.traffic()).total_visits).toBe(20)
  // Another process, or this one a minute later, counts what is stored.
  clock.at = new Date('2026-03-10T12:02:00Z')
  await flooded.send('/', 60)
  expect((await flooded.traffic()).total_visits).toBe(20)
  await other.send('/')
  expect((await other.traffic()).total_visits).toBe(1)
  clock.at = new Date('2026-03-11T00:00:00Z')
  await flooded.send('/', 61)
  expect((await flooded.traffic()).total_visits).toBe(21)
  clock.at = new Date('2026-03-10T12:00:00Z')
})

test('pages beyond 2,000 in a day are stored as one, and known ones keep their path', async () => {
  const { id, send, traffic } = await setUp()
  await sql`
    insert into visits (brand_id, id, visited_at, day, platform, page)
    select ${id}, ('019cd760-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${clock.at}, '2026-03-10', 'chatgpt', '/p/' || n
    from generate_series(1, 1999) n`.execute(service.base.db)
  for (const [index, page] of ['/new', '/beyond/1', '/beyond/2', '/p/7', '/new'].entries())
    await send(page, index + 1)
  const { top_pages } = await traffic()
  expect(top_pages.slice(0, 3)).toEqual([
    { url: '(other pages)', visits: 2, citations: 0 },
    { url: '/new', visits: 2, citations: 0 },
    { url: '/p/7', visits: 2, citations: 0 },
  ])
})

test('a burst is marked beyond a hundred visits of a brand within one minute', async () => {
  const { send, traffic } = await setUp()
  await Promise.all(numbers(130).map((visitor) => send('/', visitor)))
  expect(await traffic()).toMatchObject({ total_visits: 130, burst_visits: 30 })
  clock.at = new Date('2026-03-10T12:01:00Z')
  await Promise.all(numbers(90, 200).map((visitor) => send('/', visitor)))
  expect(await traffic()).toMatchObject({ total_visits: 220, burst_visits: 30 })
  clock.at = new Date('2026-03-10T12:00:00Z')
})
