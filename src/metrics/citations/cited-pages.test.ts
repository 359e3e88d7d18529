/** What cited pages say: in their list, in the panel of a source, and in the ranking of sources. */
import { expect, test } from 'vitest'
import { getKey, type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'
import { insertPageCheck } from '../page-checks.fixture.ts'

const service = await sharedService()
const window = 'date_from=2026-03-02&date_to=2026-03-15'
const readAt = new Date('2026-03-09T05:00:00Z')
const [named, missing, other, blocked] = [
  'https://named.com/list',
  'https://missing.com/list',
  'https://missing.com/news',
  'https://blocked.com/',
]

async function createCheckedBrand() {
  const tracked = await createTestBrand(service)
  const { owner, brand, ctx, prompts, write } = tracked
  // Three answers without the brand cite the page that names it, two the one that does not, and one each of the others.
  const cites = [[named], [named, missing], [named, missing], [other], [blocked]]
  for (const [index, urls] of cites.entries())
    await write({ prompt: prompts.plain, day: `2026-03-0${index + 3}`, text: 'Quilmar.', cites: urls })
  await insertPageCheck(ctx, brand.id, { url: named, named: [2, 0, 1], readAt })
  await insertPageCheck(ctx, brand.id, { url: missing, named: [1], readAt })
  await insertPageCheck(ctx, brand.id, { url: other, readAt })
  await insertPageCheck(ctx, brand.id, { url: blocked, state: 'robots', readAt })
  const read = (metric: string, more = '') =>
    owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&${window}${more}`)
  return { ...tracked, read }
}

test('cited pages are listed with what they say, and by whether they name the brand', async () => {
  const { brand, owner, read } = await createCheckedBrand()
  const { pages } = await read('cited-pages')
  expect(pages.map(({ url, results_citing }: Json) => [url, results_citing])).toEqual([
    [named, 3],
    [missing, 2],
    [blocked, 1],
    [other, 1],
  ])
  expect(pages[0]).toMatchObject({
    domain: 'named.com',
    check: {
      state: 'read',
      checked_at: readAt.toISOString(),
      position: 2,
      named_count: 3,
      competitors: [{ name: 'Brentiva' }, { name: 'Quilmar' }],
      kind: 'list',
    },
  })
  const { check } = await read('cited-page', `&url=${encodeURIComponent(named)}`)
  expect(check).toEqual(pages[0].check)
  const urls = async (onPage: string) =>
    (await read('cited-pages', `&on_page=${onPage}`)).pages.map(({ url }: Json) => url)
  expect(await urls('named')).toEqual([named])
  expect(await urls('missing')).toEqual([missing, other])
  expect(await urls('unchecked')).toEqual([blocked])
  const first = await read('cited-pages', '&limit=1')
  const next = await read('cited-pages', `&limit=1&cursor=${first.next_cursor}`)
  expect([...first.pages, ...next.pages].map(({ url }: Json) => url)).toEqual([named, missing])
  const get = await getKey(owner, service.app)
  const { body } = await get(`GET /api/v1/cited-pages.csv?brand_id=${brand.id}&${window}&on_page=named`)
  expect(String(body)).toContain(named)
})

test('an answer counts for the rank of a source if it cites a page that names a competitor but not the brand, or was not read', async () => {
  const { read } = await createCheckedBrand()
  const { sources, target_count } = await read('source-targets')
  expect(
    sources.map(({ domain, missed_count, page_gap_count, on_pages, score }: Json) => [
      domain,
      missed_count,
      page_gap_count,
      { ...on_pages, competitors: on_pages.competitors.map(({ name }: Json) => name) },
      score,
    ]),
  ).toEqual([
    ['missing.com', 3, 2, { checked: 2, naming: 0, competitors: ['Quilmar'] }, 100],
    ['blocked.com', 1, 1, { checked: 0, naming: 0, competitors: [] }, 50],
    ['named.com', 3, 0, { checked: 1, naming: 1, competitors: ['Quilmar', 'Brentiva'] }, 0],
  ])
  expect(target_count).toBe(2)
})

test('the panel of a source has the check of each page, and null for a page that was not read', async () => {
  const { prompts, read, write } = await createCheckedBrand()
  await write({
    prompt: prompts.plain,
    day: '2026-03-10',
    text: 'Quilmar.',
    cites: ['https://missing.com/new'],
  })
  const { pages } = await read('source-detail', '&domain=missing.com')
  expect(pages.map(({ url, check }: Json) => [url, check?.state ?? null, check?.position ?? null])).toEqual([
    [missing, 'read', null],
    ['https://missing.com/new', null, null],
    [other, 'read', null],
  ])
})
