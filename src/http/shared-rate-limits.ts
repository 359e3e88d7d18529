/**
 * The limits of all web processes of one install, put together through the database: each tells it what it has counted
 * and hears what all have, in one statement about once a second, whatever the number of requests. Between two of them a
 * process may let through what another has used up: a limit holds about, not to the request.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { createRateLimiter, type RateLimiter, type UnsharedCount } from './rate-limiter.ts'

export type RateLimitName = Extract<keyof Config, `RATE_LIMIT_${string}`>

/** The limiters of this process by setting. */
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

const everyMs = 1_000
/** Keys told in one statement; of more than these, the most used. */
const mostAtOnce = 1_000

/** Returns what ends it. */
export function startRateLimitSync(ctx: AppContext): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const timer = setInterval(() => {
    underWay ??= syncRateLimits(ctx)
      .catch((error: unknown) => {
        // Each process then counts by itself, until the next time.
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, 'limits not shared')
      })
      .finally(() => {
        underWay = null
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

/** Tells the others what was counted here, and learns what they have. */
export async function syncRateLimits(ctx: AppContext): Promise<void> {
  const limiters = [...ctx.use(rateLimiters)]
  const counted = limiters
    .flatMap(([limit, limiter]) => limiter.unshared().map((told) => ({ limit, limiter, told })))
    .sort((a, b) => b.told.count - a.told.count)
    .slice(0, mostAtOnce)
    .map((each) => ({ ...each, id: idOf(ctx, each.limit, each.told.key) }))
  if (counted.length === 0) return
  const counts = await addCounts(ctx, counted)
  for (const { id, limiter, told } of counted) {
    const all = counts.get(id.toString('hex'))
    if (all) limiter.applyShared(told, all)
  }
}

/** The clock is the database's: those of several machines differ. In one order always, so that no two wait for each other. */
async function addCounts(
  ctx: AppContext,
  counted: { id: Buffer; told: UnsharedCount }[],
): Promise<Map<string, { startMs: number; used: number }>> {
  const nowMs = ctx.now().getTime()
  const ids = counted.map(({ id }) => id)
  const ages = counted.map(({ told }) => nowMs - told.startMs)
  const { rows } = await sql<{ id: Buffer; ageMs: number; used: number }>`
    with forgotten as (
      delete from rate_limit_counts where id in (
        select id from rate_limit_counts
        where started_at < clock_timestamp() - interval '2 minutes' and id <> all(${ids}::bytea[])
        for update skip locked
      )
    )
    insert into rate_limit_counts as shared (id, started_at, used)
    select id, clock_timestamp() - age_ms * interval '1 millisecond', count
    from unnest(${ids}::bytea[], ${ages}::float8[], ${counted.map(({ told }) => told.count)}::int4[])
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

/** An address or an account is nobody's business once it is counted. */
const idOf = ({ secretKey }: AppContext, limit: RateLimitName, key: string): Buffer =>
  createHmac('sha256', secretKey).update(`limit ${limit} ${key}`).digest().subarray(0, 16)
