import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { systemContext } from '../core/context.ts'
import { recordCost } from '../plans/spend-ledger.ts'

// A key configures a single platform, through an engine that cannot query from every country.
const service = await testService({
  DATAFORSEO_LOGIN: 'ada',
  DATAFORSEO_PASSWORD: 'secret',
  ENGINE_CHATGPT: 'dataforseo',
  ENGINE_GOOGLE_AI_OVERVIEW: 'dataforseo',
})

const bakers = { name: 'Baker', instruction: 'I run a bakery.' }

async function setUp() {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const persona = await owner.ok(`POST /api/brands/${brand.id}/personas`, bakers)
  const topic = await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Ovens' })
  const add = (text: string, more: object = {}): Promise<Json> =>
    owner.ok('POST /api/prompts', { brand_id: brand.id, text, topic_id: topic.id, tags: ['a'], ...more })
  const prompts = [await add('Which oven?'), await add('Which mixer?')]
  const ask = async (body: object, part = ''): Promise<{ status: number; body: Json }> => {
    const prompt_ids = prompts.map(({ id }) => id)
    const request = { brand_id: brand.id, prompt_ids, ...body }
    const reply = await owner.call(`POST /api/prompts/variants${part}`, request)
    return { status: reply.status, body: JSON.parse(reply.text) }
  }
  const list = async () => (await owner.ok(`GET /api/prompts?brand_id=${brand.id}&limit=500`)).items
  return { owner, brand, persona, topic, add, ask, list }
}

const markets = [
  { region: 'DE', language: 'de' },
  { region: 'AT', language: 'de' },
]

test('each prompt is asked as each persona in each market, and existing variants are skipped', async () => {
  const { persona, topic, add, ask, list } = await setUp()
  await add('Which oven?', { persona_id: persona.id, ...markets[0] })
  const request = { persona_ids: [null, persona.id], markets }
  const expected = { created: 7, skipped_duplicates: 1, skipped_without_platform: 0 }
  expect((await ask(request, '/preview')).body).toMatchObject(expected)
  expect(await list()).toHaveLength(3)
  expect((await ask(request)).body).toMatchObject({ ...expected, prompt_ids: { length: 7 } })
  const created = (await list()).slice(3)
  expect(
    created.map(({ text, persona_name, region }: Json) => `${text} ${persona_name} ${region}`).sort(),
  ).toEqual([
    'Which mixer? Baker AT',
    'Which mixer? Baker DE',
    'Which mixer? null AT',
    'Which mixer? null DE',
    'Which oven? Baker AT',
    'Which oven? null AT',
    'Which oven? null DE',
  ])
  for (const prompt of created)
    expect(prompt).toMatchObject({ topic_id: topic.id, tags: ['a'], language: 'de', is_active: true })
  expect((await ask(request)).body).toMatchObject({ created: 0, skipped_duplicates: 8 })
})

test('the preview has the cost per month of all variants, without platforms that take no persona', async () => {
  const { owner, brand, persona, add, ask } = await setUp()
  const ctx = systemContext(service.base, (await owner.ok('GET /api/organization')).id)
  await recordCost(ctx, { kind: 'answers', engine: 'dataforseo', brandId: null, costMicros: 3_000 })
  const one = await owner.ok(`GET /api/brands/${brand.id}/prompt-cost`)
  expect(one.platforms).toHaveLength(2)
  const inMarkets = (await ask({ markets }, '/preview')).body
  expect(inMarkets).toMatchObject({
    created: 4,
    queries: 4 * one.queries,
    cost_micros: 4 * one.cost_micros,
  })
  const asPersona = (await ask({ persona_ids: [persona.id] }, '/preview')).body
  expect(asPersona).toMatchObject({ created: 2, queries: one.queries })
  expect(asPersona.platforms.map(({ platform }: Json) => platform)).toEqual(['chatgpt'])
  const { id } = await add('Which scale?', { platforms: ['google_ai_overview'] })
  expect((await ask({ prompt_ids: [id], persona_ids: [persona.id] }, '/preview')).body).toMatchObject({
    created: 0,
    skipped_without_platform: 1,
    cost_micros: 0,
  })

  // The forecast counts the created prompts in the same way: two plain ones, two with a persona, and one for the search box.
  await ask({ persona_ids: [persona.id] })
  const { next_month } = await owner.ok('GET /api/spend')
  const daily = one.queries / 2
  expect(next_month.platforms).toMatchObject([
    { platform: 'chatgpt', questions: 4 * daily },
    { platform: 'google_ai_overview', questions: 3 * daily },
  ])
})

test('the preview names countries that an engine cannot serve', async () => {
  const { ask } = await setUp()
  const request = {
    markets: [
      { region: 'DE', language: null },
      { region: 'XK', language: null },
    ],
  }
  expect((await ask(request, '/preview')).body.unserved).toEqual([
    { platform: 'chatgpt', region: 'XK' },
    { platform: 'google_ai_overview', region: 'XK' },
  ])
})

test('ids of other brands, empty requests and too many variants create nothing', async () => {
  const { persona, add, ask, list } = await setUp()
  const other = await setUp()
  const [foreign] = await other.list()
  for (const part of ['', '/preview']) {
    expect(await ask({ persona_ids: [other.persona.id] }, part)).toMatchObject({ status: 404 })
    expect(await ask({ prompt_ids: [foreign.id], persona_ids: [persona.id] }, part)).toMatchObject({
      status: 404,
    })
    expect(await ask({}, part)).toMatchObject({ status: 400 })
  }
  const ids = []
  for (let n = 0; n < 41; n += 1) ids.push((await add(`Which pan ${n}?`)).id)
  const many = ['DE', 'FR', 'ES', 'IT', 'GB'].flatMap((region) =>
    ['bg', 'cs', 'da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl'].map((language) => ({ region, language })),
  )
  expect(await ask({ prompt_ids: ids, markets: many })).toMatchObject({ status: 413 })
  expect(await list()).toHaveLength(2 + 41)
})
