/** The numbers of searches, recounted from a random history and worked out on paper for a few answers. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, type Json, sharedService } from '../../../test/support.ts'
import { getSearchKey } from '../../search-queries/search-key.ts'
import { createTestBrand } from '../answers.fixture.ts'
import {
  createHistory,
  type History,
  historyPlatforms,
  type WrittenAnswer,
  withoutSearches,
  writeAnswers,
} from '../random-history.fixture.ts'

const service = await sharedService()

/** Undefined parameters are left out. */
function address(path: string, query: object): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${path}?${new URLSearchParams(given)}`
}

const get = (client: Client, path: string, query: object): Promise<Json> => client.ok(address(path, query))

const windows = [
  { name: 'a month', from: '2024-12-15', to: '2025-01-13', before: ['2024-11-15', '2024-12-14'] },
  {
    name: 'a week on one platform',
    from: '2025-01-06',
    to: '2025-01-12',
    before: ['2024-12-30', '2025-01-05'],
    platform: 'perplexity',
  },
  {
    name: 'two days of a topic',
    from: '2025-01-06',
    to: '2025-01-07',
    before: ['2025-01-04', '2025-01-05'],
    topic: 1,
  },
  { name: 'all days', from: null, to: null, before: null },
] as const

test('numbers equal a recount of the answers of a random history', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 900, 7, false)
  for (const { name, from, to, before, ...rest } of windows) {
    const platform = 'platform' in rest ? rest.platform : null
    const topic = 'topic' in rest ? history.topics[rest.topic]?.id : null
    const isListed = (answer: WrittenAnswer, [first, last]: readonly [string, string]) =>
      answer.day >= first &&
      answer.day <= last &&
      (platform === null || answer.platform === platform) &&
      (topic === null || answer.prompt.topic_id === topic)
    const answers = history.answers.filter((answer) => isListed(answer, [from ?? '0', to ?? '9']))
    const earlier = before && history.answers.filter((answer) => isListed(answer, before))
    const query = {
      brand_id: history.brand.id,
      limit: 100,
      ...(from && { date_from: from, date_to: to }),
      ...(platform && { platform }),
      ...(topic && { topic_id: topic }),
    }
    const found = await get(history.owner, 'GET /api/metrics/searches', query)
    expect(found, name).toMatchObject(recount(answers, earlier))
    expect(getReporting(answers).has(withoutSearches)).toBe(false)
    const rows = recountRows(history, answers)
    expect(found.searches.length, name).toBe(rows.length)
    for (const row of rows) {
      const listed = found.searches.find((each: Json) => getSearchKey(each.search) === row.key)
      expect(listed, name).toMatchObject(row.numbers)
    }
    // Every number opens the answers that it counts.
    const [first] = found.searches
    const opened = await get(history.owner, 'GET /api/answers', { ...query, search: first.search, limit: 1 })
    expect(opened.total).toBe(first.results)
    const citing = await get(history.owner, 'GET /api/answers', {
      ...query,
      search: first.search,
      cited: 'true',
      limit: 1,
    })
    expect(citing.total).toBe(first.own_cited)
    // In other words.
    const detail = await get(history.owner, 'GET /api/metrics/search-detail', {
      ...query,
      limit: undefined,
      search: `the ${first.search.toUpperCase()} 2031`,
    })
    expect(detail).toMatchObject({ results: first.results, own_cited: first.own_cited, is_new: first.is_new })
  }
})

const keysOf = ({ searches = [] }: WrittenAnswer) =>
  new Set(searches.flatMap((search) => getSearchKey(search) ?? []))
const isOwn = ({ entities }: WrittenAnswer) => (entities.get(0)?.own ?? 0) > 0
const percent = (part: number, whole: number) => Math.round((10_000 * part) / whole) / 100

/** The platforms of which an answer has a search. */
const getReporting = (answers: WrittenAnswer[]) =>
  new Set(answers.filter((answer) => keysOf(answer).size > 0).map(({ platform }) => platform))

function recount(answers: WrittenAnswer[], earlier: WrittenAnswer[] | null) {
  const platforms = historyPlatforms.filter((each) => answers.some(({ platform }) => platform === each))
  const reports = getReporting(answers)
  const reporting = answers.filter(({ platform }) => reports.has(platform))
  const count = (some: WrittenAnswer[]) => some.reduce((sum, answer) => sum + keysOf(answer).size, 0)
  const keys = new Set(answers.flatMap((answer) => [...keysOf(answer)]))
  const isCompared = earlier?.some(({ searches = [] }) => searches.length > 0)
  const before = isCompared && earlier && new Set(earlier.flatMap((answer) => [...keysOf(answer)]))
  const cited = new Set(answers.filter(isOwn).flatMap((answer) => [...keysOf(answer)]))
  return {
    results: reporting.length,
    search_count: count(reporting),
    searches_per_answer: Math.round((100 * count(reporting)) / reporting.length) / 100,
    own_cited_pct: percent(count(reporting.filter(isOwn)), count(reporting)),
    different: keys.size,
    new: before ? [...keys].filter((key) => !before.has(key)).length : null,
    vanished: before ? [...before].filter((key) => !keys.has(key)).length : null,
    frequent: keys.size,
    never_cited: [...keys].filter((key) => !cited.has(key)).length,
    by_platform: platforms.map((platform) => ({
      platform,
      all_results: answers.filter((each) => each.platform === platform).length,
      reports_searches: reports.has(platform),
      search_count: count(reporting.filter((each) => each.platform === platform)),
    })),
    matches: keys.size,
  }
}

function recountRows({ competitors }: History, answers: WrittenAnswer[]) {
  const keys = new Set(answers.flatMap((answer) => [...keysOf(answer)]))
  const reports = getReporting(answers)
  return [...keys].map((key) => {
    const having = answers.filter((answer) => keysOf(answer).has(key))
    const prompts = new Set(having.map(({ prompt }) => prompt.id))
    const days = new Set(having.map(({ day }) => day))
    const asked = new Set(
      answers
        .filter(({ prompt, platform }) => prompts.has(prompt.id) && reports.has(platform))
        .map(({ day }) => day),
    )
    const sorted = [...days].sort()
    return {
      key,
      numbers: {
        results: having.length,
        own_cited: having.filter(isOwn).length,
        own_cited_pct: percent(having.filter(isOwn).length, having.length),
        prompt_count: prompts.size,
        first_day: sorted[0],
        last_day: sorted.at(-1),
        days: sorted.map((date) => ({ date, results: having.filter(({ day }) => day === date).length })),
        stability_pct: percent(days.size, asked.size),
        most_cited: getMostCited(having),
        competitors: competitors
          .map(({ number, id }) => ({
            competitor_id: id,
            results: having.filter(({ entities }) => (entities.get(number)?.own ?? 0) > 0).length,
            number,
          }))
          .filter(({ results }) => results > 0)
          .sort((a, b) => b.results - a.results || a.number - b.number)
          .map(({ number: _, ...rest }) => rest),
      },
    }
  })
}

function getMostCited(answers: WrittenAnswer[]) {
  const counts = new Map<string, number>()
  for (const { cites } of answers)
    for (const domain of new Set(cites.map((cite) => cite.domain)))
      counts.set(domain, (counts.get(domain) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return most ? { domain: most[0], results: most[1] } : null
}

test('a brand without answers has no searches, and its share is unknown instead of zero', async () => {
  const { owner, brand } = await createTestBrand(service)
  expect(await get(owner, 'GET /api/metrics/searches', { brand_id: brand.id })).toMatchObject({
    results: 0,
    search_count: 0,
    searches_per_answer: null,
    own_cited_pct: null,
    own_cited_interval: null,
    leader: null,
    new: null,
    by_platform: [],
    searches: [],
    next_cursor: null,
  })
  expect(await get(owner, 'GET /api/metrics/prompt-searches', { brand_id: brand.id })).toMatchObject({
    prompt: null,
    searches: [],
  })
})

test('a platform whose engine reports no searches is named and not counted', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const day = '2026-05-04'
  await write({
    prompt: prompts.plain,
    day,
    platform: 'chatgpt',
    text: 'Quilmar.',
    searches: ['best shoes', 'shoes wide'],
  })
  await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: 'Quilmar.' })
  await write({ prompt: prompts.plain, day, platform: 'copilot', text: 'Quilmar.' })
  const found = await get(owner, 'GET /api/metrics/searches', { brand_id: brand.id })
  expect(found).toMatchObject({ results: 2, search_count: 2, searches_per_answer: 1, own_cited_pct: 0 })
  expect(found.by_platform).toMatchObject([
    { platform: 'chatgpt', all_results: 2, reports_searches: true, searches_per_answer: 1 },
    { platform: 'copilot', all_results: 1, reports_searches: false, searches_per_answer: null },
  ])
})

async function createSearched() {
  const test = await createTestBrand(service)
  const { prompts, write } = test
  const own = ['https://zorvex.com/shoes', 'https://runrepeat.com/best']
  const other = ['https://quilmar.com/shoes', 'https://runrepeat.com/best', 'https://runrepeat.com/more']
  const [before, first, second] = ['2026-05-01', '2026-05-04', '2026-05-05']
  await write({
    prompt: prompts.plain,
    day: before,
    text: 'Zorvex.',
    searches: ['durable shoes', 'old shoes'],
  })
  await write({
    prompt: prompts.plain,
    day: first,
    text: 'Zorvex.',
    searches: ['durable running shoes reddit'],
    cites: own,
  })
  await write({
    prompt: prompts.plain,
    day: first,
    text: 'Quilmar.',
    searches: ['durable shoes'],
    cites: other,
  })
  await write({
    prompt: prompts.plain,
    day: second,
    text: 'Quilmar.',
    searches: ['Durable Shoes 2026'],
    cites: other,
  })
  await write({ prompt: prompts.branded, day: second, text: 'Zorvex.', searches: ['zorvex shoes'] })
  const query = { brand_id: test.brand.id, date_from: first, date_to: second }
  return { ...test, query }
}

test('new, vanished and never cited searches can be listed, found and paged', async () => {
  const { owner, query } = await createSearched()
  const list = async (more: object) => {
    const { searches } = await get(owner, 'GET /api/metrics/searches', { ...query, ...more })
    return searches.map((row: Json) => [row.search, row.results, row.is_new])
  }
  expect(await get(owner, 'GET /api/metrics/searches', { ...query, date_to: '2026-05-06' })).toMatchObject({
    different: 3,
    new: 2,
    vanished: 1,
    frequent: 3,
    never_cited: 2,
    own_cited_pct: 25,
    leader: { name: 'Quilmar', cited_pct: 50 },
  })
  const threeDays = { date_to: '2026-05-06' }
  const added = await list({ ...threeDays, status: 'new' })
  expect(added.sort()).toEqual([
    ['durable running shoes reddit', 1, true],
    ['zorvex shoes', 1, true],
  ])
  expect(await list({ ...threeDays, status: 'vanished' })).toEqual([['old shoes', 1, null]])
  const { previous_from, previous_to, searches } = await get(owner, 'GET /api/metrics/searches', {
    ...query,
    ...threeDays,
    status: 'vanished',
  })
  const detail = await get(owner, 'GET /api/metrics/search-detail', {
    brand_id: query.brand_id,
    date_from: previous_from,
    date_to: previous_to,
    search: 'old shoes',
  })
  const { is_new, ...row } = searches[0]
  expect(is_new).toBeNull()
  expect(detail).toMatchObject(row)
  expect(await list({ ...threeDays, status: 'never_cited', q: 'DURABLE' })).toEqual([
    ['Durable Shoes 2026', 2, false],
  ])
  const all = await list(threeDays)
  const paged = []
  let cursor: string | undefined
  do {
    const page = await get(owner, 'GET /api/metrics/searches', {
      ...query,
      ...threeDays,
      limit: 1,
      ...(cursor && { cursor }),
    })
    paged.push(...page.searches.map((row: Json) => [row.search, row.results, row.is_new]))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(paged).toEqual(all)
  expect(await owner.call(address('GET /api/metrics/searches', { ...query, cursor: 'x' }))).toMatchObject({
    status: 400,
  })
})

test('a search shows its words, prompts, pages and similar searches', async () => {
  const { owner, query, prompts } = await createSearched()
  const detail = await get(owner, 'GET /api/metrics/search-detail', { ...query, search: 'durable shoes' })
  expect(detail).toMatchObject({
    results: 2,
    own_cited: 0,
    stability_pct: 100,
    texts: [
      { search: 'Durable Shoes 2026', results: 1 },
      { search: 'durable shoes', results: 1 },
    ],
    prompts: [{ prompt_id: prompts.plain.id, topic: 'Shoes', results: 2, own_cited: 0 }],
    domains: [
      { domain: 'quilmar.com', category: 'competitor', results: 2 },
      { domain: 'runrepeat.com', results: 2 },
    ],
    competitors: [{ name: 'Quilmar', results: 2 }],
  })
  expect(detail.similar).toEqual([])
  const other = await get(owner, 'GET /api/metrics/search-detail', {
    ...query,
    search: 'durable running shoes reddit',
  })
  expect(other.pages).toMatchObject([
    { url: 'https://runrepeat.com/best', is_own: false, results: 1 },
    { url: 'https://zorvex.com/shoes', is_own: true, results: 1 },
  ])
  for (const search of ['old shoes', '???'])
    expect(await owner.call(address('GET /api/metrics/search-detail', { ...query, search }))).toMatchObject({
      status: 404,
    })
})

test('a prompt shows whose pages answers cite, and the words that engines add and drop', async () => {
  const { owner, query, prompts } = await createSearched()
  const found = await get(owner, 'GET /api/metrics/prompt-searches', query)
  expect(found).toMatchObject({
    prompt: { prompt_id: prompts.plain.id, prompt_text: 'Which running shoes last?' },
    results: 3,
    search_count: 3,
    different: 2,
    // One of two searches is on both days.
    day_overlap_pct: 50,
    day_pairs: 1,
    searches: [
      { results: 2, own_cited: 0, citations: { own: 0, competitor: 2, other: 4 } },
      {
        search: 'durable running shoes reddit',
        results: 1,
        own_cited: 1,
        citations: { own: 1, competitor: 0, other: 1 },
      },
    ],
    sources: [
      { owner: 'own', citations: 1, pct: 12.5, pages: 1, most_cited: 'zorvex.com' },
      { owner: 'competitor', citations: 2, pct: 25, pages: 1, most_cited: 'Quilmar' },
      { owner: 'other', citations: 5, pct: 62.5, pages: 2, most_cited: 'runrepeat.com' },
    ],
  })
  const show = (words: Json[]) => words.map(({ word, search_count }) => [word, search_count])
  expect(show(found.words_added)).toEqual([
    ['durable', 3],
    ['2026', 1],
    ['reddit', 1],
  ])
  expect(show(found.words_dropped)).toEqual([
    ['last', 3],
    ['running', 2],
  ])
  const other = await createSearched()
  expect(
    await owner.call(
      address('GET /api/metrics/prompt-searches', { ...query, prompt_id: other.prompts.plain.id }),
    ),
  ).toMatchObject({ status: 404 })
})

const getId = (body: unknown): string => z.object({ id: z.string() }).parse(body).id

test('a brief for a search is about the prompt with the largest gap among its prompts', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  for (let day = 1; day <= 12; day += 1)
    await write({
      prompt: prompts.plain,
      day: `2026-05-${String(day).padStart(2, '0')}`,
      text: 'Quilmar.',
      searches: ['durable shoes'],
    })
  const create = (search: string) => owner.call('POST /api/content', { brand_id: brand.id, search })
  const created = await create('Durable shoes 2026')
  expect(created).toMatchObject({ status: 201, body: { prompt_id: prompts.plain.id, source_domain: null } })
  // Its open opportunity is the same.
  expect(await create('durable shoes')).toMatchObject({ status: 201, body: { id: getId(created.body) } })
  expect(await create('hats')).toMatchObject({ status: 409 })
  const neither = await owner.call('POST /api/content', { brand_id: brand.id })
  expect(neither).toMatchObject({ status: 400 })
})
