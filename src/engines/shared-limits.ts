/**
 * Divides the limits of an engine between the processes that query it. About once a second, each process records the
 * limiters that it uses and reads how many other processes use the same ones. Until the first sync after a process starts
 * to query an engine, the processes together can exceed the limit.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext, Resource } from '../core/context.ts'
import { startPeriodicSync } from '../db/periodic-sync.ts'
import { engines } from './engines.ts'

/** The id of this process among those that share limits. */
const processId: Resource<string> = { name: 'engine limit process', open: () => randomUUID() }

/** Returns a function that stops the sync and waits for one in progress. */
export const startEngineLimitSync = (app: AppContext): (() => Promise<void>) =>
  startPeriodicSync(app.log, 'engine limit sync failed', () => syncEngineLimits(app))

/** Records which limiters this process uses and gives each its share of the limits. */
export async function syncEngineLimits(app: AppContext): Promise<void> {
  const inUse = app.use(engines).limitersInUse()
  if (inUse.size === 0) return
  const others = await exchange(app, [...inUse.keys()].sort())
  for (const [key, limiter] of inUse) limiter.shareWith(others.get(key) ?? 0)
}

/**
 * Returns the number of other processes by limiter. A process that has not recorded a limiter for five seconds does not use
 * it any more. The order of the keys prevents deadlocks.
 */
async function exchange(app: AppContext, keys: string[]): Promise<Map<string, number>> {
  const id = app.use(processId)
  const { rows } = await sql<{ limiter: string; others: number }>`
    with expired as (
      delete from engine_limit_users where (limiter, process_id) in (
        select limiter, process_id from engine_limit_users
        where seen_at < clock_timestamp() - interval '1 minute'
        for update skip locked
      )
    ), recorded as (
      insert into engine_limit_users (limiter, process_id, seen_at)
      select limiter, ${id}, clock_timestamp() from unnest(${keys}::text[]) as used (limiter)
      order by limiter
      on conflict (limiter, process_id) do update set seen_at = excluded.seen_at
    )
    select limiter, count(*)::int4 as others from engine_limit_users
    where limiter = any(${keys}::text[]) and process_id <> ${id}
      and seen_at > clock_timestamp() - interval '5 seconds'
    group by limiter`.execute(app.db)
  return new Map(rows.map(({ limiter, others }) => [limiter, others]))
}
