/** CSV exports have the rows of the JSON, whatever their cells contain. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { getKey, type Json, sharedService } from '../../test/support.ts'
import { registrableDomain } from '../answers/parser/citations/source-category.ts'
import { newId } from '../core/ids.ts'
import { createHistory, writeAnswers } from '../metrics/random-history.fixture.ts'
import { metricRoutes } from '../metrics/routes.ts'
import { promptRoutes } from '../prompts/routes.ts'

const service = await sharedService()
const history = await createHistory(service)
await writeAnswers(history, 400, 1, false)
const { owner, brand } = history
const citedUrl = history.answers.flatMap(({ cites }) => cites)[0]?.url ?? ''
const withKey = await getKey(owner, service.app)

const addresses = Object.entries({ ...metricRoutes, ...promptRoutes }).flatMap(([address, route]) =>
  route.kind === 'raw' && address !== 'GET /api/portfolio.csv' ? [{ address, tables: getTables(route) }] : [],
)

function getTables(route: Json): string[] {
  return route.query().shape.table.def.innerType.options
}

const isSession = (address: string) => !/\/(v1|mcp)\//.test(address)
const isOfBrand = (address: string) => !address.includes('portfolio')

const ask = (address: string, query: string) =>
  isSession(address) ? owner.call(`${address}?${query}`) : withKey(`${address}?${query}`)

/** Returns header and cells, as a CSV parser reads them. */
const toRows = (text: string): string[][] => parse(text, { relax_column_count: false })

/** Returns the JSON value of a column. Names can contain underscores, so every split is tried, the longest name first. */
function valueAt(value: Json, column: string): Json {
  if (value === null || value === undefined || typeof value !== 'object') return value
  if (column in value) return value[column]
  const cuts = [...column.matchAll(/_/g)].map(({ index }) => index).toReversed()
  for (const cut of cuts) {
    const head = column.slice(0, cut)
    if (head in value) return valueAt(value[head], column.slice(cut + 1))
  }
  return undefined
}

const cell = (value: Json): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

test.each(addresses)('$address exports the values of its JSON in each table', async ({ address, tables }) => {
  const days = address.includes('/v1/') ? '' : 'date_from=2024-11-20&date_to=2025-02-01'
  const page = getSubject(address)
  const query = `${isOfBrand(address) ? `brand_id=${brand.id}` : ''}${/topics|prompts|volumes/.test(address) ? '' : `&${days}`}${page}`
  const json = await ask(address.replace('.csv', ''), `${query}${isPaged(address) ? '&limit=500' : ''}`)
  expect(json.status, json.text).toBe(200)
  for (const table of tables) {
    const reply = await ask(address, `${query}&table=${table}`)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+-[a-z_]+\.csv"$/)
    const [header = [], ...rows] = toRows(reply.text)
    // A list in an object that is null has no rows.
    const list = table === 'summary' ? [json.body] : (valueAt(json.body, table) ?? [])
    expect(rows).toEqual(list.map((row: Json) => header.map((column) => cell(valueAt(row, column)))))
    for (const column of header) expect(column).toMatch(/^[a-z_0-9]+$/)
    const fields = Object.keys(table === 'summary' ? {} : (list[0] ?? {}))
    for (const field of fields)
      expect(
        header.some((column) => column === field || column.startsWith(`${field}_`)),
        field,
      ).toBe(true)
  }
})

/** Returns the parameters that a metric of one page, prompt or competitor requires. */
function getSubject(address: string): string {
  if (/cited-page(?!s)/.test(address)) return `&url=${encodeURIComponent(citedUrl)}`
  if (address.includes('source-detail')) return `&domain=${registrableDomain(new URL(citedUrl).hostname)}`
  if (address.includes('search-detail'))
    return `&search=${encodeURIComponent(history.answers.flatMap(({ searches = [] }) => searches)[0] ?? '')}`
  if (address.includes('prompt-detail')) return `&prompt_id=${history.prompts[0]?.id}`
  if (address.includes('competitor-detail')) return `&competitor_id=${history.competitors[0]?.id}`
  return ''
}

const isPaged = (address: string) =>
  /citations|cited|performance|stability|cards|traffic|prompts\./.test(address)

test('a list longer than a page is exported completely', async () => {
  const brand = await owner.ok('POST /api/brands', { name: 'Long', domain: 'long.example.com' })
  const lines = Array.from({ length: 700 }, (_, n) => `What is best for number ${n}?`).join('\n')
  await owner.call(`POST /api/prompts/import?brand_id=${brand.id}`, lines, { 'content-type': 'text/plain' })
  const reply = await ask('GET /api/metrics/prompts.csv', `brand_id=${brand.id}`)
  const [, ...rows] = toRows(reply.text)
  expect(new Set(rows.map(([id]) => id)).size).toBe(700)
})

test('a cell that a spreadsheet would run as a formula is escaped; quotes, commas and line breaks are kept', async () => {
  const brand = await owner.ok('POST /api/brands', { name: 'Odd', domain: 'cells.example.com' })
  const cells = ['=cmd|1', '+1+1', '-2+3', '@SUM(A1)', 'He said "a, b"', 'plain']
  for (const text of cells) await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  const reply = await ask('GET /api/metrics/prompts.csv', `brand_id=${brand.id}`)
  const [header = [], ...rows] = toRows(reply.text)
  const texts = rows.map((row) => row[header.indexOf('text')])
  expect(texts.toSorted()).toEqual(
    ["'+1+1", "'-2+3", "'=cmd|1", "'@SUM(A1)", 'He said "a, b"', 'plain'].toSorted(),
  )
})

test('an empty table has its header; an invalid request answers 400', async () => {
  const brand = await owner.ok('POST /api/brands', { name: 'Empty', domain: 'empty.example.com' })
  const empty = await ask('GET /api/metrics/shopping-cards.csv', `brand_id=${brand.id}`)
  expect(empty.text).toMatch(/^id,product_title,.*\r\n$/)
  for (const query of [
    'table=secrets',
    'limit=5',
    'cursor=x',
    'colour=red',
    'date_from=2025-13-01',
    'table=cards&table=cards',
  ])
    expect(
      (await ask('GET /api/metrics/shopping-cards.csv', `brand_id=${brand.id}&${query}`)).status,
      query,
    ).toBe(400)
})

test('a brand of another organization answers 404, a request without authentication 401', async () => {
  const otherOwner = await service.signUp('Eve')
  for (const { address } of addresses.filter((each) => isOfBrand(each.address))) {
    const call = isSession(address) ? otherOwner.call : await keyedCall(otherOwner)
    for (const id of [brand.id, newId()])
      expect((await call(`${address}?brand_id=${id}`)).status, address).toBe(404)
  }
  const unauthenticated = await service.app.inject(`/api/v1/citations.csv?brand_id=${brand.id}`)
  expect(unauthenticated.statusCode).toBe(401)
})

let otherKey: Awaited<ReturnType<typeof getKey>> | undefined
async function keyedCall(otherOwner: Parameters<typeof getKey>[0]) {
  otherKey ??= await getKey(otherOwner, service.app)
  return otherKey
}
