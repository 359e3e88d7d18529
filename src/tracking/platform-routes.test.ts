import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'

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

test('testing a platform that is not configured names the missing setting', async () => {
  const some = await testService({ OPENAI_API_KEY: 'k' })
  const owner = await some.signUp()
  expect(await owner.call('POST /api/platforms/claude/test')).toMatchObject({
    status: 503,
    body: { code: 'not_configured', error: expect.stringContaining('ANTHROPIC_API_KEY') },
  })
  const { items } = await owner.ok('GET /api/platforms')
  expect(items).toHaveLength(8)
  expect(items[0]).toMatchObject({ platform: 'chatgpt', configured: true, missing: null, surface: 'api' })
})
