import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { ReadRow } from './answers.ts'

/** Says that the facts of a day have changed; whoever reads the sums next makes them anew. */
export async function markDirty(tx: Context, brandId: string, day: string): Promise<void> {
  const id = newId(tx.now().getTime())
  await tx.db.insertInto('sum_marks').values({ brand_id: brandId, day, id }).execute()
}

/** Of the days of those that were read, for nothing else enters a sum. */
export function dirtyDaysSql(tx: Context, brandId: string, read: readonly ReadRow[]): RawBuilder<unknown> {
  const days = [...new Set(read.map(({ day }) => day))]
  return sql`
    insert into sum_marks (brand_id, day, id)
    select ${brandId}::uuid, day, id from unnest(${days}::date[], ${days.map(() => newId(tx.now().getTime()))}::uuid[]) as given (day, id)
    where day in (select day from inserted where analysis_version > 0)`
}
