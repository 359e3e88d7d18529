/** What comes to POST /scraper/callback, whoever sent it; and runs whose results come that way, in any order and at any time. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Client, type Json, type TestService, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { urlOf } from '../engines/apis/local-vendor.fixture.ts'
import { recoverJobs, runJob } from '../jobs/worker.ts'
import { deleteOldCallbacks } from './scraper-callbacks.ts'
import { trackRun } from './track-run.ts'

const secret = 'whsec_of_the_tests'
const scraper = await scriptedScraper()
const env = {
  SCRAPER_API_KEY: 'k',
  SCRAPER_BASE_URL: scraper.url,
  SCRAPER_WEBHOOK_URL: 'https://ansight.example/scraper/callback',
  SCRAPER_WEBHOOK_SECRET: secret,
}
const service = await testService(env)

type Ordered = { id: string; prompt: string; reference: string }

/** cloro as far as it takes orders: what it delivers, and when, is the test's own. */
async function scriptedScraper() {
  const orders: Ordered[] = []
  const looks: string[] = []
  const script: { beforeReply: ((order: Ordered) => Promise<unknown>) | null } = { beforeReply: null }
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      looks.push(request.url ?? '')
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
  return { url: urlOf(server), orders, looks, script }
}

const ordersOf = (label: string) => scraper.orders.filter(({ prompt }) => prompt.startsWith(label))

const finished = (id: string, more: object = {}) => ({
  task: { id, status: 'COMPLETED' },
  credits: { creditsCharged: 7 },
  response: { text: `Acme Shoes are best, says ${id}.`, sources: [], searchQueries: ['best shoes'] },
  ...more,
})

type Sent = {
  to?: TestService
  at?: number
  key?: string
  signature?: string
  prefix?: string
  headers?: Record<string, string>
}

/** As the scraper sends it; `body` may be bytes that are signed as they are. */
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

const taken = (duplicate: boolean) => ({ status: 200, body: { received: true, duplicate } })
const refused = (status: number, code: string) => ({ status, body: { code, error: expect.any(String) } })

test('what is signed is stored before it is acknowledged, and a repetition of it is no second one', async () => {
  const id = newId()
  expect(await deliver(finished(id))).toEqual(taken(false))
  expect(await stored(id)).toBe(1)
  expect(await deliver(finished(id))).toEqual(taken(true))
  expect(await deliver(finished(id), { prefix: 'x-cloro' })).toEqual(taken(true))
  expect(await stored(id)).toBe(1)
})

async function stored(id: string): Promise<number> {
  const { rows } =
    await sql`select 1 from scraper_callbacks where task_id = ${id} and body is not null`.execute(
      service.base.db,
    )
  return rows.length
}

