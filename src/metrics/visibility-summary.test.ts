import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getKey, testService } from '../../test/support.ts'
import { createTestBrand, type TestBrand } from './answers.fixture.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

/**
 * Scores calculated by hand (60 named, 25 cited, 15 / rank):
 *
 * | answer | Zorvex | Quilmar | Brentiva |
 * |---|---|---|---|
 * | first | 60 + 25 + 15 = 100 | 60 + 7.5 = 67.5 | |
 * | second | 60 + 5 = 65 | 60 + 15 = 75 | 60 + 7.5 = 67.5 |
 * | third | 25 | 25 | |
 * | fourth | 0 | | 60 + 15 = 75 |
 */
async function fourAnswers(): Promise<TestBrand> {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const gpt = { prompt: plain, day: '2026-03-10', platform: 'chatgpt', model: 'gpt-x', region: 'US' }
  await testBrand.write({
    ...gpt,
    text: 'Zorvex leads the field. Quilmar follows. Runners say that Zorvex lasts.',
    cites: ['https://www.zorvex.com/a', 'https://example.org/review'],
  })
  await testBrand.write({ ...gpt, text: 'Quilmar leads the field. Brentiva follows, and then comes Zorvex.' })
  await testBrand.write({
    prompt: branded,
    day: '2026-03-11',
    platform: 'gemini',
    model: 'gem-1',
    region: 'DE',
    text: 'The sources say little about it.',
    cites: ['https://quilmar.com/', 'https://zorvex.com/b', 'https://zorvex.com/b'],
  })
  await testBrand.write({
    prompt: plain,
    day: '2026-03-11',
    platform: 'gemini',
    model: 'gem-2',
    region: 'US',
    text: 'Brentiva is fine for most runners.',
  })
  // None of these counts as an answer.
  await testBrand.write({ ...gpt, day: '2026-03-12', text: null })
  await testBrand.write({ ...gpt, day: '2026-03-12', text: '', outcome: 'empty' })
  await testBrand.write({ ...gpt, day: '2026-03-12', text: 'I cannot speak of Zorvex.', outcome: 'refused' })
  // Sets the sentiment of the first two to positive and negative, independent of the sentiment rules.
  await sql`
    update answers set sentiments[1] = case when score_millipoints[1] = 100000 then 1 when score_millipoints[1] = 65000 then 3 else 0 end
    where brand_id = ${testBrand.brand.id} and status = 'answered'`.execute(service.base.db)
  return testBrand
}

