import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand, type TestAnswer } from '../answers.fixture.ts'

const service = await sharedService()

test('annotates changes of models, prompts and platforms, and failed queries', async () => {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const say = (day: string, more: Partial<TestAnswer> = {}) =>
    testBrand.write({ prompt: plain, day, platform: 'chatgpt', model: 'm-1', text: 'Zorvex.', ...more })
  await say('2026-03-02')
  await say('2026-03-03')
  await say('2026-03-04', { model: 'm-2' })
  await say('2026-03-05', { model: 'm-2' })
  await say('2026-03-05', { model: 'm-2', prompt: branded })
  await say('2026-03-06', { model: 'm-2' })
  await say('2026-03-06', { model: 'm-2', prompt: branded, platform: 'gemini' })
  await say('2026-03-07', { prompt: branded, platform: 'gemini', model: 'm-2' })
  await say('2026-03-07', { platform: 'gemini', text: null })
  const read = async (query: string) => {
    const { buckets } = await testBrand.owner.ok(
      `GET /api/metrics/visibility-trend?brand_id=${testBrand.brand.id}${query}`,
    )
    return buckets.map(({ annotations }: { annotations: unknown }) => annotations)
  }
  const added = 'Platforms that answered in this bucket only: gemini; in the previous bucket only: none.'
  const left = 'Platforms that answered in this bucket only: none; in the previous bucket only: chatgpt.'
  expect(await read('')).toMatchObject([
    [],
    [],
    [
      {
        kind: 'model_changed',
        note: 'Answered by m-2 for the first time since the previous bucket.',
        new_models: ['m-2'],
      },
    ],
    [
      {
        kind: 'prompts_changed',
        note: '1 prompt added and 0 removed since the previous bucket.',
        new_models: [],
      },
    ],
    [{ kind: 'platforms_changed', note: added }],
    [
      { kind: 'platforms_changed', note: left },
      { kind: 'partial_run', note: '1 of 2 queries are not counted: 1 failed.', not_counted_pct: 50 },
    ],
  ])
  expect(await read('&platform=chatgpt&date_from=2026-03-05')).toMatchObject([
    [],
    [{ kind: 'prompts_changed', note: '0 prompts added and 1 removed since the previous bucket.' }],
  ])
  expect(await read('&granularity=week')).toMatchObject([
    [{ kind: 'partial_run', note: '1 of 9 queries are not counted: 1 failed.', not_counted_pct: 11.11 }],
  ])
})

test('with trailing_days, each day averages the days that end with it, also after a gap', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const say = (day: string, text: string) => write({ prompt: prompts.plain, day, text })
  // Scores of 75 and 0.
  await say('2026-03-02', 'Zorvex.')
  await say('2026-03-03', 'Nothing.')
  await say('2026-03-03', 'Nothing.')
  await say('2026-03-09', 'Zorvex.')
  const read = async (query: string) => {
    const { buckets } = await owner.ok(`GET /api/metrics/visibility-trend?brand_id=${brand.id}${query}`)
    return buckets.map((bucket: Json) => [bucket.date, bucket.result_count, bucket.avg_visibility_score])
  }
  expect(await read('&trailing_days=7')).toEqual([
    ['2026-03-02', 1, 75],
    ['2026-03-03', 3, 25],
    ['2026-03-09', 3, 25],
  ])
  expect(await read('')).toEqual([
    ['2026-03-02', 1, 75],
    ['2026-03-03', 2, 0],
    ['2026-03-09', 1, 75],
  ])
  const platform = '&platform=chatgpt&date_from=2026-03-03'
  expect(await read(`${platform}&trailing_days=7`)).toEqual([
    ['2026-03-03', 2, 0],
    ['2026-03-09', 3, 25],
  ])
})

