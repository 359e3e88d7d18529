/** What engines searched for before they answered the brand's prompts. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { maxQueries, windowStart } from '../../search-queries/query-window.ts'
import type { QueriesOfSource, SourceQuery } from '../origin.ts'

type SearchRow = SourceQuery & { first_day: string; last_day: string }

export async function findEngineSearches(ctx: Context, brandId: string): Promise<QueriesOfSource | null> {
  const { rows } = await sql<SearchRow>`
    select min(text collate "C") as query, count(distinct id)::int as answers, array_agg(distinct platform order by platform) as platforms,
      min(day)::text as first_day, max(day)::text as last_day
    from (
      select id, platform, day, trim(unnest(searches)) as text
      from answers
      where brand_id = ${brandId} and day >= ${windowStart(ctx.now())} and cardinality(searches) > 0
    ) as searched
    where text <> '' and length(text) <= 300
    group by lower(text)
    order by count(distinct id) desc, 1
    limit ${maxQueries}`.execute(ctx.db)
  const first_day = rows.map((row) => row.first_day).toSorted()[0]
  const last_day = rows
    .map((row) => row.last_day)
    .toSorted()
    .at(-1)
  if (first_day === undefined || last_day === undefined) return null
  return {
    source: { origin: 'engine_searches', name: '', first_day, last_day, days: null },
    queries: rows.map(({ query, answers = null, platforms = [] }) => ({ query, answers, platforms })),
  }
}
