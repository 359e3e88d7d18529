/** Two organizations that both have one of everything: to each, nothing of the other is there. Holds for every route there is. */
import { expect, test } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'
import { testService } from './support.ts'
import { createTenantData, everythingOf, guarded, requestWith, slotsOf } from './tenant-data.ts'

const service = await testService({}, { withThread: true })
const table: RouteTable = routes

test('it is known whose every id is, in every route', () => {
  const unknown = guarded.flatMap(({ address, route }) =>
    slotsOf(address, route)
      .filter(({ kind }) => kind === 'unknown')
      .map(({ name }) => `${address}: ${name}`),
  )
  expect(unknown).toEqual([])
  const raw = Object.entries(table).filter(([, route]) => route.kind === 'raw' && route.access !== 'none')
  // The tables of metrics have a test of their own, src/http/csv.test.ts. The export takes no id. MCP's tools are routes of this table, called with the same finders; its own test asks them
  // for a stranger's brand.
  expect(raw.map(([address]) => address).filter((address) => !address.endsWith('.csv'))).toEqual([
    'GET /api/organization/export',
    'POST /api/mcp',
  ])
})

test("another organization's ids answer 404 on every route, change nothing, and tell nothing", async () => {
  const [own, other] = [
    await createTenantData(service, 'Ownword'),
    await createTenantData(service, 'Alienword'),
  ]
  const isAlien = (text: string) =>
    /alienword/i.test(text) || Object.values(other.ids).some((id) => text.includes(id))
  const before = await everythingOf(other)

  const wrong: string[] = []
  let asked = 0
  for (const { address, route } of guarded) {
    const slots = slotsOf(address, route)
    for (const slot of slots) {
      const id = other.ids[slot.kind] ?? ''
      const foreign = slot.place === 'params' && slot.kind === 'brand' ? [id, other.slug] : [id]
      for (const alien of foreign) {
        const filled = slots.filter((each) => each.isRequired || each === slot)
        const { url, body, headers } = requestWith(address, route, filled, (each) =>
          each === slot ? alien : (own.ids[each.kind] ?? ''),
        )
        const reply = await own.ask(url, body, headers)
        asked += 1
        if (reply.status !== 404 || isAlien(reply.text))
          wrong.push(`${url} (${slot.name}) → ${reply.status} ${reply.text}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(50)
  expect(await everythingOf(other)).toEqual(before)
})

test('a list shows only what is its own', async () => {
  const [own, other] = [
    await createTenantData(service, 'Ownword'),
    await createTenantData(service, 'Alienword'),
  ]
  const shown = await everythingOf(own)
  for (const [address, { status, text }] of Object.entries(shown)) {
    expect(status, address).toBe(200)
    expect(text, address).not.toMatch(/alienword/i)
    for (const [kind, id] of Object.entries(other.ids)) expect(text, `${address}: ${kind}`).not.toContain(id)
  }
  // Each thing is seen by its owner somewhere: a list that shows nothing would prove nothing.
  const all = Object.values(shown)
    .map(({ text }) => text)
    .join('\n')
  for (const [kind, id] of Object.entries(own.ids)) expect(all, kind).toContain(id)
})
