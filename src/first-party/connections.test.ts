import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { serviceAccountKey } from '../../simulator/first-party/google-accounts.ts'
import { browser, secondProcess } from '../accounts/browser.fixture.ts'
import { dayMs, startFirstParty } from './first-party.fixture.ts'

const { service, base, google, signIn, consent, connect, show, importAll, later, reset } =
  await startFirstParty('2026-11-20T12:00:00Z')

beforeEach(() => reset('2026-11-15'))

test('a person consents at Google, chooses a verified site, and its days are imported', async () => {
  const { page, brand } = await signIn()
  const finished = await consent(page, `POST /api/brands/${brand}/connections/start`, {
    kind: 'search_console',
  })
  expect(finished).toMatchObject({
    status: 200,
    body: { connection: { state: 'pending', account: 'ada@example.com', property: '' } },
  })
  const path = `/api/brands/${brand}/connections/${finished.body.connection.id}`
  const { items } = (await page.send(`POST ${path}/properties`)).body
  expect(items).toEqual([
    { property: 'sc-domain:example.com', name: 'example.com' },
    { property: 'https://shop.example.com/', name: 'https://shop.example.com/' },
  ])
  expect(await page.send(`PATCH ${path}`, { property: 'https://other.example.com/' })).toMatchObject({
    status: 400,
  })
  expect(await page.send(`PATCH ${path}`, { property: 'sc-domain:example.com' })).toMatchObject({
    status: 200,
    body: { state: 'active', property_name: 'example.com', last_import_at: null },
  })
  await importAll()
  expect(await show(page, brand)).toMatchObject({
    state: 'active',
    problem: null,
    first_day: '2026-11-15',
    last_day: '2026-11-20',
    days: 6,
    missing_days: 0,
    next_import_at: '2026-11-20T18:00:00.000Z',
  })
})

test('the visit to Google asks for offline access to the one service, with PKCE', async () => {
  const { page, brand } = await signIn()
  const { url } = (await page.send(`POST /api/brands/${brand}/connections/start`, { kind: 'ga4' })).body
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/connections/google/callback',
    scope: 'openid email https://www.googleapis.com/auth/analytics.readonly',
  })
})

test('a consent works once, and only in the session that started it', async () => {
  const { page, brand } = await signIn()
  const other = await signIn()
  const start = async () => {
    const { url } = (await page.send(`POST /api/brands/${brand}/connections/start`, { kind: 'ga4' })).body
    const back = await fetch(url, { redirect: 'manual' })
    return new URL(back.headers.get('location') ?? '').search.slice(1)
  }
  const query = await start()
  expect(await other.page.send('POST /api/connections/finish', { query })).toMatchObject({ status: 403 })
  // Even with the cookie that leads to the visit.
  for (const [name, value] of page.cookies) if (/connection/.test(name)) other.page.cookies.set(name, value)
  expect(await other.page.send('POST /api/connections/finish', { query })).toMatchObject({ status: 403 })
  const second = await start()
  expect(await page.send('POST /api/connections/finish', { query: second })).toMatchObject({ status: 200 })
  expect(await page.send('POST /api/connections/finish', { query: second })).toMatchObject({ status: 403 })
  expect(await browser(service.app).send('POST /api/connections/finish', { query })).toMatchObject({
    status: 401,
  })
})

test('a response of Google with another state, or a refusal, connects nothing', async () => {
  const { page, brand } = await signIn()
  for (const query of ['code=x&state=forged', 'error=access_denied']) {
    await page.send(`POST /api/brands/${brand}/connections/start`, { kind: 'ga4' })
    expect(await page.send('POST /api/connections/finish', { query })).toMatchObject({ status: 403 })
  }
  expect((await page.send(`GET /api/brands/${brand}/connections`)).body.items).toEqual([])
})

test('a cleared checkbox at Google is a clear error', async () => {
  const { page, brand } = await signIn()
  google.declined = ['https://www.googleapis.com/auth/webmasters.readonly']
  const refused = await consent(page, `POST /api/brands/${brand}/connections/start`, {
    kind: 'search_console',
  })
  expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('checkbox') } })
})

test('an application that is not set up is named', async () => {
  const { page, brand } = await signIn()
  const { app } = await secondProcess(service, { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })
  const other = browser(app)
  for (const [name, value] of page.cookies) other.cookies.set(name, value)
  expect(await other.send(`POST /api/brands/${brand}/connections/start`, { kind: 'ga4' })).toMatchObject({
    status: 503,
    body: { code: 'not_configured', error: expect.stringContaining('GOOGLE_CLIENT_ID') },
  })
  expect((await other.send(`GET /api/brands/${brand}/connections`)).body.google).toEqual({
    is_configured: false,
    redirect_uri: 'http://localhost:3000/connections/google/callback',
  })
})

