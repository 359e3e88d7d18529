import { expect, test } from 'vitest'
import { getKey, type Json, testService } from '../../../test/support.ts'
import { daysAfter } from '../../core/days.ts'
import { createTestBrand, type TestBrand } from '../answers.fixture.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

const firstDay = '2026-02-17'
const stepDay = '2026-03-17'
const lastDay = '2026-03-30'

const read = ({ owner, brand }: TestBrand, query = '&date_from=2026-03-17'): Promise<Json> =>
  owner.ok(`GET /api/metrics/score-change?brand_id=${brand.id}${query}`)

/**
 * One answer per day for four weeks before and two weeks after a step. Scores are 60 named, 25 cited, 15 / rank:
 *
 * | prompt | platform | before | after |
 * |---|---|---|---|
 * | eight plain ones | ChatGPT | 0 | 75 |
 * | the first plain one | Gemini | 0 | 0 |
 * | branded | ChatGPT | 75 | 100 |
 */
async function risen(): Promise<TestBrand> {
  const testBrand = await createTestBrand(service)
  const { owner, brand, topic, prompts, write } = testBrand
  const plain = [prompts.plain]
  for (let n = 2; n <= 8; n += 1)
    plain.push(
      await owner.ok('POST /api/prompts', {
        brand_id: brand.id,
        text: `Which shoes last ${n} years?`,
        topic_id: topic.id,
      }),
    )
  const [silent, named, own] = ['Brentiva is fine.', 'Zorvex is fine.', ['https://zorvex.com/a']]
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1)) {
    const isAfter = day >= stepDay
    const gpt = { day, platform: 'chatgpt', model: isAfter ? 'gpt-2' : 'gpt-1' }
    const review = isAfter ? 'https://example.org/review' : 'https://gone.org/a'
    for (const prompt of plain)
      await write({ ...gpt, prompt, text: isAfter ? named : silent, cites: [review] })
    await write({ day, prompt: prompts.plain, platform: 'gemini', model: 'gem-1', text: silent })
    await write({ ...gpt, prompt: prompts.branded, text: named, cites: isAfter ? own : [] })
  }
  return testBrand
}

/** Only read by the tests. */
const risenBrand = await risen()

test('the dashboard gets reasons and differences in its language, and API keys in English', async () => {
  const { owner, brand } = risenBrand
  const query = `brand_id=${brand.id}&date_from=2026-03-17`
  const header = { 'accept-language': 'de-AT' }
  const german = await owner.call(`GET /api/metrics/score-change?${query}`, undefined, header)
  expect(german.body).toMatchObject({
    change: {
      reason: expect.stringMatching(
        /^Gestiegen von [\d,]+ auf [\d,]+ seit dem \d\d\.03\.2026, gesichert am \d\d\.03\.2026\.$/,
      ),
    },
    circumstances: expect.arrayContaining([
      expect.objectContaining({ note: expect.stringMatching(/^Auf ChatGPT stammen .+ von gpt-2;/) }),
    ]),
  })
  const withKey = await getKey(owner, service.app)
  const english = await withKey(`GET /api/v1/visibility-summary?${query}`, header)
  expect(english.body).toMatchObject({
    change: {
      reason: expect.stringMatching(
        /^Up from [\d.]+ to [\d.]+ since \d+ Mar 2026, established on \d+ Mar 2026\.$/,
      ),
    },
  })
})

