/** Sends a host one request at a time across all processes, with a pause after each, and caches its robots.txt. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { userAgentFor } from '../audits/own-agent.ts'
import { maxRobotsBytes, parseRobots, type Robots, readRobots } from '../audits/robots.ts'
import type { Context } from '../core/context.ts'
import { type FetchResult, guardedFetch } from '../net/guarded-fetch.ts'

export const userAgent = userAgentFor('cited pages')

/** Longer than the requests for robots.txt and for a page can take together. The claim of a crashed process then expires. */
const claimMs = 120_000
const retryMs = 250

/** Runs `work` while no other job sends requests to the host. A job that continues after a crash reclaims its host at once. */
export async function withHost<T>(
  ctx: Context,
  host: string,
  { jobId, signal }: { jobId: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  while (!(await claimHost(ctx, host, jobId))) await wait(retryMs, undefined, { signal })
  try {
    return await work()
  } finally {
    await ctx.db
      .updateTable('page_hosts')
      .set({ claimed_by: null, next_request_at: after(ctx, ctx.config.CITED_PAGES_PAUSE_MS) })
      .where('host', '=', host)
      .where('claimed_by', '=', jobId)
      .execute()
  }
}

async function claimHost(ctx: Context, host: string, jobId: string): Promise<boolean> {
  const until = after(ctx, claimMs)
  const { rows } = await sql`
    insert into page_hosts (host, next_request_at, claimed_by) values (${host}, ${until}, ${jobId})
    on conflict (host) do update set next_request_at = excluded.next_request_at, claimed_by = excluded.claimed_by
    where page_hosts.next_request_at <= ${ctx.now()} or page_hosts.claimed_by = excluded.claimed_by
    returning host`.execute(ctx.db)
  return rows.length > 0
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Returns the rules of robots.txt, or why the site cannot be reached. Call it within `withHost`. */
export async function getRobots(
  ctx: Context,
  url: string,
  signal: AbortSignal,
): Promise<Robots | Extract<FetchResult, { outcome: 'failed' }>> {
  const { host, origin } = new URL(url)
  const known = await ctx.db
    .selectFrom('page_hosts')
    .select(['robots_kind', 'robots_text'])
    .where('host', '=', host)
    .where('robots_expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (known?.robots_kind === 'rules') return parseRobots(known.robots_text)
  if (known?.robots_kind === 'absent') return { kind: 'absent' }
  if (known?.robots_kind === 'unreachable') return { kind: 'unreachable' }
  const fetched = await guardedFetch(ctx, `${origin}/robots.txt`, {
    headers: { 'user-agent': userAgent, accept: 'text/plain,*/*;q=0.5' },
    maxBytes: maxRobotsBytes,
    onOverflow: 'truncate',
    maxRedirects: 5,
    timeoutMs: 15_000,
    signal,
  })
  if (fetched.outcome === 'failed') return fetched
  const robots = readRobots(fetched)
  await ctx.db
    .updateTable('page_hosts')
    .set({
      robots_kind: robots.kind,
      robots_text: robots.kind === 'rules' ? fetched.body.toString('utf8').replaceAll('\0', '') : '',
      robots_expires_at: after(ctx, robots.kind === 'unreachable' ? hourMs : dayMs),
    })
    .where('host', '=', host)
    .execute()
  return robots
}

const after = (ctx: Context, ms: number) => new Date(ctx.now().getTime() + ms)
