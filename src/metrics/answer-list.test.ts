import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'
import { createHistory, writeAnswers } from './random-history.fixture.ts'

const service = await sharedService()

test('the list has as many answers as the metric counts with the same days and filters', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 600, 7, false)
  const { owner, brand, topics, competitors } = history
  const ask = (path: string, query: string) => owner.ok(`GET /api/${path}?brand_id=${brand.id}${query}`)
  const total = async (query: string) => (await ask('answers', query)).total
  for (const filter of [
    '',
    '&date_from=2024-12-10&date_to=2025-01-20&platform=gemini,chatgpt&region=DE',
    `&topic_id=${topics[1]?.id}&branded=false`,
  ]) {
    const summary = await ask('metrics/visibility-summary', filter)
    expect(await total(filter), filter).toBe(summary.result_count)
    const named = await total(`${filter}&mentioned=true`)
    const share = (pct: number) => Math.round((pct * summary.result_count) / 100)
    expect(named).toBe(share(summary.mention_rate_pct))
    expect(named + (await total(`${filter}&mentioned=false`))).toBe(summary.result_count)
    expect(await total(`${filter}&sentiment=unknown`)).toBe(summary.sentiment.unknown)
    const cited = await total(`${filter}&cited=true`)
    expect(cited).toBe(share(summary.citation_rate_pct))
    const compared = await ask('metrics/competitor-comparison', filter)
    for (const { competitor_id, appearance_count } of compared.competitors) {
      expect(await total(`${filter}&competitor_id=${competitor_id}`)).toBe(appearance_count)
      const others = summary.result_count - appearance_count
      expect(await total(`${filter}&without_competitor_id=${competitor_id}`)).toBe(others)
    }
    const { products } = await ask('metrics/product-visibility', filter)
    const [glide] = products
    expect(await total(`${filter}&product_id=${glide.product_id}`)).toBe(share(glide.mention_rate_pct))
    expect(await total(`${filter}&sentiment=positive`)).toBe(summary.sentiment.positive)
    const { top_domains, top_urls } = await ask('metrics/citations', filter)
    for (const { domain, results_citing } of top_domains.slice(0, 2))
      expect(await total(`${filter}&domain=${domain}`)).toBe(results_citing)
    for (const { url, results_citing } of top_urls.slice(0, 2))
      expect(await total(`${filter}&url=${encodeURIComponent(url)}`)).toBe(results_citing)
    const { prompts } = await ask('metrics/prompt-performance', filter)
    for (const { prompt_id, result_count } of prompts.slice(0, 2))
      expect(await total(`${filter}&prompt_id=${prompt_id}`)).toBe(result_count)
    const several = prompts.slice(0, 2)
    const ids = several.map(({ prompt_id }: Json) => prompt_id).join()
    expect(await total(`${filter}&prompt_id=${ids}`)).toBe(
      several.reduce((sum: number, { result_count }: Json) => sum + result_count, 0),
    )
  }
  expect(competitors).not.toEqual([])
})

test('the pages of the list contain every answer once, newest first', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 60, 11, true)
  const seen: Json[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Json = await history.owner.ok(
      `GET /api/answers?brand_id=${history.brand.id}&limit=7${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.items)
    cursor = page.next_cursor
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
  const times = seen.map(({ answered_at }) => answered_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const file = await history.owner.call(`GET /api/answers.csv?brand_id=${history.brand.id}`)
  const [head = '', ...lines] = file.text.trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[head.split(',').indexOf('id')])).toEqual(
    seen.map(({ id }) => id),
  )
})

test('an answer is returned with its full text, and an empty answer has its own status', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const asked = { prompt: prompts.plain, day: '2026-03-10' }
  await write({ ...asked, text: 'Zorvex leads the field. Quilmar follows.' })
  await write({ ...asked, text: null })
  await write({ ...asked, text: 'I cannot speak of Zorvex.', outcome: 'refused' })
  const { items, total } = await owner.ok(`GET /api/answers?brand_id=${brand.id}`)
  expect(total).toBe(1)
  expect(items).toMatchObject([
    {
      mentioned: true,
      mention_count: 1,
      rank: 1,
      competitors: ['Quilmar'],
      prompt: { id: prompts.plain.id },
    },
  ])
  expect(await owner.ok(`GET /api/answers/${items[0].id}`)).toMatchObject({
    response: 'Zorvex leads the field. Quilmar follows.',
    mentions: { spans: [{ start: 0, end: 6 }] },
  })
  const failed = await owner.ok(`GET /api/answers?brand_id=${brand.id}&status=failed`)
  expect(failed).toMatchObject({
    total: 1,
    items: [{ mentioned: null, sentiment: null, visibility_score: null }],
  })
  expect(await owner.ok(`GET /api/answers?brand_id=${brand.id}&status=any`)).toMatchObject({ total: 3 })
})

test('days can be given by either of two names, and a search finds answers by their text and their prompt', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  await write({ prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex leads.' })
  await write({ prompt: prompts.branded, day: '2026-03-12', text: 'It is.' })
  const list = (query: string) => `GET /api/answers?brand_id=${brand.id}&${query}`
  const total = async (query: string) => (await owner.ok(list(query))).total
  expect(await total('from=2026-03-11')).toBe(1)
  expect(await total('from=2026-03-10&to=2026-03-11')).toBe(1)
  expect(await total('from=2026-03-10&date_from=2026-03-10')).toBe(2)
  expect((await owner.call(list('from=2026-03-10&date_from=2026-03-11'))).status).toBe(400)
  expect(await total('q=RUNNING%20shoes')).toBe(1)
  expect(await total('q=zorvex%20LEADS')).toBe(1)
  expect(await total('q=i')).toBe(2)
  expect(await total('q=100%25')).toBe(0)
  expect((await owner.call(list('q=%20'))).status).toBe(400)
})

test('unknown ids and cursors are rejected', async () => {
  const { owner, brand } = await createTestBrand(service)
  const stranger = await createTestBrand(service)
  await stranger.write({ prompt: stranger.prompts.plain, day: '2026-03-10', text: 'Zorvex leads.' })
  const { items } = await stranger.owner.ok(`GET /api/answers?brand_id=${stranger.brand.id}`)
  const list = `GET /api/answers?brand_id=${brand.id}`
  for (const address of [
    `GET /api/answers/${items[0].id}`,
    `${list}&prompt_id=${stranger.prompts.plain.id}`,
    `${list}&competitor_id=${stranger.brand.id}`,
    `${list}&without_competitor_id=${stranger.brand.id}`,
    `${list}&product_id=${stranger.brand.id}`,
    `${list}&job_id=${stranger.brand.id}`,
  ])
    expect(await owner.call(address), address).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const cursor of ['x', Buffer.from('["2026-03-10","2026-03-10 x",""]').toString('base64url')])
    expect(await owner.call(`${list}&cursor=${cursor}`)).toMatchObject({ status: 400 })
})
