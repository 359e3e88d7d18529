import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../answers.fixture.ts'

const service = await sharedService()
const window = 'date_from=2026-03-08&date_to=2026-03-14'
const [before, now] = ['2026-03-03', '2026-03-10']

const read = ({ owner, brand }: TestBrand, query = window) =>
  owner.ok(`GET /api/metrics/prompt-leaders?brand_id=${brand.id}&${query}`)

test('a prompt is lost to the competitor that leads instead of the brand, and won from the one that led before', async () => {
  const brand = await createTestBrand(service)
  const { prompts, write } = brand
  await write({ prompt: prompts.plain, day: before, text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day: before, text: 'Quilmar, then Zorvex.', platform: 'gemini' })
  await write({ prompt: prompts.plain, day: now, text: 'Quilmar, then Zorvex.' })
  await write({ prompt: prompts.plain, day: now, text: 'Quilmar, then Zorvex.', platform: 'gemini' })
  await write({ prompt: prompts.branded, day: before, text: 'Brentiva.' })
  await write({ prompt: prompts.branded, day: now, text: 'Zorvex.' })
  const leaders = await read(brand)
  expect(leaders).toMatchObject({
    window: { date_from: '2026-03-08' },
    previous_window: { date_from: '2026-03-01', date_to: '2026-03-07' },
    compared: 2,
    kept: 0,
  })
  // A mention scores 60, and 15 more in the first or 7.5 in the second position.
  expect(leaders.prompts).toMatchObject([
    {
      prompt_id: prompts.branded.id,
      outcome: 'won',
      brand: { previous_score: 0, score: 75 },
      competitor: { name: 'Brentiva', previous_score: 75, score: 0 },
      platforms: ['chatgpt'],
    },
    {
      prompt_id: prompts.plain.id,
      outcome: 'lost',
      brand: { previous_score: 71.25, score: 67.5 },
      competitor: { name: 'Quilmar', previous_score: 37.5, score: 75 },
      // Quilmar led on Gemini already.
      platforms: ['chatgpt'],
      result_count: 2,
      previous_result_count: 2,
      change: { period_state: 'insufficient_data', usual_change: null },
    },
  ])
})

test('a shared lead belongs to the brand, a lead between competitors is neither, and prompts without a leader do not count', async () => {
  const brand = await createTestBrand(service)
  const { owner, prompts, write } = brand
  const other = await owner.ok('POST /api/prompts', {
    brand_id: brand.brand.id,
    text: 'Which shoes for rain?',
  })
  await write({ prompt: prompts.plain, day: before, text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day: now, text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day: now, text: 'Quilmar.', platform: 'gemini' })
  await write({ prompt: prompts.branded, day: before, text: 'Quilmar.' })
  await write({ prompt: prompts.branded, day: now, text: 'Brentiva.' })
  await write({ prompt: other, day: before, text: 'Nobody.' })
  await write({ prompt: other, day: now, text: 'Quilmar.' })
  const { compared, kept, prompts: changed } = await read(brand)
  expect({ compared, kept }).toEqual({ compared: 2, kept: 1 })
  expect(changed).toMatchObject([
    { prompt_id: prompts.branded.id, outcome: 'other', competitor: { name: 'Brentiva' } },
  ])
  const table = await owner.ok(`GET /api/metrics/prompt-table?brand_id=${brand.brand.id}&${window}`)
  expect(table.totals).toMatchObject({ led: 1, led_before: 1 })
  expect(table.prompts.find(({ prompt_id }: Json) => prompt_id === prompts.plain.id).leader).toMatchObject({
    competitor_id: null,
  })
})

test('without a first day there is nothing to compare with', async () => {
  const brand = await createTestBrand(service)
  await brand.write({ prompt: brand.prompts.plain, day: now, text: 'Zorvex.' })
  expect(await read(brand, 'date_to=2026-03-14')).toMatchObject({
    previous_window: null,
    compared: 0,
    prompts: [],
  })
})
