/**
 * Shares rate limit counts between all web processes through the database: about once a second, each process adds its
 * counts and reads the totals in one statement. Between two syncs a process can allow requests that exceed the shared
 * limit, so limits are approximate.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { startPeriodicSync } from '../db/periodic-sync.ts'
import { createRateLimiter, type RateLimiter, type UnsharedCount } from './rate-limiter.ts'

export type RateLimitName = Extract<keyof Config, `RATE_LIMIT_${string}`>

/** The rate limiters of this process by setting. */
const rateLimiters: Resource<Map<RateLimitName, RateLimiter>> = {
  name: 'rate limiters',
  open: () => new Map(),
}

export function rateLimiterFor(app: AppContext, limit: RateLimitName): RateLimiter {
  const limiters = app.use(rateLimiters)
  const limiter = limiters.get(limit) ?? createRateLimiter({ perMinute: app.config[limit], now: app.now })
  limiters.set(limit, limiter)
  return limiter
}

/** Keys per statement; the most used ones when there are more. */
const maxKeysPerSync = 1_000

/** Returns a function that stops the sync and waits for one in progress. Until the next sync, each process uses its counts. */
export const startRateLimitSync = (ctx: AppContext): (() => Promise<void>) =>
  startPeriodicSync(ctx.log, 'rate limit sync failed', () => syncRateLimits(ctx))

/** Adds this process's counts and applies the totals of all processes. */
export async function syncRateLimits(ctx: AppContext): Promise<void> {
  const limiters = [...ctx.use(rateLimiters)]
  const counted = limiters
    .flatMap(([limit, limiter]) => limiter.unshared().map((unshared) => ({ limit, limiter, unshared })))
    .sort((a, b) => b.unshared.count - a.unshared.count)
    .slice(0, maxKeysPerSync)
    .map((each) => ({ ...each, id: keyDigest(ctx, each.limit, each.unshared.key) }))
  if (counted.length === 0) return
  const totals = await addCounts(ctx, counted)
  for (const { id, limiter, unshared } of counted) {
    const total = totals.get(id.toString('hex'))
    if (total) limiter.applyShared(unshared, total)
  }
}

/** Returns totals by id. Uses the database's clock, because the clocks of machines differ. `order by id` prevents deadlocks. */
async function addCounts(
  ctx: AppContext,
  counted: { id: Buffer; unshared: UnsharedCount }[],
): Promise<Map<string, { startMs: number; used: number }>> {
  const nowMs = ctx.now().getTime()
  const ids = counted.map(({ id }) => id)
  const ages = counted.map(({ unshared }) => nowMs - unshared.startMs)
  const { rows } = await sql<{ id: Buffer; ageMs: number; used: number }>`
    with expired as (
      delete from rate_limit_counts where id in (
        select id from rate_limit_counts
        where started_at < clock_timestamp() - interval '2 minutes' and id <> all(${ids}::bytea[])
        for update skip locked
      )
    )
    insert into rate_limit_counts as shared (id, started_at, used)
    select id, clock_timestamp() - age_ms * interval '1 millisecond', count
    from unnest(${ids}::bytea[], ${ages}::float8[], ${counted.map(({ unshared }) => unshared.count)}::int4[])
      as counted (id, age_ms, count)
    order by id
    on conflict (id) do update set
      used = excluded.used + case when ${isOpen} then shared.used else 0 end,
      started_at = case when ${isOpen} then shared.started_at else excluded.started_at end
    returning id, used, extract(epoch from clock_timestamp() - started_at)::float8 * 1000 as "ageMs"`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, used, ageMs }) => [id.toString('hex'), { used, startMs: nowMs - ageMs }]))
}

const isOpen = sql`shared.started_at > clock_timestamp() - interval '1 minute'`

/** Keyed digest, so that the database stores no IP addresses or accounts. */
const keyDigest = ({ secretKey }: AppContext, limit: RateLimitName, key: string): Buffer =>
  createHmac('sha256', secretKey).update(`limit ${limit} ${key}`).digest().subarray(0, 16)
