import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { FirstPartyFault } from '../../simulator/first-party/state.ts'
import { contextWith, type Json } from '../../test/support.ts'
import type { Browser } from '../accounts/browser.fixture.ts'
import { dayMs, hourMs, startFirstParty } from './first-party.fixture.ts'
import { importConnectionData } from './import-data.ts'

const { base, google, clock, signIn, connect, show, importAll, later, reset, consent } =
  await startFirstParty('2026-11-20T12:00:00Z')

beforeEach(() => reset('2026-11-01'))

const site = 'sc-domain:example.com'
const searchConsole = async () => {
  const { page, brand } = await signIn()
  const { id, path } = await connect(page, brand, 'search_console', site)
  const read = async (table: string, query = ''): Promise<Json> =>
    (await page.send(`GET /api/traffic/${table}?brand_id=${brand}&connection_id=${id}${query}`)).body
  return { page, brand, id, path, read }
}

/** Counts rows and sums of a brand, which change when anything is stored twice. */
const count = async (brand: string, table: 'search_days' | 'session_days' | 'connection_days') => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where brand_id = ${brand}`.execute(base.db)
  return rows[0]?.n
}

const daysAsked = () =>
  google.requests.flatMap(({ body }) =>
    Array.isArray(body?.dimensions) && body.dimensions.join() === 'page' ? [String(body.startDate)] : [],
  )

test('days are imported from the newest to the oldest, each with pages and queries apart from the total', async () => {
  const { brand, read } = await searchConsole()
  await importAll()
  const days = daysAsked()
  expect(days).toHaveLength(20)
  expect(days).toEqual([...days].sort().reverse())
  // Five pages, 25 pairs of page and query, and the total.
  expect(await count(brand, 'search_days')).toBe(20 * 31)
  const { items, clicks, impressions, query_click_share_pct } = await read('search-days')
  expect(items).toHaveLength(20)
  expect(clicks).toBe(items.reduce((sum: number, item: Json) => sum + item.clicks, 0))
  const pages = (await read('search-pages')).items
  const queries = (await read('search-queries')).items
  const sum = (rows: Json[], name: string) => rows.reduce((total, row) => total + row[name], 0)
  expect(sum(pages, 'impressions')).toBeGreaterThan(impressions)
  // The simulator leaves out half of the queries.
  expect(sum(queries, 'impressions') * 2).toBe(sum(pages, 'impressions'))
  expect(query_click_share_pct).toBe(50)
  expect(queries[0]).toMatchObject({ pages: 5 })
})

test('an import sums up the queries that discovery reads, and the next import replaces the sums', async () => {
  const { page, brand, read } = await searchConsole()
  const readSums = async () => {
    const { rows } = await sql<Json>`
      select first_day::text, last_day::text, days, queries, clicks, impressions
      from search_query_totals where brand_id = ${brand}`.execute(base.db)
    const [{ queries, clicks, impressions, ...period }] = rows
    const sums = queries.map((query: string, at: number) => [query, clicks[at], impressions[at]])
    return { period, sums }
  }
  const listed = async () => {
    const { items } = await read('search-queries', '&date_from=2026-10-23')
    const sums = items.map(({ query, clicks, impressions }: Json) => [query, clicks, impressions])
    return sums.sort((a: Json, b: Json) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1))
  }
  await importAll()
  const before = await readSums()
  expect(before.period).toEqual({ first_day: '2026-11-01', last_day: '2026-11-20', days: 20 })
  expect(before.sums).toEqual(await listed())
  later(dayMs)
  await importAll()
  const after = await readSums()
  expect(after.sums).toEqual(await listed())
  expect(after.sums).not.toEqual(before.sums)
  const candidates = await page.send(`GET /api/metrics/prompt-candidates?brand_id=${brand}`)
  expect(candidates.body.sources[0]).toMatchObject({ origin: 'search_console', ...after.period })
})

test('a day that is imported again with other numbers has the newer ones, and final days are not requested again', async () => {
  const { brand, read } = await searchConsole()
  await importAll()
  const before = await read('search-days')
  google.requests = []
  google.revision = 1
  later(6 * hourMs)
  await importAll()
  const after = await read('search-days')
  // The last five days, and today.
  expect(daysAsked()).toEqual([
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
  ])
  expect(await count(brand, 'search_days')).toBe(20 * 31)
  expect(after.items.slice(0, 14)).toEqual(before.items.slice(0, 14))
  for (const n of [14, 19]) expect(after.items[n].impressions).not.toBe(before.items[n].impressions)
})

test.for(['snake', 'camel'] as const)('days in progress are imported again (%s case)', async (spelling) => {
  google.spelling = spelling
  google.firstIncomplete = '2026-11-12'
  const { read } = await searchConsole()
  await importAll()
  const { items } = await read('search-days')
  expect(items.filter((item: Json) => item.is_final).at(-1).day).toBe('2026-11-11')
  google.requests = []
  later(6 * hourMs)
  await importAll()
  expect(daysAsked().at(-1)).toBe('2026-11-12')
})

test('a day without data is a gap, and not zero', async () => {
  google.missingDays = new Set(['2026-11-05', '2026-11-06'])
  const { page, brand, read } = await searchConsole()
  await importAll()
  const { items } = await read('search-days')
  expect(items.map(({ day }: Json) => day)).not.toContain('2026-11-05')
  expect(await show(page, brand)).toMatchObject({ days: 18, missing_days: 2 })
  expect(daysAsked()).not.toContain('2026-11-05')
})

test('a long history is imported in turns of 60 days', async () => {
  google.firstDay = '2026-08-01'
  const { page, brand } = await searchConsole()
  await importConnectionData(base)
  expect(await show(page, brand)).toMatchObject({ days: 60, first_day: '2026-09-22' })
  await importAll()
  expect(await show(page, brand)).toMatchObject({ days: 112, first_day: '2026-08-01' })
  expect(new Set(daysAsked()).size).toBe(daysAsked().length)
})

test('a day of more rows than a request returns is read in pages, and says where it is truncated', async () => {
  google.firstDay = '2026-11-20'
  google.rowsPerDay = 25_010
  const { brand, read } = await searchConsole()
  await importAll()
  expect(await count(brand, 'search_days')).toBe(25_010 + 6)
  expect((await read('search-days')).items).toMatchObject([{ is_truncated: false }])
  google.rowsPerDay = 60_000
  later(6 * hourMs)
  await importAll()
  expect(await count(brand, 'search_days')).toBe(50_000 + 6)
  expect((await read('search-days')).items).toMatchObject([{ is_truncated: true }])
})

test('lists have pages', async () => {
  const { read } = await searchConsole()
  await importAll()
  const all = (await read('search-queries')).items
  const first = await read('search-queries', '&limit=3')
  const second = await read('search-queries', `&limit=3&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items]).toEqual(all)
  expect(second.next_cursor).toBeNull()
  expect(await read('search-queries', '&cursor=x')).toMatchObject({ code: 'invalid_request' })
})

