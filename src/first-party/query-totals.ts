/**
 * The queries of a connection with the most impressions in the last 28 days, which discovery reads. They are summed up after each
 * turn of an import, because a large site has millions of rows in these days.
 */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { maxQueries, windowStart } from '../search-queries/query-window.ts'
import type { ConnectionRow } from './source.ts'

type Summed = Pick<ConnectionRow, 'id' | 'brand_id' | 'kind'>

export async function saveQueryTotals(ctx: Context, connection: Summed): Promise<void> {
  const start = windowStart(ctx.now())
  const period = await findPeriod(ctx, connection, start)
  if (!period?.first_day || !period.last_day) return
  const rows = await sumByQuery(ctx, connection, start)
  const totals = {
    first_day: period.first_day,
    last_day: period.last_day,
    days: period.days,
    queries: rows.map(({ query }) => query),
    clicks: rows.map(({ clicks }) => clicks),
    impressions: rows.map(({ impressions }) => impressions),
  }
  await ctx.db
    .insertInto('search_query_totals')
    .values({ brand_id: connection.brand_id, connection_id: connection.id, ...totals })
    .onConflict((conflict) => conflict.columns(['brand_id', 'connection_id']).doUpdateSet(totals))
    .execute()
}

/** The days with queries. Looks up one row per day, because a day of a large site has tens of thousands. */
async function findPeriod(ctx: Context, { id, brand_id }: Summed, start: string) {
  const { rows } = await sql<{ first_day: string | null; last_day: string | null; days: number }>`
    select min(day)::text as first_day, max(day)::text as last_day, count(*)::int as days
    from (
      select generated::date as day
      from generate_series(${start}::date, ${ctx.now()}::date, interval '1 day') as generated
    ) as of_window
    where exists (
      select 1 from search_days
      where brand_id = ${brand_id} and connection_id = ${id} and search_days.day = of_window.day and query <> ''
    )`.execute(ctx.db)
  return rows[0]
}

/** Search Console reports queries by page, and Bing for the whole property. */
async function sumByQuery(ctx: Context, { id, brand_id, kind }: Summed, start: string) {
  const { rows } = await sql<{ query: string; clicks: number; impressions: number }>`
    select query, sum(clicks)::int as clicks, sum(impressions)::int as impressions
    from search_days
    where brand_id = ${brand_id} and connection_id = ${id} and day >= ${start}
      and query <> '' and ${kind === 'bing' ? sql`page = ''` : sql`page <> ''`}
    group by query
    order by sum(impressions) desc, query
    limit ${maxQueries}`.execute(ctx.db)
  return rows
}
