/**
 * The timer that verifies requests by forward-confirmed reverse DNS: the host name of the address belongs to the operator, and
 * the host name has the address. The name alone is no evidence, because the owner of an address chooses it.
 */
import { Resolver } from 'node:dns/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AppContext, Resource } from '../core/context.ts'
import { deleteExpiredEvidence, saveVerification } from './agent-requests.ts'
import { getAgentDomains } from './agent-verification.ts'
import { isAtOrBelow } from './visit-sources.ts'

export type Dns = {
  reverse(address: string): Promise<string[]>
  resolve4(host: string): Promise<string[]>
  resolve6(host: string): Promise<string[]>
}

/** Addresses per run, and of one brand. */
const maxAddresses = 200
const maxOfBrand = 50
const concurrency = 10

type Answer = 'verified' | 'spoofed'

/** The answers of the last day by agent and address. */
const dnsAnswers: Resource<LRUCache<string, Answer>> = {
  name: 'DNS names of agents',
  open: (app) =>
    new LRUCache({
      max: 20_000,
      ttl: 86_400_000,
      ttlResolution: 0,
      perf: { now: () => app.now().getTime() },
    }),
}

export async function verifyHosts(
  app: AppContext,
  dns: Dns = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<void> {
  const pending = await listPending(app)
  for (let start = 0; start < pending.length; start += concurrency)
    await Promise.all(
      pending.slice(start, start + concurrency).map(async (each) => {
        const answer = await findAnswer(app, dns, each)
        const { brand_id, agent, address } = each
        const isChecked = sql<boolean>`agent = ${agent} and address = ${address}`
        if (answer !== null) await saveVerification(app, brand_id, answer, { method: 'dns', isChecked })
      }),
    )
  await deleteExpiredEvidence(app)
}

type Pending = { brand_id: string; agent: string; address: string }

/** Brands take turns, and so do the addresses of one, so that those without an answer do not delay the others. */
async function listPending({ db }: AppContext): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select brand_id, agent, address from (
      select brand_id, agent, address, row_number() over (partition by brand_id order by random()) as place
      from crawler_hits where pending_until is not null and address is not null group by brand_id, agent, address
    ) as pending
    where place <= ${maxOfBrand} order by place limit ${maxAddresses}`.execute(db)
  return rows
}

/** Returns null when the DNS does not answer now. */
async function findAnswer(app: AppContext, dns: Dns, { agent, address }: Pending): Promise<Answer | null> {
  const known = app.use(dnsAnswers)
  const key = `${agent} ${address}`
  const answer = known.get(key) ?? (await askDns(dns, address, getAgentDomains(agent) ?? []))
  if (answer !== null) known.set(key, answer)
  return answer
}

async function askDns(dns: Dns, address: string, domains: readonly string[]): Promise<Answer | null> {
  const names = await orEmpty(() => dns.reverse(address))
  if (names === null) return null
  for (const name of names) {
    const host = name.toLowerCase().replace(/\.$/, '')
    if (!domains.some((domain) => isAtOrBelow(host, domain))) continue
    const isIPv6 = address.includes(':')
    const addresses = await orEmpty(() => (isIPv6 ? dns.resolve6(host) : dns.resolve4(host)))
    if (addresses === null) return null
    if (addresses.some((each) => isSameAddress(each, address))) return 'verified'
  }
  return 'spoofed'
}

/** IPv6 addresses have several spellings. */
const isSameAddress = (a: string, b: string) =>
  a === b ||
  (a.includes(':') && b.includes(':') && new URL(`http://[${a}]`).host === new URL(`http://[${b}]`).host)

/** No record is an answer; a timeout or a failing server is not. */
async function orEmpty(ask: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}