type Case = [fault: FirstPartyFault, state: string, waitMs: number | null]
const minuteMs = 60_000
/** It is 12:00 UTC, and 04:00 in Pacific time. */
const untilPacificMidnight = 20 * hourMs
const query = { at: 'searchAnalytics' }

test.for<Case>([
  [{ kind: '500', ...query }, 'active', 5 * minuteMs],
  [{ kind: 'garbage', ...query }, 'active', 5 * minuteMs],
  [{ kind: 'html', ...query }, 'active', 5 * minuteMs],
  [{ kind: 'cut', ...query }, 'active', 5 * minuteMs],
  [{ kind: 'unauthorized', ...query }, 'active', 5 * minuteMs],
  [{ kind: 'quota', ...query }, 'active', 15 * minuteMs],
  [{ kind: 'daily_quota', ...query }, 'active', untilPacificMidnight],
  [{ kind: 'forbidden', ...query }, 'lost', null],
  [{ kind: 'no_scope', ...query }, 'revoked', null],
  [{ kind: '500', at: '/token' }, 'active', 5 * minuteMs],
  [{ kind: 'garbage', at: '/token' }, 'active', 5 * minuteMs],
  [{ kind: 'html', at: '/token' }, 'active', 5 * minuteMs],
  [{ kind: 'cut', at: '/token' }, 'active', 5 * minuteMs],
  [{ kind: 'cut', at: 'openid-configuration' }, 'active', 5 * minuteMs],
  [{ kind: 'invalid_grant', at: '/token' }, 'revoked', null],
])('%o loses no data', async ([fault, state, waitMs]) => {
  const { page, brand, path } = await searchConsole()
  await importAll()
  const rows = await count(brand, 'search_days')
  later(dayMs)
  const at = clock.now.getTime()
  google.faults = [fault]
  google.requests = []
  await importAll()
  expect(await show(page, brand)).toMatchObject({
    state,
    days: 20,
    problem: expect.any(String),
    next_import_at: waitMs === null ? null : new Date(at + waitMs).toISOString(),
  })
  expect(await count(brand, 'search_days')).toBe(rows)
  // Nothing is requested before that time.
  const requests = google.requests.length
  expect(requests).toBeLessThan(10)
  await importAll()
  expect(google.requests.length).toBe(requests)
  google.faults = []
  if (waitMs === null) await consent(page, `POST ${path}/reconnect`)
  else later(waitMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', problem: null })
})

test('repeated failures wait longer, up to six hours', async () => {
  const { page, brand } = await searchConsole()
  google.faults = [{ kind: '500', at: 'searchAnalytics' }]
  const waits: number[] = []
  for (let failures = 0; failures < 9; failures += 1) {
    await importAll()
    const next = Date.parse((await show(page, brand)).next_import_at)
    waits.push((next - clock.now.getTime()) / minuteMs)
    clock.now = new Date(next)
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360])
})

