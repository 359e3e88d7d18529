import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

test('the view for analysts gives the same mention rates and scores as the comparison', async () => {
  const { owner, brand, ctx, prompts, write } = await createTestBrand(service)
  const days = ['2026-03-01', '2026-03-02']
  for (const [index, text] of ['Zorvex, Quilmar.', 'Quilmar.', 'Nobody.', 'Brentiva and Zorvex.'].entries())
    await write({ prompt: prompts.plain, day: days[index % 2] ?? '', text, cites: ['https://zorvex.com/'] })
  // Simulated answers of a platform with real ones, failed ones and refused ones do not count.
  await write({
    prompt: prompts.plain,
    day: '2026-03-01',
    platform: 'gemini',
    text: 'Zorvex.',
    surface: 'api',
  })
  await write({ prompt: prompts.plain, day: '2026-03-01', platform: 'gemini', text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day: '2026-03-01', text: null })
  const comparison: Json = await owner.ok(`GET /api/metrics/competitor-comparison?brand_id=${brand.id}`)
  const { rows } = await sql<Json>`
    with answers_of as (select count(distinct answer_id) as n from answer_facts where brand_id = ${brand.id})
    select
      entity, kind, round(100.0 * count(*) filter (where mentions > 0) / min(n), 2)::float8 as mention_rate,
      round(sum(score) / min(n), 2)::float8 as score
    from answer_facts, answers_of where brand_id = ${brand.id}
    group by entity, kind order by entity`.execute(ctx.db)
  const expected = [comparison.brand, ...comparison.competitors]
    .filter(({ appearance_count, total_citations }: Json) => appearance_count + total_citations > 0)
    .map((entity: Json, index: number) => ({
      entity: entity.name,
      kind: index === 0 ? 'brand' : 'competitor',
      mention_rate: entity.mention_rate_pct,
      score: entity.avg_visibility_score,
    }))
  expect(comparison.result_count).toBe(5)
  expect(rows).toEqual(expected.toSorted((a, b) => (a.entity < b.entity ? -1 : 1)))
})
