/**
 * Verifies that a request came from the operator of the agent that its user agent names. A list of IP ranges that the operator
 * publishes shows it at once; where the operator documents host names, a timer looks the address up in the DNS.
 */
import { BlockList, isIP, isIPv4 } from 'node:net'
import type { Verification } from '../../vocabulary/log-senders.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { dayMs } from '../core/days.ts'
import { isPublicAddress } from '../net/public-address.ts'
import sources from './agent-sources.json' with { type: 'json' }

export const methods = ['ranges', 'dns', 'signature'] as const
export type Method = (typeof methods)[number]

/** `isPending`: the DNS has not been asked yet. */
export type Verdict = { verification: Verification; method: Method | null; isPending: boolean }

/** A published list. `fetchedAt`: the day of the snapshot, or when the timer fetched the list; null without ranges. */
export type RangeList = {
  url: string
  agents: string[]
  isPartial: boolean
  prefixes: string[]
  fetchedAt: Date | null
  isSnapshot: boolean
  problem: string | null
}

type AgentList = { contains(address: string): boolean; isPartial: boolean; fetchedAt: Date | null }

/** The lists with ranges, by agent. */
type AgentRanges = ReadonlyMap<string, AgentList>

const dnsDomains = new Map(
  sources.domains.flatMap(({ agents, domains }) => agents.map((agent) => [agent, domains])),
)

/** Returns the domains of the host names of the agent; undefined where the operator documents none. */
export const getAgentDomains = (agent: string): readonly string[] | undefined => dnsDomains.get(agent)

/** Addresses change owners: neither a list nor the DNS of today shows that an older request was spoofed. */
const conclusiveDays = 30

/** An operator can start to use further ranges at any time. */
const maxListAgeDays = 7

const isWithin = (from: Date, days: number, now: Date) => now.getTime() - from.getTime() <= days * dayMs

export function verifyRequest(
  ranges: AgentRanges,
  { agent, address, at }: { agent: string; address: string; at: Date },
  now: Date,
): Verdict {
  const list = ranges.get(agent)
  const domains = getAgentDomains(agent)
  if (isIP(address) === 0 || (!list && !domains)) return verdict('unverifiable', null)
  if (list?.contains(address)) return verdict('verified', 'ranges')
  // The log has the address of a proxy.
  if (!isPublicAddress(address)) return verdict('unverifiable', null)
  const isRecent = isWithin(at, conclusiveDays, now)
  if (domains) return { ...verdict('not_confirmed', isRecent ? 'dns' : null), isPending: isRecent }
  const isCurrent = list?.fetchedAt != null && isWithin(list.fetchedAt, maxListAgeDays, now)
  return verdict(isRecent && isCurrent && !list.isPartial ? 'spoofed' : 'not_confirmed', 'ranges')
}

const verdict = (verification: Verification, method: Method | null): Verdict => ({
  verification,
  method,
  isPending: false,
})

const cacheMs = 10 * 60_000

/** The ranges in memory of a process. Timers of other processes replace the stored lists, so they are read again. */
export const agentRanges: Resource<{ get(): Promise<AgentRanges> }> = {
  name: 'IP ranges of agents',
  open: (app) => {
    let cached: { ranges: Promise<AgentRanges>; readMs: number } | null = null
    return {
      get: () => {
        const nowMs = app.now().getTime()
        if (cached && Math.abs(nowMs - cached.readMs) < cacheMs) return cached.ranges
        const ranges = listRanges(app).then(compileRanges)
        cached = { ranges, readMs: nowMs }
        ranges.catch(() => {
          cached = null
        })
        return ranges
      },
    }
  },
}

/** Returns each list as last fetched, or its snapshot. */
export async function listRanges({ db }: Pick<AppContext, 'db'>): Promise<RangeList[]> {
  const stored = new Map(
    (await db.selectFrom('agent_range_lists').selectAll().execute()).map((row) => [row.url, row]),
  )
  return sources.lists.map(({ url, agents, isPartial = false, day, prefixes }) => {
    const row = stored.get(url)
    const isSnapshot = row === undefined || row.prefixes.length === 0
    const snapshotDay = day === null ? null : new Date(day)
    return {
      url,
      agents,
      isPartial,
      prefixes: isSnapshot ? prefixes : row.prefixes,
      fetchedAt: isSnapshot ? snapshotDay : row.fetched_at,
      isSnapshot,
      problem: row?.problem ?? null,
    }
  })
}

export function compileRanges(lists: readonly RangeList[]): AgentRanges {
  return new Map(
    lists
      .filter(({ prefixes }) => prefixes.length > 0)
      .flatMap(({ agents, prefixes, isPartial, fetchedAt }) => {
        const blocks = new BlockList()
        for (const prefix of prefixes) {
          const [address = '', bits] = prefix.split('/')
          blocks.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
        }
        const contains = (address: string) => blocks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
        return agents.map((agent) => [agent, { contains, isPartial, fetchedAt }] as const)
      }),
  )
}
