/** Bright Data's format, in handwritten payloads. */
import { expect, test } from 'vitest'
import type { Platform } from '../../../vocabulary/platforms.ts'
import { answered, failed, type LocalReply, localVendor, queryOnce } from '../apis/local-vendor.fixture.ts'
import { brightdata } from './brightdata.ts'

/** Accepts the task and returns the given progress and snapshot replies in order. */
async function scraper(replies: { progress: LocalReply[]; snapshot?: LocalReply[]; order?: LocalReply }) {
  const { progress, snapshot = [], order = { body: { snapshot_id: 's_1' } } } = replies
  const next = (list: LocalReply[]) => (list.length > 1 ? list.shift() : list[0]) ?? { status: 404, body: {} }
  return localVendor(({ method, path }) => {
    if (method === 'POST') return order
    return next(path.includes('/progress/') ? progress : snapshot)
  })
}

const engineAt = (url: string, platform: Platform = 'chatgpt') =>
  brightdata.create({
    platform,
    apiKey: 'test-key',
    baseUrl: url,
    country: 'US',
    taskTimeoutMs: 10_000,
    firstPollMs: 5,
    now: () => new Date('2026-10-20T12:00:00Z'),
  })

const ready: LocalReply = { body: { snapshot_id: 's_1', status: 'ready' } }
const row = {
  prompt: 'Which kettle is best?',
  answer_text: 'Acme is best.',
  answer_text_markdown: '**Acme** is best.',
  model: 'gpt-5',
  web_search_triggered: false,
  web_search_query: ['best kettle', 'kettle test'],
  citations: [
    {
      url: 'https://kettles.example/best?utm_source=chatgpt.com',
      title: 'Kettles',
      position: 1,
      cited: true,
    },
    { url: 'https://tea.example/guide', title: 'Tea', position: 2, cited: false },
  ],
  search_sources: [{ url: 'https://cups.example/', title: 'Cups' }],
  links_attached: [{ url: 'https://ignored.example/', text: 'Elsewhere' }],
  shopping: [{ title: 'Acme Glide', price: '$89.90', merchant: 'Shopwell' }],
}

test('a collection is polled, fetched and parsed', async () => {
  const vendor = await scraper({
    progress: [{ body: { status: 'starting' } }, { body: { status: 'building' } }, ready],
    snapshot: [{ status: 202, body: { status: 'running' } }, { body: [row] }],
  })
  expect(answered(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    outcome: 'answered',
    markdown: '**Acme** is best.',
    model: 'gpt-5',
    citations: [{ url: 'https://kettles.example/best', title: 'Kettles', start: null, end: null }],
    retrieved: [
      { url: 'https://tea.example/guide', title: 'Tea' },
      { url: 'https://cups.example/', title: 'Cups' },
    ],
    searches: ['best kettle', 'kettle test'],
    searched: true,
    costMicros: 1500,
    shoppingCards: [{ product_title: 'Acme Glide', price_amount: 89.9, price_currency: 'USD' }],
    raw: row,
  })
  expect(vendor.requests[0]).toMatchObject({
    method: 'POST',
    path: '/datasets/v3/trigger?dataset_id=gd_m7aof0k82r803d5bjm&format=json&include_errors=true',
    headers: { authorization: 'Bearer test-key' },
    body: [{ url: 'https://chatgpt.com/', prompt: 'Which kettle is best?', country: 'DE', web_search: true }],
  })
  expect(vendor.requests.map(({ path }) => path.replace('/datasets/v3/', '')).slice(1)).toEqual([
    'progress/s_1',
    'progress/s_1',
    'progress/s_1',
    'snapshot/s_1?format=json',
    'progress/s_1',
    'snapshot/s_1?format=json',
  ])
})

test('Perplexity has its queries in another field and its sources under another name', async () => {
  const answer = {
    answer_text: 'Acme.',
    sources: [{ url: 'https://kettles.example/', title: 'Kettles' }],
    metadata: { search_model_queries: { queries: [{ query: 'best kettle' }, 'kettle test'] } },
  }
  const vendor = await scraper({ progress: [ready], snapshot: [{ body: [answer] }] })
  expect(answered(await queryOnce(engineAt(vendor.url, 'perplexity')))).toMatchObject({
    markdown: 'Acme.',
    searches: ['best kettle', 'kettle test'],
    citations: [{ url: 'https://kettles.example/' }],
  })
  expect(vendor.requests[0]?.body).toEqual([
    { url: 'https://www.perplexity.ai/', prompt: 'Which kettle is best?', country: 'DE' },
  ])
})

test('an answer without a list of sources cites the links in its text', async () => {
  const answer = {
    answer_text: 'Acme.',
    links_attached: [{ url: 'https://kettles.example/', text: 'Kettles' }],
  }
  const vendor = await scraper({ progress: [ready], snapshot: [{ body: [answer] }] })
  const { citations } = answered(await queryOnce(engineAt(vendor.url, 'gemini')))
  expect(citations).toEqual([{ url: 'https://kettles.example/', title: 'Kettles', start: null, end: null }])
})

test.each<[string, LocalReply[], LocalReply[], object]>([
  [
    'a row with an error',
    [ready],
    [{ body: [{ error: 'Crawler error', error_code: 'crawl_failed' }] }],
    { kind: 'unavailable', retryable: true },
  ],
  ['a failed collection', [{ body: { status: 'failed' } }], [], { kind: 'unavailable', retryable: true }],
  ['no row', [ready], [{ body: [] }], { kind: 'malformed' }],
  [
    'a key that is rejected while polling',
    [{ status: 401, body: { error: 'Invalid token' } }],
    [],
    { kind: 'bad_key' },
  ],
])('%s is a failure', async (_, progress, snapshot, failure) => {
  const vendor = await scraper({ progress, snapshot })
  expect(failed(await queryOnce(engineAt(vendor.url)))).toMatchObject(failure)
})

test.each<[number, object, string, RegExp]>([
  [401, { error: 'Invalid token' }, 'bad_key', /BRIGHTDATA_API_KEY/],
  [402, { error: 'Account is suspended' }, 'quota', /BRIGHTDATA_API_KEY/],
  [429, { error: 'Too many parallel jobs' }, 'rate_limited', /TRACKING_TASKS_PER_SCRAPER/],
  [400, { error: 'Collector not found' }, 'rejected', /rejected the request/],
])('a create request that returns %i is %s', async (status, body, kind, message) => {
  const vendor = await scraper({ progress: [], order: { status, body } })
  expect(failed(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    kind,
    message: expect.stringMatching(message),
  })
})
