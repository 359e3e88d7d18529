/** Importing reports over HTTP: preview, corrections, duplicates, replacement, and uploads that end early. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { maxFileBytes } from './files/upload.ts'
import { googleReport, makeZip } from './files/zip.fixture.ts'

const service = await testService({}, { now: () => new Date('2026-11-28T12:00:00Z') })

async function setUp() {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const url = `/api/brands/${brand.id}/file-imports`
  const list = async (): Promise<Json[]> => (await owner.ok(`GET ${url}`)).items
  return { owner, url, list }
}

const google = (options?: Parameters<typeof googleReport>[0], fields = {}) => ({
  file_name: 'acme.com-Performance-on-Search-2026-09-05.zip',
  content: makeZip(googleReport(options)).toString('base64'),
  ...fields,
})
const bing = (text: string, fields = {}) => ({
  file_name: 'acme.com_AISearchQueriesReport_9_13_2026.csv',
  content: Buffer.from(text).toString('base64'),
  ...fields,
})
const grounding = 'Grounding Query,Intent,Topic,Citations,Citation Share\nbest bikes,Research,Bikes,12,27.24%'

test('a preview shows what an import stores, and stores nothing', async () => {
  const { owner, url, list } = await setUp()
  const preview = await owner.ok(`POST ${url}/preview`, google())
  expect(preview).toMatchObject({
    kind: 'google_ai_search',
    kinds: ['google_ai_search', 'google_ai_discover'],
    first_day: '2026-08-28',
    last_day: '2026-08-30',
    period_from: 'filters',
    own_pages: 2,
    replaces: [],
  })
  expect(preview.tables.find((each: Json) => each.name === 'Pages.csv')).toEqual({
    name: 'Pages.csv',
    header: ['Top pages', 'Impressions'],
    content: 'pages',
    contents: ['pages'],
    rows: 2,
    total: 1044,
    skipped: 1,
    examples: [
      { key: 'https://acme.com/a', count: 1041 },
      { key: 'https://acme.com/b', count: 3 },
    ],
  })
  expect(await list()).toEqual([])
})

test('an import stores the tables with their period, and rows come in the order of the file', async () => {
  const { owner, url, list } = await setUp()
  const imported = await owner.ok(`POST ${url}`, google())
  expect(await list()).toEqual([imported])
  expect(imported).toMatchObject({
    first_day: '2026-08-28',
    last_day: '2026-08-30',
    filters: ['Date: Aug 28, 2026-Aug 30, 2026', 'Search type: Web'],
    created_at: '2026-11-28T12:00:00.000Z',
  })
  expect(imported.tables).toContainEqual({ content: 'pages', rows: 2, total: 1044 })
  const first = await owner.ok(`GET ${url}/${imported.id}/rows?content=dates&limit=2`)
  expect(first.items.map(({ key, count }: Json) => [key, count])).toEqual([
    ['2026-08-28', 22],
    ['2026-08-29', 0],
  ])
  const rest = await owner.ok(
    `GET ${url}/${imported.id}/rows?content=dates&limit=2&cursor=${first.next_cursor}`,
  )
  expect([rest.items.map(({ key }: Json) => key), rest.next_cursor]).toEqual([['2026-08-30'], null])
  await owner.ok(`DELETE ${url}/${imported.id}`)
  expect(await list()).toEqual([])
  const { rowCount } = await service.pool.query('select from file_import_rows where import_id = $1', [
    imported.id,
  ])
  expect(rowCount).toBe(0)
})

test('a person can correct the report and the content of a table', async () => {
  const { owner, url } = await setUp()
  const upload = google(
    {},
    {
      kind: 'google_ai_discover',
      tables: [
        { name: 'Devices.csv', content: null },
        { name: 'Countries.csv', content: null },
      ],
    },
  )
  expect(await owner.ok(`POST ${url}`, upload)).toMatchObject({
    kind: 'google_ai_discover',
    tables: [{ content: 'dates' }, { content: 'pages' }],
  })
  const wrong = { ...upload, tables: [{ name: 'Pages.csv', content: 'dates' }] }
  const cases: [Json, string][] = [
    [wrong, 'tables'],
    [{ ...upload, kind: 'bing_ai_pages' }, 'kind'],
    [{ ...upload, tables: [{ name: 'Devices.csv', content: 'countries' }] }, 'tables'],
    [{ ...upload, first_day: '2026-08-29' }, 'first_day'],
    [{ ...upload, last_day: '2026-08-27' }, 'last_day'],
    [{ ...upload, last_day: '2026-12-24' }, 'last_day'],
  ]
  for (const [body, path] of cases)
    expect((await owner.call(`POST ${url}`, body)).body, path).toMatchObject({
      code: 'invalid_request',
      details: [{ path }],
    })
})

test('a report without dates needs a period', async () => {
  const { owner, url } = await setUp()
  expect(await owner.ok(`POST ${url}/preview`, bing(grounding))).toMatchObject({
    kinds: ['bing_ai_queries'],
    first_day: null,
    last_day: '2026-09-13',
    own_pages: null,
  })
  expect((await owner.call(`POST ${url}`, bing(grounding))).body).toMatchObject({
    details: [{ path: 'first_day' }],
  })
  const { id } = await owner.ok(`POST ${url}`, bing(grounding, { first_day: '2026-06-13' }))
  expect((await owner.ok(`GET ${url}/${id}/rows?content=queries`)).items).toEqual([
    {
      position: 0,
      key: 'best bikes',
      count: 12,
      cited_pages: null,
      intent: 'Research',
      topic: 'Bikes',
      share_pct: 27.24,
    },
  ])
})

test('the same content or the same period replaces an import only after confirmation', async () => {
  const { owner, url, list } = await setUp()
  const first = await owner.ok(`POST ${url}`, google())
  const changed = google({ devices: 'Device,Impressions\nDesktop,31' })
  const otherPeriod = google({}, { last_day: '2026-08-31' })
  for (const upload of [google(), changed, otherPeriod]) {
    expect((await owner.ok(`POST ${url}/preview`, upload)).replaces).toEqual([first])
    expect(await owner.call(`POST ${url}`, upload)).toMatchObject({ status: 409 })
  }
  expect(await list()).toEqual([first])
  const second = await owner.ok(`POST ${url}`, { ...changed, replace: true })
  expect(await list()).toEqual([second])
  const other = await owner.ok(`POST ${url}`, google({ period: 'Date,"Aug 1, 2026-Aug 30, 2026"' }))
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([second.id, other.id].toSorted())
})

test('an import of another brand or organization is not found', async () => {
  const { owner, url } = await setUp()
  const { id } = await owner.ok(`POST ${url}`, google())
  const stranger = await setUp()
  for (const address of [`GET ${stranger.url}/${id}/rows?content=pages`, `DELETE ${stranger.url}/${id}`])
    expect(await stranger.owner.call(address), address).toMatchObject({ status: 404 })
  expect(await stranger.owner.call(`POST ${url}`, google())).toMatchObject({ status: 404 })
  expect((await owner.ok(`GET ${url}`)).items).toHaveLength(1)
})

test.each([
  ['not Base64', { content: 'ä' }, 400],
  ['not a report', { content: Buffer.from('hello').toString('base64') }, 400],
  [
    'of the largest size and not a report',
    { content: Buffer.alloc(maxFileBytes, 'xy').toString('base64') },
    400,
  ],
  ['too large', { content: 'A'.repeat(7_100_000) }, 413],
])('a body that is %s is rejected', async (_, fields, status) => {
  const { owner, url, list } = await setUp()
  for (const path of ['', '/preview'])
    expect((await owner.call(`POST ${url}${path}`, google({}, fields))).status).toBe(status)
  expect(await list()).toEqual([])
})

test('an upload that ends early stores nothing', async () => {
  const { owner, url, list } = await setUp()
  await service.app.listen({ port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  const body = JSON.stringify(google())
  const { promise, resolve } = Promise.withResolvers<void>()
  const upload = request({
    port,
    path: url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  upload.on('error', () => resolve())
  service.app.server.once('request', () => upload.destroy())
  upload.write(body.slice(0, -1))
  await promise
  expect(await list()).toEqual([])
  expect(await owner.ok(`POST ${url}`, google())).toMatchObject({ kind: 'google_ai_search' })
})
