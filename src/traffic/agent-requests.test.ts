import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { type AddedRequest, addRequests } from './agent-requests.fixture.ts'
import { findWrongSums, saveVerification } from './agent-requests.ts'
import { createLoggedBrand } from './logged-brand.fixture.ts'

const service = await sharedService()
const day = '2026-03-10'

async function setUp() {
  const { ctx, brand, report } = await createLoggedBrand(service)
  return {
    ctx,
    id: brand.id,
    report,
    add: (requests: AddedRequest[]) => addRequests(ctx, brand.id, requests),
  }
}

const requestAt = (index: number): AddedRequest => ({
  day: index % 2 === 0 ? day : '2026-03-11',
  hash: Buffer.from(String(index)),
  agent: index % 3 === 0 ? 'GPTBot' : 'OAI-SearchBot',
  path: index % 4 === 0 ? '/a/' : '/a',
  status: index % 5 === 0 ? 403 : 200,
})

test('imports of the same requests at the same time, in different orders, count each of them once', async () => {
  const { ctx, id, report, add } = await setUp()
  const requests = Array.from({ length: 60 }, (_, index) => requestAt(index))
  const stored = await Promise.all([
    add(requests),
    add(requests.toReversed()),
    add(requests.slice(20)),
    add(requests.slice(0, 40).toReversed()),
  ])
  expect(stored.reduce((sum, each) => sum + each, 0)).toBe(60)
  expect(await findWrongSums(ctx, id)).toBeUndefined()
  expect(await report()).toMatchObject({
    total_hits: 60,
    agents: [
      { agent: 'OAI-SearchBot', hits: 40 },
      { agent: 'GPTBot', hits: 20 },
    ],
    top_paths: [{ path: '/a', hits: 60 }],
  })
  expect((await report(`&date_from=2026-03-11`)).top_paths).toEqual([{ path: '/a', hits: 30 }])
})

test('when the sums cannot be written, no request is stored', async () => {
  const { ctx, id, add } = await setUp()
  const limit = 2_147_483_647
  await sql`
    insert into agent_page_rollups (brand_id, grain, start, path, agent, requests, refused, missing)
    values (${id}, 'month', '2026-03-01', '/', 'OAI-SearchBot', ${limit}, 0, 0)`.execute(ctx.db)
  await expect(add([{ day }])).rejects.toThrow('out of range')
  await sql`delete from agent_page_rollups where brand_id = ${id}`.execute(ctx.db)
  expect(await findWrongSums(ctx, id)).toBeUndefined()
  expect(await add([{ day }])).toBe(1)
  expect(await findWrongSums(ctx, id)).toBeUndefined()
})

test('a later verification moves requests between the sums, and only once', async () => {
  const { ctx, id, report, add } = await setUp()
  const pending = { verification: 'not_confirmed', method: 'dns', address: '9.9.9.9' } as const
  const signature = { host: 'chatgpt.com', keyId: 'a', base: 'b', signature: 'c' }
  await add([
    { day, path: '/a', ...pending },
    { day, path: '/a', ...pending, signature },
    { day, path: '/a', ...pending, address: '8.8.8.8' },
  ])
  const of = (address: string) => ({ method: 'dns', isChecked: sql<boolean>`address = ${address}` }) as const
  await saveVerification(ctx, id, 'spoofed', of('9.9.9.9'))
  await saveVerification(ctx, id, 'spoofed', of('9.9.9.9'))
  const counts = { verified: 0, not_confirmed: 1, unverifiable: 0, spoofed: 2 }
  expect(await report()).toMatchObject({ verification: counts, top_paths: [{ path: '/a', hits: 1 }] })
  // The signature verifies what the DNS did not.
  await saveVerification(ctx, id, 'verified', { method: 'signature', isChecked: sql`true` })
  await saveVerification(ctx, id, 'spoofed', of('8.8.8.8'))
  expect(await report()).toMatchObject({
    verification: { verified: 1, not_confirmed: 0, unverifiable: 0, spoofed: 2 },
    agents: [{ methods: ['dns', 'signature'] }],
    daily: [{ date: day, hits: 1 }],
    top_paths: [{ path: '/a', hits: 1 }],
  })
  expect(await findWrongSums(ctx, id)).toBeUndefined()
})
