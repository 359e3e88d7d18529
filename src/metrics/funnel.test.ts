/** The funnel, with numbers worked out on paper. */
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { type AddedRequest, addRequests } from '../traffic/agent-requests.fixture.ts'
import { addAnalytics } from './analytics.fixture.ts'
import { createTestBrand, type TestBrand } from './answers.fixture.ts'
import { findGaps } from './funnel-gaps.ts'

const service = await sharedService()
const { db } = service.base
const day = '2026-03-10'
const site = 'https://www.zorvex.com'

const addHits = ({ ctx, brand }: TestBrand, count: number, row: Partial<AddedRequest>) =>
  addRequests(
    ctx,
    brand.id,
    Array.from({ length: count }, () => ({ day, ...row })),
  )

const addVisits = async ({ brand }: TestBrand, count: number, page: string, platform = 'chatgpt') => {
  for (let index = 0; index < count; index += 1)
    await db
      .insertInto('visits')
      .values({
        brand_id: brand.id,
        id: newId(),
        visited_at: new Date(`${day}T10:00:00Z`),
        day,
        platform,
        page,
      })
      .execute()
}

/** Adds a property of GA4 with one imported day. */
const addSessions = ({ ctx, brand }: TestBrand, name: string, rows: Json[]) =>
  addAnalytics(ctx, brand.id, {
    name,
    days: [{ day, isFinal: false }],
    sessions: rows.map((row) => ({ day, ...row })),
  })

async function setUp() {
  const of = await createTestBrand(service)
  const { owner, brand, prompts } = of
  return {
    ...of,
    cite: (cites: string[], platform = 'chatgpt', prompt: Json = prompts.plain) =>
      of.write({ prompt: { id: prompt.id, text: prompt.text }, day, platform, text: 'Zorvex.', cites }),
    funnel: (query = ''): Promise<Json> => owner.ok(`GET /api/metrics/funnel?brand_id=${brand.id}${query}`),
    page: (path: string, query = ''): Promise<Json> =>
      owner.ok(`GET /api/metrics/funnel-page?brand_id=${brand.id}&path=${encodeURIComponent(path)}${query}`),
  }
}

test('each step counts its own source by path, and what no source measured is a gap', async () => {
  const of = await setUp()
  const { funnel, cite } = of
  await cite([`${site}/guide/?a=1`, `${site}/guide`, 'https://other.example/x'])
  await cite([`${site}/pricing`], 'gemini')
  expect((await funnel()).stages).toEqual({
    citations: { citations: 3, result_count: 2, pages: 2 },
    requests: null,
    visits: null,
    sessions: null,
    conversions: null,
  })
  expect((await funnel()).pages[0]).toMatchObject({
    path: '/guide',
    url: `${site}/guide`,
    citations: 2,
    requests: null,
    visits: null,
    sessions: null,
    conversions: null,
    gaps: [],
  })
  await addHits(of, 3, { path: '/guide/' })
  await addHits(of, 1, { path: '/guide', agent: 'GPTBot', status: 503 })
  await addHits(of, 2, { path: '/about', agent: 'ChatGPT-User', day: '2026-03-11' })
  await addHits(of, 5, { path: '/guide', verification: 'spoofed' })
  await addVisits(of, 2, '/guide')
  await addVisits(of, 1, '(other pages)')
  await addSessions(of, 'Main', [
    { page: '/guide', sessions: 4, key_events: 1.5 },
    { page: '(not set)', sessions: 1 },
    { page: '/guide', source: 'google', platform: null, sessions: 90 },
    { page: '', source: '', platform: null, sessions: 100 },
  ])
  await addSessions(of, 'Second', [{ page: '/guide', sessions: 7 }])
  const { stages, pages, unlisted, gaps } = await funnel()
  expect(stages).toMatchObject({
    requests: {
      requests: 6,
      search: 3,
      user: 2,
      training: 1,
      agent: 0,
      refused: 1,
      missing: 0,
      first_day: day,
      last_day: '2026-03-11',
    },
    visits: { visits: 3, burst_visits: 0, first_day: day, last_day: day },
    sessions: {
      sessions: 5,
      key_events: 1.5,
      property: 'Main',
      time_zone: 'Europe/Berlin',
      days: 1,
      open_days: 1,
      thresholded_days: 1,
      sampled_days: 1,
      other_properties: 1,
    },
  })
  expect(pages).toMatchObject([
    {
      path: '/guide',
      citations: 2,
      requests: 4,
      search_requests: 3,
      training_requests: 1,
      refused_requests: 1,
      last_request: day,
      visits: 2,
      sessions: 4,
      key_events: 1.5,
      gaps: [],
    },
    { path: '/pricing', citations: 1, requests: 0, visits: 0, sessions: 0, gaps: ['not_fetched'] },
    { path: '/about', citations: 0, requests: 2, user_requests: 2, visits: 0, gaps: ['not_cited'] },
  ])
  expect(unlisted).toEqual({ visits: 1, sessions: 1, key_events: 0, conversions: null })
  expect(gaps).toEqual([
    { gap: 'missing', pages: 0 },
    { gap: 'blocked', pages: 0 },
    { gap: 'not_fetched', pages: 1 },
    { gap: 'not_cited', pages: 1 },
  ])
  expect(await of.page('/guide')).toMatchObject({
    agents: [
      { agent: 'OAI-SearchBot', operator: 'OpenAI', role: 'search', requests: 3, refused: 0 },
      { agent: 'GPTBot', role: 'training', requests: 1, refused: 1 },
    ],
    urls: [
      { url: `${site}/guide`, citations: 1 },
      { url: `${site}/guide/?a=1`, citations: 1 },
    ],
    visits: [{ platform: 'chatgpt', visits: 2 }],
    sessions: [{ property: 'Main', source: 'chatgpt.com', sessions: 4, key_events: 1.5 }],
    goals: [],
    audit: null,
    opportunities: [],
  })
})

