/**
 * Deliveries to POST /scraper/callback, valid and invalid, and runs whose results arrive that way, in any order and at
 * any time.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Client, type Json, sharedService, type TestService, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { getUrl } from '../engines/apis/local-vendor.fixture.ts'
import { recoverJobs, runJob } from '../jobs/worker.ts'
import { deleteOldCallbacks } from './scraper-callbacks.ts'
import { trackRun } from './track-run.ts'

const secret = 'whsec_of_the_tests'
const scraper = await scriptedScraper()
const env = {
  CLORO_API_KEY: 'k',
  CLORO_BASE_URL: scraper.url,
  SCRAPER_WEBHOOK_URL: 'https://ansight.example/scraper/callback',
  SCRAPER_WEBHOOK_SECRET: secret,
}
const service = await testService(env)

type Ordered = { id: string; prompt: string; reference: string }

/** Accepts orders like cloro; the tests decide what it delivers, and when. */
async function scriptedScraper() {
  const orders: Ordered[] = []
  const polls: string[] = []
  const script: { beforeReply: ((order: Ordered) => Promise<unknown>) | null } = { beforeReply: null }
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      polls.push(request.url ?? '')
      return response.end(JSON.stringify({ task: { status: 'PROCESSING' } }))
    }
    const body: Json = await json(request)
    const order = { id: newId(), prompt: body.payload.prompt, reference: body.idempotencyKey }
    orders.push(order)
    await script.beforeReply?.(order)
    response.end(JSON.stringify({ success: true, task: { id: order.id, status: 'QUEUED' } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: getUrl(server), orders, polls, script }
}

const getOrders = (label: string) => scraper.orders.filter(({ prompt }) => prompt.startsWith(label))

const finished = (id: string, extra: object = {}) => ({
  task: { id, status: 'COMPLETED' },
  credits: { creditsCharged: 7 },
  response: { text: `Acme Shoes are best, says ${id}.`, sources: [], searchQueries: ['best shoes'] },
  ...extra,
})

type Sent = {
  to?: TestService
  at?: number
  key?: string
  signature?: string
  prefix?: string
  headers?: Record<string, string>
}

/** Delivers like the scraper; a `body` of bytes is signed as it is. */
async function deliver(
  body: unknown,
  { to = service, at, key = secret, signature, prefix = 'x-scraper', headers }: Sent = {},
) {
  const payload = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const timestamp = String(at ?? Math.floor(Date.now() / 1000))
  const hex = createHmac('sha256', key).update(`${timestamp}.`).update(payload).digest('hex')
  const reply = await to.app.inject({
    method: 'POST',
    url: '/scraper/callback',
    headers: {
      'content-type': 'application/json',
      [`${prefix}-timestamp`]: timestamp,
      [`${prefix}-signature`]: signature ?? `v1=${hex}`,
      ...headers,
    },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

const accepted = (duplicate: boolean) => ({ status: 200, body: { received: true, duplicate } })
const rejected = (status: number, code: string) => ({ status, body: { code, error: expect.any(String) } })

test('a signed delivery is stored before it is acknowledged, and a repetition is a duplicate', async () => {
  const id = newId()
  expect(await deliver(finished(id))).toEqual(accepted(false))
  expect(await stored(id)).toBe(1)
  expect(await deliver(finished(id))).toEqual(accepted(true))
  expect(await deliver(finished(id), { prefix: 'x-cloro' })).toEqual(accepted(true))
  expect(await stored(id)).toBe(1)
})

async function stored(id: string): Promise<number> {
  const { rows } =
    await sql`select 1 from scraper_callbacks where task_id = ${id} and body is not null`.execute(
      service.base.db,
    )
  return rows.length
}

test('concurrent deliveries of one task count once', async () => {
  const id = newId()
  const replies = await Promise.all(Array.from({ length: 6 }, () => deliver(finished(id))))
  expect(replies.filter(({ body }) => !body.duplicate)).toHaveLength(1)
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

test.each<[string, () => Sent]>([
  ['no signature', () => ({ signature: '' })],
  ['a signature with another secret', () => ({ key: 'whsec_of_somebody' })],
  ['a signature of another version', () => ({ signature: `v2=${'0'.repeat(64)}` })],
  ['a signature that is not hexadecimal', () => ({ signature: 'v1=hello' })],
  ['a timestamp that is not a number', () => ({ headers: { 'x-scraper-timestamp': 'now' } })],
  [
    'a timestamp other than the signed one',
    () => ({ headers: { 'x-scraper-timestamp': String(nowSeconds() - 1) } }),
  ],
  ['a timestamp six minutes in the past', () => ({ at: nowSeconds() - 360 })],
  ['a timestamp six minutes in the future', () => ({ at: nowSeconds() + 360 })],
  ['a timestamp in the year 1970', () => ({ at: 0 })],
])('%s is rejected, and nothing is stored', async (_, sent) => {
  const id = newId()
  expect(await deliver(finished(id), sent())).toMatchObject(rejected(401, 'unauthorized'))
  expect(await stored(id)).toBe(0)
})

test('clocks may differ by up to five minutes, and during a secret rotation two signatures are accepted', async () => {
  expect(await deliver(finished(newId()), { at: nowSeconds() - 295 })).toEqual(accepted(false))
  expect(await deliver(finished(newId()), { at: nowSeconds() + 295 })).toEqual(accepted(false))
  const body = JSON.stringify(finished(newId()))
  const at = nowSeconds()
  const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const signature = `v1=${'0'.repeat(64)},v1=${hex.toUpperCase()}`
  expect(await deliver(body, { at, signature })).toEqual(accepted(false))
})

test('the signature covers the raw bytes, so one more byte makes it invalid', async () => {
  const body = JSON.stringify(finished(newId()))
  const at = nowSeconds()
  const signature = `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  expect(await deliver(`${body} `, { at, signature })).toMatchObject(rejected(401, 'unauthorized'))
  expect(await deliver(body, { at, signature })).toEqual(accepted(false))
})

test('the signature of a compressed body covers the compressed bytes', async () => {
  const id = newId()
  const isCompressed = gzipSync(JSON.stringify(finished(id)))
  const headers = { 'content-encoding': 'gzip' }
  expect(await deliver(isCompressed, { headers })).toEqual(accepted(false))
  expect(await deliver(isCompressed)).toEqual(accepted(true))
  expect(await deliver(JSON.stringify(finished(id)), { headers })).toMatchObject(
    rejected(400, 'invalid_request'),
  )
  const bomb = gzipSync(Buffer.alloc(33 * 1024 * 1024, ' '))
  expect(await deliver(bomb, { headers })).toMatchObject(rejected(400, 'invalid_request'))
})

test.each<[string, unknown]>([
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['a list', []],
  ['no task', { response: {} }],
  ['a task without an id', { task: { status: 'COMPLETED' } }],
  ['an id that is not a name', { task: { id: 'a b\u0000', status: 'COMPLETED' } }],
  ['a task that has not ended', { task: { id: 'early', status: 'PROCESSING' } }],
])('%s is rejected as malformed even when signed', async (_, body) => {
  expect(await deliver(body)).toMatchObject(rejected(400, 'invalid_request'))
})

test('without a secret the endpoint is disabled', async () => {
  const off = await sharedService()
  const reply = await off.app.inject({ method: 'POST', url: '/scraper/callback', payload: '{}' })
  expect({ status: reply.statusCode, body: reply.json() }).toMatchObject(rejected(503, 'not_configured'))
  expect((await off.app.inject({ method: 'GET', url: '/scraper/callback' })).statusCode).toBe(405)
})

async function brandWith(owner: Client, label: string, prompts: number): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  for (let n = 1; n <= prompts; n += 1) {
    const text = `${label} ${n}: what are the best running shoes?`
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  }
  return brand
}

const check = async (owner: Client, brand: Json) =>
  (await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['copilot'] })).jobId

test('results in any order, repeated or compressed, reach the run and count once', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'order', 5)
  const jobId = await check(owner, brand)
  const working = service.work()
  await expect.poll(() => getOrders('order').length).toBe(5)
  const job = () => owner.ok(`GET /api/tracking/job/${jobId}`)
  await expect
    .poll(async () => (await job()).progress)
    .toEqual({
      phase: 'awaiting-results',
      completed: 0,
      total: 5,
    })
  for (const [index, { id }] of getOrders('order').toReversed().entries()) {
    const body = JSON.stringify(finished(id))
    const isCompressed = index % 2 === 0
    const send = () =>
      isCompressed ? deliver(gzipSync(body), { headers: { 'content-encoding': 'gzip' } }) : deliver(body)
    expect(await send()).toEqual(accepted(false))
    expect(await send()).toEqual(accepted(true))
  }
  await working
  const { status, result, progress } = await job()
  expect({ status, progress }).toEqual({
    status: 'completed',
    progress: { phase: 'finalizing', completed: 5, total: 5 },
  })
  expect(result).toMatchObject({ answers: 5, failed: 0, costMicros: 5 * 2800 })
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  for (const { prompt, response } of results) {
    const { id } = getOrders('order').find((order) => order.prompt === prompt.text) ?? {}
    expect(response).toContain(id)
  }
  // A stored answer's delivery is deleted but still recognized as a duplicate.
  for (const { id } of getOrders('order')) {
    expect(await stored(id)).toBe(0)
    expect(await deliver(finished(id))).toEqual(accepted(true))
  }
  expect(scraper.polls).toEqual([])
})

test('a result that arrives before the reply to its order is found', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'early', 2)
  scraper.script.beforeReply = (order) => deliver(finished(order.id))
  const jobId = await check(owner, brand)
  await service.work()
  scraper.script.beforeReply = null
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 2, failed: 0 })
})

test('results that arrive while no worker runs are used later, and nothing is ordered again', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'away', 3)
  const jobId = await check(owner, brand)
  const killed = new AbortController()
  const working = runJob(service.base, { brandId: brand.id, jobId }, trackRun, killed.signal)
  await expect
    .poll(async () => (await owner.ok(`GET /api/tracking/job/${jobId}`)).progress?.phase)
    .toBe('awaiting-results')
  killed.abort(new Error('the service was stopped'))
  await working
  for (const { id } of getOrders('away')) expect(await deliver(finished(id))).toEqual(accepted(false))
  await recoverJobs(service.base)
  await service.work()
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 3, failed: 0 })
  expect(getOrders('away')).toHaveLength(3)
})

test('a failed task is ordered once more, and its late result is ignored', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'failed', 1)
  const jobId = await check(owner, brand)
  const working = service.work()
  await expect.poll(() => getOrders('failed').length).toBe(1)
  const [first] = getOrders('failed')
  const error = { code: 'INTERNAL_SERVER_ERROR', message: 'Maximum retries exceeded' }
  await deliver({ task: { id: first?.id, status: 'FAILED' }, response: { error } })
  await expect.poll(() => getOrders('failed').length).toBe(2)
  const [, second] = getOrders('failed')
  expect(second?.reference).not.toBe(first?.reference)
  await deliver(finished(second?.id ?? ''))
  await working
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 1, failed: 0 })
})

test('a run ends as partial when a result never arrives, and a later delivery is stored but changes nothing', async () => {
  const impatient = await testService({ ...env, SCRAPER_TIMEOUT_SECONDS: '2' })
  const owner = await impatient.signUp()
  const brand = await brandWith(owner, 'late', 2)
  const jobId = await check(owner, brand)
  const working = impatient.work()
  await expect.poll(() => getOrders('late').length).toBe(2)
  const [prompt, missing] = getOrders('late')
  await deliver(finished(prompt?.id ?? ''), { to: impatient })
  await working
  const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(job.result).toMatchObject({
    answers: 1,
    failed: 1,
    platforms: [{ platform: 'copilot', error: expect.stringContaining('SCRAPER_TIMEOUT_SECONDS') }],
  })
  // The task is polled once before it times out, because a delivery may be lost.
  const polls = scraper.polls.filter(
    (path) => path.includes(prompt?.id ?? '-') || path.includes(missing?.id ?? '-'),
  )
  expect(polls).toEqual([`/v1/async/task/${missing?.id}`])
  expect(await deliver(finished(missing?.id ?? ''), { to: impatient })).toEqual(accepted(false))
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toEqual(job)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results.map((each: Json) => each.status).sort()).toEqual(['answered', 'failed'])
})

test('deliveries and tasks of ended runs are deleted after a week', async () => {
  const { db } = service.base
  const countRows = async (table: string) =>
    (await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db)).rows[0]
      ?.rows ?? 0
  const rows = async () =>
    // In two queries, because Citus does not join a local and a distributed table here.
    ({
      deliveries: await countRows('scraper_callbacks'),
      tasks: await countRows('scraper_tasks'),
    })
  const before = await rows()
  expect(before?.tasks).toBeGreaterThan(0)
  await deleteOldCallbacks(service.base)
  expect(await rows()).toEqual(before)
  await deleteOldCallbacks({ ...service.base, now: () => new Date(Date.now() + 8 * 86_400_000) })
  expect(await rows()).toEqual({ deliveries: 0, tasks: 0 })
})
