import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../../test/support.ts'
import { createTestBrand } from '../../metrics/answers.fixture.ts'

const clock = { now: () => new Date('2026-11-23T12:00:00Z') }
const service = await testService(
  {
    OPENAI_API_KEY: 'k',
    OPENAI_MODEL: 'gpt-5',
    OPENAI_SERVICE_TIER: 'flex',
    OPENROUTER_API_KEY: 'k',
    PRICE_OVERRIDES: '{"openai/my-model": {"input": 1, "output": 2, "search": 3}}',
  },
  clock,
)

const getModels = async (client: Client, backend = 'openai'): Promise<Json> =>
  (await client.ok('GET /api/engine-models')).items.find((each: Json) => each.backend === backend)

const named = ({ models }: Json, name: string): Json => models.find(({ model }: Json) => model === name)

test('each model costs what its prices make of a typical answer, times the queries of a run and of a month', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  for (const text of ['Best shoes?', 'Best boots?', 'Best laces?'])
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text, platforms: ['chatgpt'] })
  await owner.ok('PUT /api/brands/acme/platforms', [
    { platform: 'chatgpt', enabled: true, check_frequency: 'weekly', runs_per_prompt: 2 },
  ])
  const openai = await getModels(owner)
  // December 2026 begins on a Tuesday: four weeks begin in it.
  expect(openai).toMatchObject({
    label: 'OpenAI',
    platforms: ['chatgpt'],
    configured: ['gpt-5'],
    model_setting: 'OPENAI_MODEL',
    service_tier: 'flex',
    service_tier_setting: 'OPENAI_SERVICE_TIER',
    max_searches: 4,
    max_searches_setting: 'OPENAI_MAX_SEARCHES',
    usage: { basis: 'typical', answers: 0, input_tokens: 8_600, output_tokens: 900, searches: 1 },
    queries_per_run: 6,
    queries_per_month: 24,
  })
  // 8,600 × $1.25 and 900 × $10 per million tokens, and one search for $0.01; flex halves the tokens only.
  expect(named(openai, 'gpt-5')).toEqual({
    model: 'gpt-5',
    is_configured: true,
    platforms: ['chatgpt'],
    price: { input: 1.25, cached_input: 0.125, output: 10, search: 10, search_unit: 'call' },
    shutdown: '2026-12-11',
    replacement: 'gpt-6.1-sol',
    answer_micros: 29_750,
    run_micros: 6 * 29_750,
    month_micros: 24 * 29_750,
    flex: { answer_micros: 19_875, run_micros: 6 * 19_875, month_micros: 24 * 19_875 },
  })
  // The operator's own price: 8,600 + 900 × 2 + 3,000.
  expect(named(openai, 'my-model')).toMatchObject({ answer_micros: 13_400, is_configured: false })
  const costs = openai.models.map(({ answer_micros }: Json) => answer_micros)
  expect(costs).toEqual([...costs].sort((a, b) => a - b))
})

test('a backend with several models has the cost of each configured one', async () => {
  const owner = await service.signUp()
  const openrouter = await getModels(owner, 'openrouter')
  expect(openrouter).toMatchObject({ service_tier: null, max_searches: 5 })
  expect(openrouter.platforms).not.toContain('chatgpt')
  expect(openrouter.models.map(({ model }: Json) => model).sort()).toEqual(openrouter.configured.toSorted())
  expect(named(openrouter, 'x-ai/grok-4.7')).toMatchObject({
    is_configured: true,
    platforms: ['grok'],
    flex: null,
  })
})

test('a configured model without a price is listed with an upper estimate', async () => {
  const unpriced = await testService({ XAI_API_KEY: 'k', XAI_MODEL: 'model-without-a-price' }, clock)
  const xai = await getModels(await unpriced.signUp(), 'xai')
  const unknown = named(xai, 'model-without-a-price')
  expect(unknown).toMatchObject({ is_configured: true, price: null })
  expect(unknown.answer_micros).toBe(Math.max(...xai.models.map(({ answer_micros }: Json) => answer_micros)))
})

test('20 answers of the own runs in the last 30 days replace the typical usage, and fewer or older ones do not', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const other = await createTestBrand(service)
  for (let n = 0; n < 20; n += 1)
    await write({ prompt: prompts.plain, day: n === 0 ? '2026-10-23' : '2026-11-20', text: 'Zorvex.' })
  const use = sql`
    update answers set job_id = gen_random_uuid(), surface = 'api', backend = 'openai', input_tokens = 1000,
      output_tokens = case when day = '2026-10-23' then 9000 else 100 end, searches = '{a,b,c}'`
  await sql`${use} where brand_id = ${brand.id}`.execute(service.base.db)
  expect(await getModels(owner)).toMatchObject({ usage: { basis: 'typical', answers: 19 } })

  await write({ prompt: prompts.branded, day: '2026-11-20', text: 'Zorvex.' })
  await sql`${use} where brand_id = ${brand.id}`.execute(service.base.db)
  const openai = await getModels(owner)
  expect(openai).toMatchObject({
    usage: { basis: 'past', answers: 20, input_tokens: 1_000, output_tokens: 100, searches: 3 },
  })
  // 1,000 × $1.25 and 100 × $10 per million tokens, and three searches for $0.01 each.
  expect(named(openai, 'gpt-5')).toMatchObject({ answer_micros: 32_250 })
  expect(await getModels(other.owner)).toMatchObject({ usage: { basis: 'typical', answers: 0 } })
})
