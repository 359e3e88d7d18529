import type { Context } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import type { OpportunityRow } from './opportunities.ts'

/** Releases the lease. Takes part in the transaction of the given context. */
export type Release = (ctx: Context) => Promise<void>

/**
 * Claims an opportunity until the lease is released or expires. A lease instead of a lock, because no connection may be
 * held during network calls. Throws `conflict` when it is already claimed.
 */
export async function leaseOpportunity(
  ctx: Context,
  { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>,
  column: 'sending_until' | 'writing_until',
  durationMs: number,
): Promise<Release> {
  const now = ctx.now()
  const until = new Date(now.getTime() + durationMs)
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
        ? message('This opportunity is already being sent.')
        : message('The brief of this opportunity is already being written.'),
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
