import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

/** Two of four answers of ChatGPT cite the brand, and another site; the model of the operator cites nothing. */
const { owner, brand, prompts, write } = await createTestBrand(service)
const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
for (const [index, day] of days.entries()) {
  const cites = index < 2 ? ['https://zorvex.com/a', 'https://shop.example/b'] : []
  await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: 'Zorvex.', cites })
  await write({ prompt: prompts.plain, day, platform: 'own_model', text: 'Zorvex.' })
}

const read = (metric: string, query = ''): Promise<Json> =>
  owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=2026-03-02&date_to=2026-03-05${query}`)

test('answers of a model without web search count for mentions, and are left out of citation rates', async () => {
  const summary = await read('visibility-summary')
  expect(summary).toMatchObject({ result_count: 8, mention_rate_pct: 100, citation_rate_pct: 50 })
  expect(await read('visibility-summary', '&platform=chatgpt')).toMatchObject({
    citation_rate_pct: 50,
    intervals: { citation_rate_pct: summary.intervals.citation_rate_pct },
  })
  expect(await read('visibility-summary', '&platform=own_model')).toMatchObject({
    result_count: 4,
    mention_rate_pct: 100,
    citation_rate_pct: null,
    intervals: { citation_rate_pct: null },
  })
  expect((await read('competitor-comparison')).brand).toMatchObject({ citation_rate_pct: 50 })
  const { buckets } = await read('visibility-trend', '&granularity=week')
  expect(buckets).toMatchObject([{ result_count: 8, mention_rate_pct: 100, citation_rate_pct: 50 }])
})

test('shares of cited sources are of the answers that can cite', async () => {
  const citations = await read('citations')
  expect(citations).toMatchObject({ result_count: 4, totals: { avg_citations_per_result: 1 } })
  expect(citations.top_domains).toContainEqual(
    expect.objectContaining({ domain: 'shop.example', usage_pct: 50 }),
  )
  const { sources } = await read('prompt-detail', `&prompt_id=${prompts.plain.id}`)
  expect(sources).toContainEqual(expect.objectContaining({ domain: 'shop.example', usage_pct: 50 }))
  const page = await read('cited-page', `&url=${encodeURIComponent('https://shop.example/b')}`)
  expect(page).toMatchObject({ result_count: 4, usage_pct: 50 })
})
