import type { Client } from '../../test/support.ts'
import type { Context } from '../core/context.ts'
import { evaluateChanges } from './changes.ts'

/** Returns a client that does before each read what a job does at its end, because fixtures store answers without a job. */
export function refreshedClient(client: Client, ctx: Context, brandId: string): Client {
  const refreshBefore = async (address: string) => {
    if (!address.startsWith('GET ')) return
    const brand = await ctx.db.selectFrom('brands').select('id').where('id', '=', brandId).executeTakeFirst()
    if (brand) await evaluateChanges(ctx, brandId)
  }
  return {
    ...client,
    call: async (address, ...more) => {
      await refreshBefore(address)
      return client.call(address, ...more)
    },
    ok: async (address, ...more) => {
      await refreshBefore(address)
      return client.ok(address, ...more)
    },
  }
}
