/**
 * Every route that reads answers, citations, visits or their rollups is within the limits of `src/http/fair-reads.ts`, or says
 * why not. What a request reads is in its SQL statements.
 */
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'
import { getExample, getOperation } from './route-examples.ts'
import { testService } from './support.ts'
import { createTenantData, type TenantData } from './tenant-data.ts'
import { authenticatedRoutes, getSlots, requestWith } from './tenant-requests.ts'

const service = await testService()
const table: RouteTable = routes

/** Tables that grow with answers, citations or visits, their rollups, and the numbers of a report. */
const largeTable =
  /"snapshot" from "reports"|\b(from|join|into|update)\s+"?(answers|answer_\w+|shopping_cards|visits|visit_rollups|crawler_hits|agent_days|agent_page_rollups|search_days)\b/i

/** A statement that looks up one row takes no time. */
const isLookUp = ({ text, values }: Statement) => / limit \$\d+$/.test(text) && values.at(-1) === 1

type Statement = { text: string; values: readonly unknown[] }

/** Records the statements of all connections. */
function recordStatements(): Statement[] {
  const statements: Statement[] = []
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const [query, values] = sent
    statements.push({ text: getText(query), values: Array.isArray(values) ? values : [] })
    return Reflect.apply(send, this, sent)
  })
  onTestFinished(() => spy.mockRestore())
  return statements
}

const getText = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/** Bodies that read what the route reads, where the example is rejected before. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/brands/:brand/alerts/preview': { kind: 'source_changed' },
  // Later requests need the organization.
  'PUT /api/organization/second-factor': { required_from: null },
}

/** Sends the request of the route's example with the organization's ids. */
function sendExample({ send, ids }: TenantData, { address, route }: (typeof authenticatedRoutes)[number]) {
  const example = asFields(getExample(getOperation(address).requestBody?.content['application/json']))
  const slots = getSlots(address, route).filter(({ isRequired, name }) => isRequired || name in example)
  const { url, body, headers } = requestWith(address, route, slots, ({ kind }) => ids[kind] ?? '')
  const fields = typeof body === 'object' ? { ...example, ...body } : body
  return send(url, bodies[address] ?? fields, headers)
}

const asFields = (example: unknown): object =>
  typeof example === 'object' && example !== null ? example : {}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Reads first, then changes, then deletions, of a brand after its parts. */
const getRank = (address: string) =>
  methods.indexOf(address.split(' ')[0] ?? '') * 100 + (address.startsWith('DELETE') ? -address.length : 0)

test('every route that reads answers is within the limits of reads, or says why not', async () => {
  const own = await createTenantData(service, 'Ownword')
  const statements = recordStatements()
  const readers = new Set<string>()
  const statuses: number[] = []
  for (const address of otherRawRoutes) {
    statements.length = 0
    await own.send(address.replace(':report', own.ids.report ?? ''))
    if (statements.some(({ text }) => largeTable.test(text))) readers.add(address)
  }
  for (const each of authenticatedRoutes.toSorted((a, b) => getRank(a.address) - getRank(b.address))) {
    statements.length = 0
    statuses.push((await sendExample(own, each)).status)
    if (statements.some((sent) => largeTable.test(sent.text) && !isLookUp(sent))) readers.add(each.address)
  }
  expect([...readers].filter((address) => table[address]?.reads == null)).toEqual([])
  // The recording recognizes what is known to read answers, and most examples are complete requests.
  const long = Object.keys(table).filter((address) => table[address]?.reads === 'long')
  expect(long.filter((address) => !readers.has(address))).toEqual([])
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0.75 * statuses.length)
})

/** CSV is the response of another route, and MCP tools call the others. */
const otherRawRoutes = Object.entries(table).flatMap(([address, { kind, access }]) =>
  kind === 'raw' && access !== 'none' && !address.endsWith('.csv') && address !== 'POST /api/mcp'
    ? [address]
    : [],
)
