/** Isolation of two organizations, over all routes. */
import { expect, test } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'
import { testService } from './support.ts'
import { createTenantData, readEverything } from './tenant-data.ts'
import { authenticatedRoutes, getSlots, requestWith } from './tenant-requests.ts'

const service = await testService()
const table: RouteTable = routes

test('the kind of every id in every route is known', () => {
  const unknown = authenticatedRoutes.flatMap(({ address, route }) =>
    getSlots(address, route)
      .filter(({ kind }) => kind === 'unknown')
      .map(({ name }) => `${address}: ${name}`),
  )
  expect(unknown).toEqual([])
  const raw = Object.entries(table).filter(([, route]) => route.kind === 'raw' && route.access !== 'none')
  // src/http/csv.test.ts covers the CSV routes, src/audits/audits.test.ts audits as PDF, src/reports/report-pdf.test.ts and src/reports/seal/seal.test.ts sealed reports, and src/mcp/mcp.test.ts
  // the MCP tools; the exports take no id of a brand; audit-export.test.ts covers the actor.
  expect(raw.map(([address]) => address).filter((address) => !address.endsWith('.csv'))).toEqual([
    'GET /api/audits/:id/pdf',
    'GET /api/reports/:report/pdf',
    'GET /api/v1/reports/:report/pdf',
    'GET /api/reports/:report/sealed',
    'GET /api/organization/export',
    'GET /api/audit-log/export',
    'POST /api/mcp',
  ])
})

test("another organization's ids answer 404 on every route, change nothing and reveal nothing", async () => {
  const [own, other] = [
    await createTenantData(service, 'Ownword'),
    await createTenantData(service, 'Alienword'),
  ]
  const isLeak = (text: string) =>
    /alienword/i.test(text) || Object.values(other.ids).some((id) => text.includes(id))
  const before = await readEverything(other)

  const wrong: string[] = []
  let sent = 0
  for (const { address, route } of authenticatedRoutes) {
    const slots = getSlots(address, route)
    for (const slot of slots) {
      const id = other.ids[slot.kind] ?? ''
      const otherIds = slot.part === 'params' && slot.kind === 'brand' ? [id, other.slug] : [id]
      for (const otherId of otherIds) {
        const filled = slots.filter((each) => each.isRequired || each === slot)
        const { url, body, headers } = requestWith(address, route, filled, (each) =>
          each === slot ? otherId : (own.ids[each.kind] ?? ''),
        )
        const reply = await own.send(url, body, headers)
        sent += 1
        // Answers per id, the same for an unknown id.
        const isNotFound =
          address === 'POST /api/content/bulk/send'
            ? reply.status === 200 && reply.text.includes('No such opportunity.')
            : reply.status === 404
        if (!isNotFound || isLeak(reply.text.replaceAll(otherId, '')))
          wrong.push(`${url} (${slot.name}) → ${reply.status} ${reply.text}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(50)
  expect(await readEverything(other)).toEqual(before)
})

test('every list contains the rows of its own organization only', async () => {
  const [own, other] = [
    await createTenantData(service, 'Ownword'),
    await createTenantData(service, 'Alienword'),
  ]
  const shown = await readEverything(own)
  for (const [address, { status, text }] of Object.entries(shown)) {
    expect(status, address).toBe(200)
    expect(text, address).not.toMatch(/alienword/i)
    for (const [kind, id] of Object.entries(other.ids)) expect(text, `${address}: ${kind}`).not.toContain(id)
  }
  // Every id must appear in a response to its owner; empty lists would pass the checks above.
  const all = Object.values(shown)
    .map(({ text }) => text)
    .join('\n')
  for (const [kind, id] of Object.entries(own.ids)) expect(all, kind).toContain(id)
})
