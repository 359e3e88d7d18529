/** cloro's format in handwritten payloads, and the life cycle of tasks. */
import { expect, test } from 'vitest'
import type { Platform } from '../../../vocabulary/platforms.ts'
import {
  answered,
  failed,
  type LocalReply,
  type LocalRequest,
  localVendor,
  queryOnce,
} from '../apis/local-vendor.fixture.ts'
import type { KnownTask, TaskStore } from '../task-store.ts'
import { cloro } from './cloro.ts'

const taken = { success: true, task: { id: 'task-1', status: 'QUEUED' }, credits: { creditsToCharge: 7 } }
const done = (response: unknown, creditsCharged = 7) => ({
  task: { id: 'task-1', status: 'COMPLETED' },
  credits: { creditsToCharge: 7, creditsCharged },
  response,
})
const busy = (status: string) => ({ task: { id: 'task-1', status }, credits: { creditsCharged: null } })

/** Accepts every task and answers polls with `replies` in order, repeating the last one. */
async function scraper(
  replies: LocalReply[],
  order: (request: LocalRequest) => LocalReply = () => ({ body: taken }),
) {
  let seen = 0
  return localVendor((request) => {
    if (request.method === 'POST') return order(request)
    seen += 1
    return replies[Math.min(seen, replies.length) - 1] ?? { status: 404, body: {} }
  })
}

const engineAt = (url: string, more: Partial<Parameters<typeof cloro.create>[0]> = {}) =>
  cloro.create({
    platform: 'chatgpt',
    apiKey: 'test-key',
    baseUrl: url,
    country: 'US',
    webhookUrl: null,
    taskTimeoutMs: 10_000,
    firstPollMs: 5,
    now: () => new Date('2026-10-20T12:00:00Z'),
    ...more,
  })

const answer = {
  text: 'Acme is best.',
  markdown: '**Acme** is best. [kettles.example](https://kettles.example/best)',
  model: 'gpt-5',
  sources: [
    { position: 1, url: 'https://kettles.example/best?utm_source=chatgpt.com', label: 'Kettles' },
    { position: 2, url: 'https://tea.example/guide', label: 'Tea', footnote: true },
    { position: 3, url: 'no address', label: 'Nothing' },
  ],
  citationPills: [{ citationPillId: 0, url: 'https://kettles.example/best', label: 'Kettles', position: 1 }],
  searchQueries: ['best kettle', 'kettle test'],
}

test('an answer separates cited from retrieved sources and has its searches, model and cost', async () => {
  const vendor = await scraper([{ body: done(answer) }])
  expect(answered(await queryOnce(engineAt(vendor.url)))).toEqual({
    outcome: 'answered',
    markdown: answer.markdown,
    model: 'gpt-5',
    citations: [{ url: 'https://kettles.example/best', title: 'Kettles', start: null, end: null }],
    retrieved: [{ url: 'https://tea.example/guide', title: 'Tea' }],
    searches: ['best kettle', 'kettle test'],
    searched: true,
    inputTokens: null,
    outputTokens: null,
    // 7 credits at 400 micro-dollars.
    costMicros: 2800,
    costEstimated: false,
    unrecognized: [],
    shoppingCards: [],
    raw: done(answer),
  })
  expect(vendor.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/async/task',
    headers: { authorization: 'Bearer test-key' },
    body: {
      taskType: 'CHATGPT',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      payload: {
        prompt: 'Which kettle is best?',
        country: 'DE',
        include: { markdown: true, searchQueries: true, shopping: true },
      },
    },
  })
  expect(vendor.requests[0]?.body).not.toHaveProperty('webhook')
  expect(vendor.requests[1]).toMatchObject({ method: 'GET', path: '/v1/async/task/task-1' })
})

test.each<[Platform, string, object]>([
  ['gemini', 'GEMINI', { prompt: 'Which kettle is best?', country: 'DE', include: { markdown: true } }],
  ['copilot', 'COPILOT', { prompt: 'Which kettle is best?', country: 'DE', include: { markdown: true } }],
  [
    'google_ai_mode',
    'AIMODE',
    { prompt: 'Which kettle is best?', country: 'DE', include: { markdown: true } },
  ],
  [
    'google_ai_overview',
    'GOOGLE',
    { query: 'Which kettle is best?', country: 'DE', include: { aioverview: { markdown: true } } },
  ],
])('a task for %s has the type %s and only fields that cloro knows', async (platform, taskType, payload) => {
  const vendor = await scraper([{ body: done({ text: 'Acme.', aioverview: { text: 'Acme.' } }) }])
  expect(answered(await queryOnce(engineAt(vendor.url, { platform }))).markdown).toBe('Acme.')
  expect(vendor.requests[0]?.body).toMatchObject({ taskType })
  expect(vendor.requests[0]?.body).toHaveProperty('payload', payload)
})

