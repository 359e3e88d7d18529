/** Goals, and the conversions that beacons report. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { matchesPath } from './goals.ts'

const clock = { at: new Date('2026-03-10T12:00:00Z') }
const service = await testService({ RATE_LIMIT_BEACON: '0' }, { now: () => clock.at })
const site = 'https://acme.com'
const fromChatGpt = [`${site}/shoes/?color=red`, 'https://chatgpt.com/']

async function setUp(goals: Json[]) {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const added = []
  for (const goal of goals) added.push(await owner.ok(`POST /api/brands/${brand.id}/goals`, goal))
  return {
    owner,
    brand,
    goals: added,
    send: async (body: Json, headers: Record<string, string> = {}) => {
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: `/track/${brand.tracking_code}`,
        remoteAddress: '8.8.8.8',
        headers: {
          origin: site,
          'user-agent': 'Mozilla/5.0 Firefox/145.0',
          'content-type': 'text/plain',
          ...headers,
        },
        payload: JSON.stringify({ r: '', ...body }),
      })
      return statusCode
    },
    /** The stored conversions in the order of goals. */
    conversions: async () => {
      const { rows } = await sql<Json>`
        select goals.name, platform, page, conversions.is_burst from conversions
        join goals on goals.brand_id = conversions.brand_id and goals.id = goal_id
        where conversions.brand_id = ${brand.id} order by name, platform, page`.execute(service.base.db)
      return rows
    },
    funnel: (): Promise<Json> => owner.ok(`GET /api/metrics/funnel?brand_id=${brand.id}`),
  }
}

const order = { name: 'Order', kind: 'page', pattern: '/order/thanks*', value: 40, currency: 'EUR' }
const signUp = { name: 'Sign-up', kind: 'event', pattern: 'sign-up' }

test.each([
  ['/thanks', '/thanks', true],
  ['/thanks', '/thanks/you', false],
  ['/thanks*', '/thanks/you', true],
  ['/*/thanks', '/de/thanks', true],
  ['/*/thanks', '/thanks', false],
  ['*', '/', true],
  ['/a*a', '/a', false],
  ['/a*b*c', '/a-b-b-c', true],
  ['/a*b*c', '/a-c-b', false],
  ['/.+', '/xx', false],
])('the pattern %s for %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected)
})

test('a conversion belongs to the platform and the landing page of its session, and stores no address', async () => {
  const { send, conversions, brand } = await setUp([order, signUp])
  expect(await send({ u: `${site}/order/thanks?order=17`, r: `${site}/cart`, f: fromChatGpt })).toBe(204)
  expect(await send({ u: `${site}/account`, f: fromChatGpt, g: 'sign-up' })).toBe(204)
  expect(await conversions()).toEqual([
    { name: 'Order', platform: 'chatgpt', page: '/shoes', is_burst: false },
    { name: 'Sign-up', platform: 'chatgpt', page: '/shoes', is_burst: false },
  ])
  const stored = await sql<{ text: string }>`
    select row_to_json(c)::text as text from conversions c where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  for (const { text } of stored.rows) expect(text).not.toMatch(/8\.8\.8\.8|color|order=|chatgpt\.com/)
})

test.each<[string, Json, Record<string, string>]>([
  ['of a session that a search engine sent', { f: [`${site}/`, 'https://www.google.com/'] }, {}],
  ['without the first page', {}, {}],
  ['whose first page is on another site', { f: ['https://evil.example/', 'https://chatgpt.com/'] }, {}],
  ['from another site', { f: fromChatGpt }, { origin: 'https://evil.example' }],
  ['of a browser with Do Not Track', { f: fromChatGpt }, { dnt: '1' }],
  ['of a program', { f: fromChatGpt }, { 'user-agent': 'curl/8.9' }],
  ['of another page', { f: fromChatGpt, u: `${site}/order` }, {}],
  ['of an unknown event', { f: fromChatGpt, g: 'sign-out' }, {}],
])('a conversion %s is not stored', async (_, body, headers) => {
  const { send, conversions } = await setUp([order, signUp])
  expect(await send({ u: `${site}/order/thanks`, ...body }, headers)).toBe(204)
  expect(await conversions()).toEqual([])
})

test('a repeated conversion within half an hour counts once, and a conversion is not a visit', async () => {
  const { send, conversions, funnel } = await setUp([signUp])
  const event = { u: `${site}/account`, f: fromChatGpt, g: 'sign-up' }
  const start = clock.at
  await Promise.all(Array.from({ length: 5 }, () => send(event)))
  clock.at = new Date(start.getTime() + 31 * 60_000)
  await send(event)
  clock.at = start
  expect(await conversions()).toHaveLength(2)
  expect((await funnel()).stages.visits.visits).toBe(0)
})

test('a malformed first page is rejected', async () => {
  const { send } = await setUp([order])
  expect(await send({ u: `${site}/`, f: 'https://acme.com/' })).toBe(400)
})

test('conversions are a gap until the script reports the first page, and count per visit from then on', async () => {
  const { send, funnel } = await setUp([order])
  await send({ u: `${site}/before`, r: 'https://chatgpt.com/' })
  expect((await funnel()).stages.conversions).toBeNull()
  clock.at = new Date('2026-03-12T12:00:00Z')
  await send({ u: fromChatGpt[0], r: fromChatGpt[1], f: fromChatGpt })
  await send({ u: `${site}/boots`, r: 'https://chatgpt.com/', f: [`${site}/boots`, 'https://chatgpt.com/'] })
  await send({ u: `${site}/order/thanks`, f: fromChatGpt })
  await expect.poll(async () => (await funnel()).stages.conversions).not.toBeNull()
  const { stages, goals, pages } = await funnel()
  expect(stages.conversions).toEqual({
    conversions: 1,
    value: 40,
    currency: 'EUR',
    measured_since: '2026-03-12',
  })
  // Wilson's interval of 1 in 2; the visit before 2026-03-12 does not count.
  expect(goals).toMatchObject([
    {
      conversions: 1,
      visits: 2,
      rate_pct: 50,
      interval: { low: 9.45, high: 90.55, method: 'wilson' },
      value: 40,
    },
  ])
  expect(pages.find(({ path }: Json) => path === '/shoes')).toMatchObject({
    visits: 1,
    conversions: 1,
    value: 40,
  })
  clock.at = new Date('2026-03-10T12:00:00Z')
})

test('a value needs a currency, a page a path, and a goal keeps what it counts', async () => {
  const { owner, brand, goals } = await setUp([order])
  const address = `/api/brands/${brand.id}/goals`
  for (const [change, field] of [
    [{ value: 5 }, 'currency'],
    [{ currency: 'EUR' }, 'currency'],
    [{ value: 5, currency: 'euro' }, 'currency'],
    [{ pattern: 'thanks' }, 'pattern'],
  ] as const) {
    const reply = await owner.call(`POST ${address}`, { name: 'A', kind: 'page', pattern: '/a', ...change })
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([400, expect.stringContaining(field)])
  }
  const goal = `${address}/${goals[0].id}`
  expect(await owner.ok(`PATCH ${goal}`, { value: 50 })).toMatchObject({ value: 50, currency: 'EUR' })
  expect((await owner.call(`PATCH ${goal}`, { value: null })).status).toBe(400)
  expect((await owner.call(`PATCH ${goal}`, { pattern: '/b' })).status).toBe(400)
  for (let index = 0; index < 19; index += 1)
    await owner.ok(`POST ${address}`, { ...signUp, name: `${index}` })
  expect((await owner.call(`POST ${address}`, signUp)).status).toBe(409)
})
