/** Grounding queries of Bing from the newest imported report: two reports can count the same citations. */
import type { Context } from '../../core/context.ts'
import { maxQueries } from '../../search-queries/query-window.ts'
import type { QueriesOfSource } from '../origin.ts'

export async function findGroundingQueries(ctx: Context, brandId: string): Promise<QueriesOfSource | null> {
  const file = await ctx.db
    .selectFrom('file_imports')
    .select(['id', 'file_name', 'first_day', 'last_day'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'bing_ai_queries')
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!file) return null
  const queries = await ctx.db
    .selectFrom('file_import_rows')
    .select(['key as query', 'count as citations', 'intent', 'topic'])
    .where('brand_id', '=', brandId)
    .where('import_id', '=', file.id)
    .where('content', '=', 'queries')
    .orderBy('count', 'desc')
    .orderBy('position')
    .limit(maxQueries)
    .execute()
  const { file_name: name, first_day, last_day } = file
  return {
    source: { origin: 'bing_ai_queries', name, first_day, last_day, days: null },
    // People who want to reach a page are not asking.
    queries: queries.filter(({ intent }) => intent !== 'Navigational'),
  }
}
