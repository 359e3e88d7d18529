import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

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
      { kind: 'partial_run', note: '12 of 24 queries are not counted: 12 failed.' },
    ],
  })
  const { buckets: ofGemini } = await read('visibility-trend', `platform=gemini&${on(outage)}&fill=true`)
  expect(ofGemini).toMatchObject([{ result_count: 0, avg_visibility_score: null, mention_rate_pct: null }])

  const { prompts: rows } = await read('prompt-performance', on(outage))
  const row = rows.find((each: Json) => each.prompt_id === prompts.plain.id)
  expect(row).toMatchObject({ result_count: 12, mention_rate_pct: 50, best_platform: 'chatgpt' })
  expect(row.change.period_state).not.toMatch(/up|down/)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}&platform=gemini`)
  expect(results).toMatchObject([{ status: 'failed', mentions: { mentioned: null }, visibility_score: null }])
})

test('an engine that fails every second day is a circumstance, and its prompts have not changed', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const days = Array.from({ length: 8 }, (_, index) => `2026-03-0${index + 1}`)
  for (const [index, day] of days.entries()) {
    const isDown = index >= 4 && index % 2 === 0
    await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: 'Zorvex.' })
    await write({ prompt: prompts.branded, day, platform: 'gemini', text: isDown ? null : 'Zorvex.' })
  }
  const read = (metric: string, from = '2026-03-05'): Promise<Json> =>
    owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=${from}&date_to=2026-03-08`)
  expect((await read('score-change')).circumstances).toEqual([
    {
      kind: 'partial_run',
      note: 'Gemini answered on 2 of 4 days in this period and on 4 of 4 days in the previous period.',
      platform: 'gemini',
      model_used: null,
    },
    {
      kind: 'partial_run',
      note: 'Not counted: 2 of 8 queries (2 failed) in this period and 0 of 8 queries in the previous period.',
      platform: null,
      model_used: null,
    },
  ])
  const { buckets } = await read('visibility-trend', '2026-03-01')
  const kinds = buckets.flatMap(({ annotations }: Json) => annotations.map(({ kind }: Json) => kind))
  expect(new Set(kinds)).toEqual(new Set(['platforms_changed', 'partial_run']))
})

test('refused and empty answers are counted apart from failed queries and from answers', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const day = '2026-03-01'
  await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day, text: null })
  await write({ prompt: prompts.plain, day, text: 'I cannot answer that.', outcome: 'refused' })
  await write({ prompt: prompts.branded, day, text: '', outcome: 'empty' })
  const query = `brand_id=${brand.id}&date_from=${day}&date_to=${day}`
  expect(await owner.ok(`GET /api/metrics/visibility-summary?${query}`)).toMatchObject({
    result_count: 1,
    not_counted: { failed: 1, refused: 1, empty: 1 },
  })
  expect(await owner.ok(`GET /api/metrics/visibility-summary?${query}&branded=true`)).toMatchObject({
    result_count: 0,
    not_counted: { failed: 0, refused: 0, empty: 1 },
  })
  const { buckets } = await owner.ok(`GET /api/metrics/visibility-trend?${query}`)
  expect(buckets[0].annotations).toMatchObject([
    { kind: 'partial_run', note: '3 of 4 queries are not counted: 1 failed, 1 refused, 1 empty.' },
  ])
})
