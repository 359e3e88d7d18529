import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { modelServer } from './llm-server.fixture.ts'

const model = await modelServer()
const engineSettings = platforms.map((platform) => [`ENGINE_${platform.toUpperCase()}`, 'simulator'])
const service = await testService({
  ...Object.fromEntries(engineSettings),
  OPENAI_API_KEY: 'secret',
  OPENAI_BASE_URL: model.env.COMPATIBLE_BASE_URL,
  MODEL: 'openai',
})

test('when rules classify, no model is called, whatever keys and models are configured', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What are the best running shoes?' })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await service.work()
  await owner.ok(`POST /api/brands/${brand.id}/reanalyse`)
  await service.work()
  await service.work()
  const { rows } =
    await sql`select kind from jobs where brand_id = ${brand.id} and kind = 'sentiment'`.execute(
      service.base.db,
    )
  expect(rows).toEqual([])
  expect(model.requests).toEqual([])
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  for (const { sentiment } of results) expect(sentiment?.method ?? 'rules').toBe('rules')
})
