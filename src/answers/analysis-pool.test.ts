import { afterAll, expect, test } from 'vitest'
import { MAX_SEARCHED_LENGTH } from './analysis.ts'
import { openAnalysisPool } from './analysis-pool.ts'
import { createAnalyzer, getEntities, serializeNames } from './analyzer.ts'
import type { QueriedAnswer } from './prepare-answer.ts'
import { decodeEntities } from './stored-analysis.ts'

const pool = openAnalysisPool()
afterAll(() => pool.close())

const brand = { id: 'brand', names_version: 3, source_categories: {} }
const competitor = (name: string, index: number) => ({
  id: `competitor ${index}`,
  number: index,
  kind: 'competitor' as const,
  name,
})
/** Names of 1 to `count` equal words: every one overlaps itself and all others. */
const overlapping = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    competitor(
      Array(index + 1)
        .fill('A')
        .join(' '),
      index,
    ),
  )

const queried = (markdown: string): QueriedAnswer => ({
  jobId: null,
  prompt: { text: 'Which is best?' },
  platform: 'chatgpt',
  backend: 'simulator',
  surface: 'api',
  region: '',
  language: 'en',
  sample: 1,
  queriedAt: new Date('2026-01-01T00:00:00Z'),
  answeredAt: new Date('2026-01-01T00:00:01Z'),
  result: {
    outcome: 'answered',
    markdown,
    model: 'test',
    citations: [{ url: 'https://example.com/', title: 'Example', start: null, end: null }],
    retrieved: [],
    searches: [],
    searched: null,
    inputTokens: 1,
    outputTokens: 1,
    costMicros: 1,
    costEstimated: false,
    shoppingCards: [],
    raw: { id: 'raw' },
    unrecognized: [],
  },
})

/** Returns how many timers of a millisecond the event loop runs until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await work.finally(() => clearInterval(timer))
  return turns
}

const hostileText = 'A '.repeat(500_000)

test('the event loop turns while a megabyte is searched for 399 names that overlap themselves', async () => {
  const names = serializeNames(brand, overlapping(399))
  expect(await turnsDuring(pool.prepare('acme', names, [queried(hostileText)]))).toBeGreaterThan(10)
})

test('the event loop turns while a short text is searched for 1,000 names that overlap themselves', async () => {
  const names = getEntities(overlapping(1_000))
  expect(await turnsDuring(pool.find('acme', names, [{ markdown: 'A '.repeat(200) }]))).toBeGreaterThan(10)
})

test('the event loop turns while a megabyte is analyzed again', async () => {
  const names = serializeNames(brand, overlapping(399))
  const stored = {
    id: 'answer',
    names_version: 1,
    analysis_version: 0,
    prompt: '',
    language: '',
    surface: 'api',
    markdown: hostileText,
    sources: { citations: [], retrieved: [], shopping_cards: [] },
  }
  expect(await turnsDuring(pool.reanalyze('acme', names, [stored]))).toBeGreaterThan(10)
})

test('a name in every word of eight megabytes is searched to a documented offset', async () => {
  const names = serializeNames(brand, overlapping(1))
  const [prepared] = await pool.prepare('acme', names, [queried('A '.repeat(4_000_000))])
  expect(prepared?.row.mention_counts).toEqual([32_767])
  expect(prepared?.analysis?.stored.searchedTo).toBe(MAX_SEARCHED_LENGTH)
})

test('a thread returns the same analysis as an inline call', async () => {
  const names = serializeNames(brand, ['Acme', 'Globex'].map(competitor))
  const markdown = `Acme is great. Globex is not.\n\n${'Nothing else. '.repeat(200)}`
  const [inline] = createAnalyzer().prepare(names, [queried(markdown)])
  const [threaded] = await pool.prepare('acme', names, [queried(markdown)])
  expect(threaded).toEqual(inline)
  if (!threaded?.analysis) throw new Error('The answer was not analyzed')
  const { entities } = decodeEntities(threaded.analysis.stored, markdown)
  expect(entities.map(({ id, count }) => [id, count])).toEqual([
    ['competitor 0', 1],
    ['competitor 1', 1],
  ])
})

test('a thread sends the payload of an answer in a buffer that contains nothing else', async () => {
  const names = serializeNames(brand, ['Acme', 'Globex'].map(competitor))
  const [prepared] = await pool.prepare('acme', names, [queried('Nothing else. '.repeat(200))])
  const raw = prepared?.texts?.raw
  expect(raw?.byteLength).toBeGreaterThan(0)
  expect(raw?.buffer.byteLength).toBe(raw?.byteLength)
})

test('the texts of one organization do not delay the texts of another', async () => {
  const names = getEntities(overlapping(5))
  const text = { markdown: 'A '.repeat(1_000) }
  const finished: string[] = []
  const find = (organization: string) =>
    pool.find(organization, names, [text]).then(() => finished.push(organization))
  const many = Array.from({ length: 20 }, () => find('many texts'))
  await Promise.all([...many, find('one text')])
  // Without turns, it would be the last.
  expect(finished.indexOf('one text')).toBeLessThan(10)
})

test('names are found in the order of their first mention, in texts of any length', async () => {
  const names = getEntities(['Acme', 'Globex'].map(competitor))
  const text = 'Globex beats Acme and Globex.'
  const expected = [
    { id: 'competitor 1', start: 0, end: 6 },
    { id: 'competitor 0', start: 13, end: 17 },
  ]
  const short = await pool.find('acme', names, [{ markdown: text }, { markdown: 'Nothing' }])
  const long = await pool.find('acme', names, [{ markdown: text + ' Nothing.'.repeat(500) }])
  expect([...short, ...long]).toEqual([expected, [], expected])
})
