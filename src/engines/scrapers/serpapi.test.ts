/** SerpApi's format, in handwritten payloads. */
import { expect, test } from 'vitest'
import type { Platform } from '../../../vocabulary/platforms.ts'
import { answered, failed, type LocalReply, localVendor, queryOnce } from '../apis/local-vendor.fixture.ts'
import { serpapi } from './serpapi.ts'
import { blocksToMarkdown } from './serpapi-blocks.ts'

/** Replies by the `engine` parameter of the request. */
const scraper = (replies: Record<string, LocalReply>) =>
  localVendor(({ path }) => replies[engineIn(path)] ?? { status: 400, body: { error: 'Unsupported engine' } })

const getQuery = (path: string) => new URL(path, 'http://vendor').searchParams
const engineIn = (path: string) => getQuery(path).get('engine') ?? ''

const engineAt = (url: string, platform: Platform = 'google_ai_overview') =>
  serpapi.create({
    platform,
    apiKey: 'test-key',
    baseUrl: url,
    country: 'US',
    taskTimeoutMs: 10_000,
    now: () => new Date('2026-10-20T12:00:00Z'),
  })

const answer = {
  text_blocks: [
    { type: 'paragraph', snippet: 'Acme is best.', reference_indexes: [1] },
    {
      type: 'list',
      list: [
        { title: 'Acme:', snippet: 'quick', reference_indexes: [0, 1] },
        { snippet: 'Bolt is cheap', list: [{ snippet: 'and loud' }] },
      ],
    },
  ],
  references: [
    { index: 0, link: 'https://kettles.example/', title: 'Kettles' },
    { index: 1, link: 'https://tea.example/', title: 'Tea' },
    { index: 2, link: 'https://cups.example/', title: 'Cups' },
  ],
}
const page = (more: object): LocalReply => ({ body: { search_metadata: { status: 'Success' }, ...more } })

const read = {
  outcome: 'answered',
  markdown: 'Acme is best.\n- **Acme**: quick\n- Bolt is cheap\n  - and loud',
  citations: [
    { url: 'https://tea.example/', title: 'Tea', start: 0, end: 13 },
    { url: 'https://kettles.example/', title: 'Kettles', start: 14, end: 31 },
    { url: 'https://tea.example/', title: 'Tea', start: 14, end: 31 },
  ],
  retrieved: [{ url: 'https://cups.example/', title: 'Cups' }],
  searched: true,
}

test('an overview on the results page costs one search and has located citations', async () => {
  const vendor = await scraper({ google: page({ ai_overview: answer }) })
  expect(answered(await queryOnce(engineAt(vendor.url)))).toMatchObject({ ...read, costMicros: 15_000 })
  expect(vendor.requests).toHaveLength(1)
  const { method, path } = vendor.requests[0] ?? { method: '', path: '' }
  expect(`${method} ${path.split('?')[0]}`).toBe('GET /search.json')
  // A cached answer would repeat the previous one.
  expect(Object.fromEntries(getQuery(path))).toEqual({
    engine: 'google',
    q: 'Which kettle is best?',
    gl: 'de',
    hl: 'de',
    no_cache: 'true',
    api_key: 'test-key',
  })
})

test('an overview that is fetched separately costs a second search', async () => {
  const vendor = await scraper({
    google: page({ ai_overview: { page_token: 'token-1' } }),
    google_ai_overview: page({ ai_overview: answer }),
  })
  expect(answered(await queryOnce(engineAt(vendor.url)))).toMatchObject({ ...read, costMicros: 30_000 })
  expect(getQuery(vendor.requests[1]?.path ?? '').get('page_token')).toBe('token-1')
})

test.each<[string, object]>([
  [
    'says that there is no overview',
    { ai_overview: { error: 'An AI Overview is not available for this search' } },
  ],
  ['has none', { organic_results: [] }],
])('a page that %s is empty and has a cost', async (_, more) => {
  const vendor = await scraper({ google: page(more) })
  expect(answered(await queryOnce(engineAt(vendor.url)))).toMatchObject({
    outcome: 'empty',
    costMicros: 15_000,
  })
})

test('AI Mode has its own page, with products', async () => {
  const shopping_results = [
    {
      title: 'Acme Glide',
      price: '$89.90',
      extracted_price: 89.9,
      source: 'Shopwell',
      product_link: 'https://shopwell.example/glide',
      rating: 4.4,
      reviews: 1200,
      thumbnail: 'https://shopwell.example/glide.jpg',
    },
  ]
  const vendor = await scraper({ google_ai_mode: page({ ...answer, shopping_results }) })
  expect(answered(await queryOnce(engineAt(vendor.url, 'google_ai_mode')))).toMatchObject({
    ...read,
    shoppingCards: [
      {
        product_title: 'Acme Glide',
        price_amount: 89.9,
        price_currency: 'USD',
        merchant: 'Shopwell',
        review_count: 1200,
      },
    ],
  })
})

test('without blocks the markdown is used, and without markers every reference is cited', async () => {
  const references = [{ link: 'https://kettles.example/', title: 'Kettles' }]
  const vendor = await scraper({ google_ai_mode: page({ reconstructed_markdown: '# Acme', references }) })
  expect(answered(await queryOnce(engineAt(vendor.url, 'google_ai_mode')))).toMatchObject({
    markdown: '# Acme',
    citations: [{ url: 'https://kettles.example/', title: 'Kettles', start: null, end: null }],
  })
})

test.each<[LocalReply, string, RegExp]>([
  [{ status: 401, body: { error: 'Invalid API key.' } }, 'bad_key', /SERPAPI_API_KEY/],
  [{ status: 429, body: { error: 'Your account has run out of searches.' } }, 'quota', /SERPAPI_API_KEY/],
  [
    { status: 429, body: { error: 'You have exceeded your hourly throughput.' } },
    'rate_limited',
    /TRACKING_PER_ENGINE/,
  ],
  [
    { body: { search_metadata: { status: 'Error' }, error: 'Try again later.' } },
    'unavailable',
    /temporarily unavailable/,
  ],
  [{ body: [] }, 'malformed', /could not be used/],
])('%j is %s, and its message contains no key', async (reply, kind, message) => {
  const vendor = await scraper({ google: reply })
  const result = failed(await queryOnce(engineAt(vendor.url)))
  expect(result).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(result.message).not.toContain('test-key')
})

test('headings, tables, comparisons and expandable blocks become markdown', () => {
  const { markdown, markers } = blocksToMarkdown([
    { type: 'heading', snippet: 'Kettles' },
    {
      type: 'table',
      table: [
        ['Name', 'Price'],
        ['Acme', '$10'],
      ],
      reference_indexes: [3],
    },
    {
      type: 'comparison',
      product_labels: ['Acme', 'Bolt'],
      comparison: [{ feature: 'Loud', values: ['no', 'yes'] }],
    },
    { type: 'expandable', title: 'More', text_blocks: [{ type: 'paragraph', snippet: 'Folded.' }] },
    { type: 'paragraph' },
    'nothing',
  ])
  expect(markdown).toBe(
    [
      '### Kettles',
      '| Name | Price |\n| --- | --- |\n| Acme | $10 |',
      '|  | Acme | Bolt |\n| --- | --- | --- |\n| Loud | no | yes |',
      '### More',
      'Folded.',
    ].join('\n\n'),
  )
  expect(markers.map(({ index, start, end }) => [index, markdown.slice(start, end).split('\n')[0]])).toEqual([
    [3, '| Name | Price |'],
  ])
})
