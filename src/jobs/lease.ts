/**
 * Leases: exclusive work of an organization that waits for the network. It holds no database connection, and so no lock, while
 * it waits. The lease of a crashed process expires.
 */
import type { Context } from '../core/context.ts'

/** Releases the lease, unless it has expired and been acquired again. Takes part in the transaction of the given context. */
export type Release = (ctx: Context) => Promise<void>

/** Acquires the lease until it is released or expires. Returns null while it is held. */
export async function acquireLease(ctx: Context, name: string, durationMs: number): Promise<Release | null> {
  const { organizationId, now } = ctx
  const until = new Date(now().getTime() + durationMs)
  await ctx.db
    .deleteFrom('leases')
    .where('organization_id', '=', organizationId)
    .where('until', '<=', now())
    .execute()
  const acquired = await ctx.db
    .insertInto('leases')
    .values({ organization_id: organizationId, name, until })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .executeTakeFirst()
  if (acquired.numInsertedOrUpdatedRows === 0n) return null
  return async (ctx) => {
    await ctx.db
      .deleteFrom('leases')
      .where('organization_id', '=', ctx.organizationId)
      .where('name', '=', name)
      .where('until', '=', until)
      .execute()
  }
}
