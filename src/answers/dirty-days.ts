import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'

/** Marks a day whose answers have changed: the next refresh of the rollups recomputes them. */
export async function markDirty(tx: Context, brandId: string, day: string): Promise<void> {
  const id = newId(tx.now().getTime())
  await tx.db.insertInto('dirty_days').values({ brand_id: brandId, day, id }).execute()
}

/**
 * Marks the days of analyzed answers, as part of the statement that inserts them: `inserted` has their `day` and
 * `analysis_version`. Answers without an analysis are in no rollup.
 */
export function dirtyDaysSql(
  tx: Context,
  brandId: string,
  analyzedDays: readonly string[],
): RawBuilder<unknown> {
  const days = [...new Set(analyzedDays)]
  return sql`
    insert into dirty_days (brand_id, day, id)
    select ${brandId}::uuid, day, id from unnest(${days}::date[], ${days.map(() => newId(tx.now().getTime()))}::uuid[]) as given (day, id)
    where day in (select day from inserted where analysis_version > 0)`
}