test('a query without a region uses the configured country, and a webhook is part of the task', async () => {
  const vendor = await scraper([{ body: done(answer) }])
  const engine = engineAt(vendor.url, {
    country: 'FR',
    webhookUrl: 'https://ansight.example/scraper/callback',
  })
  const { signal } = new AbortController()
  await engine.query({ prompt: 'Which?', region: null, language: null, signal })
  expect(vendor.requests[0]?.body).toMatchObject({
    webhook: { url: 'https://ansight.example/scraper/callback' },
    payload: { country: 'FR' },
  })
})

test('without citation pills the sources are cited, except ChatGPT’s footnotes', async () => {
  const vendor = await scraper([{ body: done({ ...answer, citationPills: [] }) }])
  const { citations, retrieved } = answered(await queryOnce(engineAt(vendor.url)))
  expect(citations.map(({ url }) => url)).toEqual(['https://kettles.example/best'])
  expect(retrieved.map(({ url }) => url)).toEqual(['https://tea.example/guide'])
})

test.each<[string, Platform, unknown, string]>([
  ['a page without an overview', 'google_ai_overview', { organicResults: [], aioverview: null }, 'empty'],
  ['an answer without text', 'copilot', { text: '', sources: [] }, 'empty'],
])('%s is empty', async (_, platform, response, outcome) => {
  const vendor = await scraper([{ body: done(response) }])
  expect(answered(await queryOnce(engineAt(vendor.url, { platform })))).toMatchObject({
    outcome,
    markdown: '',
  })
})

test('search queries may be strings or objects, under two names', async () => {
  const search_model_queries = [{ query: 'best kettle', engine: 'web' }, 'best kettle', { query: null }]
  const vendor = await scraper([{ body: done({ text: 'Acme.', search_model_queries }) }])
  const { searches } = answered(await queryOnce(engineAt(vendor.url, { platform: 'perplexity' })))
  expect(searches).toEqual(['best kettle'])
})

test('products in groups and in the text become one card each', async () => {
  const response = {
    text: 'Acme.',
    shoppingCards: [{ tags: [], products: [{ title: 'Acme Glide', price: '$10.00' }, { title: 'Bolt' }] }],
    inlineProducts: [{ title: 'Bolt' }, { title: 'Cinder' }],
    productResults: [{ title: 'Delta' }],
  }
  const vendor = await scraper([{ body: done(response) }])
  const { shoppingCards } = answered(await queryOnce(engineAt(vendor.url)))
  expect(shoppingCards.map(({ product_title }) => product_title)).toEqual([
    'Acme Glide',
    'Bolt',
    'Delta',
    'Cinder',
  ])
})

test('a result without the charged credits costs the typical ones of its platform, as an estimate', async () => {
  const { task } = done({ text: 'Acme.' })
  const getCost = async (platform: 'chatgpt' | 'gemini') => {
    const vendor = await scraper([{ body: { task, response: { text: 'Acme.' } } }])
    const { costMicros, costEstimated } = answered(await queryOnce(engineAt(vendor.url, { platform })))
    return { costMicros, costEstimated }
  }
  expect(await getCost('chatgpt')).toEqual({ costMicros: 2_800, costEstimated: true })
  expect(await getCost('gemini')).toEqual({ costMicros: 1_600, costEstimated: true })
})

test('the configured price of a credit takes precedence', async () => {
  const vendor = await scraper([{ body: done(answer, 5) }])
  expect(
    answered(
      await queryOnce(engineAt(vendor.url, { priceOverrides: { 'cloro/credit': { perThousand: 0.8 } } })),
    ).costMicros,
  ).toBe(4000)
})

