/** The worker thread gives the same responses as the main thread: every metric route, JSON and CSV, valid and invalid requests. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../src/core/ids.ts'
import { createHistory, writeAnswers } from '../src/metrics/random-history.fixture.ts'
import { metricRoutes } from '../src/metrics/routes.ts'
import { clientOf, contextWith, createTestApp, keyOf, testService } from './support.ts'

const service = await testService({}, { withThread: true })
const history = await createHistory(service)
await writeAnswers(history, 200, 1, false)
const { owner, brand } = history
const app = await createTestApp(contextWith(service.base, {}))
afterAll(() => app.close())

const [prompt] = (await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items
const page = history.answers.flatMap(({ cites }) => cites)[0]?.url ?? ''
const { token } = await owner.ok('POST /api/api-keys', { name: 'test' })
const here = clientOf(app, owner)
await here.ok('POST /api/auth/sign-in/email', { email: owner.email, password: owner.password })

/** Sends a request to both, expects equal responses and returns their status. */
async function sameStatus(url: string): Promise<number> {
  const headers = /^\/api\/(v1|mcp)\//.test(url) ? { authorization: `Bearer ${token}` } : {}
  const [there, other] = await Promise.all(
    [owner, here].map((each) => each.call(`GET ${url}`, undefined, headers)),
  )
  const shown = (text = '') => text.replace(/"request_id":"[^"]*"/, '')
  expect(there?.status, url).toBe(other?.status)
  expect(shown(there?.text), url).toBe(shown(other?.text))
  expect(there?.headers.etag, url).toBe(other?.headers.etag)
  return there?.status ?? 0
}

const urls = Object.entries(metricRoutes).map(([address, route]) => {
  const url = address.replace('GET ', '')
  const takes = (name: string) =>
    name in (route.kind === 'json' ? route.query : (route.query?.() ?? route.params)).shape
  const query = new URLSearchParams({
    ...(takes('brand_id') && { brand_id: brand.id }),
    ...(takes('date_to') && { date_to: '2025-02-01' }),
    ...(takes('url') && { url: page }),
    ...(url.endsWith('/by-platform') && { prompt_id: prompt.id }),
  })
  return { url, query, isOfBrand: takes('brand_id') }
})

test.each(urls)('$url', async ({ url, query, isOfBrand }) => {
  expect(await sameStatus(`${url}?${query}`)).toBe(200)
  // From the cache of each.
  expect(await sameStatus(`${url}?${query}`)).toBe(200)
  expect(await sameStatus(`${url}?${query}&colour=red`)).toBe(400)
  if (!isOfBrand) return
  query.set('brand_id', newId())
  expect(await sameStatus(`${url}?${query}`)).toBe(404)
})

test("the worker thread answers 404 for another organization's brand", async () => {
  const stranger = await service.signUp('Eve')
  const callWithKey = await keyOf(stranger, service.app)
  for (const { url, query } of urls.filter(({ isOfBrand }) => isOfBrand)) {
    query.set('brand_id', brand.id)
    const reply = url.startsWith('/api/metrics/')
      ? await stranger.call(`GET ${url}?${query}`)
      : await callWithKey(`GET ${url}?${query}`)
    expect(reply, url).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

test('new answers are in the next response', async () => {
  const read = () => owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  const before = await read()
  await writeAnswers(history, 20, 2, false)
  const after = await read()
  expect(after.result_count).toBeGreaterThan(before.result_count)
  expect(await sameStatus(`/api/metrics/visibility-summary?brand_id=${brand.id}`)).toBe(200)
})

test('terminated database connections are reopened', async () => {
  const address = `GET /api/metrics/topics?brand_id=${brand.id}`
  await owner.ok(address)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(service.base.db)
  const statuses = new Set<number>()
  await expect
    .poll(async () => {
      const { status } = await owner.call(address)
      statuses.add(status)
      return status
    })
    .toBe(200)
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
})
