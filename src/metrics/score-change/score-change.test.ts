import { expect, test } from 'vitest'
import { type Json, testService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../answers.fixture.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

const read = ({ owner, brand }: TestBrand, metric: string, from: string, to: string) =>
  owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=${from}&date_to=${to}`)

/**
 * Ten answers each before (March 1 to 5) and after (March 6 to 10). Scores are 60 named, 25 cited, 15 / rank:
 *
 * | prompt | platform | before | after |
 * |---|---|---|---|
 * | plain | ChatGPT | 0 | 75 |
 * | plain | Gemini | 0 | 0 |
 * | branded | ChatGPT | 75 | 100 |
 */
async function risen(): Promise<TestBrand> {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const review = 'https://example.org/review'
  for (let n = 1; n <= 10; n += 1) {
    const before = { day: n < 6 ? '2026-03-01' : '2026-03-05' }
    const since = { day: n < 6 ? '2026-03-06' : '2026-03-10' }
    const [old, gpt] = [{ model: 'gpt-1', cites: ['https://gone.org/a'] }, { model: 'gpt-2' }]
    const [silent, named] = ['Brentiva is fine.', 'Zorvex is fine.']
    await testBrand.write({ ...before, ...old, prompt: plain, text: silent })
    await testBrand.write({ ...since, ...gpt, prompt: plain, text: named, cites: [review] })
    for (const days of [before, since])
      await testBrand.write({ ...days, prompt: plain, platform: 'gemini', model: 'gem-1', text: silent })
    await testBrand.write({ ...before, ...old, prompt: branded, text: named })
    await testBrand.write({
      ...since,
      ...gpt,
      prompt: branded,
      text: named,
      cites: [review, 'https://zorvex.com/a'],
    })
  }
  return testBrand
}

test('the parts of a change match a calculation by hand and add up to the change', async () => {
  const testBrand = await risen()
  await testBrand.write({
    prompt: testBrand.prompts.plain,
    day: '2026-03-07',
    platform: 'grok',
    text: 'Zorvex is fine.',
  })
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-07', text: null })
  const summary = await read(testBrand, 'visibility-summary', '2026-03-06', '2026-03-10')
  const reasons = await read(testBrand, 'score-change', '2026-03-06', '2026-03-10')
  expect(reasons).toMatchObject({
    previous_window: { date_from: '2026-03-01', date_to: '2026-03-05' },
    change: { ...summary.change, previous: 25, delta: 33.33, state: 'up' },
    prompt_count: 2,
    by_measure: [
      { measure: 'named', contribution: 20 },
      { measure: 'cited', contribution: 8.33 },
      { measure: 'position', contribution: 5 },
    ],
    by_platform: [
      { platform: 'chatgpt', contribution: 33.33, result_count: 20, change: { delta: 50, state: 'up' } },
      {
        platform: 'gemini',
        contribution: 0,
        result_count: 10,
        change: { state: expect.not.stringContaining('up') },
      },
    ],
    by_topic: [
      { topic_id: testBrand.topic.id, topic_name: 'Shoes', contribution: 25, result_count: 20 },
      { topic_id: null, topic_name: null, contribution: 8.33, result_count: 10 },
    ],
    by_prompt: [
      { prompt_id: testBrand.prompts.plain.id, prompt_text: 'Which running shoes last?', contribution: 25 },
      { prompt_id: testBrand.prompts.branded.id, contribution: 8.33 },
    ],
    // 20 of 30 answers name the competitor first before, and 10 after.
    competitors: [{ name: 'Brentiva', change: { previous: 50, delta: -25, state: 'down' } }],
    circumstances: [
      {
        kind: 'model_changed',
        note: 'On ChatGPT, 20 of 20 answers are by gpt-2; in the previous period none were.',
        platform: 'chatgpt',
        model_used: 'gpt-2',
      },
      { kind: 'platforms_changed', note: expect.stringContaining('1 platform added and 0 removed') },
      {
        kind: 'partial_run',
        note: expect.stringContaining('1 of 32 queries failed in this period and 0 of 30'),
      },
    ],
  })
  const citing = reasons.sources.map((source: Json) => [
    source.domain,
    source.previous_results_citing,
    source.results_citing,
    source.change.state,
  ])
  expect(citing.toSorted()).toEqual([
    ['example.org', 0, 20, 'up'],
    ['gone.org', 20, 0, 'down'],
    ['zorvex.com', 0, 10, 'up'],
  ])
})

test('a change that is insignificant or cannot be computed has no reasons', async () => {
  const testBrand = await risen()
  const none = {
    prompt_count: 0,
    by_measure: [],
    by_platform: [],
    by_topic: [],
    by_prompt: [],
    competitors: [],
    sources: [],
    circumstances: [],
  }
  // The day before has no answers.
  expect(await read(testBrand, 'score-change', '2026-03-05', '2026-03-05')).toMatchObject({
    change: { state: 'insufficient_data' },
    ...none,
  })
  const { plain } = testBrand.prompts
  for (const day of ['2026-02-01', '2026-02-02'])
    for (let n = 0; n < 12; n += 1)
      await testBrand.write({
        prompt: plain,
        day,
        text: n % 2 === 0 ? 'Zorvex is fine.' : 'Brentiva is fine.',
      })
  expect(await read(testBrand, 'score-change', '2026-02-02', '2026-02-02')).toMatchObject({
    change: { state: 'no_significant_change', delta: 0 },
    ...none,
  })
  const { body } = await testBrand.owner.call(`GET /api/metrics/score-change?brand_id=${testBrand.brand.id}`)
  expect(body).toMatchObject({ previous_window: null, change: { state: 'not_comparable' }, ...none })
})

test('no source changes are listed when the questions differ from the previous window', async () => {
  const testBrand = await risen()
  for (let n = 0; n < 6; n += 1)
    await testBrand.write({
      prompt: testBrand.prompts.branded,
      day: '2026-03-08',
      platform: 'grok',
      text: 'Brentiva is fine.',
      cites: ['https://example.org/review'],
    })
  const { change, sources, by_platform } = await read(testBrand, 'score-change', '2026-03-06', '2026-03-10')
  expect([change.state, by_platform.length, sources]).toEqual(['up', 2, []])
})