test('a task is polled while it has any unfinished status', async () => {
  const vendor = await scraper([
    { body: busy('QUEUED') },
    { body: busy('WARMING_UP') },
    { body: done(answer) },
  ])
  expect(answered(await queryOnce(engineAt(vendor.url))).outcome).toBe('answered')
  expect(vendor.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
})

test('a failed poll is repeated', async () => {
  const vendor = await scraper([
    { status: 503, body: {} },
    { body: 'no JSON', cut: true },
    { body: done(answer) },
  ])
  expect(answered(await queryOnce(engineAt(vendor.url))).outcome).toBe('answered')
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a task that times out is not retryable and names the setting', async () => {
  const vendor = await scraper([{ body: busy('PROCESSING') }])
  expect(failed(await queryOnce(engineAt(vendor.url, { taskTimeoutMs: 300 })))).toMatchObject({
    kind: 'timeout',
    retryable: false,
    message: expect.stringContaining('SCRAPER_TIMEOUT_SECONDS'),
  })
})

test('an aborted query stops waiting', async () => {
  const vendor = await scraper([{ body: busy('PROCESSING') }])
  const cancel = new AbortController()
  const result = queryOnce(engineAt(vendor.url), cancel.signal)
  await expect.poll(() => vendor.requests.length).toBeGreaterThan(1)
  cancel.abort(new Error('cancelled'))
  expect(failed(await result).kind).toBe('aborted')
})

test.each<[number, object, string, RegExp]>([
  [401, { error: { code: 'INVALID_OR_EXPIRED_API_KEY', message: 'Invalid' } }, 'bad_key', /CLORO_API_KEY/],
  [
    403,
    { error: { code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits' } },
    'quota',
    /CLORO_API_KEY/,
  ],
  [429, { error: { code: 'QUEUE_LIMIT_EXCEEDED' } }, 'rate_limited', /TRACKING_TASKS_PER_SCRAPER/],
  [400, { error: { code: 'VALIDATION_ERROR' } }, 'rejected', /rejected the request \(status 400\)\.$/],
  [404, {}, 'rejected', /CLORO_BASE_URL/],
  [500, {}, 'unavailable', /temporarily unavailable/],
])('a create request that returns %i is %s', async (status, body, kind, message) => {
  const vendor = await scraper([], () => ({ status, body }))
  expect(failed(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    kind,
    message: expect.stringMatching(message),
  })
})

/** Returns a task store that records its calls. */
function recordingStore(known: Partial<KnownTask> = {}, deliveries: unknown[] = []) {
  const calls: string[] = []
  let task: KnownTask = { reference: 'ref-1', id: null, costMicros: null, ageMs: 0, ...known }
  const store: TaskStore = {
    load: async () => task,
    save: async ({ id }) => {
      calls.push(`save ${id}`)
      task = { ...task, id, ageMs: 1 }
    },
    discard: async () => {
      calls.push('discard')
      task = { reference: `${task.reference}+`, id: null, costMicros: null, ageMs: 0 }
    },
    delivered: deliveries.length === 0 ? null : async () => deliveries.shift() ?? null,
  }
  return { calls, store }
}

const queryWith = (url: string, task: TaskStore) => {
  const { signal } = new AbortController()
  return engineAt(url).query({ prompt: 'Which?', region: null, language: null, signal, task })
}

test('a stored task is continued instead of created again', async () => {
  const vendor = await scraper([{ body: done(answer) }])
  const { calls, store } = recordingStore({ id: 'task-9', ageMs: 60_000 })
  expect(answered(await queryWith(vendor.url, store)).outcome).toBe('answered')
  expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/async/task/task-9',
  ])
  expect(calls).toEqual([])
})

test('a task that is gone is created again with another reference', async () => {
  const vendor = await scraper([{ status: 404, body: {} }, { body: done(answer) }])
  const { calls, store } = recordingStore({ id: 'task-9', ageMs: 60_000 })
  expect(answered(await queryWith(vendor.url, store)).outcome).toBe('answered')
  expect(calls).toEqual(['discard', 'save task-1'])
  expect(vendor.requests[1]?.body).toMatchObject({ idempotencyKey: 'ref-1+' })
})

test('a failed task is discarded, so that a retry creates another', async () => {
  const vendor = await scraper([{ body: { task: { status: 'FAILED' }, response: { error: {} } } }])
  const { calls, store } = recordingStore()
  expect(failed(await queryWith(vendor.url, store))).toMatchObject({ kind: 'unavailable', retryable: true })
  expect(calls).toEqual(['save task-1', 'discard'])
})

test('a task whose creation reply was lost is created again, or its delivery is awaited', async () => {
  const twice = (request: LocalRequest): LocalReply =>
    JSON.stringify(request.body).includes('"ref-1"') ? { status: 409, body: {} } : { body: taken }
  const polled = await scraper([{ body: done(answer) }], twice)
  expect(answered(await queryWith(polled.url, recordingStore().store)).outcome).toBe('answered')
  expect(polled.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET'])

  const delivering = await scraper([], twice)
  const { store } = recordingStore({}, [null, done(answer)])
  expect(answered(await queryWith(delivering.url, store)).outcome).toBe('answered')
  expect(delivering.requests.map(({ method }) => method)).toEqual(['POST'])
})
