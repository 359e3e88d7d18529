/** Candidates of all origins, and decisions about them. */
import { describe, expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { systemContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { saveQueryTotals } from '../first-party/query-totals.ts'

const service = await testService({}, { now: () => new Date('2026-11-28T12:00:00Z') })

type SearchRow = [day: string, page: string, query: string, clicks: number, impressions: number]

async function setUp(rows: readonly SearchRow[], kind = 'search_console') {
  const owner = await service.signUp()
  const { id, slug, organization_id } = await createBrand(owner)
  const connection = newId()
  await service.pool.query(
    `insert into data_connections (organization_id, id, brand_id, kind, property, property_name, credential_kind, credentials,
       account, time_zone, created_at)
     values ($1, $2, $3, $4, 'p', 'acme.com', 'oauth', '\\x00', 'a', 'America/Los_Angeles', now())`,
    [organization_id, connection, id, kind],
  )
  for (const [day, page, query, clicks, impressions] of rows)
    await service.pool.query(
      `insert into search_days (brand_id, connection_id, day, page, query, clicks, impressions)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, connection, day, page, query, clicks, impressions],
    )
  await saveQueryTotals(systemContext(service.base, organization_id), { id: connection, brand_id: id, kind })
  const url = `/api/brands/${slug}/prompt-candidates`
  const list = (query = ''): Promise<Json> =>
    owner.ok(`GET /api/metrics/prompt-candidates?brand_id=${id}${query}`)
  return { owner, id, slug, url, list }
}

/** Bing has one row per day and query. */
const isFirst = ([day, , query]: SearchRow, index: number, all: readonly SearchRow[]) =>
  all.findIndex((row) => row[0] === day && row[2] === query) === index

async function createBrand(owner: Client) {
  const { id, slug } = await owner.ok('POST /api/brands', {
    name: 'Norvik',
    domain: 'norvik.com',
    language: 'en',
  })
  const { rows } = await service.pool.query('select organization_id from brands where id = $1', [id])
  return { id, slug, organization_id: rows[0].organization_id }
}

const page = 'https://norvik.com/a'
const rows: SearchRow[] = [
  ['2026-11-20', page, 'best cargo bike for families', 2, 100],
  ['2026-11-21', page, 'best cargo bike for families', 1, 10],
  ['2026-11-21', `${page}/b`, 'best cargo bike for families', 1, 20],
  ['2026-11-21', page, 'family cargo bikes best', 0, 7],
  ['2026-11-22', page, 'how to charge an e-bike battery', 0, 5],
  ['2026-11-22', '', '', 900, 9000],
  ['2026-11-22', page, 'norvik login', 500, 900],
  ['2026-11-22', page, 'norvik', 600, 2000],
  // Before the window.
  ['2026-10-30', page, 'how to charge an e-bike battery', 5, 5000],
]

test('queries that ask the same are one candidate with the numbers of the source', async () => {
  const { list } = await setUp(rows)
  const { items, total, sources } = await list()
  expect(sources).toEqual([
    { origin: 'search_console', name: 'acme.com', first_day: '2026-11-20', last_day: '2026-11-22', days: 3 },
  ])
  expect(total).toBe(2)
  expect(items).toEqual([
    expect.objectContaining({ query: 'how to charge an e-bike battery', is_question: true, queries: 1 }),
    {
      query: 'best cargo bike for families',
      queries: 2,
      examples: ['family cargo bikes best'],
      is_question: false,
      branded: false,
      intent: 'best',
      reported_intent: null,
      reported_topic: null,
      language: 'en',
      draft: 'What is the best cargo bike for families?',
      status: 'open',
      prompt: null,
      adds: [],
      demand: [
        {
          ...sources[0],
          clicks: 4,
          impressions: 137,
          citations: null,
          answers: null,
          volume: null,
          platforms: [],
          pages: [],
        },
      ],
    },
  ])
})

test('a prompt that asks the same makes a candidate tracked', async () => {
  const { owner, id, list } = await setUp(rows)
  const prompt = await owner.ok('POST /api/prompts', {
    brand_id: id,
    text: 'What is the best cargo bike for a family?',
  })
  expect((await list()).items.map(({ query }: Json) => query)).toEqual(['how to charge an e-bike battery'])
  expect((await list('&status=tracked')).items).toMatchObject([
    { query: 'best cargo bike for families', prompt: { id: prompt.id, text: prompt.text } },
  ])
})

test('tracked candidates become prompts with the texts of the person, a topic and tags, and are not candidates again', async () => {
  const { owner, url, id, slug, list } = await setUp(rows)
  const topic = await owner.ok(`POST /api/brands/${slug}/topics`, { name: 'Family bikes' })
  const body = {
    prompts: [
      { query: 'best cargo bike for families', text: 'Which bike fits three children?' },
      { query: 'how to charge an e-bike battery', text: 'How do I charge a battery?' },
    ],
    topic_id: topic.id,
    tags: ['family', 'search'],
  }
  const report = await owner.ok(`POST ${url}/track`, body)
  expect(report).toMatchObject({ created: 2, skipped_duplicates: 0 })
  const { items } = await owner.ok(`GET /api/prompts?brand_id=${id}`)
  expect(items.map(({ id, text, topic_id, tags }: Json) => ({ id, text, topic_id, tags }))).toEqual(
    body.prompts.map(({ text }, index) => ({
      id: report.prompt_ids[index],
      text,
      topic_id: topic.id,
      tags: body.tags,
    })),
  )
  expect(await owner.ok(`POST ${url}/track`, body)).toEqual({
    created: 0,
    skipped_duplicates: 2,
    prompt_ids: [],
  })
  expect((await list('&origin=search_console')).total).toBe(0)
  const tracked = (await list('&status=tracked')).items.map(({ query }: Json) => query)
  expect(tracked.toSorted()).toEqual(['best cargo bike for families', 'how to charge an e-bike battery'])
})

test('a topic of another brand gets 404, and nothing is tracked', async () => {
  const { owner, url, list } = await setUp(rows)
  const other = await owner.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  const topic = await owner.ok(`POST /api/brands/${other.slug}/topics`, { name: 'Bikes' })
  const prompts = [{ query: 'best cargo bike for families', text: 'Which bike?' }]
  expect(await owner.call(`POST ${url}/track`, { prompts, topic_id: topic.id })).toMatchObject({
    status: 404,
  })
  expect((await list()).total).toBe(2)
})

test('dismissed candidates stay dismissed, also in other words, until they are restored', async () => {
  const { owner, url, list } = await setUp(rows)
  const body = { queries: ['family cargo bikes best', 'how to charge an e-bike battery'] }
  for (let times = 0; times < 2; times += 1) await owner.ok(`POST ${url}/dismiss`, body)
  expect((await list()).items).toEqual([])
  expect((await list('&status=dismissed')).items).toMatchObject([
    { query: 'how to charge an e-bike battery' },
    { query: 'family cargo bikes best', queries: 2 },
  ])
  await owner.ok(`POST ${url}/restore`, body)
  expect((await list()).total).toBe(2)
})

test('grounding queries of the newest report have citations, and no impressions', async () => {
  const { owner, slug, list } = await setUp(
    rows.map(([day, , ...row]): SearchRow => [day, '', ...row]).filter(isFirst),
    'bing',
  )
  const report = (first_day: string, last_day: string, citations: number) => ({
    file_name: 'queries.csv',
    content: Buffer.from(
      `Grounding Query,Intent,Topic,Citations,Citation Share\nbest family cargo bike,Research,Bikes,${citations},27.24%`,
    ).toString('base64'),
    first_day,
    last_day,
  })
  await owner.ok(`POST /api/brands/${slug}/file-imports`, report('2026-08-01', '2026-10-31', 12))
  await owner.ok(`POST /api/brands/${slug}/file-imports`, report('2026-07-01', '2026-09-30', 99))
  const { items } = await list()
  expect(items[1]).toMatchObject({
    queries: 3,
    reported_intent: 'Research',
    reported_topic: 'Bikes',
    demand: [
      { origin: 'bing', impressions: 117, citations: null },
      {
        origin: 'bing_ai_queries',
        name: 'queries.csv',
        first_day: '2026-08-01',
        last_day: '2026-10-31',
        days: null,
        clicks: null,
        impressions: null,
        citations: 12,
      },
    ],
  })
})

test('questions come before comparisons and prices, these before others, and navigation is left out', async () => {
  const { owner, slug, list } = await setUp([])
  const queries = [
    'wide tires gravel roads,Research',
    'acme bike shop berlin,Navigational',
    'cargo bike price,',
    'are folding bikes safe,',
  ]
  await owner.ok(`POST /api/brands/${slug}/file-imports`, {
    file_name: 'queries.csv',
    content: Buffer.from(
      [
        'Grounding Query,Intent,Topic,Citations,Citation Share',
        ...queries.map((query, n) => `${query},,${9 - n},`),
      ].join('\n'),
    ).toString('base64'),
    first_day: '2026-08-01',
    last_day: '2026-10-31',
  })
  expect((await list()).items.map(({ query }: Json) => query)).toEqual([
    'are folding bikes safe',
    'cargo bike price',
    'wide tires gravel roads',
  ])
})

test('a brand without any origin has no candidates', async () => {
  const { list } = await setUp([])
  expect(await list()).toEqual({ items: [], total: 0, next_cursor: null, sources: [] })
})

test('filters and pages of the list', async () => {
  const { list } = await setUp(rows)
  const queries = async (query: string) => (await list(query)).items.map(({ query }: Json) => query)
  expect(await queries('&intent=best')).toEqual(['best cargo bike for families'])
  expect(await queries('&origin=search_console&q=BATTERY')).toEqual(['how to charge an e-bike battery'])
  expect(await queries('&origin=site')).toEqual([])
  const { items, total, next_cursor } = await list('&limit=1')
  expect([items.length, total]).toEqual([1, 2])
  expect(await queries(`&limit=1&cursor=${next_cursor}`)).toEqual(['best cargo bike for families'])
})

test('what engines searched for is a candidate with its answers and platforms, unless a prompt asks it', async () => {
  const { owner, id, list } = await setUp([])
  const prompt = await owner.ok('POST /api/prompts', {
    brand_id: id,
    text: 'What is the best cargo bike for a family?',
  })
  const answers = [
    ['chatgpt', ['best family cargo bikes', 'Cargo bike insurance cost']],
    ['perplexity', ['cargo bike insurance cost']],
  ] as const
  for (const [platform, searches] of answers)
    await service.pool.query(
      `insert into answers (brand_id, id, prompt_id, platform, backend, surface, queried_at, answered_at, day, status, searches)
       values ($1, $2, $3, $4, 'b', 'api', now(), now(), '2026-11-25', 'answered', $5)`,
      [id, newId(), prompt.id, platform, searches],
    )
  expect((await list('&origin=engine_searches')).items).toMatchObject([
    {
      query: 'Cargo bike insurance cost',
      intent: 'price',
      demand: [{ answers: 2, platforms: ['chatgpt', 'perplexity'], first_day: '2026-11-25' }],
    },
  ])
  expect((await list('&status=tracked')).items).toMatchObject([{ prompt: { id: prompt.id } }])
})

test('questions of audited pages are candidates of the site', async () => {
  const { id, list } = await setUp([])
  await service.pool.query(
    `insert into site_pages (brand_id, url, title, headings, products, language, read_at) values
       ($1, 'https://norvik.com/insurance', 'Cargo bike insurance explained | Norvik',
        '{Cargo bike insurance explained,Does insurance cover theft of a cargo bike?,Can I return my order?,Our story}', '{}', 'en', now()),
       ($1, 'https://elsewhere.com/a', 'How to insure a horse trailer', '{}', '{}', 'en', now())`,
    [id],
  )
  expect((await list()).items).toMatchObject([
    {
      query: 'Does insurance cover theft of a cargo bike?',
      adds: [{ kind: 'page', url: 'https://norvik.com/insurance' }],
      demand: [{ pages: ['https://norvik.com/insurance'] }],
    },
  ])
})

test('patterns ask for the best and prices of the industry, and about topics, products and competitors, in the language of the brand', async () => {
  const { owner, id, slug, list } = await setUp([])
  for (const name of ['General & other', 'Riding with kids'])
    await owner.ok(`POST /api/brands/${slug}/topics`, { name })
  await owner.ok(`POST /api/brands/${slug}/products`, { name: 'K2' })
  await owner.ok(`POST /api/brands/${slug}/competitors`, { name: 'Pedalo' })
  await owner.ok(`PATCH /api/brands/${slug}`, { industry: 'Cargo bikes' })
  const drafts = async () => (await list('&limit=100')).items.map(({ draft }: Json) => draft)
  expect((await drafts()).filter((draft: string) => draft.includes('cargo'))).toEqual([])
  await owner.ok('POST /api/prompts', { brand_id: id, text: 'Can you recommend cargo bikes?' })
  expect((await drafts()).toSorted()).toEqual([
    'How much do cargo bikes usually cost?',
    'Is Norvik K2 worth the price?',
    'Norvik or Pedalo: which is better?',
    'What are common problems with Norvik K2?',
    'What are common problems with riding with kids?',
    'What are the alternatives to Norvik K2?',
    'What are the alternatives to Pedalo?',
    'What do customers say about Norvik K2?',
    'What should I know about riding with kids?',
    'What should I look for when choosing cargo bikes?',
  ])
  await owner.ok(`PATCH /api/brands/${slug}`, { language: 'de' })
  expect(await drafts()).toContain('Welche Alternativen gibt es zu Pedalo?')
})

test('German nouns are capitalized as the texts of the brand write them', async () => {
  const { owner, id, slug, list } = await setUp([
    ['2026-11-22', page, 'markise balkon windfest mieten', 0, 5],
    ['2026-11-22', page, 'gelenkarmmarkise kassette montage', 0, 4],
  ])
  await owner.ok(`PATCH /api/brands/${slug}`, { language: 'de' })
  await owner.ok(`POST /api/brands/${slug}/topics`, { name: 'Markise' })
  await owner.ok('POST /api/prompts', { brand_id: id, text: 'Passt Sonnenschutz auf einen Balkon?' })
  const { items } = await list('&origin=search_console')
  expect(items.map(({ draft }: Json) => draft)).toEqual([
    'Was sollte ich über Markise Balkon windfest mieten wissen?',
    'Was sollte ich über Gelenkarmmarkise kassette Montage wissen?',
  ])
})

test('coverage lists pages, products and topics without a prompt, each with a candidate', async () => {
  const { owner, id, slug } = await setUp([
    ['2026-11-22', 'https://norvik.com/guides/e-bike-leasing', '', 3, 90],
    ['2026-11-22', 'https://norvik.com/contact', '', 3, 80],
    ['2026-11-22', 'https://norvik.com/cargo-bikes', '', 3, 70],
    ['2026-11-22', 'https://norvik.com/guides/e-bike-leasing', 'e-bike leasing for employees', 1, 9],
  ])
  const topic = await owner.ok(`POST /api/brands/${slug}/topics`, { name: 'Leasing' })
  await owner.ok(`POST /api/brands/${slug}/topics`, { name: 'Bikes' })
  const { items: topics } = await owner.ok(`GET /api/brands/${slug}/topics`)
  const product = await owner.ok(`POST /api/brands/${slug}/products`, { name: 'K2' })
  await owner.ok('POST /api/prompts', {
    brand_id: id,
    text: 'Which cargo bikes are good?',
    topic_id: topics.find(({ name }: Json) => name === 'Bikes').id,
  })
  const { items, total, first_day } = await owner.ok(`GET /api/metrics/prompt-coverage?brand_id=${id}`)
  expect(total).toBe(3)
  expect(first_day).toBe('2026-10-31')
  expect(items).toEqual([
    {
      kind: 'page',
      id: null,
      name: 'e bike leasing',
      url: 'https://norvik.com/guides/e-bike-leasing',
      audited: false,
      citations: 0,
      impressions: 90,
      candidate: expect.objectContaining({ query: 'e-bike leasing for employees' }),
    },
    expect.objectContaining({
      kind: 'topic',
      id: topic.id,
      impressions: null,
      candidate: expect.objectContaining({ query: 'e-bike leasing for employees' }),
    }),
    expect.objectContaining({
      kind: 'product',
      id: product.id,
      candidate: {
        query: 'What do customers say about Norvik K2?',
        draft: 'What do customers say about Norvik K2?',
        intent: 'informational',
      },
    }),
  ])
  const products = await owner.ok(`GET /api/metrics/prompt-coverage?brand_id=${id}&kind=product`)
  expect(products.total).toBe(1)
  const csv = await owner.ok(`GET /api/metrics/prompt-coverage.csv?brand_id=${id}&kind=product`)
  expect(String(csv)).toContain('What do customers say about Norvik K2?')
})

describe('plan limits', async () => {
  const hosted = await testService({ DEPLOYMENT: 'cloud' })

  test('more candidates than the plan allows: none is tracked', async () => {
    const owner = await hosted.signUp()
    const { id, slug } = await owner.ok('POST /api/brands', { name: 'Norvik', domain: 'norvik.com' })
    const { limits } = await owner.ok('GET /api/plan')
    const prompts = Array.from({ length: limits.prompts + 1 }, (_, n) => ({
      query: `query ${n}`,
      text: `Prompt ${n}?`,
    }))
    const url = `POST /api/brands/${slug}/prompt-candidates/track`
    expect(await owner.call(url, { prompts })).toMatchObject({ status: 402, body: { code: 'plan_limit' } })
    expect((await owner.ok(`GET /api/prompts?brand_id=${id}`)).items).toEqual([])
  })
})
