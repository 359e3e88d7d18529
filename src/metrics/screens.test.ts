/** Compares the metrics of single screens with counts worked out on paper. */
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand, competitors as names } from './answers.fixture.ts'
import { wilsonLimits } from './statistics/intervals.ts'

const service = await sharedService()
const brand = await createTestBrand(service)
const { plain, branded } = brand.prompts
const review = 'https://www.pcmag.com/best-shoes'
const forum = 'https://www.reddit.com/r/shoes/1'

/** Quilmar leads: three of its answers omit the brand. Every answer is of the plain prompt unless it says otherwise. */
const answers = [
  { day: '2026-03-01', text: 'Quilmar is a great choice.', cites: [review] },
  { day: '2026-03-01', text: 'Quilmar is a great choice.', cites: [review], platform: 'gemini' },
  {
    day: '2026-03-02',
    text: 'Zorvex has excellent, outstanding cushioning. Quilmar is fine.',
    cites: [review, forum],
  },
  { day: '2026-03-02', text: null, platform: 'gemini' },
  {
    day: '2026-03-03',
    text: 'Quilmar is first. Zorvex has excellent, outstanding cushioning.',
    cites: [forum],
  },
  { day: '2026-03-10', text: 'It depends.', cites: ['https://quilmar.com/shoes'] },
]
for (const answer of answers) await brand.write({ prompt: plain, ...answer })
await brand.write({
  prompt: branded,
  day: '2026-03-10',
  text: 'Zorvex is a disappointing choice and not recommended.',
  cites: [],
})

