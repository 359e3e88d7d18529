import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { setPlan } from '../accounts/organizations.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../core/context.ts'
import { keyRejectionMessage } from '../engines/key-rejection.ts'
import { inEnglish, message } from '../languages/message.ts'
import { messageForCustomer, namingSettings } from './customer-message.ts'

const selfHosted = readConfig({})
const cloud = readConfig({ DEPLOYMENT: 'cloud' })

const label = 'OpenAI'
const rejected = namingSettings(keyRejectionMessage(label, 'OPENAI_API_KEY'))
const redirected = namingSettings(
  message('engines.failures.labelRespondedWithARedirectCheck', { label, url: 'OPENAI_BASE_URL' }),
  message('engines.failures.labelRespondedWithARedirect', { label }),
)
const unavailable = message('engines.failures.labelIsTemporarilyUnavailableStatus', { label, status: 503 })

test.each([
  [redirected, 'OpenAI responded with a redirect.'],
  [rejected, 'The operator of this service must correct its configuration.'],
  [unavailable, 'OpenAI is temporarily unavailable (status 503).'],
  [
    message('tracking.trackRun.noQueryWasAnsweredReasons', {
      reasons: [
        message('tracking.trackRun.labelError', { label: 'ChatGPT', error: rejected }),
        'Grok: no answer.',
      ],
    }),
    'No query was answered. ChatGPT: The operator of this service must correct its configuration. and Grok: no answer.',
  ],
])('a cloud customer reads no setting in message %#', (each, shown) => {
  expect(inEnglish(messageForCustomer(cloud, each))).toBe(shown)
  expect(messageForCustomer(selfHosted, each)).toBe(each)
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