const read = ({ owner, brand }: TestBrand, query = '') =>
  owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}${query}`)

test('every number matches a calculation by hand', async () => {
  const testBrand = await fourAnswers()
  const pooled = { level: 0.95, method: 'pooled_wilson' }
  const noChange = {
    previous: null,
    current: null,
    delta: null,
    state: 'no_significant_change',
    p_value: null,
    reason: 'No established change.',
    established: null,
    period_state: 'not_comparable',
    usual_change: null,
  }
  expect(await read(testBrand)).toEqual({
    simulated: true,
    as_of: service.base.now().toISOString(),
    refreshing: false,
    brand: { id: testBrand.brand.id, name: 'Zorvex' },
    window: { date_from: null, date_to: null },
    result_count: 4,
    branded_result_count: 1,
    not_counted: { failed: 1, refused: 1, empty: 1 },
    prompt_count: 2,
    sample_caution: 'directional',
    // The score's half-width / 1.96 is its standard error. A difference has √2 of it, and 80% power needs 2.8016.
    smallest_detectable_change: 101.84,
    avg_visibility_score: 47.5,
    results_mentioning: 2,
    results_citing: 2,
    mention_rate_pct: 50,
    citation_rate_pct: 50,
    positive_sentiment_pct: 50,
    sentiment_coverage_pct: 100,
    avg_position: 2,
    total_mentions: 3,
    total_citations: 3,
    sentiment: { positive: 1, neutral: 0, negative: 1, unknown: 0 },
    intervals: {
      avg_visibility_score: {
        low: expect.any(Number),
        high: expect.any(Number),
        level: 0.95,
        method: 'pooled_wilson',
      },
      // Three days of a cell with 2, 1 and 1 answers, of which 2, 0 and 0 mention the brand and 1, 1 and 0 cite it. The
      // variance of the mean is 3/2 · 1.5/16 and 3/2 · 0.5/16, so 1.78 and 5.33 effective answers, with t(2).
      mention_rate_pct: { ...pooled, low: 2.24, high: 97.76 },
      citation_rate_pct: { ...pooled, low: 5.94, high: 94.06 },
      // Wilson's interval of 1 in 2.
      positive_sentiment_pct: { low: 9.45, high: 90.55, level: 0.95, method: 'wilson' },
      avg_position: { ...pooled, low: expect.any(Number), high: expect.any(Number) },
    },
    change: noChange,
    changes: {
      mention_rate_pct: noChange,
      citation_rate_pct: noChange,
      positive_sentiment_pct: noChange,
      avg_position: noChange,
    },
    by_platform: [
      {
        platform: 'chatgpt',
        model_used: 'gpt-x',
        result_count: 2,
        avg_visibility_score: 82.5,
        mention_rate_pct: 100,
        // Wilson's interval of 2 in 2, of 0 in 1, and of 0 in 1.
        interval: { low: 34.24, high: 100, level: 0.95, method: 'wilson' },
        score_interval: expect.objectContaining(pooled),
      },
      {
        platform: 'gemini',
        model_used: 'gem-1',
        result_count: 1,
        avg_visibility_score: 25,
        mention_rate_pct: 0,
        interval: { low: 0, high: 79.35, level: 0.95, method: 'wilson' },
        score_interval: expect.objectContaining(pooled),
      },
      {
        platform: 'gemini',
        model_used: 'gem-2',
        result_count: 1,
        avg_visibility_score: 0,
        mention_rate_pct: 0,
        interval: { low: 0, high: 79.35, level: 0.95, method: 'wilson' },
        score_interval: expect.objectContaining(pooled),
      },
    ],
    top_competitors: [
      {
        competitor_id: expect.any(String),
        name: 'Quilmar',
        // 167.5 / 4
        avg_visibility_score: 41.88,
        mention_rate_pct: 50,
        total_mentions: 2,
        total_citations: 1,
      },
      {
        competitor_id: expect.any(String),
        name: 'Brentiva',
        // 142.5 / 4
        avg_visibility_score: 35.63,
        mention_rate_pct: 50,
        total_mentions: 2,
        total_citations: 0,
      },
    ],
  })
})

test('a window includes both its first and last day; filters take one or several values', async () => {
  const testBrand = await fourAnswers()
  const topic = testBrand.topic.id
  const all = [4, 47.5, 'Quilmar 41.88, Brentiva 35.63']
  const first = [2, 82.5, 'Quilmar 71.25, Brentiva 33.75']
  const gemini = [2, 12.5, 'Brentiva 37.5, Quilmar 12.5']
  const german = [1, 25, 'Quilmar 25']
  const plain = [3, 55, 'Brentiva 47.5, Quilmar 47.5']
  const none = [0, null, '']
  const expected: Record<string, unknown[]> = {
    '&date_from=2026-03-10&date_to=2026-03-10': first,
    '&date_to=2026-03-10': first,
    '&date_from=2026-03-11': gemini,
    '&date_from=2026-03-10&date_to=2026-03-11': all,
    '&date_to=2026-03-09': none,
    '&date_from=2026-03-12': none,
    '&date_from=0001-01-01&date_to=9999-12-31': all,
    '&days=21': gemini,
    '&days=22': all,
    '&days=3650': all,
    '&platform=chatgpt': first,
    '&platform=gemini': gemini,
    '&platform=gemini,chatgpt,grok': all,
    '&platform=grok': none,
    '&model=gpt-x': first,
    '&model=gem-1,%20gem-2': gemini,
    '&region=de': german,
    '&region=DE,us': all,
    '&region=FR': none,
    [`&topic_id=${topic}`]: plain,
    [`&topic_id=${topic.toUpperCase()},${topic}`]: plain,
    '&branded=true': german,
    '&branded=false': plain,
    '&branded=true,false': all,
    [`&topic_id=${topic}&branded=true`]: none,
    [`&topic_id=${topic}&platform=gemini`]: [1, 0, 'Brentiva 75'],
    '&branded=false&region=US&date_to=2026-03-10': first,
  }
  for (const [query, numbers] of Object.entries(expected)) {
    const { result_count, avg_visibility_score, top_competitors } = await read(testBrand, query)
    const others = top_competitors.map(
      (each: { name: string; avg_visibility_score: number }) => `${each.name} ${each.avg_visibility_score}`,
    )
    expect([result_count, avg_visibility_score, others.join(', ')], query).toEqual(numbers)
  }
})

test('a tag covers the answers to the prompts that have it, and several tags those that have one of them', async () => {
  const testBrand = await createTestBrand(service)
  const { owner, prompts } = testBrand
  await owner.ok(`PATCH /api/prompts/${prompts.plain.id}`, { tags: ['Launch', 'Q4'] })
  await owner.ok(`PATCH /api/prompts/${prompts.branded.id}`, { tags: ['Q4'] })
  await testBrand.write({ prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex.' })
  await testBrand.write({ prompt: prompts.branded, day: '2026-03-10', text: 'Zorvex.' })
  const count = async (tag: string) => (await read(testBrand, `&tag=${tag}`)).result_count
  expect(await count('Launch')).toBe(1)
  expect(await count('Q4')).toBe(2)
  expect(await count('Launch,Q4')).toBe(2)
  expect(await count('launch')).toBe(0)
})

test('without answers every rate is null and every count is 0', async () => {
  const testBrand = await createTestBrand(service)
  const noChange = {
    previous: null,
    current: null,
    delta: null,
    state: 'insufficient_data',
    p_value: null,
    reason: 'Changes appear after 14 days of data. Today is day 1.',
    established: null,
    period_state: 'insufficient_data',
    usual_change: null,
  }
  expect(await read(testBrand, '&date_from=2026-03-01')).toEqual({
    as_of: null,
    refreshing: false,
    simulated: false,
    brand: { id: testBrand.brand.id, name: 'Zorvex' },
    window: { date_from: '2026-03-01', date_to: null },
    result_count: 0,
    branded_result_count: 0,
    not_counted: { failed: 0, refused: 0, empty: 0 },
    prompt_count: 0,
    sample_caution: null,
    smallest_detectable_change: null,
    avg_visibility_score: null,
    results_mentioning: 0,
    results_citing: 0,
    mention_rate_pct: null,
    citation_rate_pct: null,
    positive_sentiment_pct: null,
    sentiment_coverage_pct: null,
    avg_position: null,
    total_mentions: 0,
    total_citations: 0,
    sentiment: { positive: 0, neutral: 0, negative: 0, unknown: 0 },
    intervals: {
      avg_visibility_score: null,
      mention_rate_pct: null,
      citation_rate_pct: null,
      positive_sentiment_pct: null,
      avg_position: null,
    },
    change: noChange,
    changes: {
      mention_rate_pct: noChange,
      citation_rate_pct: noChange,
      positive_sentiment_pct: noChange,
      avg_position: noChange,
    },
    by_platform: [],
    top_competitors: [],
  })
})

test('v1, mcp and session return the same numbers; only the default window differs', async () => {
  const testBrand = await fourAnswers()
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  const key = await getKey(testBrand.owner, service.app)
  const ask = async (surface: string, query: string) =>
    (await key(`GET /api/${surface}/visibility-summary?brand_id=${testBrand.brand.id}${query}`)).body
  for (const query of [
    '&date_from=2026-03-10',
    '&date_to=2026-03-11&platform=gemini',
    '&date_from=2026-03-01&branded=false',
  ]) {
    const session = await read(testBrand, query)
    expect(session.result_count, query).toBeGreaterThan(0)
    expect(await ask('v1', query), query).toEqual(session)
    expect(await ask('mcp', query), query).toEqual(session)
  }
  expect(await ask('mcp', '')).toMatchObject({
    window: { date_from: '2026-03-02', date_to: '2026-03-31' },
    result_count: 4,
  })
  expect(await ask('mcp', '')).toEqual(await ask('mcp', '&days=30'))
  expect(await ask('v1', '')).toMatchObject({ window: { date_from: null, date_to: null }, result_count: 5 })
  expect(await ask('v1', '&days=30')).toMatchObject({ code: 'invalid_request', details: [{ path: 'days' }] })
})

test('a change compares with the previous window of equal length', async () => {
  const testBrand = await createTestBrand(service)
  const { plain } = testBrand.prompts
  for (let n = 0; n < 12; n += 1) {
    await testBrand.write({
      prompt: plain,
      day: n < 6 ? '2026-03-01' : '2026-03-05',
      text: 'Brentiva is fine.',
    })
    await testBrand.write({
      prompt: plain,
      day: n < 6 ? '2026-03-06' : '2026-03-10',
      text: 'Zorvex is fine.',
    })
  }
  // Days before the previous window do not count.
  await testBrand.write({ prompt: plain, day: '2026-02-28', text: 'Zorvex is fine.' })
  const changeIn = async (query: string) => (await read(testBrand, query)).change
  expect(await changeIn('&date_from=2026-03-06&date_to=2026-03-10')).toMatchObject({
    previous: 0,
    current: 75,
    delta: 75,
    // Each window has one day, so its ten answers count as one.
    p_value: expect.closeTo(0.2, 2),
  })
  const unknown = { previous: null, current: null, delta: null, p_value: null }
  expect(await changeIn('&date_from=2026-03-11&date_to=2026-03-15')).toMatchObject(unknown)
  // Fewer than ten answers in the previous window.
  expect(await changeIn('&date_from=2026-03-02&date_to=2026-03-06')).toMatchObject({
    delta: expect.any(Number),
    p_value: null,
  })
  expect(await changeIn('&date_to=2026-03-10')).toMatchObject(unknown)
})

test('an invalid window or filter is rejected with the name of the parameter', async () => {
  const testBrand = await createTestBrand(service)
  const expected: Record<string, string> = {
    'date_from=2026-03-02&date_to=2026-03-01': 'date_from',
    'date_from=2026-02-29': 'date_from',
    'date_from=0000-01-01': 'date_from',
    'date_to=yesterday': 'date_to',
    'days=0': 'days',
    'days=3651': 'days',
    'days=1.5': 'days',
    'days=7&date_from=2026-03-01': 'days',
    'days=7&date_to=2026-03-01': 'days',
    'platform=bing': 'platform',
    'platform=': 'platform',
    'platform=chatgpt&platform=gemini': 'platform',
    'branded=maybe': 'branded',
    'region=Germany': 'region',
    'model=%00': 'model',
    'topic_id=shoes': 'topic_id',
    'dat_from=2026-03-01': 'dat_from',
  }
  const ask = (query: string) => testBrand.owner.call(`GET /api/metrics/visibility-summary?${query}`)
  for (const [query, path] of Object.entries(expected))
    expect(await ask(`brand_id=${testBrand.brand.id}&${query}`), query).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: [{ path }] },
    })
  expect((await ask('')).status).toBe(400)
  expect((await ask(`brand_id=${testBrand.brand.slug}`)).status).toBe(400)
})

test('a topic of another brand is not found, even if the caller owns that brand', async () => {
  const testBrand = await createTestBrand(service)
  const other = await testBrand.owner.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  const topic = await testBrand.owner.ok('POST /api/brands/other/topics', { name: 'Others' })
  const query = `brand_id=${testBrand.brand.id}&topic_id=${topic.id}`
  expect((await testBrand.owner.call(`GET /api/metrics/visibility-summary?${query}&days=1`)).status).toBe(404)
  expect(other.id).not.toBe(testBrand.brand.id)
})

test('lists at most five competitors, most visible first, without deleted ones', async () => {
  const testBrand = await createTestBrand(service)
  const text = 'Pelvarin, Mostrin, Ulfenka, Dravost, Brentiva and Quilmar are all fine.'
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-10', text })
  const names = async () => (await read(testBrand)).top_competitors.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Pelvarin', 'Mostrin', 'Ulfenka', 'Dravost', 'Brentiva'])
  const { items } = await testBrand.owner.ok(`GET /api/brands/${testBrand.brand.id}/competitors`)
  const mostrin = items.find(({ name }: { name: string }) => name === 'Mostrin')
  await testBrand.owner.call(`DELETE /api/brands/${testBrand.brand.id}/competitors/${mostrin.id}`)
  expect(await names()).toEqual(['Pelvarin', 'Ulfenka', 'Dravost', 'Brentiva', 'Quilmar'])
})
