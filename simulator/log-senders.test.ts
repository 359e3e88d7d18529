/** Every sender of logs, with its faults, over HTTP to the endpoint of the service. */
import { expect, test } from 'vitest'
import { testService } from '../test/support.ts'
import { type LogSender, logSenders, signingSenders } from '../vocabulary/log-senders.ts'
import { logFaults, sendLogs, simulateRequests } from './log-senders.ts'

const now = new Date('2026-11-28T12:00:00Z')
const service = await testService({}, { now: () => now })
const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
const secret = 'drain secret'

async function setUp(sender: LogSender) {
  const owner = await service.signUp()
  const { id, slug } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { token } = await owner.ok(`POST /api/brands/${slug}/log-sources`, {
    sender,
    name: 'Shop',
    ...(signingSenders.includes(sender) && { secret }),
  })
  return {
    to: `${url}/api/logs`,
    token,
    getReport: () => owner.ok(`GET /api/traffic/crawlers?brand_id=${id}`),
    getSource: async () => (await owner.ok(`GET /api/brands/${slug}/log-sources`)).items[0],
  }
}

const requests = simulateRequests(480, new Date('2026-11-28T10:00:00Z'))
const ofAgents = requests.filter(({ isAgent }) => isAgent)

test.each(logSenders)('%s: every request is stored once, whatever fails on the way', async (sender) => {
  const { to, token, getReport, getSource } = await setUp(sender)
  const result = await sendLogs(requests, { sender, to, token, secret, batchSize: 40, faults: logFaults })
  expect(result.lost).toBe(0)
  const { total_hits, top_paths, daily } = await getReport()
  expect(total_hits).toBe(ofAgents.length)
  expect(
    Object.fromEntries(top_paths.map(({ path, hits }: { path: string; hits: number }) => [path, hits])),
  ).toEqual(countPaths())
  expect(new Set(daily.map(({ date }: { date: string }) => date))).toEqual(new Set(['2026-11-28']))
  const { stored, known, unreadable } = await getSource()
  expect(stored).toBe(ofAgents.length)
  expect(known).toBeGreaterThan(0)
  expect(unreadable).toBeGreaterThan(0)
})

/** Paths without the query. */
function countPaths(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { path } of ofAgents) {
    const bare = path.split('?')[0] ?? ''
    counts[bare] = (counts[bare] ?? 0) + 1
  }
  return counts
}

test('a sender that gives up has lost its batch, and nothing else', async () => {
  const { to, getReport } = await setUp('cloudflare')
  const result = await sendLogs(requests.slice(0, 40), { sender: 'cloudflare', to, token: 'unknown' })
  expect(result).toEqual({ sent: 6, accepted: 0, lost: 1 })
  expect((await getReport()).total_hits).toBe(0)
})
