import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { createLoggedBrand } from './logged-brand.fixture.ts'
import { type Dns, verifyHosts } from './verify-hosts.ts'

let now = new Date('2026-11-28T12:00:00Z')
const service = await testService({}, { now: () => now })

/** The names of addresses and the addresses of names. An address that is not in it has no answer now. */
function dnsOf(records: Record<string, string[]>): Dns & { asked: string[] } {
  const asked: string[] = []
  const answer = async (name: string) => {
    asked.push(name)
    const found = records[name]
    if (found === undefined) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
    if (found.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return found
  }
  return { asked, reverse: answer, resolve4: answer, resolve6: answer }
}

async function createReport(addresses: string[]) {
  const { log, report, countPending } = await createLoggedBrand(service)
  await log(addresses.map((ip, index) => ({ time: now, path: `/${index}`, ip, user_agent: 'Googlebot/2.1' })))
  return { report: async () => (await report()).verification, countPending }
}

test('a name of the operator that has the address verifies a request, and any other name shows that it is spoofed', async () => {
  const { report, countPending } = await createReport([
    '66.249.66.1',
    '66.249.66.1',
    '8.8.8.8',
    '8.8.4.4',
    '9.9.9.9',
    '2001:4860:4801::1',
  ])
  const dns = dnsOf({
    '66.249.66.1': ['crawl-66-249-66-1.googlebot.com'],
    'crawl-66-249-66-1.googlebot.com': ['66.249.66.1'],
    '8.8.8.8': ['crawl.googlebot.com.evil.example'],
    // The owner of an address chooses its name.
    '8.8.4.4': ['crawl-66-249-66-1.googlebot.com'],
    '9.9.9.9': [],
    '2001:4860:4801::1': ['geo-crawl-1.geo.googlebot.com.'],
    'geo-crawl-1.geo.googlebot.com': ['2001:4860:4801:0:0:0:0:1'],
  })
  expect(await report()).toEqual({ verified: 0, not_confirmed: 6, unverifiable: 0, spoofed: 0 })
  await verifyHosts(service.base, dns)
  expect(await report()).toEqual({ verified: 3, not_confirmed: 0, unverifiable: 0, spoofed: 3 })
  expect(await countPending()).toBe(0)
})

test('an address is asked for once a day', async () => {
  const dns = dnsOf({ '66.249.70.1': [] })
  for (const day of [28, 28, 30]) {
    now = new Date(`2026-11-${day}T13:00:00Z`)
    await createReport(['66.249.70.1'])
    await verifyHosts(service.base, dns)
  }
  expect(dns.asked).toEqual(['66.249.70.1', '66.249.70.1'])
})

test('without an answer, a request stays not confirmed and its address is deleted after two days', async () => {
  const { report, countPending } = await createReport(['66.249.66.9'])
  await verifyHosts(service.base, dnsOf({}))
  expect(await countPending()).toBe(1)
  now = new Date(now.getTime() + 2 * 86_400_000 + 1)
  await verifyHosts(service.base, dnsOf({}))
  expect(await countPending()).toBe(0)
  expect(await report()).toEqual({ verified: 0, not_confirmed: 1, unverifiable: 0, spoofed: 0 })
})