test('a platform applies to every step, by the operator of the agents; filters of prompts apply to citations only', async () => {
  const of = await setUp()
  const { funnel, cite, topic, prompts } = of
  await cite([`${site}/guide`])
  await cite([`${site}/guide`], 'gemini', prompts.branded)
  await addHits(of, 2, { path: '/guide' })
  await addHits(of, 1, { path: '/guide', agent: 'Googlebot' })
  await addVisits(of, 1, '/guide')
  await addVisits(of, 4, '/guide', 'gemini')
  await db
    .insertInto('pixel_sightings')
    .values({ brand_id: of.brand.id, is_own: true, seen_at: new Date(), host: 'www.zorvex.com' })
    .execute()
  const count = async (query: string) => {
    const { stages, only_citations } = await funnel(query)
    return [stages.citations.citations, stages.requests?.requests, stages.visits.visits, only_citations]
  }
  expect(await count('')).toEqual([2, 3, 5, []])
  expect(await count('&platform=gemini')).toEqual([1, 1, 4, []])
  expect(await count('&platform=chatgpt,gemini')).toEqual([2, 3, 5, []])
  expect(await count('&platform=grok')).toEqual([0, undefined, 0, []])
  expect(await count(`&topic_id=${topic.id}`)).toEqual([1, 3, 5, ['topic_id']])
  expect(await count('&tag=none&region=DE')).toEqual([0, 3, 5, ['region', 'tag']])
  // Without the filter, the page is cited, so it is not a gap that answers to other prompts do not cite it.
  expect((await funnel('&tag=none')).pages[0].gaps).toEqual([])
})

test('pages are searched, sorted and paged, and the file has all of them', async () => {
  const of = await setUp()
  await of.cite([`${site}/a`])
  await addVisits(of, 1, '/a')
  await addVisits(of, 3, '/b')
  await addVisits(of, 2, '/c')
  const paths = ({ pages }: Json) => pages.map(({ path }: Json) => path)
  const first = await of.funnel('&sort_by=visits&limit=2')
  expect([paths(first), first.matches]).toEqual([['/b', '/c'], 3])
  expect(paths(await of.funnel(`&sort_by=visits&limit=2&cursor=${first.next_cursor}`))).toEqual(['/a'])
  expect(paths(await of.funnel('&sort_by=visits&order=asc'))).toEqual(['/a', '/c', '/b'])
  expect(paths(await of.funnel('&q=B'))).toEqual(['/b'])
  const { text } = await of.owner.call(`GET /api/metrics/funnel.csv?brand_id=${of.brand.id}&sort_by=visits`)
  expect(text.split('\r\n').map((line: string) => line.split(',')[0])).toEqual(['path', '/b', '/c', '/a', ''])
})

