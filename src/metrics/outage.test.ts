import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await testService()

test('a one-day outage of one engine changes no other engine and does not appear as a drop', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  const outage = '2026-03-04'
  // Gemini always names the brand and ChatGPT half the time, so without Gemini the plain mean is lower.
  for (const day of days)
    for (let sample = 0; sample < 12; sample += 1) {
      const named = sample % 2 === 0
      await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: named ? 'Zorvex.' : 'Quilmar.' })
      await write({ prompt: prompts.plain, day, platform: 'gemini', text: day === outage ? null : 'Zorvex.' })
    }
  const read = (metric: string, query: string): Promise<Json> =>
    owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&${query}`)
  const on = (day: string) => `date_from=${day}&date_to=${day}`
  const platformsOn = async (day: string) =>
    new Map(
      (await read('visibility-summary', on(day))).by_platform.map((each: Json) => [each.platform, each]),
    )

  const [before, after] = [await platformsOn('2026-03-03'), await platformsOn(outage)]
  expect(after.get('chatgpt')).toEqual(before.get('chatgpt'))
  // Without answers the rate is null, not 0.
  expect(after.has('gemini')).toBe(false)
  const { result_count, mention_rate_pct, change } = await read('visibility-summary', on(outage))
  expect({ result_count, mention_rate_pct }).toEqual({ result_count: 12, mention_rate_pct: 50 })
  // Half of ChatGPT's answers score 60 for the mention and 15 for the first position.
  expect(change).toMatchObject({ previous: 37.5, current: 37.5, delta: 0, p_value: 1 })

  const { buckets } = await read('visibility-trend', 'date_from=2026-03-03&fill=true')
  expect(buckets.at(-1)).toMatchObject({
    date: outage,
    result_count: 12,
    annotations: [
      {
        kind: 'platforms_changed',
        note: 'Platforms that answered in this bucket only: none; in the previous bucket only: gemini.',
      },
      { kind: 'partial_run', note: '12 of 24 queries failed and are not counted.' },
    ],
  })
  const { buckets: ofGemini } = await read('visibility-trend', `platform=gemini&${on(outage)}&fill=true`)
  expect(ofGemini).toMatchObject([{ result_count: 0, avg_visibility_score: null, mention_rate_pct: null }])

  const { prompts: rows } = await read('prompt-performance', on(outage))
  const row = rows.find((each: Json) => each.prompt_id === prompts.plain.id)
  expect(row).toMatchObject({ result_count: 12, mention_rate_pct: 50, best_platform: 'chatgpt' })
  expect(row.change.state).not.toMatch(/up|down/)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}&platform=gemini`)
  expect(results).toMatchObject([{ status: 'failed', mentions: { mentioned: null }, visibility_score: null }])
})
