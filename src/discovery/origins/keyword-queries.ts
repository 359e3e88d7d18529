/** Keywords of uploaded files, those with the highest volume first. */
import type { Context } from '../../core/context.ts'
import type { QueriesOfSource } from '../origin.ts'

/** Of all files of a brand. */
const maxKeywords = 20_000

export async function listKeywordQueries(ctx: Context, brandId: string): Promise<QueriesOfSource[]> {
  const files = await ctx.db
    .selectFrom('keyword_files')
    .select(['id', 'file_name'])
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute()
  if (files.length === 0) return []
  const rows = await ctx.db
    .selectFrom('keyword_rows')
    .select(['file_id', 'keyword as query', 'volume'])
    .where('brand_id', '=', brandId)
    .orderBy('volume', (order) => order.desc().nullsLast())
    .orderBy('file_id')
    .orderBy('position')
    .limit(maxKeywords)
    .execute()
  return files.map(({ id, file_name: name }) => ({
    source: { origin: 'keyword_file', name, first_day: null, last_day: null, days: null },
    queries: rows.filter(({ file_id }) => file_id === id).map(({ query, volume }) => ({ query, volume })),
  }))
}
