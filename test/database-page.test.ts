/** Runs the queries of docs/database.md and compares their results with the API, and its list of tables with the schema. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importLines } from '../src/data-transfer/data-transfer.fixture.ts'
import { type Client, type Json, testService } from './support.ts'
import { insertOpportunity } from './tenant-rows.ts'

const service = await testService()
const { db } = service.base
const page = readFileSync(new URL('../docs/database.md', import.meta.url), 'utf8')

/** The queries of the page by their heading. */
const queries = new Map(
  [...page.matchAll(/^### (.+)\n\n```sql\n([\s\S]+?)\n```/gm)].map(([, heading, query]) => [heading, query]),
)
const answered = new Set<string>()

/** Runs the query under a heading as of 2026-03-16. */
async function ask(heading: string): Promise<Json[]> {
  const query = queries.get(heading)
  if (query === undefined) throw new Error(`The page has no query "${heading}"`)
  answered.add(heading)
  const { rows } = await sql.raw<Json>(query.replaceAll('current_date', "date '2026-03-16'")).execute(db)
  return rows
}

const month = 'date_from=2026-02-14&date_to=2026-03-15'
const week = 'date_from=2026-03-09&date_to=2026-03-15'
const own = { url: 'https://www.acme.com/shoes' }
const review = { url: 'https://review.example/best' }
const shoes = { prompt: 'Which running shoes last?', citations: [own, review] }
const boots = { prompt: 'Which boots are warm?', citations: [review, { url: 'https://forum.example/t/1' }] }

/** The answers of two platforms, one of them before the last week, and some that do not count. */
const lines = [
  {
    ...shoes,
    answered_at: '2026-03-10T06:00:00Z',
    answer_markdown: 'Acme has excellent, outstanding cushioning. Acme has a warranty.',
  },
  {
    ...shoes,
    answered_at: '2026-03-11T06:00:00Z',
    answer_markdown: 'Acme is a disappointing choice and not recommended. Globex is fine.',
  },
  { ...shoes, answered_at: '2026-03-12T06:00:00Z', answer_markdown: 'Globex, then Initech.' },
  { ...shoes, answered_at: '2026-03-12T06:00:00Z', answer_markdown: 'Acme.', platform: 'gemini' },
  { ...shoes, answered_at: '2026-02-20T06:00:00Z', answer_markdown: 'Globex and Acme.', platform: 'gemini' },
  { ...boots, answered_at: '2026-03-13T06:00:00Z', answer_markdown: 'Initech. No warranty, though.' },
  {
    ...boots,
    answered_at: '2026-03-13T06:00:00Z',
    status: 'failed',
    platform: 'gemini',
    answer_markdown: '',
  },
  { ...shoes, answered_at: '2026-01-01T06:00:00Z', answer_markdown: 'Acme warranty, long ago.' },
].map((line) => ({ platform: 'chatgpt', surface: 'api', backend: 'openai', ...line }))

let owner: Client
let brand: Json

beforeAll(async () => {
  owner = await service.signUp()
  brand = await owner.ok('POST /api/brands', {
    name: 'Acme',
    domain: 'acme.com',
    competitors: [
      { name: 'Globex', domain: 'globex.com' },
      { name: 'Initech', domain: 'initech.com' },
    ],
  })
  await importLines(service, brand, lines)
})

const metric = (path: string, days = month): Promise<Json> =>
  owner.ok(`GET /api/metrics/${path}${path.includes('?') ? '&' : '?'}brand_id=${brand.id}&${days}`)

test('mention rates by platform equal the summary', async () => {
  const rows = await ask('How often was my brand mentioned last week, by platform?')
  expect(rows.map(({ platform }) => platform)).toEqual(['chatgpt', 'gemini'])
  for (const { platform, answers, mention_rate_pct } of rows)
    expect({ answers, mention_rate_pct: Number(mention_rate_pct) }).toEqual({
      answers: (await metric(`visibility-summary?platform=${platform}`, week)).result_count,
      mention_rate_pct: (await metric(`visibility-summary?platform=${platform}`, week)).mention_rate_pct,
    })
})

test('cited domains equal the metric of citations', async () => {
  const { top_domains } = await metric('citations')
  const byName = (rows: Json[]) => rows.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
  const rows = await ask('Which domains do the answers cite most?')
  expect(rows.length).toBe(3)
  expect(byName(rows)).toEqual(
    byName(
      top_domains.map((each: Json) => ({
        domain: each.domain,
        citations: each.total_citations,
        answers: each.results_citing,
      })),
    ),
  )
})

test('prompts without a mention have a mention rate of 0', async () => {
  const { prompts } = await metric('prompt-performance')
  const unmentioned = prompts.filter((each: Json) => each.mention_rate_pct === 0)
  expect(await ask('Which prompts have no answer that mentions my brand?')).toEqual(
    unmentioned.map((each: Json) => ({ prompt: each.prompt_text, answers: each.result_count })),
  )
  expect(unmentioned).toHaveLength(1)
})

test('shares of mentions add up to the share of voice', async () => {
  const { share_of_voice } = await metric('competitor-comparison')
  const rows = await ask('What share of the mentions do my competitors have?')
  expect(rows.map(({ entity }) => entity)).toEqual(['Acme', 'Globex', 'Initech'])
  expect(Number(rows[0].share_pct)).toBe(share_of_voice.overall_sov_pct)
  expect(Number(rows[0].mentions)).toBe(share_of_voice.total_brand_mentions)
})

test('sentiment and its coverage equal the metric', async () => {
  const { clear_count, unknown_count, coverage_pct } = await metric('sentiment')
  const [row] = await ask('How do answers present my brand, and of how many is the sentiment known?')
  expect({ ...row, coverage_pct: Number(row.coverage_pct) }).toEqual({
    mentioning: clear_count + unknown_count,
    known: clear_count,
    coverage_pct,
    positive: 1,
    neutral: expect.any(Number),
    negative: 1,
  })
})

test('spend equals the report', async () => {
  await sql`
    insert into spend (organization_id, day, kind, engine, brand_id, calls, cost_micros, estimated_micros)
    select organization_id, given.day, 'answers', given.engine, id, 2, given.cost, given.estimated from brands, (values
      (date '2026-03-01', 'openai', 1500000, 0), (date '2026-03-02', 'openai', 250000, 250000),
      (date '2026-03-02', 'gemini', 500000, 0), (date '2026-02-28', 'openai', 9000000, 0)
    ) given (day, engine, cost, estimated) where id = ${brand.id}`.execute(db)
  const { by_engine } = await owner.ok('GET /api/spend?date_from=2026-03-01&date_to=2026-03-16')
  const rows = await ask('What did each engine cost this month?')
  expect(rows.map(({ engine, usd }) => [engine, Number(usd) * 1e6])).toEqual(
    by_engine.map(({ engine, cost_micros }: Json) => [engine, cost_micros]),
  )
  expect(rows[0]).toMatchObject({ engine: 'openai', usd: '1.75', of_which_estimated_usd: '0.25' })
})

test('visits equal the metric of AI traffic', async () => {
  await sql`
    insert into visits (brand_id, id, visited_at, day, platform, page, is_burst)
    select ${brand.id}, gen_random_uuid(), given.day, given.day, platform, '/shoes', is_burst from (values
      (date '2026-03-01', 'chatgpt', false), (date '2026-03-02', 'chatgpt', true),
      (date '2026-03-02', 'perplexity', false), (date '2026-01-02', 'chatgpt', false)
    ) given (day, platform, is_burst)`.execute(db)
  const { platform_breakdown, burst_visits } = await metric('ai-traffic')
  const rows = await ask('How many visits did AI platforms send?')
  expect(rows.map(({ platform, visits }) => ({ platform, visits }))).toEqual(
    platform_breakdown.map(({ platform, visits }: Json) => ({ platform, visits })),
  )
  expect(rows.map((row) => row.of_which_bursts)).toEqual([burst_visits, 0])
})

test('opportunities that were sent are listed with their prompt', async () => {
  const { prompts } = await metric('prompt-performance')
  const { items } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
  const tracked = { prompt: prompts[0].prompt_id, competitor: items[0].id }
  const sent = await insertOpportunity(service, brand.id, 'Sent', tracked)
  await insertOpportunity(service, brand.id, 'Kept', tracked)
  await sql`update opportunities set webhook_sent_at = '2026-03-05T12:00:00Z' where id = ${sent}`.execute(db)
  expect(await ask('Which opportunities were sent, and what became of them?')).toEqual([
    {
      sent_on: '2026-03-05',
      prompt: prompts[0].prompt_text,
      type: 'owned',
      impact: 'low',
      status: 'dismissed',
    },
  ])
})

test('answers that mention a competitor but not the brand equal the filtered list', async () => {
  const { items: competitors } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
  const globex = competitors.find(({ name }: Json) => name === 'Globex')
  const { items } = await owner.ok(
    `GET /api/answers?brand_id=${brand.id}&${month}&competitor_id=${globex.id}&mentioned=false`,
  )
  const rows = await ask('Which answers mention a competitor but not my brand?')
  expect(rows.map((row) => row.answer_id)).toEqual(items.map(({ id }: Json) => id))
  expect(rows).toHaveLength(1)
})

test('a search finds the word in the text of each answer', async () => {
  const rows = await ask('Which answers contain a word, and in which sentence?')
  expect(rows.map(({ day, passage }) => [day, passage.trim()])).toEqual([
    ['2026-03-13', 'No warranty, though'],
    ['2026-03-10', 'Acme has a warranty'],
  ])
  for (const { answer_id, passage } of rows)
    expect((await owner.ok(`GET /api/answers/${answer_id}`)).response).toContain(passage)
})

test('each of the ten queries of the page is tested', () => {
  expect([...answered].sort()).toEqual([...queries.keys()].sort())
  expect(queries.size).toBe(10)
})

test('the page has each table in one line, and no other', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )
  const [, tables = ''] = page.split('\n## Tables\n')
  const listed = [...tables.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
})
