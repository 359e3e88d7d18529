/** Runs with scrapers: tasks instead of answers, which take minutes and outlive the process that ordered them. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../simulator/simulator.ts'
import { type Client, getKey, type Json, testService } from '../../test/support.ts'
import { recoverJobs, runJob } from '../jobs/worker.ts'
import { trackRun } from './track-run.ts'

// A fixed day, because the simulated answers depend on the date.
const simulator = await startSimulator({ seed: 7, now: () => new Date('2026-11-20T12:00:00Z') })
afterAll(() => simulator.close())
const scraper = { CLORO_API_KEY: 'k', CLORO_BASE_URL: `${simulator.url}/cloro` }
const service = await testService(scraper)

async function brandWith(owner: Client, label: string, prompts = 1): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  for (let n = 1; n <= prompts; n += 1) {
    const text = `${label} ${n}: what are the best running shoes?`
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  }
  return brand
}

const check = async (owner: Client, brand: Json, platforms: string[]) =>
  (await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms })).jobId

const orders = (label: string) => simulator.requests.filter(({ prompt }) => prompt.startsWith(label))

test('a run over scrapers stores what users see: answers, searches, prices and shopping cards', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'shown', 3)
  const platforms = ['chatgpt', 'perplexity', 'copilot', 'google_ai_overview', 'google_ai_mode']
  const jobId = await check(owner, brand, platforms)
  await service.work()
  const { status, result } = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(status).toBe('completed')
  expect(result).toMatchObject({ answers: 15, failed: 0, skipped: 0, simulated: 0 })
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results).toHaveLength(15)
  const getAnswers = (platform: string): Json[] =>
    results.filter((each: Json) => each.platform === platform && each.status === 'answered')
  for (const each of results) expect(each).toMatchObject({ surface: 'consumer_ui' })
  for (const { searches, cost_micros } of getAnswers('chatgpt')) {
    expect(searches.length).toBeGreaterThan(0)
    expect(cost_micros).toBe(2800)
  }
  for (const { cost_micros } of getAnswers('copilot')) expect(cost_micros).toBe(2000)
  expect(getAnswers('google_ai_overview').flatMap(({ citations }) => citations).length).toBeGreaterThan(0)

  const { cards }: Json = (
    await (
      await getKey(owner, service.app)
    )(`GET /api/v1/shopping-cards?brand_id=${brand.id}`)
  ).body
  const shown = results.flatMap((each: Json) => each.shopping_cards)
  expect(cards).toHaveLength(shown.length)
  expect(new Set(cards.map((card: Json) => card.platform)).size).toBeGreaterThan(2)
  for (const card of cards) {
    expect(card).toMatchObject({
      price_amount: expect.any(Number),
      price_currency: 'USD',
      merchant: expect.any(String),
      rating: expect.any(Number),
      review_count: expect.any(Number),
    })
  }
})

test('a resumed run collects the tasks that were ordered before and pays for none twice', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 'again', 6)
  simulator.fault({ engine: 'cloro', kind: 'slow', seconds: 0.7, promptIncludes: 'again', times: 6 })
  const jobId = await check(owner, brand, ['copilot'])
  const killed = new AbortController()
  const working = runJob(service.base, { brandId: brand.id, jobId }, trackRun, killed.signal)
  await expect.poll(() => orders('again').length).toBe(6)
  // Every order has been stored.
  await expect.poll(() => countTasks(brand.id)).toBe(6)
  killed.abort(new Error('the service was stopped'))
  await working
  await recoverJobs(service.base)
  await service.work()
  const { status, result } = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect({ status, answers: result?.answers }).toEqual({ status: 'completed', answers: 6 })
  expect(orders('again')).toHaveLength(6)
})

async function countTasks(brandId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scraper_tasks where brand_id = ${brandId} and task_id is not null`.execute(
    service.base.db,
  )
  return rows[0]?.count ?? 0
}

test('each platform uses its chosen scraper, and a scraper with hanging tasks does not delay the others', async () => {
  const mixed = await testService({
    ENGINE_CHATGPT: 'dataforseo',
    ENGINE_COPILOT: 'brightdata',
    ENGINE_GROK: 'cloro',
    ENGINE_GOOGLE_AI_MODE: 'serpapi',
    DATAFORSEO_LOGIN: 'ada',
    DATAFORSEO_PASSWORD: 'k',
    DATAFORSEO_BASE_URL: `${simulator.url}/dataforseo`,
    BRIGHTDATA_API_KEY: 'k',
    BRIGHTDATA_BASE_URL: `${simulator.url}/brightdata`,
    SERPAPI_API_KEY: 'k',
    SERPAPI_BASE_URL: `${simulator.url}/serpapi`,
    ...scraper,
    TRACKING_CONCURRENCY: '1',
  })
  const owner = await mixed.signUp()
  const brand = await brandWith(owner, 'chosen', 2)
  simulator.fault({ engine: 'cloro', kind: 'never', promptIncludes: 'chosen' })
  const jobId = await check(owner, brand, ['grok', 'chatgpt', 'copilot', 'google_ai_mode'])
  const working = mixed.work()
  const job = () => owner.ok(`GET /api/tracking/job/${jobId}`)
  // All but the two hanging tasks, which the run still waits for.
  await expect.poll(async () => (await job()).progress?.completed).toBe(6)
  expect((await job()).status).toBe('active')
  await owner.ok(`DELETE /api/tracking/job/${jobId}`)
  await working
  expect((await job()).status).toBe('cancelled')
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results.map((each: Json) => `${each.platform} ${each.status} ${each.surface}`).toSorted()).toEqual([
    ...Array(2).fill('chatgpt answered consumer_ui'),
    ...Array(2).fill('copilot answered consumer_ui'),
    ...Array(2).fill('google_ai_mode answered consumer_ui'),
  ])
})

test('the connection test of a scraper returns an answer, or success once an order was accepted', async () => {
  const patient = await service.signUp()
  expect(await patient.ok('POST /api/platforms/copilot/test')).toMatchObject({
    success: true,
    cost_micros: 2000,
    answer: expect.any(String),
  })
  const impatient = await testService({ ...scraper, TRACKING_TIMEOUT_SECONDS: '3' })
  const owner = await impatient.signUp()
  const testCopilot = () => owner.ok('POST /api/platforms/copilot/test')
  simulator.fault({ engine: 'cloro', kind: 'never', promptIncludes: 'capital', times: 1 })
  simulator.fault({ engine: 'cloro', kind: 'hang', promptIncludes: 'capital', times: 1 })
  const late = (await Promise.all([testCopilot(), testCopilot()])).toSorted(
    (a, b) => Number(b.success) - Number(a.success),
  )
  expect(late).toMatchObject([
    { success: true, answer: null, message: expect.stringContaining('accepted') },
    { success: false },
  ])
})
