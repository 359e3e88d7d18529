/** Marks the evaluated changes (changes.ts) of recomputed days as outdated. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/**
 * Only one transaction at a time evaluates the changes of a brand or invalidates them: an evaluation must not store the result
 * of rollups that a concurrent refresh has replaced.
 */
export async function lockChanges(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`changes ${brandId}`}, 0))`.execute(tx.db)
}

/** Requires the days from the first of `days` on to be evaluated again. `days`: recomputed days in ascending order. */
export async function invalidateChanges(
  tx: Context,
  brandId: string,
  days: readonly string[],
): Promise<void> {
  await lockChanges(tx, brandId)
  await sql`
    update change_evaluations set evaluated_through = ${days[0]}::date - 1
    where brand_id = ${brandId} and evaluated_through >= ${days[0]}::date`.execute(tx.db)
}