test('the parts of the difference from the previous period add up to it', async () => {
  const testBrand = risenBrand
  // Ten answers a day in both: before, one of them scored 75; after, eight score 75 and one scores 100.
  const { change, explained, ...parts } = await read(testBrand, '&date_from=2026-03-17&date_to=2026-03-30')
  expect(explained).toEqual({
    before: { date_from: '2026-03-03', date_to: '2026-03-16' },
    after: { date_from: '2026-03-17', date_to: '2026-03-30' },
    previous: 7.5,
    current: 70,
  })
  expect(change).toMatchObject({ previous: 7.5, current: 70, delta: 62.5, period_state: 'up' })
  expect(change.usual_change).toBeGreaterThan(0)
  expect(change.usual_change).toBeLessThan(62.5)
  const sumUp = (list: Json[]) => list.reduce((sum, { contribution }) => sum + contribution, 0)
  for (const name of ['by_measure', 'by_platform', 'by_topic', 'by_prompt'])
    expect(sumUp(parts[name]), name).toBeCloseTo(62.5, 1)
  expect(parts).toMatchObject({
    prompt_count: 9,
    by_platform: [
      { platform: 'chatgpt', contribution: 62.5, usual_change: expect.any(Number) },
      { platform: 'gemini', contribution: 0, usual_change: 0 },
    ],
    by_topic: [
      { topic_id: testBrand.topic.id, topic_name: 'Shoes', contribution: 60 },
      { topic_id: null, topic_name: null, contribution: 2.5 },
    ],
  })
  expect(parts.by_prompt.at(-1)).toMatchObject({ prompt_id: testBrand.prompts.branded.id, contribution: 2.5 })
})

test('a difference is explained also if it is within the usual range', async () => {
  const { change, explained, by_platform, competitors } = await read(
    risenBrand,
    '&date_from=2026-03-29&date_to=2026-03-30',
  )
  expect(change).toMatchObject({ delta: 0, period_state: 'usual_range' })
  expect(explained).toMatchObject({ before: { date_from: '2026-03-27' }, previous: 70, current: 70 })
  expect(by_platform).toMatchObject([{ contribution: 0 }, { contribution: 0 }])
  expect(competitors).toEqual([])
})

test('an established change of another period does not make the difference of this one unusual', async () => {
  const { change } = await read(risenBrand, '&date_from=2026-03-30&date_to=2026-03-30')
  expect(change).toMatchObject({ state: 'up', established: { status: 'up' }, period_state: 'usual_range' })
})

test('what else differs between the periods is listed', async () => {
  const period = '&date_from=2026-03-17&date_to=2026-03-30'
  const { by_prompt, competitors, sources, circumstances } = await read(risenBrand, period)
  expect(by_prompt.length).toBe(9)
  expect(competitors).toMatchObject([{ name: 'Brentiva', change: { period_state: 'down' } }])
  const directions = sources.map(({ domain, change }: Json) => `${domain} ${change.period_state}`)
  expect(directions.toSorted()).toEqual(expect.arrayContaining(['gone.org down']))
  expect(circumstances).toMatchObject([{ kind: 'model_changed', platform: 'chatgpt', model_used: 'gpt-2' }])
})

test('other differences between the periods are listed while a change cannot be tested', async () => {
  const testBrand = await createTestBrand(service)
  const { plain } = testBrand.prompts
  for (const day of ['2026-03-29', '2026-03-30', '2026-03-31'])
    await testBrand.write({ prompt: plain, day, text: 'Zorvex is fine.' })
  await testBrand.write({ prompt: plain, day: '2026-03-31', platform: 'grok', text: 'Zorvex is fine.' })
  await testBrand.write({ prompt: plain, day: '2026-03-31', text: null })
  expect(await read(testBrand, '&date_from=2026-03-31')).toMatchObject({
    change: {
      state: 'insufficient_data',
      established: null,
      period_state: 'insufficient_data',
      usual_change: null,
      reason: 'Changes appear after 14 days of data. Today is day 3.',
    },
    circumstances: [
      { kind: 'platforms_changed', note: expect.stringContaining('1 platform added and 0 removed') },
      {
        kind: 'partial_run',
        note: 'Not counted: 1 of 3 queries (1 failed) in this period and 0 of 1 query in the previous period.',
      },
    ],
  })
  expect(await read(testBrand, '')).toMatchObject({
    change: { period_state: 'not_comparable' },
    explained: null,
    by_platform: [],
    by_prompt: [],
    previous_window: null,
    circumstances: [],
  })
})

