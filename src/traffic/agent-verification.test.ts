import { expect, test } from 'vitest'
import sources from './agent-sources.json' with { type: 'json' }
import { compileRanges, type RangeList, verifyRequest } from './agent-verification.ts'
import { findAiAgent } from './ai-agents.ts'

const now = new Date('2026-11-28T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const list = (fields: Partial<RangeList>): RangeList => ({
  url: 'https://example.com/ranges.json',
  agents: ['GPTBot'],
  isPartial: false,
  prefixes: ['52.230.152.0/24', '2600:1f28:365::/48'],
  fetchedAt: daysAgo(1),
  isSnapshot: false,
  problem: null,
  ...fields,
})

const verify = (
  request: { agent?: string; address?: string; at?: Date },
  fields: Partial<RangeList> = {},
) => {
  const { agent = 'GPTBot', address = '52.230.152.7', at = daysAgo(0) } = request
  return verifyRequest(compileRanges([list(fields)]), { agent, address, at }, now)
}

const stranger = '8.8.8.8'

test.each([
  ['in the list', {}, {}, 'verified', 'ranges'],
  ['in the list by IPv6', { address: '2600:1f28:365::7' }, {}, 'verified', 'ranges'],
  ['an old request in the list', { at: daysAgo(300) }, {}, 'verified', 'ranges'],
  ['outside of the list', { address: stranger }, {}, 'spoofed', 'ranges'],
  ['outside of an old list', { address: stranger }, { fetchedAt: daysAgo(8) }, 'not_confirmed', 'ranges'],
  ['outside of an incomplete list', { address: stranger }, { isPartial: true }, 'not_confirmed', 'ranges'],
  [
    'an old request outside of the list',
    { address: stranger, at: daysAgo(31) },
    {},
    'not_confirmed',
    'ranges',
  ],
  ['the address of a proxy', { address: '10.0.0.7' }, {}, 'unverifiable', null],
  ['without an address', { address: '' }, {}, 'unverifiable', null],
  ['of an operator without a list', { agent: 'Bytespider' }, {}, 'unverifiable', null],
  ['with a list without ranges', { address: stranger }, { prefixes: [] }, 'unverifiable', null],
])('a request %s is %s', (_, request, fields, verification, method) => {
  expect(verify(request, fields)).toEqual({ verification, method, isPending: false })
})

test('a request of an agent with host names waits for the DNS, unless it is old', () => {
  expect(verify({ agent: 'Googlebot' })).toEqual({
    verification: 'not_confirmed',
    method: 'dns',
    isPending: true,
  })
  expect(verify({ agent: 'Googlebot', at: daysAgo(31) })).toEqual({
    verification: 'not_confirmed',
    method: null,
    isPending: false,
  })
})

test('every agent of a list is known, and the snapshot has valid ranges with their day and source', () => {
  const lists = sources.lists.map(({ day, ...each }) =>
    list({ ...each, fetchedAt: day === null ? null : daysAgo(0) }),
  )
  expect(() => compileRanges(lists)).not.toThrow()
  const named = [...sources.lists, ...sources.domains].flatMap(({ agents }) => agents)
  expect(named.filter((agent) => findAiAgent(agent)?.token !== agent)).toEqual([])
  for (const { prefixes, day, copy } of sources.lists) {
    expect(prefixes.length > 0).toBe(day !== null)
    expect(day === null).toBe(copy === null)
  }
})
