import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { refresh } from './refresh.ts'

/** One moment at which sums are settled; `sums` is another one when they are others. */
export type Snapshot = Context & { sums: string }
/** Reads sums at one moment, all marks before it settled: what is read together adds up, whatever is written meanwhile. */
export async function readWindow<T>(
  ctx: Context,
  brandId: string,
  read: (at: Snapshot) => Promise<T>,
): Promise<T> {
  const found = await atOneMoment(ctx, brandId, async ({ at, isMarked }) =>
    isMarked ? null : { value: await read(at) },
  )
  if (found) return found.value
  await refresh(ctx, brandId)
  // A mark that came since is of after the request: waiting until there are none would be forever while answers come.
  return atOneMoment(ctx, brandId, ({ at }) => read(at))
}
function atOneMoment<T>(
  ctx: Context,
  brandId: string,
  read: (moment: { at: Snapshot; isMarked: boolean }) => Promise<T>,
): Promise<T> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const { rows } = await sql<{ version: string | null; marked: boolean }>`
        select
          (select version from rollup_states where brand_id = ${brandId}) as version,
          exists (select 1 from dirty_days where brand_id = ${brandId}) as marked`.execute(db)
      const { version, marked } = rows[0] ?? { version: null, marked: false }
      return read({ at: { ...ctx, db, sums: version ?? 'none' }, isMarked: marked })
    })
}