test('the service account connects without an application, and its token_uri is not used', async () => {
  const { page, brand } = await signIn()
  const created = await page.send(`POST /api/brands/${brand}/connections`, {
    kind: 'search_console',
    key: serviceAccountKey(),
  })
  expect(created).toMatchObject({ status: 201, body: { account: 'robot@project.iam.gserviceaccount.com' } })
  const path = `/api/brands/${brand}/connections/${created.body.id}`
  expect(await page.send(`PATCH ${path}`, { property: 'sc-domain:example.com' })).toMatchObject({
    status: 200,
  })
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 6, problem: null })
  for (const key of [
    '{}',
    'no JSON',
    JSON.stringify({ ...JSON.parse(serviceAccountKey()), private_key: 'x' }),
  ])
    expect(await page.send(`POST /api/brands/${brand}/connections`, { kind: 'ga4', key })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'key' }] },
    })
})

test('credentials are encrypted, and no response contains them', async () => {
  const { page, brand } = await signIn()
  const { id } = await connect(page, brand, 'bing', 'https://example.com/')
  const { rows } = await sql<{ credentials: Buffer }>`
    select credentials from data_connections where id = ${id}`.execute(base.db)
  expect(rows[0]?.credentials.includes('a key of bing')).toBe(false)
  expect(JSON.stringify((await page.send(`GET /api/brands/${brand}/connections`)).body)).not.toContain(
    'a key of bing',
  )
})

test('the same property is not connected twice to a brand', async () => {
  const { page, brand } = await signIn()
  await connect(page, brand, 'bing', 'https://example.com/')
  await expect(connect(page, brand, 'bing', 'https://example.com/')).rejects.toThrow(/already connected/)
})

test('a connection with data keeps its property', async () => {
  const { page, brand } = await signIn()
  const { path } = await connect(page, brand, 'search_console', 'sc-domain:example.com')
  expect(await page.send(`PATCH ${path}`, { property: 'https://shop.example.com/' })).toMatchObject({
    status: 409,
  })
})

test('deleting a connection deletes its data and ends the consent with the last connection of the account', async () => {
  const { page, brand } = await signIn()
  google.account = { sub: '2002', email: 'grace@example.com' }
  const search = await connect(page, brand, 'search_console', 'sc-domain:example.com')
  const analytics = await connect(page, brand, 'ga4', 'properties/123')
  await importAll()
  const count = async (table: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where brand_id = ${brand}`.execute(base.db)
    return rows[0]?.n
  }
  expect(await count('search_days')).toBeGreaterThan(0)
  expect(await count('search_query_totals')).toBe(1)
  const revocations = () => google.requests.filter(({ path }) => path === '/google/revoke').length
  expect(await page.send(`DELETE ${search.path}`)).toMatchObject({ status: 204 })
  expect(await count('search_days')).toBe(0)
  expect(await count('search_query_totals')).toBe(0)
  expect(await count('session_days')).toBeGreaterThan(0)
  expect(revocations()).toBe(0)
  expect(await page.send(`DELETE ${analytics.path}`)).toMatchObject({ status: 204 })
  expect(await count('connection_days')).toBe(0)
  expect(revocations()).toBe(1)
})

test('a revoked consent stops the import and keeps the data until the person connects again', async () => {
  const { page, brand } = await signIn()
  const { path } = await connect(page, brand, 'search_console', 'sc-domain:example.com')
  await importAll()
  google.consents.clear()
  later(dayMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({
    state: 'revoked',
    days: 6,
    next_import_at: null,
    problem: expect.stringContaining('Connect again'),
  })
  const requests = google.requests.length
  later(dayMs)
  await importAll()
  expect(google.requests.length).toBe(requests)
  expect(await consent(page, `POST ${path}/reconnect`)).toMatchObject({ status: 200 })
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active', days: 8, problem: null })
})

test('the consent of an application in testing ends after seven days', async () => {
  const { page, brand } = await signIn()
  google.isInTesting = true
  await connect(page, brand, 'search_console', 'sc-domain:example.com')
  await importAll()
  later(6 * dayMs)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'active' })
  later(dayMs + 1)
  await importAll()
  expect(await show(page, brand)).toMatchObject({ state: 'revoked' })
})