test('the audit of a page and the opportunities of the prompts that cite it are shown with it', async () => {
  const of = await setUp()
  await of.cite([`${site}/guide`])
  const audit = newId()
  await db
    .insertInto('jobs')
    .values({
      brand_id: of.brand.id,
      id: audit,
      kind: 'audit',
      status: 'completed',
      input: '{}',
      actor_kind: 'system',
      created_at: new Date(),
    })
    .execute()
  const robots = ['OAI-SearchBot', 'Googlebot'].map((agent, index) => ({ agent, is_allowed: index > 0 }))
  const report = (url: string) => JSON.stringify({ pages: [{ url, status: 200, robots }] })
  const own = { brand_id: of.brand.id, id: audit, pages: 1, created_at: new Date(`${day}T00:00:00Z`) }
  await db
    .insertInto('site_audits')
    .values({ ...own, url: `${site}/guide`, report: report(`${site}/guide/`) })
    .execute()
  expect((await of.funnel()).pages).toMatchObject([{ path: '/guide', audit_id: audit, gaps: ['blocked'] }])
  const found = { id: audit, day, status: 200, disallowed_agents: ['OAI-SearchBot'] }
  expect((await of.page('/guide')).audit).toEqual(found)
  expect((await of.page('/guide', '&platform=gemini')).audit).toEqual({ ...found, disallowed_agents: [] })
  await of.cite([`${site}/guide`], 'gemini')
  expect((await of.funnel('&platform=gemini')).pages).toMatchObject([{ path: '/guide', gaps: [] }])
  // The audit of a competitor's page is not about the brand's page with the same path.
  await db
    .updateTable('site_audits')
    .set({ report: report('https://quilmar.com/guide') })
    .where('id', '=', audit)
    .execute()
  expect((await of.funnel()).pages).toMatchObject([{ path: '/guide', audit_id: null, gaps: [] }])
  const opportunity = {
    brand_id: of.brand.id,
    prompt_id: of.prompts.plain.id,
    title: JSON.stringify('Close the gap'),
    description: JSON.stringify(''),
    type: 'owned',
    impact: 'high',
    opportunity_score: 5,
    source_data: '{}',
    created_at: new Date(),
    updated_at: new Date(),
  }
  const id = newId()
  await db
    .insertInto('opportunities')
    .values({ ...opportunity, id })
    .execute()
  await db
    .insertInto('opportunities')
    .values({ ...opportunity, id: newId(), prompt_id: of.prompts.branded.id })
    .execute()
  expect((await of.page('/guide')).opportunities).toEqual([{ id, title: 'Close the gap' }])
})

const requested = { requests: 4, search: 2, user: 0, refused: 0, missing: 0 }
const page = { path: '/a', citations: 2, requests: requested, visits: 3, audit: null }
const rules = (disallowed: number, allowed: number) =>
  Array.from({ length: disallowed + allowed }, (_, index) => ({
    agent: `Agent ${index}`,
    is_allowed: index >= disallowed,
  }))
const unread = { ...requested, search: 0 }

test.each<[string, Partial<Parameters<typeof findGaps>[0]>, string[]]>([
  ['cited and requested', {}, []],
  ['half of the requests were refused', { requests: { ...requested, refused: 2 } }, ['blocked']],
  ['less than half were refused', { requests: { ...requested, refused: 1 } }, []],
  ['refused without a citation', { citations: 0, requests: { ...requested, refused: 4 } }, []],
  ['robots.txt disallows half of the agents', { audit: { status: 200, robots: rules(1, 1) } }, ['blocked']],
  ['robots.txt disallows less than half of the agents', { audit: { status: 200, robots: rules(1, 2) } }, []],
  ['visited, and the page is missing', { citations: 0, requests: { ...requested, missing: 4 } }, ['missing']],
  ['the audit found 404', { audit: { status: 404, robots: [] } }, ['missing']],
  [
    'missing, but neither cited nor visited',
    { citations: 0, visits: null, requests: { ...requested, missing: 4 } },
    [],
  ],
  ['no request', { requests: { ...requested, requests: 0, search: 0 } }, ['not_fetched']],
  ['no logs', { requests: null }, []],
  ['only requests for training', { citations: 0, requests: unread }, []],
  ['read, but not cited', { citations: 0 }, ['not_cited']],
  ['a file of a page', { citations: 0, path: '/style.css' }, []],
])('gaps of a page: %s', (_, change, expected) => {
  expect(findGaps({ ...page, ...change }, { hasAnswers: true })).toEqual(expected)
})

test('a page is not a gap for missing citations where no answer was measured', () => {
  expect(findGaps({ ...page, citations: 0 }, { hasAnswers: false })).toEqual([])
})