test('a rejected access token is replaced once, and the import continues', async () => {
  const { page, brand } = await searchConsole()
  google.faults = [{ kind: 'unauthorized', at: 'searchAnalytics', times: 1 }]
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 20, problem: null })
  // One for the list of sites, one for the import, and the one that replaced it.
  const refreshes = google.requests.filter(({ path }) => path === '/google/token')
  expect(refreshes).toHaveLength(4)
})

test('a property that was renamed or belongs to another account is lost, and its data remains', async () => {
  const { page, brand } = await searchConsole()
  await importAll()
  google.sites = google.sites.filter(({ siteUrl }) => siteUrl !== site)
  later(dayMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'lost', days: 20 })
})

test('two processes do not import a connection at the same time', async () => {
  await searchConsole()
  await Promise.all([importConnectionData(base), importConnectionData(base)])
  const days = daysAsked()
  expect(days).toHaveLength(20)
  expect(new Set(days).size).toBe(20)
})

test('what a crashed process has imported remains, and another one continues', async () => {
  const { page, brand } = await searchConsole()
  const stopping = new AbortController()
  google.faults = [{ kind: '500', at: 'nothing' }]
  const crashed = importConnectionData(contextWith(base, {}), stopping.signal)
  const waitFor = async (days: number): Promise<void> => {
    if (daysAsked().length < days)
      return new Promise((resolve) => setImmediate(resolve)).then(() => waitFor(days))
  }
  await waitFor(4)
  google.faults = [{ kind: 'hang', at: 'searchAnalytics' }]
  stopping.abort()
  await crashed
  google.faults = []
  const { days } = await show(page, brand)
  expect(days).toBeGreaterThan(0)
  expect(days).toBeLessThan(20)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ days: 20, problem: null })
  expect(await count(brand, 'search_days')).toBe(20 * 31)
})