test('many of the same at once are one', async () => {
  const id = newId()
  const replies = await Promise.all(Array.from({ length: 6 }, () => deliver(finished(id))))
  expect(replies.filter(({ body }) => !body.duplicate)).toHaveLength(1)
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

test.each<[string, () => Sent]>([
  ['no signature', () => ({ signature: '' })],
  ['a signature with another secret', () => ({ key: 'whsec_of_somebody' })],
  ['a signature of another version', () => ({ signature: `v2=${'0'.repeat(64)}` })],
  ['a signature that is no hex', () => ({ signature: 'v1=hello' })],
  ['a time that is no number', () => ({ headers: { 'x-scraper-timestamp': 'now' } })],
  [
    'another time than the one signed',
    () => ({ headers: { 'x-scraper-timestamp': String(nowSeconds() - 1) } }),
  ],
  ['a time of six minutes ago', () => ({ at: nowSeconds() - 360 })],
  ['a time in six minutes', () => ({ at: nowSeconds() + 360 })],
  ['a time of the year 1970', () => ({ at: 0 })],
])('%s is refused, and nothing is stored', async (_, sent) => {
  const id = newId()
  expect(await deliver(finished(id), sent())).toMatchObject(refused(401, 'unauthorized'))
  expect(await stored(id)).toBe(0)
})

test('clocks may differ by less than five minutes, and while the secret is changed two signatures may come', async () => {
  expect(await deliver(finished(newId()), { at: nowSeconds() - 295 })).toEqual(taken(false))
  expect(await deliver(finished(newId()), { at: nowSeconds() + 295 })).toEqual(taken(false))
  const body = JSON.stringify(finished(newId()))
  const at = nowSeconds()
  const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const signature = `v1=${'0'.repeat(64)},v1=${hex.toUpperCase()}`
  expect(await deliver(body, { at, signature })).toEqual(taken(false))
})

test('the signature is over the bytes as they came, so a byte more or less is another delivery', async () => {
  const body = JSON.stringify(finished(newId()))
  const at = nowSeconds()
  const signature = `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  expect(await deliver(`${body} `, { at, signature })).toMatchObject(refused(401, 'unauthorized'))
  expect(await deliver(body, { at, signature })).toEqual(taken(false))
})

test('a packed body is signed packed', async () => {
  const id = newId()
  const packed = gzipSync(JSON.stringify(finished(id)))
  const headers = { 'content-encoding': 'gzip' }
  expect(await deliver(packed, { headers })).toEqual(taken(false))
  expect(await deliver(packed)).toEqual(taken(true))
  expect(await deliver(JSON.stringify(finished(id)), { headers })).toMatchObject(
    refused(400, 'invalid_request'),
  )
  const bomb = gzipSync(Buffer.alloc(33 * 1024 * 1024, ' '))
  expect(await deliver(bomb, { headers })).toMatchObject(refused(400, 'invalid_request'))
})

test.each<[string, unknown]>([
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['a list', []],
  ['no task', { response: {} }],
  ['a task without an id', { task: { status: 'COMPLETED' } }],
  ['an id that is no name', { task: { id: 'a b\u0000', status: 'COMPLETED' } }],
  ['a task that has not ended', { task: { id: 'early', status: 'PROCESSING' } }],
])('%s is refused as malformed, though it is signed', async (_, body) => {
  expect(await deliver(body)).toMatchObject(refused(400, 'invalid_request'))
})

test('without a secret the address is off', async () => {
  const off = await testService()
  const reply = await off.app.inject({ method: 'POST', url: '/scraper/callback', payload: '{}' })
  expect({ status: reply.statusCode, body: reply.json() }).toMatchObject(refused(503, 'not_configured'))
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

test('results are told in the run whatever their order, twice or packed, and each counts once', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'order', 5)
  const jobId = await check(owner, brand)
  const working = service.work()
  await expect.poll(() => ordersOf('order').length).toBe(5)
  const job = () => owner.ok(`GET /api/tracking/job/${jobId}`)
  await expect
    .poll(async () => (await job()).progress)
    .toEqual({
      phase: 'awaiting-results',
      completed: 0,
      total: 5,
    })
  for (const [index, { id }] of ordersOf('order').toReversed().entries()) {
    const body = JSON.stringify(finished(id))
    const packed = index % 2 === 0
    const send = () =>
      packed ? deliver(gzipSync(body), { headers: { 'content-encoding': 'gzip' } }) : deliver(body)
    expect(await send()).toEqual(taken(false))
    expect(await send()).toEqual(taken(true))
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
    const { id } = ordersOf('order').find((order) => order.prompt === prompt.text) ?? {}
    expect(response).toContain(id)
  }
  // What is stored as an answer is not kept a second time, and known all the same.
  for (const { id } of ordersOf('order')) {
    expect(await stored(id)).toBe(0)
    expect(await deliver(finished(id))).toEqual(taken(true))
  }
  expect(scraper.looks).toEqual([])
})

test('a result that comes before the order is answered is found', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'early', 2)
  scraper.script.beforeReply = (order) => deliver(finished(order.id))
  const jobId = await check(owner, brand)
  await service.work()
  scraper.script.beforeReply = null
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 2, failed: 0 })
})

test('results that come while no worker is there wait for one, and nothing is ordered again', async () => {
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
  for (const { id } of ordersOf('away')) expect(await deliver(finished(id))).toEqual(taken(false))
  await recoverJobs(service.base)
  await service.work()
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 3, failed: 0 })
  expect(ordersOf('away')).toHaveLength(3)
})

test('a failed task is ordered once more, and its late result counts for nothing', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'failed', 1)
  const jobId = await check(owner, brand)
  const working = service.work()
  await expect.poll(() => ordersOf('failed').length).toBe(1)
  const [first] = ordersOf('failed')
  const error = { code: 'INTERNAL_SERVER_ERROR', message: 'Maximum retries exceeded' }
  await deliver({ task: { id: first?.id, status: 'FAILED' }, response: { error } })
  await expect.poll(() => ordersOf('failed').length).toBe(2)
  const [, second] = ordersOf('failed')
  expect(second?.reference).not.toBe(first?.reference)
  await deliver(finished(second?.id ?? ''))
  await working
  expect((await owner.ok(`GET /api/tracking/job/${jobId}`)).result).toMatchObject({ answers: 1, failed: 0 })
})

test('what never comes ends the run as partial; what comes after that is kept aside and changes nothing', async () => {
  const hasty = await testService({ ...env, SCRAPER_TIMEOUT_SECONDS: '2' })
  const owner = await hasty.signUp()
  const brand = await brandWith(owner, 'late', 2)
  const jobId = await check(owner, brand)
  const working = hasty.work()
  await expect.poll(() => ordersOf('late').length).toBe(2)
  const [prompt, missing] = ordersOf('late')
  await deliver(finished(prompt?.id ?? ''), { to: hasty })
  await working
  const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(job.result).toMatchObject({
    answers: 1,
    failed: 1,
    platforms: [{ platform: 'copilot', error: expect.stringContaining('SCRAPER_TIMEOUT_SECONDS') }],
  })
  // It was looked at before it was given up: a delivery may be lost.
  const looks = scraper.looks.filter(
    (path) => path.includes(prompt?.id ?? '-') || path.includes(missing?.id ?? '-'),
  )
  expect(looks).toEqual([`/v1/async/task/${missing?.id}`])
  expect(await deliver(finished(missing?.id ?? ''), { to: hasty })).toEqual(taken(false))
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toEqual(job)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results.map((each: Json) => each.status).sort()).toEqual(['answered', 'failed'])
})

test('deliveries and the tasks of ended runs are forgotten after a week', async () => {
  const { db } = service.base
  const rows = async () =>
    (
      await sql<{ deliveries: number; tasks: number }>`
        select (select count(*) from scraper_callbacks)::int as deliveries, count(*)::int as tasks
        from scraper_tasks`.execute(db)
    ).rows[0]
  const before = await rows()
  expect(before?.tasks).toBeGreaterThan(0)
  await deleteOldCallbacks(service.base)
  expect(await rows()).toEqual(before)
  await deleteOldCallbacks({ ...service.base, now: () => new Date(Date.now() + 8 * 86_400_000) })
  expect(await rows()).toEqual({ deliveries: 0, tasks: 0 })
})
