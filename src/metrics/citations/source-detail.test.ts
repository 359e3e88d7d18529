import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()
const window = 'date_from=2026-03-02&date_to=2026-03-15'

test('a source has its weeks, pages, prompts and the brands that the citing answers mention', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const [guide, test] = ['https://www.shoelab.com/guide', 'https://shoelab.com/test']
  await write({ prompt: prompts.plain, day: '2026-02-10', text: 'Zorvex.', cites: [guide] })
  await write({ prompt: prompts.plain, day: '2026-03-03', text: 'Quilmar.', cites: [guide, guide, test] })
  await write({ prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex and Quilmar.', cites: [guide] })
  await write({
    prompt: prompts.branded,
    day: '2026-03-11',
    text: 'Brentiva.',
    cites: ['https://other.com/'],
  })
  const read = (domain: string) =>
    owner.ok(`GET /api/metrics/source-detail?brand_id=${brand.id}&domain=${domain}&${window}`)
  const source = await read('shoelab.com')
  expect(source).toMatchObject({
    domain: 'shoelab.com',
    results_citing: 2,
    results_mentioning: 1,
    missed_count: 1,
    prompt_count: 1,
    competitors: [{ name: 'Quilmar', results: 2 }],
    outreach: { status: 'new', owner: null },
    page_count: 2,
    pages: [
      { url: guide, results_citing: 2, results_mentioning: 1, competitors: [{ name: 'Quilmar' }] },
      { url: test, results_citing: 1, results_mentioning: 0, competitors: [{ name: 'Quilmar' }] },
    ],
    prompts: [{ prompt_id: prompts.plain.id, results_citing: 2, missed_count: 1 }],
  })
  expect(source.weeks).toHaveLength(12)
  expect(source.weeks[0].date).toBe('2025-12-22')
  expect(source.weeks.filter(({ results_citing }: Json) => results_citing > 0)).toEqual([
    { date: '2026-02-09', results_citing: 1, results_mentioning: 1 },
    { date: '2026-03-02', results_citing: 1, results_mentioning: 0 },
    { date: '2026-03-09', results_citing: 1, results_mentioning: 1 },
  ])
  const missing = `GET /api/metrics/source-detail?brand_id=${brand.id}&domain=nowhere.com&${window}`
  expect(await owner.call(missing)).toMatchObject({ status: 404 })
})
