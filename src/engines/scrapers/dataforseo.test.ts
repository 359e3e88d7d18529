/** DataForSEO's format, in handwritten payloads: every status is 200, and the codes in the body count. */
import { expect, test } from 'vitest'
import type { Platform } from '../../../vocabulary/platforms.ts'
import { answered, failed, type LocalReply, localVendor, queryOnce } from '../apis/local-vendor.fixture.ts'
import { dataforseo } from './dataforseo.ts'

const envelope = (task: object | null, code = 20_000): LocalReply => ({
  body: { status_code: code, status_message: 'message', tasks: task === null ? null : [task] },
})
const taken = envelope({ id: 'task-1', status_code: 20_100, cost: 0.0024 })
const state = (status_code: number) => envelope({ id: 'task-1', status_code, cost: 0, result: null })
const done = (result: unknown) => envelope({ id: 'task-1', status_code: 20_000, cost: 0, result: [result] })

async function scraper(replies: LocalReply[], order = taken) {
  return localVendor(({ method }) => {
    if (method === 'POST') return order
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? state(40_400)
  })
}

const engineAt = (url: string, platform: Platform = 'chatgpt') =>
  dataforseo.create({
    platform,
    login: 'ada',
    password: 'secret',
    baseUrl: url,
    country: 'US',
    taskTimeoutMs: 10_000,
    firstPollMs: 5,
    now: () => new Date('2026-10-20T12:00:00Z'),
  })

const scraped = {
  model: 'gpt-5',
  markdown: '**Acme** is best.',
  sources: [{ type: 'link_element', url: 'https://kettles.example/best', title: 'Kettles' }],
  search_results: [
    { url: 'https://kettles.example/best', title: 'Kettles' },
    { url: 'https://tea.example/guide', title: 'Tea' },
  ],
  fan_out_queries: ['best kettle', 'kettle test'],
  items: [
    {
      type: 'chat_gpt_text',
      markdown: '**Acme** is best.',
      sources: [{ url: 'https://cups.example/', title: 'Cups' }],
    },
    {
      type: 'chat_gpt_products',
      items: [
        {
          title: 'Acme Glide',
          price: 89.9,
          currency: 'EUR',
          merchants: 'Shopwell',
          url: 'https://shopwell.example/glide',
          images: ['https://shopwell.example/glide.jpg'],
          rating: { value: 4.4, votes_count: 120 },
        },
      ],
    },
  ],
}

test('a task is created in the high-priority queue, polled and parsed', async () => {
  const vendor = await scraper([state(40_602), state(40_601), done(scraped)])
  expect(answered(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    outcome: 'answered',
    markdown: '**Acme** is best.',
    model: 'gpt-5',
    citations: [
      { url: 'https://kettles.example/best', title: 'Kettles', start: null, end: null },
      { url: 'https://cups.example/', title: 'Cups' },
    ],
    retrieved: [{ url: 'https://tea.example/guide', title: 'Tea' }],
    searches: ['best kettle', 'kettle test'],
    searched: true,
    costMicros: 2400,
    shoppingCards: [
      {
        product_title: 'Acme Glide',
        price_amount: 89.9,
        price_currency: 'EUR',
        merchant: 'Shopwell',
        url: 'https://shopwell.example/glide',
        image_url: 'https://shopwell.example/glide.jpg',
        rating: 4.4,
        review_count: 120,
      },
    ],
  })
  expect(vendor.requests[0]).toMatchObject({
    path: '/v3/ai_optimization/chat_gpt/llm_scraper/task_post',
    headers: { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` },
    body: [
      {
        keyword: 'Which kettle is best?',
        // Germany is 276.
        location_code: 2276,
        language_code: 'de',
        priority: 2,
        force_web_search: true,
        tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ],
  })
  expect(vendor.requests.at(-1)?.path).toBe(
    '/v3/ai_optimization/chat_gpt/llm_scraper/task_get/advanced/task-1',
  )
})

const overview = {
  type: 'ai_overview',
  markdown: 'Acme is best.',
  references: [{ type: 'ai_overview_reference', url: 'https://kettles.example/', title: 'Kettles' }],
  items: [
    { type: 'ai_overview_element', references: [{ url: 'https://kettles.example/', title: 'Kettles' }] },
    {
      type: 'ai_overview_shopping',
      title: 'Acme Glide',
      seller: 'Shopwell',
      price: { current: 89.9, currency: 'USD' },
    },
  ],
}

test.each<[Platform, string, object]>([
  ['google_ai_mode', '/v3/serp/google/ai_mode/task_post', {}],
  ['google_ai_overview', '/v3/serp/google/organic/task_post', { load_async_ai_overview: true }],
])('the answer of %s is the AI overview item of the results page', async (platform, path, more) => {
  const vendor = await scraper([
    done({ items: [{ type: 'organic', url: 'https://other.example/' }, overview] }),
  ])
  expect(answered(await queryOnce(engineAt(vendor.url, platform)))).toMatchObject({
    markdown: 'Acme is best.',
    citations: [{ url: 'https://kettles.example/', title: 'Kettles' }],
    retrieved: [],
    shoppingCards: [{ product_title: 'Acme Glide', merchant: 'Shopwell', price_amount: 89.9 }],
  })
  expect(vendor.requests[0]).toMatchObject({ path, body: [more] })
})

test.each<[string, Platform, LocalReply]>([
  ['a page without an overview', 'google_ai_overview', done({ items: [{ type: 'organic' }] })],
  ['a page without items', 'google_ai_mode', done({ items: null })],
  ['nothing found', 'google_ai_mode', state(40_102)],
])('%s is empty', async (_, platform, reply) => {
  const vendor = await scraper([reply])
  expect(answered(await queryOnce(engineAt(vendor.url, platform))).outcome).toBe('empty')
})

test.each<[string, LocalReply, object]>([
  ['a platform that did not respond', state(40_101), { kind: 'unavailable', retryable: true }],
  ['a failed task', state(40_103), { kind: 'unavailable', retryable: true }],
  ['an account without credit', envelope(null, 40_200), { kind: 'quota' }],
  ['a body without a status code', { body: {} }, { kind: 'malformed' }],
])('%s is a failure', async (_, reply, failure) => {
  const vendor = await scraper([reply])
  expect(failed(await queryOnce(engineAt(vendor.url)))).toMatchObject(failure)
})

test.each<[number, LocalReply, string, RegExp]>([
  [40_100, { status: 401, ...envelope(null, 40_100) }, 'bad_key', /DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD/],
  [40_210, envelope({ id: null, status_code: 40_210 }), 'quota', /DATAFORSEO_LOGIN/],
  [40_202, envelope(null, 40_202), 'rate_limited', /TRACKING_TASKS_PER_SCRAPER/],
  [40_501, envelope({ id: null, status_code: 40_501 }), 'rejected', /rejected the request/],
  [50_000, envelope(null, 50_000), 'unavailable', /temporarily unavailable/],
])('a create request that returns the code %i is %s', async (_code, order, kind, message) => {
  const vendor = await scraper([], order)
  expect(failed(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    kind,
    message: expect.stringMatching(message),
  })
})

test('a country that DataForSEO does not know is refused instead of queried from another one', async () => {
  const vendor = await scraper([])
  const signal = AbortSignal.timeout(10_000)
  expect(
    await engineAt(vendor.url).query({
      prompt: 'Which kettle is best?',
      region: 'XX',
      language: null,
      signal,
    }),
  ).toMatchObject({ outcome: 'failed', kind: 'rejected' })
  expect(vendor.requests).toEqual([])
})
