import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { isDue } from './schedule.ts'

const secret = 'cron-secret-of-the-tests'
let now = new Date('2026-03-02T12:00:00Z')
const service = await testService({ CRON_SECRET: secret }, { now: () => now })
const cron = { authorization: `Bearer ${secret}` }

test.each([
  ['hourly', '2026-03-02T11:59:59Z', '2026-03-02T12:00:00Z', true],
  ['hourly', '2026-03-02T12:00:00Z', '2026-03-02T12:59:59Z', false],
  ['daily', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', true],
  ['daily', '2026-03-02T00:00:00Z', '2026-03-02T23:59:59Z', false],
  ['weekly', '2026-03-01T23:00:00Z', '2026-03-02T00:00:00Z', true],
  ['weekly', '2026-03-02T00:00:00Z', '2026-03-08T23:59:59Z', false],
  ['monthly', '2026-02-28T23:00:00Z', '2026-03-01T00:00:00Z', true],
  ['monthly', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z', false],
  ['monthly', '2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', true],
  ['manual', '2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', false],
] as const)('%s: checked %s, now %s → due %s', (frequency, checked, at, due) => {
  expect(isDue(frequency, new Date(checked), new Date(at))).toBe(due)
  expect(isDue(frequency, null, new Date(at))).toBe(frequency !== 'manual')
})

test('the daily call starts what is due, once, and again when the next day has come', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Due', domain: 'due.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which tool is due?' })
  const paused = await owner.ok('POST /api/brands', { name: 'Paused', domain: 'paused.com' })
  await owner.ok('POST /api/prompts', { brand_id: paused.id, text: 'Which tool is paused?' })
  await owner.ok(`PATCH /api/brands/${paused.id}`, { status: 'paused' })
  await owner.ok(`PUT /api/brands/${brand.id}/platforms`, [
    { platform: 'claude', enabled: true, check_frequency: 'weekly' },
    { platform: 'grok', enabled: false },
  ])
  const refresh = async () =>
    (await owner.call('POST /api/internal/daily-tracking', undefined, cron)).body as Json
  const platformsOf = async (jobId: string) =>
    (await owner.ok(`GET /api/tracking/job/${jobId}`)).result.platforms.map((each: Json) => each.platform)

  const first = await refresh()
  expect(first).toMatchObject({ success: true, triggered: 1, jobs: [{ brandId: brand.id }] })
  expect((await refresh()).triggered).toBe(0)
  await service.work()
  expect(await platformsOf(first.jobs[0].jobId)).toEqual([
    'chatgpt',
    'claude',
    'copilot',
    'gemini',
    'google_ai_mode',
    'google_ai_overview',
    'perplexity',
  ])
  expect((await refresh()).triggered).toBe(0)

  now = new Date('2026-03-03T00:00:01Z')
  const second = await refresh()
  await service.work()
  expect(await platformsOf(second.jobs[0].jobId)).not.toContain('claude')
})

test('one brand is started by the cron secret, and by nothing else', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Triggered', domain: 'triggered.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which tool is triggered?' })
  const trigger = (headers: Record<string, string>) =>
    owner.call('POST /api/internal/trigger-tracking', { brandId: brand.id, platforms: ['chatgpt'] }, headers)
  expect(await trigger({})).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(await trigger({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401 })
  expect(await trigger(cron)).toMatchObject({ status: 202, body: { success: true } })
  const off = await testService()
  expect(await (await off.signUp()).call('POST /api/internal/daily-tracking', undefined, cron)).toMatchObject(
    {
      status: 503,
      body: { code: 'not_configured' },
    },
  )
})
