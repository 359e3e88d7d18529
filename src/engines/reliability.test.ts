import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'

const service = await testService({}, { now: () => new Date('2026-11-20T12:00:00Z') })

test('reliability has success rate, latency and cost per backend, platform and week, of the own runs only', async () => {
  const [own, other] = [await createTestBrand(service), await createTestBrand(service)]
  const { brand, prompts, write } = own
  for (let second = 1; second <= 20; second += 1)
    await write({ prompt: prompts.plain, day: second <= 10 ? '2026-11-10' : '2026-11-18', text: 'Zorvex.' })
  for (const surface of ['api', 'simulated'] as const)
    await write({ prompt: prompts.branded, day: '2026-11-18', surface, text: null })
  await write({ prompt: prompts.plain, day: '2026-01-10', text: 'Zorvex.' })
  await other.write({ prompt: other.prompts.plain, day: '2026-11-18', text: 'Zorvex.' })
  await sql`
    with numbered as (
      select brand_id, id, row_number() over (partition by brand_id order by answered_at desc) as number from answers
    )
    update answers set job_id = gen_random_uuid(), backend = 'openrouter', cost_micros = 1000 * number,
      surface = case when status = 'failed' then surface else 'api' end,
      queried_at = answered_at - number * interval '1 second'
    from numbered where numbered.id = answers.id`.execute(service.base.db)
  await sql`
    update answers set queried_at = answered_at - interval '4 seconds', cost_micros = 2000
    where brand_id = ${brand.id} and status = 'answered'`.execute(service.base.db)
  await sql`
    update answers set queried_at = answered_at - interval '30 seconds'
    where brand_id = ${brand.id} and status = 'answered' and day = '2026-11-18'
      and id in (select id from answers where brand_id = ${brand.id} and day = '2026-11-18' order by id limit 2)`.execute(
    service.base.db,
  )
  const { items } = await own.owner.ok('GET /api/engine-reliability')
  const measured = { median_ms: 4_000, mean_cost_micros: 2_000, mean_estimated_micros: 0 }
  expect(items).toEqual([
    {
      ...measured,
      backend: 'openrouter',
      label: 'OpenRouter',
      platform: 'chatgpt',
      queries: 21,
      success_pct: 95.2,
      p95_ms: 30_000,
      weeks: [
        { ...measured, week: '2026-11-09', queries: 10, success_pct: 100, p95_ms: 4_000 },
        { ...measured, week: '2026-11-16', queries: 11, success_pct: 90.9, p95_ms: 30_000 },
      ],
    },
  ])
  const stranger = await service.signUp()
  expect(await stranger.ok('GET /api/engine-reliability')).toEqual({ items: [] })
})
