import { expect, test } from 'vitest'
import { sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()

test('share of voice is null without tracked competitors, not 100', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const { items } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
  for (const { id } of items) await owner.ok(`DELETE /api/brands/${brand.id}/competitors/${id}`)
  await write({ prompt: prompts.plain, day: '2026-03-02', text: 'Zorvex is the one to buy.' })
  const query = `brand_id=${brand.id}&date_from=2026-03-02&date_to=2026-03-02`
  const { share_of_voice } = await owner.ok(`GET /api/metrics/competitor-comparison?${query}`)
  expect(share_of_voice).toMatchObject({
    overall_sov_pct: null,
    interval: null,
    change: { state: 'not_comparable', reason: 'Share of voice requires at least one tracked competitor.' },
    total_brand_mentions: 1,
    total_competitor_mentions: 0,
    by_platform: [{ brand_mentions: 1, sov_pct: null, interval: null }],
  })
})
