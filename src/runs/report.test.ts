import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'

const service = await testService()

test('a run tells how each platform fares while it goes on, and what it was when it is over', async () => {
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
        error: expect.stringContaining('key'),
      },
      {
        platform: 'claude',
        planned: 2,
        answered: 1,
        failed: 0,
        cost_micros: expect.any(Number),
        error: null,
      },
    ])
  await owner.ok(`DELETE /api/tracking/job/${jobId}`)
  await working
  const over = await report()
  expect(over).toMatchObject({ status: 'cancelled', result: null, prompts: 2 })
  expect(over.by_platform[1]).toMatchObject({ answered: 1 })
  expect(over.cost_micros).toBe(over.by_platform[1].cost_micros)

  const { items } = await owner.ok(`GET /api/runs?brand_id=${brand.id}`)
  expect(items).toMatchObject([{ id: jobId, status: 'cancelled', platforms, started_by: { name: 'Ada' } }])
  expect(items[0]).not.toHaveProperty('input')
})