const tracked: Json[] = (await brand.owner.ok(`GET /api/brands/${brand.brand.id}/competitors`)).items
const quilmar = tracked.find(({ name }) => name === names[0])
const window = 'date_from=2026-03-01&date_to=2026-03-31'
const read = (metric: string, query = window): Promise<Json> =>
  brand.owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.brand.id}&${query}`)
const wilson = (hits: number, n: number) => {
  const round = (value: number) => Math.round(10_000 * value) / 100
  const { low, high } = wilsonLimits(hits / n, n, 1.959964)
  return { low: round(low), high: round(high) }
}

test('a prompt ranks the brand among its competitors, by mentions in the same answers', async () => {
  const { result_count, ranking } = await read('prompt-detail', `${window}&prompt_id=${plain.id}`)
  expect(result_count).toBe(5)
  expect(ranking.slice(0, 2)).toMatchObject([
    { competitor_id: quilmar.id, mention_rate_pct: 80, results_mentioning: 4, first_count: 3 },
    { competitor_id: null, mention_rate_pct: 40, results_mentioning: 2, first_count: 1, avg_position: 1.5 },
  ])
  expect(ranking).toHaveLength(1 + names.length)
})

test('each day of a platform says whether the brand is first, mentioned, absent or unanswered', async () => {
  const { by_platform } = await read('prompt-detail', `${window}&prompt_id=${plain.id}`)
  const states = Object.fromEntries(
    by_platform.map(({ platform, days, leader }: Json) => [
      platform,
      [leader?.name, ...days.map(({ date, state }: Json) => `${date} ${state}`)],
    ]),
  )
  expect(states).toEqual({
    chatgpt: [
      'Quilmar',
      '2026-03-01 not_mentioned',
      '2026-03-02 first',
      '2026-03-03 mentioned',
      '2026-03-10 not_mentioned',
    ],
    gemini: ['Quilmar', '2026-03-01 not_mentioned', '2026-03-02 no_answer'],
  })
})

test('the trend of a prompt averages seven days, also those before the window', async () => {
  const { buckets } = await read(
    'prompt-detail',
    `date_from=2026-03-03&date_to=2026-03-10&prompt_id=${plain.id}`,
  )
  expect(buckets).toHaveLength(8)
  expect(buckets[0]).toMatchObject({ date: '2026-03-03', result_count: 4, mention_rate_pct: 50 })
  expect(buckets.at(-1)).toMatchObject({ date: '2026-03-10', result_count: 1, mention_rate_pct: 0 })
})

test('the sources of a prompt are counted by answers, each once', async () => {
  const { sources } = await read('prompt-detail', `${window}&prompt_id=${plain.id}`)
  expect(sources).toMatchObject([
    { domain: 'pcmag.com', results_citing: 3, usage_pct: 60, results_mentioning: 1 },
    {
      domain: 'reddit.com',
      results_citing: 2,
      usage_pct: 40,
      results_mentioning: 2,
      brand_mentioned_pct: 100,
    },
    { domain: 'quilmar.com', category: 'competitor', results_citing: 1, results_mentioning: 0 },
  ])
})

test('the brand and a competitor split the answers into four parts that add up', async () => {
  const { result_count, mentioned } = await read('competitor-detail', `${window}&competitor_id=${quilmar.id}`)
  expect(result_count).toBe(6)
  expect(mentioned).toMatchObject({
    both: { results: 2, pct: 33.33, interval: wilson(2, 6) },
    only_brand: { results: 1 },
    only_competitor: { results: 2 },
    neither: { results: 1 },
  })
})

test('the gap to a competitor is the mean difference in the same answers, and says whether the lead may be chance', async () => {
  const { overall, prompts, by_topic } = await read(
    'competitor-detail',
    `${window}&competitor_id=${quilmar.id}`,
  )
  // The brand: 75, 67.5 and 75 points. Quilmar: 75 four times less 7.5, and 25 for the citation of its site.
  expect(overall).toMatchObject({ result_count: 6, leader: 'competitor', is_clear: false })
  expect(overall.gap).toBeCloseTo((75 + 67.5 + 75 - (75 + 75 + 67.5 + 75 + 25)) / 6, 1)
  expect(prompts.map(({ prompt_id, result_count }: Json) => [prompt_id, result_count])).toEqual([
    [plain.id, 5],
    [branded.id, 1],
  ])
  expect(by_topic.map(({ topic_name }: Json) => topic_name)).toEqual(['Shoes', null])
})

test('the sources of answers with a competitor say which are its own', async () => {
  const { sources } = await read('competitor-detail', `${window}&competitor_id=${quilmar.id}`)
  expect(sources).toMatchObject([
    { domain: 'pcmag.com', is_own: false, results_citing: 3, results_without_brand: 2, pct: 75 },
    { domain: 'reddit.com', is_own: false, results_citing: 2, results_without_brand: 0, pct: 50 },
  ])
})

test('a target is scored by the answers that cite it, mention a competitor and omit the brand', async () => {
  const { result_count, sources, target_count } = await read('source-targets')
  expect({ result_count, target_count }).toEqual({ result_count: 6, target_count: 1 })
  expect(sources).toMatchObject([
    {
      domain: 'pcmag.com',
      results_citing: 3,
      missed_count: 2,
      missed_pct: 33.33,
      missed_interval: wilson(2, 6),
      score: 100,
      prompt_count: 1,
      competitors: [{ competitor_id: quilmar.id, name: 'Quilmar', results: 3 }],
    },
    { domain: 'reddit.com', results_citing: 2, results_mentioning: 2, missed_count: 0, score: 0 },
  ])
})

test('sites of competitors are apart from targets', async () => {
  const { sources } = await read('source-targets', `${window}&group=companies`)
  expect(sources).toMatchObject([{ domain: 'quilmar.com', category: 'competitor', competitors: [] }])
})

test('a source is new in the window of its first citation, and lost in the window after its last', async () => {
  const first = await read('source-changes', 'date_from=2026-03-01&date_to=2026-03-08')
  expect(first.new_sources.map(({ domain }: Json) => domain).toSorted()).toEqual(['pcmag.com', 'reddit.com'])
  expect(first).toMatchObject({ new_count: 2, lost_count: 0, result_count: 4, previous_result_count: 0 })
  const second = await read('source-changes', 'date_from=2026-03-09&date_to=2026-03-16')
  expect(second.new_sources).toMatchObject([
    { domain: 'quilmar.com', first_cited: '2026-03-10', results_citing: 1, usage_pct: 50 },
  ])
  expect(second.lost_sources).toMatchObject([
    {
      domain: 'pcmag.com',
      last_cited: '2026-03-02',
      results_citing: 3,
      usage_pct: 75,
      // Of the three answers to the prompt that has answers in both weeks.
      change: { previous: 66.67, current: 0, period_state: 'insufficient_data' },
    },
    { domain: 'reddit.com', last_cited: '2026-03-03', results_citing: 2 },
  ])
})

test('weeks count sources cited for the first time, and those cited in the week before and not since', async () => {
  const { buckets } = await read('source-changes')
  expect(buckets).toEqual([
    { date: '2026-02-23', sources: 1, new_sources: 1, lost_sources: 0 },
    { date: '2026-03-02', sources: 2, new_sources: 1, lost_sources: 0 },
    { date: '2026-03-09', sources: 1, new_sources: 1, lost_sources: 2 },
  ])
})

test('sentiment shares add up over the answers with a known sentiment, in total and by day', async () => {
  const sentiment = await read('sentiment')
  expect(sentiment).toMatchObject({
    clear_count: 3,
    coverage_pct: 100,
    unknown_count: 0,
    positive: { results: 2, pct: 66.67, interval: wilson(2, 3) },
    negative: { results: 1, pct: 33.33 },
    neutral: { results: 0, pct: 0 },
  })
  expect(sentiment.buckets.map(({ date, clear_count }: Json) => [date, clear_count])).toEqual([
    ['2026-03-01', 0],
    ['2026-03-02', 1],
    ['2026-03-03', 1],
    ['2026-03-10', 1],
  ])
})

test('sentiment is compared with the previous period, in total and by platform', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const [good, bad] = [
    'Zorvex is excellent and outstanding.',
    'Zorvex is a disappointing choice and not recommended.',
  ]
  for (let day = 1; day <= 24; day += 1)
    for (const prompt of [prompts.plain, prompts.branded])
      for (const platform of ['chatgpt', 'gemini'])
        await write({
          prompt,
          day: `2026-03-${String(day).padStart(2, '0')}`,
          platform,
          text: day > 16 && platform === 'gemini' ? bad : good,
        })
  const { change, neutral, negative, by_platform } = await owner.ok(
    `GET /api/metrics/sentiment?brand_id=${brand.id}&date_from=2026-03-17&date_to=2026-03-24`,
  )
  // Half of the answers became negative, all of them on Gemini.
  expect(change).toMatchObject({ previous: 100, current: 50, delta: -50, period_state: 'down' })
  expect(negative.change).toMatchObject({ previous: 0, current: 50, delta: 50, period_state: 'up' })
  expect(neutral.change).toMatchObject({ previous: 0, current: 0, delta: 0, period_state: 'usual_range' })
  expect(by_platform).toMatchObject([
    { platform: 'chatgpt', change: { previous: 100, current: 100, period_state: 'usual_range' } },
    { platform: 'gemini', change: { previous: 100, current: 0, period_state: 'down' } },
  ])
})

test('the sentiment toward a competitor is counted in the answers that mention it', async () => {
  const { sentiment } = await read('competitor-detail', `${window}&competitor_id=${quilmar.id}`)
  expect(sentiment.brand).toMatchObject({ clear_count: 3, positive_pct: 66.67 })
  expect(sentiment.competitor.clear_count).toBeLessThanOrEqual(4)
})

test('a theme has the number of its answers, and quotes that name their answers', async () => {
  const { result_count, praised, competitor_id } = await read('sentiment-themes')
  expect({ result_count, competitor_id }).toEqual({ result_count: 3, competitor_id: null })
  const [theme] = praised
  expect(theme).toMatchObject({ theme: 'cushioning', results: 2, pct: 66.67, interval: wilson(2, 3) })
  for (const { answer_id, text } of theme.quotes) {
    const { response } = await brand.owner.ok(`GET /api/answers/${answer_id}`)
    expect(response).toContain(text)
  }
  expect(await read('sentiment-themes', `${window}&competitor_id=${quilmar.id}`)).toMatchObject({
    competitor_id: quilmar.id,
    name: 'Quilmar',
  })
})
