/** Queries of connected search consoles. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { maxQueries, type QueriesOfSource, type SourceQuery, windowStart } from '../origin.ts'

export async function listSearchConsoleQueries(ctx: Context, brandId: string): Promise<QueriesOfSource[]> {
  const connections = await ctx.db
    .selectFrom('data_connections')
    .select(['id', 'kind', 'property_name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('brand_id', '=', brandId)
    .where('kind', 'in', ['search_console', 'bing'])
    .orderBy('id')
    .execute()
  const sources: QueriesOfSource[] = []
  for (const { id, kind, property_name: name } of connections) {
    const period = await findPeriod(ctx, brandId, id)
    if (period.days === 0) continue
    const origin = kind === 'bing' ? ('bing' as const) : ('search_console' as const)
    sources.push({
      source: { origin, name, ...period },
      queries: await listQueries(ctx, brandId, { id, origin }),
    })
  }
  return sources
}

/** The days with queries. Looks up one row per day, because a day of a large site has tens of thousands. */
async function findPeriod(ctx: Context, brandId: string, connectionId: string) {
  const { rows } = await sql<{ first_day: string; last_day: string; days: number }>`
    select min(day)::text as first_day, max(day)::text as last_day, count(*)::int as days
    from (
      select generated::date as day
      from generate_series(${windowStart(ctx.now())}::date, ${ctx.now()}::date, interval '1 day') as generated
    ) as of_window
    where exists (
      select 1 from search_days
      where brand_id = ${brandId} and connection_id = ${connectionId} and search_days.day = of_window.day and query <> ''
    )`.execute(ctx.db)
  const [period] = rows
  return period ?? { first_day: null, last_day: null, days: 0 }
}

/** Search Console reports queries by page, and Bing for the whole property. */
async function listQueries(
  ctx: Context,
  brandId: string,
  { id, origin }: { id: string; origin: 'search_console' | 'bing' },
): Promise<SourceQuery[]> {
  const { rows } = await sql<SourceQuery>`
    select query, sum(clicks)::int as clicks, sum(impressions)::int as impressions
    from search_days
    where brand_id = ${brandId} and connection_id = ${id} and day >= ${windowStart(ctx.now())}
      and query <> '' and ${origin === 'bing' ? sql`page = ''` : sql`page <> ''`}
    group by query
    order by sum(impressions) desc, query
    limit ${maxQueries}`.execute(ctx.db)
  return rows
}