test('a trend includes changes that do not change the rollups', async () => {
  const testBrand = await createTestBrand(service)
  const asked = `GET /api/metrics/visibility-trend?brand_id=${testBrand.brand.id}`
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-02', text: 'Zorvex.' })
  const first = await testBrand.owner.ok(asked)
  expect(first).toMatchObject({ brand: { name: 'Zorvex' }, buckets: [{ annotations: [] }] })
  expect(await testBrand.owner.ok(asked)).toEqual(first)

  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-02', text: null })
  const [bucket] = (await testBrand.owner.ok(asked)).buckets
  expect(bucket.annotations).toMatchObject([{ kind: 'partial_run' }])
  await testBrand.owner.ok(`PATCH /api/brands/${testBrand.brand.id}`, { name: 'Zorvex Two' })
  expect(await testBrand.owner.ok(asked)).toMatchObject({ brand: { name: 'Zorvex Two' } })
  expect((await testBrand.owner.ok(`${asked}&fill=true&date_to=2026-03-04`)).buckets).toHaveLength(3)
})

test('a bucket has every rate, and with competitors=true the same values of each competitor', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const day = '2026-03-02'
  await write({ prompt: prompts.plain, day, text: 'Quilmar, then Zorvex.', cites: ['https://quilmar.com/a'] })
  await write({
    prompt: prompts.plain,
    day,
    text: 'Zorvex is excellent and outstanding.',
    cites: ['https://zorvex.com/a'],
  })
  await write({ prompt: prompts.branded, day, text: 'Nothing to say.' })
  await write({ prompt: prompts.branded, day, text: 'Quilmar and Quilmar.' })
  const address = `GET /api/metrics/visibility-trend?brand_id=${brand.id}`
  const expected = {
    mention_rate_pct: 50,
    citation_rate_pct: 25,
    share_of_voice_pct: 40,
    avg_position: 1.5,
    intervals: { mention_rate_pct: { method: 'pooled_wilson' }, citation_rate_pct: { level: 0.95 } },
  }
  const quilmar = {
    date: day,
    name: 'Quilmar',
    mention_rate_pct: 50,
    citation_rate_pct: 25,
    share_of_voice_pct: 60,
    avg_position: 1,
  }
  for (const filter of ['', '&granularity=week']) {
    const { buckets, competitors } = await owner.ok(`${address}${filter}&competitors=true`)
    expect(buckets).toMatchObject([expected])
    expect(competitors).toHaveLength(6)
    expect(competitors.find(({ name }: { name: string }) => name === 'Quilmar')).toMatchObject(quilmar)
  }
  expect(await owner.ok(address)).toMatchObject({ buckets: [expected], competitors: [] })
})

test('a trend agrees with the summary and the comparison of the same day, with and without a filter on prompts', async () => {
  const { owner, brand, prompts, topic, write } = await createTestBrand(service)
  for (const [day, text] of [
    ['2026-03-02', 'Zorvex is excellent and outstanding. Quilmar is fine.'],
    ['2026-03-03', 'Brentiva, Quilmar and Zorvex. Avoid Zorvex.'],
    ['2026-03-03', 'Brentiva only.'],
  ] as const)
    await write({ prompt: prompts.plain, day, text, cites: ['https://zorvex.com', 'https://brentiva.com/x'] })
  for (const filter of ['', `&topic_id=${topic.id}`, '&platform=chatgpt']) {
    const query = `brand_id=${brand.id}&date_from=2026-03-03&date_to=2026-03-03${filter}`
    const trend = await owner.ok(`GET /api/metrics/visibility-trend?${query}&competitors=true`)
    const summary = await owner.ok(`GET /api/metrics/visibility-summary?${query}`)
    const comparison = await owner.ok(`GET /api/metrics/competitor-comparison?${query}`)
    const [bucket] = trend.buckets
    for (const name of brandMetrics) expect(bucket[name], name).toBe(summary[name])
    expect(bucket.share_of_voice_pct).toBe(comparison.share_of_voice.overall_sov_pct)
    for (const { competitor_id, ...row } of comparison.competitors) {
      const point = trend.competitors.find((each: Json) => each.competitor_id === competitor_id)
      for (const name of competitorMetrics) expect(point[name], name).toBe(row[name])
    }
  }
})

const competitorMetrics = [
  'avg_visibility_score',
  'mention_rate_pct',
  'citation_rate_pct',
  'share_of_voice_pct',
  'avg_position',
]
const brandMetrics = [
  'avg_visibility_score',
  'mention_rate_pct',
  'citation_rate_pct',
  'positive_sentiment_pct',
  'avg_position',
]
