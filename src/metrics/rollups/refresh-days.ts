/** Refreshes rollups. A row depends on the answers of its day only, so a refresh is idempotent. */
import { sql } from 'kysely'
import { type Context, transaction } from '../../core/context.ts'
import { assignCardOwners } from './card-owners.ts'
import { writeDays } from './days/write-days.ts'
import { invalidateChanges } from './invalidate-changes.ts'
import { numberPrompts, numberSegments } from './number-dimensions.ts'
import { numberSources } from './number-sources.ts'
import { recordRealPlatforms } from './real-platforms.ts'
import { refreshVisits } from './visit-rollups.ts'

/**
 * Recomputes the rollups of the brand's dirty days and adds new visits. Returns the recomputed days in ascending order. Does
 * nothing, and takes no lock, when nothing has changed. Concurrent calls for one brand run one after another.
 */
export async function refresh(ctx: Context, brandId: string): Promise<string[]> {
  await refreshVisits(ctx, brandId)
  const { rows } = await sql`select 1 from dirty_days where brand_id = ${brandId} limit 1`.execute(ctx.db)
  if (rows.length === 0) return []
  return transaction(ctx, async (tx) => {
    await lockRollups(tx, brandId)
    return withHashJoins(tx, () => refreshLocked(tx, brandId))
  })
}

/** More days per batch need fewer statements, but more memory for the lists of their facts. */
const daysPerBatch = 7
/** A refresh of more days, such as after an upgrade, logs its progress. */
const quietDays = 28

async function refreshLocked(tx: Context, brandId: string): Promise<string[]> {
  // A statement sees what was committed when it began. An answer whose mark this statement does not see is either
  // counted below and counted again by the next refresh, or not counted below; its mark stays in both cases.
  const marks = await sql<{ day: string }>`
    delete from dirty_days where brand_id = ${brandId} returning day`.execute(tx.db)
  const dirty = [...new Set(marks.rows.map((mark) => mark.day))]
  if (dirty.length === 0) return []
  await sql`
    insert into rollup_states (brand_id, refreshed_at) values (${brandId}, ${tx.now()})
    on conflict (brand_id) do update set refreshed_at = excluded.refreshed_at`.execute(tx.db)
  const days = [...new Set([...dirty, ...(await recordRealPlatforms(tx, brandId, dirty))])].sort()
  await numberPrompts(tx, brandId)
  for (let first = 0; first < days.length; first += daysPerBatch) {
    const batch = days.slice(first, first + daysPerBatch)
    await numberSegments(tx, brandId, batch)
    await numberSources(tx, brandId, batch)
    await writeDays(tx, brandId, batch)
    if (days.length > quietDays)
      tx.log.info({ brandId, counted: first + batch.length, days: days.length }, 'days are being counted')
  }
  await assignCardOwners(tx, brandId, days)
  await invalidateChanges(tx, brandId, days)
  return days
}

/** Only one transaction at a time refreshes the rollups of a brand. */
async function lockRollups(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollups ${brandId}`}, 0))`.execute(tx.db)
}

/**
 * Runs queries with hash joins only. Rows written a moment ago have no planner statistics yet: with a low row estimate
 * PostgreSQL would choose a nested loop, or a merge join on one column that then compares all rows with equal values. A hash
 * join uses all columns and scales with the number of rows.
 */
async function withHashJoins<T>(tx: Context, run: () => Promise<T>): Promise<T> {
  // The first setting lets Citus apply the others on the servers of the brands; without Citus it has no effect.
  await sql`
    set local citus.propagate_set_commands = local;
    set local enable_nestloop = off;
    set local enable_mergejoin = off`.execute(tx.db)
  const result = await run()
  await sql`set local enable_nestloop = on; set local enable_mergejoin = on`.execute(tx.db)
  return result
}
