import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()

const platforms = ['chatgpt', 'gemini', 'perplexity', 'claude']
const before = ['2026-03-01', '2026-03-02', '2026-03-03']
const after = ['2026-03-04', '2026-03-05', '2026-03-06']

test('a new source is up if many cells cite it, and not if many answers of one cell do', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const cells = [prompts.plain, prompts.branded].flatMap((prompt) =>
    platforms.map((platform) => ({ prompt, platform })),
  )
  for (const day of [...before, ...after])
    for (const [index, cell] of cells.entries())
      await write({
        ...cell,
        day,
        text: 'Zorvex is fine.',
        cites: [
          'https://always.com/a',
          ...(after.includes(day) ? ['https://everywhere.com/a'] : []),
          ...(after.includes(day) && index === 0 ? ['https://single.com/a'] : []),
          ...(before.includes(day) && index < 2 ? ['https://gone.com/a'] : []),
        ],
      })
  const { new_sources, lost_sources } = await owner.ok(
    `GET /api/metrics/source-changes?brand_id=${brand.id}&date_from=2026-03-04&date_to=2026-03-06`,
  )
  const changes = Object.fromEntries(
    [...new_sources, ...lost_sources].map(({ domain, change }: Json) => [domain, change]),
  )
  // All eight cells cite it: 2 · 2⁻⁸, times four tested sources.
  expect(changes['everywhere.com']).toMatchObject({ state: 'up', previous: 0, current: 100 })
  expect(changes['everywhere.com'].p_value).toBeCloseTo(2 ** -7, 12)
  expect(changes['everywhere.com'].q_value).toBeCloseTo(4 * 2 ** -7, 12)
  expect(changes['single.com']).toMatchObject({
    state: 'no_significant_change',
    p_value: expect.closeTo(1, 9),
  })
  expect(changes['gone.com']).toMatchObject({
    state: 'no_significant_change',
    p_value: expect.closeTo(0.5, 9),
  })
})

test('without a previous window, new sources are not comparable', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  await write({ prompt: prompts.plain, day: '2026-03-04', text: 'Zorvex.', cites: ['https://new.com/a'] })
  const { new_sources } = await owner.ok(`GET /api/metrics/source-changes?brand_id=${brand.id}`)
  expect(new_sources).toMatchObject([{ change: { state: 'not_comparable', p_value: null, q_value: null } }])
})
