/** The daily timer that fetches the IP ranges which operators publish for their agents. */
import { isIP } from 'node:net'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { parseJson } from '../core/json.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { listRanges, type RangeList } from './agent-verification.ts'

const Prefix = z.string().refine((text) => {
  const [address = '', bits = ''] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  // With a range of half the internet, almost any address would be verified.
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= most
})

/** The format of all operators. */
const PublishedRanges = z.object({
  prefixes: z
    .array(
      z.union([
        z.object({ ipv4Prefix: Prefix }).transform((prefix) => prefix.ipv4Prefix),
        z.object({ ipv6Prefix: Prefix }).transform((prefix) => prefix.ipv6Prefix),
      ]),
    )
    .min(1)
    .max(20_000),
})

const maxBytes = 2 * 1024 * 1024

/**
 * If a list cannot be read or has lost more than half of its ranges, the ranges of the last fetch are kept. `base`: the URL of a
 * server that replaces the servers of the operators, for tests.
 */
export async function refreshAgentRanges(
  app: AppContext,
  lists?: readonly Pick<RangeList, 'url' | 'prefixes'>[],
  base?: string,
): Promise<void> {
  if (app.config.AGENT_RANGES === 'snapshot') return
  for (const list of lists ?? (await listRanges(app))) {
    const fetched = await fetchRanges(app, base ?? list.url, list.prefixes)
    if ('problem' in fetched) {
      app.log.warn(
        { url: list.url, problem: fetched.problem },
        'the IP ranges of an agent were not refreshed',
      )
      await recordProblem(app, list.url, fetched.problem)
    } else await saveRanges(app, list.url, fetched.prefixes)
  }
}

async function fetchRanges(
  app: AppContext,
  url: string,
  current: readonly string[],
): Promise<{ prefixes: string[] } | { problem: string }> {
  const response = await guardedFetch(app, url, { maxRedirects: 3, maxBytes })
  if (response.outcome === 'failed') return { problem: response.kind }
  if (response.status !== 200) return { problem: `status ${response.status}` }
  const parsed = PublishedRanges.safeParse(parseJson(response.body.toString()))
  if (!parsed.success) return { problem: 'no ranges' }
  const { prefixes } = parsed.data
  if (prefixes.length * 2 < current.length)
    return { problem: `${prefixes.length} ranges instead of ${current.length}` }
  return { prefixes }
}

const saveRanges = ({ db, now }: AppContext, url: string, prefixes: string[]) =>
  db
    .insertInto('agent_range_lists')
    .values({ url, prefixes, fetched_at: now() })
    .onConflict((conflict) =>
      conflict.column('url').doUpdateSet({ prefixes, fetched_at: now(), problem: null, failed_at: null }),
    )
    .execute()

/** Without earlier ranges, the row has none, and the snapshot still applies. */
const recordProblem = ({ db, now }: AppContext, url: string, problem: string) =>
  db
    .insertInto('agent_range_lists')
    .values({ url, prefixes: [], fetched_at: now(), problem, failed_at: now() })
    .onConflict((conflict) => conflict.column('url').doUpdateSet({ problem, failed_at: now() }))
    .execute()
