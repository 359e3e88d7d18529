/** Queries of connected search consoles, as summed up by their last import. */
import type { Context } from '../../core/context.ts'
import { windowStart } from '../../search-queries/query-window.ts'
import type { QueriesOfSource } from '../origin.ts'

export async function listSearchConsoleQueries(ctx: Context, brandId: string): Promise<QueriesOfSource[]> {
  const connections = await ctx.db
    .selectFrom('data_connections')
    .select(['id', 'kind', 'property_name as name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute()
  const totals = await ctx.db
    .selectFrom('search_query_totals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('last_day', '>=', windowStart(ctx.now()))
    .execute()
  return connections.flatMap(({ id, kind, name }) => {
    const found = totals.find(({ connection_id }) => connection_id === id)
    if (!found) return []
    const { first_day, last_day, days, queries, clicks, impressions } = found
    const origin = kind === 'bing' ? ('bing' as const) : ('search_console' as const)
    return {
      source: { origin, name, first_day, last_day, days },
      queries: queries.map((query, index) => ({
        query,
        clicks: clicks[index] ?? 0,
        impressions: impressions[index] ?? 0,
      })),
    }
  })
}
