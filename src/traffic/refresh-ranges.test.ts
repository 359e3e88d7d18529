import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { listRanges } from './agent-verification.ts'
import { refreshAgentRanges } from './refresh-ranges.ts'

let now = new Date('2026-11-28T04:27:00Z')
const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' }, { now: () => now })

let reply: { status: number; body: string }
const server = createServer((_request, response) => response.writeHead(reply.status).end(reply.body))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const { port } = server.address() as AddressInfo

const [gptBot] = await listRanges(service.base)
const url = gptBot?.url ?? ''

/** Serves the text at the address of the first list. */
async function refresh(status: number, body: string, app = service.base) {
  reply = { status, body }
  const current = (await listRanges(app))[0]?.prefixes ?? []
  await refreshAgentRanges(app, [{ url, prefixes: current }], `http://127.0.0.1:${port}/`)
  return (await listRanges(app))[0]
}

const published = (prefixes: string[]) =>
  JSON.stringify({
    creationTime: '2026-11-27T00:00:00',
    prefixes: prefixes.map((prefix) =>
      prefix.includes(':') ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix },
    ),
  })

const many = Array.from({ length: 30 }, (_, index) => `52.230.${index}.0/24`)

test('a fetched list replaces the snapshot, and a failure keeps it with its age', async () => {
  expect(gptBot).toMatchObject({ isSnapshot: true, fetchedAt: new Date('2026-05-21') })
  expect(await refresh(503, '')).toMatchObject({
    isSnapshot: true,
    prefixes: gptBot?.prefixes,
    problem: 'status 503',
  })
  const fetchedAt = now
  expect(await refresh(200, published([...many, '2600:1f28::/32']))).toMatchObject({
    isSnapshot: false,
    prefixes: [...many, '2600:1f28::/32'],
    fetchedAt,
    problem: null,
  })
  now = new Date('2026-11-29T04:27:00Z')
  for (const [body, problem] of [
    ['<html>', 'no ranges'],
    [published([]), 'no ranges'],
    [published(['0.0.0.0/0']), 'no ranges'],
    [published(many.slice(0, 15)), '15 ranges instead of 31'],
  ] as const)
    expect(await refresh(200, body), body).toMatchObject({
      prefixes: [...many, '2600:1f28::/32'],
      fetchedAt,
      problem,
    })
  expect(await refresh(200, published(many.slice(0, 16)))).toMatchObject({
    prefixes: many.slice(0, 16),
    fetchedAt: now,
    problem: null,
  })
})

test('with the setting snapshot, nothing is fetched', async () => {
  const before = (await listRanges(service.base))[0]
  const app = { ...service.base, config: { ...service.base.config, AGENT_RANGES: 'snapshot' as const } }
  expect(await refresh(200, published(many), app)).toEqual(before)
})
