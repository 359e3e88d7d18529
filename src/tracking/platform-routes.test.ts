import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { setPlan } from '../accounts/organizations.ts'
import { systemContext } from '../core/context.ts'

const service = await testService()

test('testing a platform sends one query and reports the outcome', async () => {
  const owner = await service.signUp()
  const good = await owner.ok('POST /api/platforms/gemini/test')
  expect(good).toMatchObject({
    success: true,
    message: expect.stringContaining('simulated'),
    model: expect.any(String),
    answer: expect.stringMatching(/./),
    citations: expect.any(Number),
    cost_micros: 0,
  })
  service.simulator.fault({ engine: 'openai', kind: 'bad_key', times: 1 })
  const bad = await owner.ok('POST /api/platforms/chatgpt/test')
  expect(bad).toMatchObject({
    success: false,
    message: expect.stringContaining('key'),
    model: null,
    answer: null,
  })
  expect(await owner.call('POST /api/platforms/bing/test')).toMatchObject({ status: 400 })
})

test('a platform that is not configured is named without settings to cloud customers', async () => {
  const cloud = await testService({ OPENAI_API_KEY: 'k', DEPLOYMENT: 'cloud' })
  const owner = await cloud.signUp()
  const { id } = await owner.ok('GET /api/organization')
  await setPlan(systemContext(cloud.base, id), 'starter')
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
  const answers = [
    await owner.call('POST /api/platforms/claude/test'),
    await owner.call('POST /api/tracking/check', { brandId: brand.id, platforms: ['claude'] }),
    await owner.call(`POST /api/brands/${brand.id}/volumes/fetch`),
  ]
  for (const { body } of answers) {
    expect(body).toMatchObject({ error: expect.stringContaining('is not configured') })
    expect(JSON.stringify(body)).not.toMatch(/[A-Z]_[A-Z]/)
  }
})

test('testing a platform that is not configured names the missing setting', async () => {
  const some = await testService({ OPENAI_API_KEY: 'k' })
  const owner = await some.signUp()
  expect(await owner.call('POST /api/platforms/claude/test')).toMatchObject({
    status: 503,
    body: { code: 'not_configured', error: expect.stringContaining('ANTHROPIC_API_KEY') },
  })
  const { items } = await owner.ok('GET /api/platforms')
  expect(items).toHaveLength(platforms.length)
  expect(items[0]).toMatchObject({ platform: 'chatgpt', configured: true, missing: null, surface: 'api' })
})
