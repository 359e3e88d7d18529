import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()

const days = ['2026-03-02', '2026-03-03', '2026-03-10']

async function createHistory() {
  const brand = await createTestBrand(service)
  const { prompts, write } = brand
  for (const day of days) {
    await write({ prompt: prompts.plain, day, text: 'Quilmar, then Zorvex.', model: 'first' })
    await write({ prompt: prompts.plain, day, text: 'Zorvex.', platform: 'perplexity' })
    await write({ prompt: prompts.plain, day, text: null })
  }
  await write({ prompt: prompts.branded, day: '2026-03-03', text: 'Nobody.', model: 'second' })
  const get = (path: string, query: string): Promise<Json> =>
    brand.owner.ok(
      `GET /api/metrics/${path}?brand_id=${brand.brand.id}&date_from=2026-03-02&date_to=2026-03-11&${query}`,
    )
  return { ...brand, get }
}

test.each(['granularity=day', 'granularity=week', 'granularity=day&platform=perplexity'])(
  'the points of a prompt equal the trend of that prompt alone with %s',
  async (query) => {
    const { prompts, get } = await createHistory()
    // Each prompt is the only one of its kind.
    for (const [branded, { id }] of [
      ['false', prompts.plain],
      ['true', prompts.branded],
    ] as const) {
      const { buckets } = await get('visibility-trend', `${query}&branded=${branded}`)
      const { points } = await get('prompt-trends', `${query}&prompt_id=${id}`)
      expect(points).toEqual(
        buckets.map(({ date, result_count, avg_visibility_score }: Json) => ({
          prompt_id: id,
          date,
          result_count,
          avg_visibility_score,
        })),
      )
    }
  },
)

test('a page has all points of its prompts', async () => {
  const { get } = await createHistory()
  const first = await get('prompt-trends', 'limit=1')
  const second = await get('prompt-trends', `limit=1&cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  const { points } = await get('prompt-trends', '')
  expect([...first.points, ...second.points]).toEqual(points)
  expect(points).toHaveLength(4)
})

test('a window of years has the points of its last 366 days', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  for (const day of ['2025-03-02', '2025-03-03', '2026-03-03'])
    await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  const { points } = await owner.ok(
    `GET /api/metrics/prompt-trends?brand_id=${brand.id}&date_from=2024-01-01&date_to=2026-03-03`,
  )
  expect(points.map(({ date }: Json) => date)).toEqual(['2025-03-03', '2026-03-03'])
})
