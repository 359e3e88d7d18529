import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/** `ctx` reads in one read-only transaction. `version` changes when the rollups of a day do. `isDirty`: a refresh is due. */
export type Snapshot = { ctx: Context; version: string; isDirty: boolean }

/** Runs `read` in a repeatable-read transaction, so that everything it reads agrees. */
export function readSnapshot<T>(
  ctx: Context,
  brandId: string,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const { rows } = await sql<{ version: string | null; is_dirty: boolean }>`
        select
          (select version from rollup_states where brand_id = ${brandId}) as version,
          exists (select 1 from dirty_days where brand_id = ${brandId})
            or exists (select 1 from visits where brand_id = ${brandId} and not in_rollups) as is_dirty`.execute(
        db,
      )
      const { version, is_dirty } = rows[0] ?? { version: null, is_dirty: false }
      return read({ ctx: { ...ctx, db }, version: version ?? 'none', isDirty: is_dirty })
    })
}
