import type { Context } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import type { OpportunityRow } from './opportunities.ts'

/** Lets go of what was taken; in a transaction of somebody else's, together with what they write. */
export type Release = (ctx: Context) => Promise<void>

/**
 * Takes it for oneself until it is released, or for `ms` should that never happen: a lease rather than a lock, for no
 * connection is held while the outside world thinks. Throws `conflict` when another has it.
 */
export async function leaseOpportunity(
  ctx: Context,
  { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>,
  column: 'sending_until' | 'writing_until',
  ms: number,
): Promise<Release> {
  const now = ctx.now()
  const until = new Date(now.getTime() + ms)
  const claimed = await ctx.db
    .updateTable('opportunities')
    .set({ [column]: until })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<=', now)]))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n)
    throw conflict(
      column === 'sending_until'
        ? 'This opportunity is being sent at this moment.'
        : 'The brief of this opportunity is being written at this moment.',
    )
  return async (ctx) => {
    await ctx.db
      .updateTable('opportunities')
      .set({ [column]: null })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where(column, '=', until)
      .execute()
  }
}