test('a platform has its own changes, and other filters have none', async () => {
  const established = async (query: string) => (await read(risenBrand, query)).change
  expect(await established('&platform=chatgpt')).toMatchObject({
    state: 'up',
    established: { before: expect.any(Number) },
  })
  expect(await established('&platform=gemini')).toMatchObject({
    state: 'no_significant_change',
    established: null,
    reason: 'No established change.',
  })
  expect(await established('&branded=false')).toMatchObject({ state: 'not_comparable', established: null })
  expect(await established('&date_to=2026-03-20')).toMatchObject({
    state: 'not_comparable',
    established: null,
    reason: 'Changes are evaluated through 30 Mar 2026, which is after this period.',
  })
})

test('a prompt is compared with the previous period, in a wider usual range than a single number', async () => {
  const { owner, brand, prompts } = risenBrand
  const readPrompts = async (period: string) => {
    const query = `brand_id=${brand.id}&${period}&sort_by=change`
    const { prompts: rows } = await owner.ok(`GET /api/metrics/prompt-performance?${query}`)
    return (prompt: { id: string }) => rows.find((row: Json) => row.prompt_id === prompt.id).change
  }
  const ofTwoWeeks = await readPrompts('date_from=2026-03-17&date_to=2026-03-30')
  // 0 and 75 on ChatGPT, 0 on Gemini.
  expect(ofTwoWeeks(prompts.plain)).toMatchObject({
    previous: 0,
    current: 37.5,
    delta: 37.5,
    period_state: 'up',
  })
  expect(ofTwoWeeks(prompts.branded)).toMatchObject({ previous: 75, current: 100, period_state: 'up' })
  const { change } = await read(risenBrand, `&date_from=2026-03-17&date_to=2026-03-30`)
  expect(ofTwoWeeks(prompts.plain).usual_change).toBeGreaterThan(change.usual_change)
  const ofTwoDays = await readPrompts('date_from=2026-03-29&date_to=2026-03-30')
  expect(ofTwoDays(prompts.branded)).toMatchObject({ delta: 0, period_state: 'insufficient_data' })
  expect((await readPrompts('date_to=2026-03-30'))(prompts.plain).period_state).toBe('not_comparable')
})

test('the page of a prompt has the change of the list, and the mention rate of each platform is compared', async () => {
  const { owner, brand, prompts } = risenBrand
  const readBoth = async (period: string) => {
    const query = `brand_id=${brand.id}&${period}`
    const list: Json = await owner.ok(`GET /api/metrics/prompt-performance?${query}`)
    const detail: Json = await owner.ok(
      `GET /api/metrics/prompt-detail?${query}&prompt_id=${prompts.plain.id}`,
    )
    const row = list.prompts.find(({ prompt_id }: Json) => prompt_id === prompts.plain.id)
    return { detail, ofList: row.change }
  }
  const { detail, ofList } = await readBoth('date_from=2026-03-17&date_to=2026-03-30')
  expect(detail.change).toEqual(ofList)
  expect(detail.by_platform).toMatchObject([
    { platform: 'chatgpt', change: { previous: 0, current: 100, delta: 100, period_state: 'up' } },
    { platform: 'gemini', change: { previous: 0, current: 0, delta: 0, period_state: 'usual_range' } },
  ])
  const withoutStart = await readBoth('date_to=2026-03-30')
  expect(withoutStart.detail.change).toMatchObject({ delta: null, period_state: 'not_comparable' })
  expect(withoutStart.detail.by_platform[0].change.period_state).toBe('not_comparable')
})

test('each topic and each platform is compared with the previous period', async () => {
  const { owner, brand, topic } = risenBrand
  const query = `brand_id=${brand.id}&date_from=2026-03-17&date_to=2026-03-30`
  const { topics, platforms } = await owner.ok(`GET /api/metrics/topics?${query}`)
  // Eight prompts on ChatGPT, and one of them on Gemini: 8 * 75 / 9.
  expect(topics).toMatchObject([
    { id: topic.id, change: { previous: 0, current: 66.67, delta: 66.67, period_state: 'up' } },
  ])
  // (8 * 75 + 100) / 9, and 75 / 9 before.
  expect(platforms).toMatchObject([
    { platform: 'chatgpt', change: { previous: 8.33, current: 77.78, delta: 69.45, period_state: 'up' } },
    { platform: 'gemini', change: { previous: 0, current: 0, delta: 0, period_state: 'usual_range' } },
  ])
})
