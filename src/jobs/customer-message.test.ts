import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { setPlan } from '../accounts/organizations.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../core/context.ts'
import { messageForCustomer } from './customer-message.ts'

const selfHosted = readConfig({})
const cloud = readConfig({ DEPLOYMENT: 'cloud' })

test.each([
  [
    'Gemini: Google Gemini could not be reached: the connection was refused; check GEMINI_BASE_URL and the network.',
    'Gemini: Google Gemini could not be reached: the connection was refused.',
  ],
  [
    'No query was answered. ChatGPT: OpenAI rejected the key in OPENAI_API_KEY. Grok: no answer.',
    'No query was answered. ChatGPT: The operator of this service must correct its configuration. Grok: no answer.',
  ],
  ['OpenAI did not respond within 60 s (TRACKING_TIMEOUT_SECONDS).', 'OpenAI did not respond within 60 s.'],
  [
    'OpenAI has no model "gpt-5.2" at this URL; check OPENAI_MODEL and OPENAI_BASE_URL.',
    'OpenAI has no model "gpt-5.2" at this URL.',
  ],
  ['DataForSEO is busy; try again in a minute.', 'DataForSEO is busy; try again in a minute.'],
])('a cloud customer reads no setting in %j', (message, shown) => {
  expect(messageForCustomer(cloud, message)).toBe(shown)
  expect(messageForCustomer(selfHosted, message)).toBe(message)
})

test('failedReason and the errors of a run name a setting to self-hosters, never to cloud customers', async () => {
  const outside = await testService()
  const keys = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${outside.simulator.url}/openai/v1` }
  for (const [deployment, pattern] of [
    ['self_hosted', /OPENAI_API_KEY/],
    ['cloud', /^No query was answered\. ChatGPT: The operator of this service must correct/],
  ] as const) {
    outside.simulator.fault({ kind: 'bad_key', engine: 'openai' })
    const service = await testService({ ...keys, DEPLOYMENT: deployment })
    const owner = await service.signUp()
    const { id } = await owner.ok('GET /api/organization')
    if (deployment === 'cloud') await setPlan(systemContext(service.base, id), 'starter')
    const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
    const { jobId } = await owner.ok('POST /api/tracking/check', {
      brandId: brand.id,
      platforms: ['chatgpt'],
    })
    await service.work()
    const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
    expect(job, deployment).toMatchObject({ status: 'failed', failedReason: expect.stringMatching(pattern) })
    const report = await owner.ok(`GET /api/runs/${jobId}`)
    expect(JSON.stringify(report).includes('OPENAI_API_KEY'), deployment).toBe(deployment === 'self_hosted')
  }
})
