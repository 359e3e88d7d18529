/** Candidates from the rows of connected search consoles and from an imported report. */
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../../test/support.ts'
import { newId } from '../../core/ids.ts'

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
  const url = `/api/brands/${slug}/prompt-candidates`
  const list = (query = ''): Promise<Json> => owner.ok(`GET ${url}${query}`)
  return { owner, id, slug, url, list }
}

async function createBrand(owner: Client) {
  const { id, slug } = await owner.ok('POST /api/brands', {
    name: 'Norvik',
    domain: 'norvik.com',
    language: 'en',
  })
  const { rows } = await service.pool.query('select organization_id from brands where id = $1', [id])
  return { id, slug, organization_id: rows[0].organization_id }
}

const rows: SearchRow[] = [
  // The row of all pages counts, not the sum of its pages.
  ['2026-11-20', '', 'best cargo bike for families', 2, 100],
  ['2026-11-20', 'https://norvik.com/a', 'best cargo bike for families', 2, 90],
  ['2026-11-20', 'https://norvik.com/b', 'best cargo bike for families', 0, 80],
  // Without it, the sum of the pages does.
  ['2026-11-21', 'https://norvik.com/a', 'best cargo bike for families', 1, 10],
  ['2026-11-21', 'https://norvik.com/b', 'best cargo bike for families', 1, 20],
  ['2026-11-21', '', 'family cargo bikes best', 0, 7],
  ['2026-11-22', '', 'how to charge an e-bike battery', 0, 5],
  ['2026-11-22', '', '', 900, 9000],
  ['2026-11-22', '', 'norvik login', 500, 900],
  ['2026-11-22', '', 'norvik', 600, 2000],
  // Before the window.
  ['2026-10-30', '', 'how to charge an e-bike battery', 5, 5000],
]

test('queries that ask the same are one candidate with the numbers of the source', async () => {
  const { list } = await setUp(rows)
  const { items, total, sources } = await list()
  expect(sources).toEqual([
    { source: 'search_console', name: 'acme.com', first_day: '2026-11-20', last_day: '2026-11-22', days: 3 },
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
      intent: null,
      topic: null,
      draft: 'Best cargo bike for families: what do you recommend?',
      status: 'open',
      prompt: null,
      demand: [{ ...sources[0], clicks: 4, impressions: 137, citations: null }],
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
  expect((await list('?status=tracked')).items).toMatchObject([
    { query: 'best cargo bike for families', prompt: { id: prompt.id, text: prompt.text } },
  ])
})

test('a tracked candidate becomes a prompt with the text of the person, and is not a candidate again', async () => {
  const { owner, url, id, list } = await setUp(rows)
  const body = { query: 'best cargo bike for families', text: 'Which bike fits three children?' }
  const prompt = await owner.ok(`POST ${url}/track`, body)
  expect((await owner.ok(`GET /api/prompts?brand_id=${id}`)).items).toEqual([prompt])
  expect(await owner.call(`POST ${url}/track`, body)).toMatchObject({ status: 409 })
  expect((await list()).total).toBe(1)
  expect((await list('?status=tracked')).items).toMatchObject([{ query: 'best cargo bike for families' }])
})

test('a dismissed candidate stays dismissed, also in other words, until it is restored', async () => {
  const { owner, url, list } = await setUp(rows)
  const body = { query: 'family cargo bikes best' }
  for (let times = 0; times < 2; times += 1) await owner.ok(`POST ${url}/dismiss`, body)
  expect((await list()).items.map(({ query }: Json) => query)).toEqual(['how to charge an e-bike battery'])
  expect((await list('?status=dismissed')).items).toMatchObject([{ ...body, queries: 2 }])
  await owner.ok(`POST ${url}/restore`, body)
  expect((await list()).total).toBe(2)
})

test('grounding queries of the newest report have citations, and no impressions', async () => {
  const { owner, slug, list } = await setUp(rows, 'bing')
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
    intent: 'Research',
    topic: 'Bikes',
    demand: [
      { source: 'bing', impressions: 137, citations: null },
      {
        source: 'bing_ai_queries',
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

test('a brand without search data has no candidates', async () => {
  const { list } = await setUp([])
  expect(await list()).toEqual({ items: [], total: 0, sources: [] })
})
