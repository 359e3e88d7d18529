import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'

const service = await testService()

test('a run reports the progress of each platform while it is active, and the outcome when it ends', async () => {
  const owner = await service.signUp('Ada')
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  for (const text of ['Report 1: best shoes?', 'Report 2: best shoes?'])
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  service.simulator.fault({ engine: 'openai', kind: 'bad_key', promptIncludes: 'Report' })
  service.simulator.fault({ engine: 'anthropic', kind: 'hang', promptIncludes: 'Report 2' })
  const platforms = ['chatgpt', 'claude']
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms })
  const report = () => owner.ok(`GET /api/runs/${jobId}`)
  expect(await report()).toMatchObject({
    status: 'waiting',
    platforms,
    prompts: 0,
    started_by: { kind: 'user', name: 'Ada' },
    by_platform: [{ planned: 0 }, { planned: 0 }],
  })

  const working = service.work()
  await expect
    .poll(async () => (await report()).by_platform)
    .toEqual([
      {
        platform: 'chatgpt',
        planned: 2,
        answered: 0,
        failed: expect.toBeOneOf([1, 2]),
        cost_micros: 0,
        estimated_micros: 0,
        error: expect.stringContaining('key'),
      },
      {
        platform: 'claude',
        planned: 2,
        answered: 1,
        failed: 0,
        cost_micros: expect.any(Number),
        estimated_micros: 0,
        error: null,
      },
    ])
  await owner.ok(`DELETE /api/tracking/job/${jobId}`)
  await working
  const ended = await report()
  expect(ended).toMatchObject({ status: 'cancelled', result: null, prompts: 2 })
  expect(ended.by_platform[1]).toMatchObject({ answered: 1 })
  expect(ended.cost_micros).toBe(ended.by_platform[1].cost_micros)

  const { items } = await owner.ok(`GET /api/runs?brand_id=${brand.id}`)
  expect(items).toMatchObject([{ id: jobId, status: 'cancelled', platforms, started_by: { name: 'Ada' } }])
  expect(items[0]).not.toHaveProperty('input')
})

test('run lists show which platform failed and why, for failed and for partly failed runs', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Outage 1: best shoes?' })
  const runOn = async (...platforms: string[]) => {
    await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms })
    await service.work()
    const { items } = await owner.ok(`GET /api/runs?brand_id=${brand.id}&limit=1`)
    return items[0]
  }
  const getPlatform = async (platform: string) =>
    (await owner.ok(`GET /api/brands/${brand.id}/platforms`)).find((each: Json) => each.platform === platform)
  const message = expect.stringContaining('key')
  service.simulator.fault({ engine: 'openai', kind: 'bad_key', promptIncludes: 'Outage', times: 2 })
  const partial = await runOn('chatgpt', 'claude')
  expect(partial).toMatchObject({
    status: 'completed',
    by_platform: [
      { platform: 'chatgpt', answered: 0, failed: 1, error: message },
      { platform: 'claude', answered: 1, failed: 0, error: null },
    ],
  })
  expect(await runOn('chatgpt')).toMatchObject({
    status: 'failed',
    result: null,
    by_platform: [{ platform: 'chatgpt', answered: 0, failed: 1, error: message }],
  })
  const failing = await getPlatform('chatgpt')
  expect(failing).toMatchObject({ last_checked_at: null, last_error: { message } })
  expect(await getPlatform('claude')).toMatchObject({ last_checked_at: expect.any(String), last_error: null })
  const recovered = await runOn('chatgpt')
  expect(recovered.by_platform).toEqual([{ platform: 'chatgpt', answered: 1, failed: 0, error: null }])
  const { last_checked_at, last_error } = await getPlatform('chatgpt')
  expect(last_error).toEqual(failing.last_error)
  expect(last_checked_at > last_error.at).toBe(true)
})

test('the dashboard shows why a run failed in the language of the reader', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Failure 1: best shoes?' })
  service.simulator.fault({ engine: 'openai', kind: 'bad_key', promptIncludes: 'Failure' })
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  const getBody = async (address: string) =>
    (await owner.call(address, undefined, { 'accept-language': 'de' })).body as Json
  const rejection =
    'OpenAI (simuliert): Der Schlüssel in OPENAI_API_KEY wurde abgelehnt; setzen Sie einen gültigen.'
  const reason = `Keine Abfrage wurde beantwortet. ChatGPT: ${rejection}`
  expect(await getBody(`GET /api/runs/${jobId}`)).toMatchObject({
    failed_reason: reason,
    by_platform: [{ error: rejection }],
  })
  expect(await getBody(`GET /api/jobs/${jobId}`)).toMatchObject({ failed_reason: reason })
  expect(await getBody(`GET /api/tracking/job/${jobId}`)).toMatchObject({ failedReason: reason })
  expect(await getBody(`GET /api/brands/${brand.id}/platforms`)).toContainEqual(
    expect.objectContaining({ last_error: expect.objectContaining({ message: rejection }) }),
  )
  const { items } = await getBody('GET /api/audit-log?kind=run.requested')
  expect(items[0].summary).toBe('Ein Lauf wurde angefordert')
  expect(await owner.ok(`GET /api/runs/${jobId}`)).toMatchObject({
    by_platform: [{ error: 'The simulated OpenAI rejected the key in OPENAI_API_KEY; set a valid one.' }],
  })
})
