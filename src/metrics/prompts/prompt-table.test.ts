import { expect, test } from 'vitest'
import { sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()

test('names the tracked brand with the highest score of each prompt, and counts those that the brand leads', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const day = '2026-03-02'
  await write({ prompt: prompts.plain, day, text: 'Quilmar, then Zorvex.' })
  await write({ prompt: prompts.plain, day, text: 'Quilmar.' })
  await write({ prompt: prompts.branded, day, text: 'Zorvex.' })
  const table = await owner.ok(`GET /api/metrics/prompt-table?brand_id=${brand.id}`)
  expect(table.totals).toMatchObject({ prompts: 2, answered: 2, led: 1, paused: 0 })
  // A mention in first position: 60 + 15 of 100.
  expect(table.prompts).toMatchObject([
    {
      prompt_id: prompts.branded.id,
      leader: { competitor_id: null, name: 'Zorvex', avg_visibility_score: 75 },
    },
    { prompt_id: prompts.plain.id, leader: { name: 'Quilmar', avg_visibility_score: 75 } },
  ])
})

test('a prompt without a mention of a tracked brand has no leader', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  await write({ prompt: prompts.plain, day: '2026-03-02', text: 'Nobody.' })
  const table = await owner.ok(`GET /api/metrics/prompt-table?brand_id=${brand.id}`)
  expect(table.prompts.map(({ leader }: { leader: unknown }) => leader)).toEqual([null, null])
})

test('search looks in text, topic and tags; the status filters the prompts, and totals stay the same', async () => {
  const { owner, brand, prompts } = await createTestBrand(service)
  await owner.ok(`PATCH /api/prompts/${prompts.branded.id}`, { tags: ['Launch'], is_active: false })
  const found = async (query: string) => {
    const table = await owner.ok(`GET /api/metrics/prompt-table?brand_id=${brand.id}&${query}`)
    expect(table.totals).toMatchObject({ prompts: 2, paused: 1 })
    expect(table.tags).toEqual(['Launch'])
    expect(table.matches).toBe(table.prompts.length)
    return table.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id)
  }
  expect(await found('q=RUNNING')).toEqual([prompts.plain.id])
  expect(await found('q=shoes')).toEqual([prompts.plain.id])
  expect(await found('q=launch')).toEqual([prompts.branded.id])
  expect(await found('status=inactive')).toEqual([prompts.branded.id])
  expect(await found('status=active')).toEqual([prompts.plain.id])
  expect(await found('q=nothing')).toEqual([])
})
