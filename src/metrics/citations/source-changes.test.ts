import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { daysAfter } from '../../core/days.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await sharedService()

const platforms = ['chatgpt', 'gemini', 'perplexity', 'claude']
const firstDay = '2026-03-01'
const split = '2026-03-13'
const lastDay = '2026-03-16'

test('a new source is unusual if many cells cite it, and not if one does; a lost one is compared too', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const cells = [prompts.plain, prompts.branded].flatMap((prompt) =>
    platforms.map((platform) => ({ prompt, platform })),
  )
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1))
    for (const [index, cell] of cells.entries())
      await write({
        ...cell,
        day,
        text: 'Zorvex is fine.',
        cites: [
          'https://always.com/a',
          ...(day >= split ? ['https://everywhere.com/a'] : []),
          ...(day === lastDay && index === 0 ? ['https://single.com/a'] : []),
          ...(day === '2026-03-10' && index < 2 ? ['https://gone.com/a'] : []),
        ],
      })
  const query = `brand_id=${brand.id}&date_from=${split}&date_to=${lastDay}`
  const { new_sources, lost_sources } = await owner.ok(`GET /api/metrics/source-changes?${query}`)
  const changes = Object.fromEntries(
    [...new_sources, ...lost_sources].map(({ domain, change }: Json) => [domain, change]),
  )
  expect(changes['everywhere.com']).toMatchObject({
    previous: 0,
    current: 100,
    delta: 100,
    period_state: 'up',
  })
  // One of 32 answers, and two of 32 in the four days before.
  expect(changes['single.com']).toMatchObject({ previous: 0, current: 3.13, period_state: 'usual_range' })
  expect(changes['gone.com']).toMatchObject({ previous: 6.25, current: 0, period_state: 'usual_range' })
  const { sources } = await owner.ok(`GET /api/metrics/source-targets?${query}`)
  const byDomain = new Map(sources.map(({ domain, change }: Json) => [domain, change]))
  expect(byDomain.get('everywhere.com')).toMatchObject({ delta: 100, period_state: 'up' })
  expect(byDomain.get('always.com')).toMatchObject({
    previous: 100,
    current: 100,
    period_state: 'usual_range',
  })
  const detail = await owner.ok(`GET /api/metrics/source-detail?${query}&domain=everywhere.com`)
  expect(detail.change).toMatchObject({ previous: 0, current: 100, period_state: 'up' })
  for (const category of ['', '&category=other']) {
    const cited = await owner.ok(`GET /api/metrics/citations?${query}${category}`)
    const changeOf = (list: Json[], name: string) => list.find(({ domain }) => domain === name)?.change
    for (const list of [cited.top_domains, cited.top_urls]) {
      expect(changeOf(list, 'everywhere.com')).toMatchObject({
        previous: 0,
        current: 100,
        period_state: 'up',
      })
      expect(changeOf(list, 'single.com')).toMatchObject({
        previous: 0,
        current: 3.13,
        period_state: 'usual_range',
      })
    }
  }
})

test('a page that is newly cited is unusual, also on a domain that is always cited', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1))
    for (const prompt of [prompts.plain, prompts.branded])
      for (const platform of platforms)
        await write({
          prompt,
          platform,
          day,
          text: 'Zorvex is fine.',
          cites: [`https://always.com/${day >= split ? 'new' : 'old'}`],
        })
  const { top_domains, top_urls } = await owner.ok(
    `GET /api/metrics/citations?brand_id=${brand.id}&date_from=${split}&date_to=${lastDay}`,
  )
  expect(top_domains).toMatchObject([
    { domain: 'always.com', change: { previous: 100, current: 100, period_state: 'usual_range' } },
  ])
  expect(top_urls).toMatchObject([
    { url: 'https://always.com/new', change: { previous: 0, current: 100, period_state: 'up' } },
  ])
})

test('without a previous window, new sources are not comparable', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  await write({ prompt: prompts.plain, day: '2026-03-04', text: 'Zorvex.', cites: ['https://new.com/a'] })
  const { new_sources } = await owner.ok(`GET /api/metrics/source-changes?brand_id=${brand.id}`)
  expect(new_sources).toMatchObject([
    { change: { previous: null, current: null, period_state: 'not_comparable', usual_change: null } },
  ])
})