test('the lease of a process that was killed expires', async () => {
  const { page, brand } = await searchConsole()
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from data_connections where brand_id = ${brand}`.execute(base.db)
  await sql`
    insert into leases (organization_id, name, until)
    values (${rows[0]?.id}, ${`import search_console ${site}`}, ${new Date(clock.now.getTime() + hourMs)})`.execute(
    base.db,
  )
  await importConnectionData(base)
  expect(await show(page, brand)).toMatchObject({ days: 0 })
  later(hourMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ days: 20 })
})

test('long and unusual texts are stored', async () => {
  const { brand, id } = await searchConsole()
  await importAll()
  const { saveDay } = await import('./save-days.ts')
  const { systemContext } = await import('../core/context.ts')
  const connection = await base.db
    .selectFrom('data_connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = { days: 1 as const, clicks: 1, impressions: 2, position: 3 }
  const long = `https://example.com/${'ä'.repeat(4000)}`
  const imported = {
    day: '2026-10-01',
    isFinal: true,
    isTruncated: false,
    isThresholded: false,
    samples: null,
    search: [
      { ...row, page: `${long}a`, query: `日本${'語'.repeat(2000)}` },
      { ...row, page: `${long}b`, query: `日本${'語'.repeat(2000)}`, position: 5 },
      { ...row, page: '', query: 'nul \0 and \ud800' },
    ],
    sessions: [],
  }
  expect(await saveDay(systemContext(base, connection.organization_id), connection, imported)).toBe(true)
  const { rows } = await sql<Json>`
    select clicks, impressions, position from search_days
    where brand_id = ${brand} and day = '2026-10-01' and page <> ''`.execute(base.db)
  expect(rows).toEqual([{ clicks: 2, impressions: 4, position: 4 }])
})

const analytics = async () => {
  google.firstDay = '2026-11-18'
  const { page, brand } = await signIn()
  const { id } = await connect(page, brand, 'ga4', 'properties/123')
  const read = async (): Promise<Json> =>
    (await page.send(`GET /api/traffic/session-sources?brand_id=${brand}&connection_id=${id}`)).body
  return { page, brand, id, read }
}

test('sessions are classified by their source, with the channel as a second column', async () => {
  const { page, brand, read } = await analytics()
  await importAll()
  const { items, sessions, daily, time_zone, ...sample } = await read()
  expect(time_zone).toBe('Europe/Berlin')
  expect(
    items
      .map(({ source, platform, channel }: Json) => ({ source, platform, channel }))
      .sort((a: Json, b: Json) => (a.source < b.source ? -1 : 1)),
  ).toEqual([
    { source: 'assistant.example', platform: null, channel: 'AI Assistant' },
    { source: 'chatgpt.com', platform: 'chatgpt', channel: 'AI Assistant' },
    { source: 'perplexity.ai', platform: 'perplexity', channel: 'Referral' },
  ])
  expect(daily).toHaveLength(3)
  const fromAi = items.reduce((sum: number, item: Json) => sum + item.sessions, 0)
  expect(sessions).toBeGreaterThan(fromAi)
  expect(sample).toMatchObject({ imported_days: 3, thresholded_days: 0, combined_days: 3, sampled_pct: null })
  const { rows } = await sql<Json>`
    select distinct page from session_days where brand_id = ${brand} and page <> '' order by page`.execute(
    base.db,
  )
  expect(rows.map((row) => row.page)).toEqual(['(not set)', '(other)', '/', '/pricing'])
  expect(await show(page, brand)).toMatchObject({ time_zone: 'Europe/Berlin' })
})

test('the days before the channel for AI assistants are classified in the same way', async () => {
  clock.now = new Date('2026-05-10T12:00:00Z')
  const { page, brand } = await signIn()
  google.firstDay = '2026-05-09'
  const { id } = await connect(page, brand, 'ga4', 'properties/123')
  await importAll()
  const { items } = (
    await page.send(`GET /api/traffic/session-sources?brand_id=${brand}&connection_id=${id}`)
  ).body
  expect(items.map(({ source }: Json) => source).sort()).toEqual(['chatgpt.com', 'perplexity.ai'])
})

test('thresholds and sampling are stored and shown', async () => {
  google.isThresholded = true
  google.sampling = { samplesReadCount: '500000', samplingSpaceSize: '2000000' }
  const { read } = await analytics()
  await importAll()
  expect(await read()).toMatchObject({ thresholded_days: 3, sampled_pct: 25 })
})

test('sessions that are imported again replace themselves, and reports of many rows are read in pages', async () => {
  google.rowsPerDay = 5_000
  const { brand, read } = await analytics()
  await importAll()
  // Three sources on 5,000 pages, and the total.
  expect(await count(brand, 'session_days')).toBe(3 * 15_001)
  google.rowsPerDay = null
  google.revision = 1
  later(6 * hourMs)
  await importAll()
  expect(await count(brand, 'session_days')).toBe(3 * (3 * 4 + 1))
  expect((await read()).daily).toHaveLength(3)
})

test.for([
  ['tokensPerDay', 19_999, '2026-11-21T08:00:00.000Z'],
  ['tokensPerHour', 3_999, '2026-11-20T13:00:00.000Z'],
] as const)('the import leaves a tenth of %s', async ([quota, remaining, until]) => {
  google[quota] = remaining
  const { page, brand } = await analytics()
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 0, next_import_at: until })
  expect(google.requests.filter(({ path }) => path.endsWith(':runReport'))).toHaveLength(1)
})

test('an hourly quota of Google Analytics waits for the next hour, and a property without access is lost', async () => {
  const { page, brand } = await analytics()
  google.faults = [{ kind: 'hourly_quota', at: ':runReport' }]
  await importAll()
  expect(await show(page, brand)).toMatchObject({ next_import_at: '2026-11-20T13:00:00.000Z' })
  google.faults = []
  google.properties = []
  later(hourMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'lost' })
})

const bing = async () => {
  const { page, brand } = await signIn()
  const { id, path } = await connect(page, brand, 'bing', 'https://example.com/')
  const read = async (table: string): Promise<Json> =>
    (await page.send(`GET /api/traffic/${table}?brand_id=${brand}&connection_id=${id}`)).body
  return { page, brand, path, read }
}

test('days and weeks of Bing are kept after Bing has dropped them', async () => {
  const { page, brand, read } = await bing()
  await importAll()
  expect(await show(page, brand)).toMatchObject({ days: 28, last_day: '2026-11-19' })
  expect((await read('search-queries')).items).toHaveLength(2)
  const before = await read('search-days')
  later(6 * dayMs)
  await importAll()
  const after = await read('search-days')
  expect(after.items).toHaveLength(34)
  expect(after.items.slice(0, 6)).toMatchObject(
    before.items.slice(0, 6).map(({ day, clicks }: Json) => ({ day, clicks })),
  )
  expect(after.query_click_share_pct).toBeNull()
})

test('a key that Bing rejects three times is revoked, and another one continues', async () => {
  const { page, brand, path } = await bing()
  google.bingKey = 'another key'
  for (const state of ['active', 'active', 'revoked']) {
    await importAll()
    expect(await show(page, brand)).toMatchObject({ state })
    later(hourMs)
  }
  expect(await page.send(`PUT ${path}/key`, { key: 'another key' })).toMatchObject({ status: 200 })
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 28 })
})

test.for([
  ['throttled', 'active'],
  ['not_authorized', 'active'],
  ['garbage', 'active'],
] as const)('%s of Bing is not final at once', async ([kind, state]) => {
  const { page, brand } = await bing()
  google.faults = [{ kind, at: 'GetRankAndTrafficStats', times: 1 }]
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state, days: 0, problem: expect.any(String) })
  later(hourMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 28, problem: null })
})

test('a token endpoint that does not answer delays only its own connection', async () => {
  const { page, brand } = await searchConsole()
  const other = await bing()
  google.faults = [{ kind: 'hang', at: '/google/token' }]
  const stopping = new AbortController()
  const running = importConnectionData(base, stopping.signal)
  const isDone = async (): Promise<void> => {
    if ((await show(other.page, other.brand)).days === 0) return isDone()
  }
  await isDone()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 0 })
  stopping.abort()
  await running
})

test('another organization does not read a connection, and neither does another brand', async () => {
  const { brand, id, page } = await searchConsole()
  const other: { page: Browser; brand: string } = await signIn()
  for (const [reader, brandId] of [
    [other.page, other.brand],
    [other.page, brand],
  ] as const)
    expect(
      await reader.send(`GET /api/traffic/search-days?brand_id=${brandId}&connection_id=${id}`),
    ).toMatchObject({ status: 404 })
  const { body: second } = await page.send('POST /api/brands', { name: 'Second', domain: 'second.example' })
  expect(
    await page.send(`GET /api/traffic/search-days?brand_id=${second.id}&connection_id=${id}`),
  ).toMatchObject({ status: 404 })
})
