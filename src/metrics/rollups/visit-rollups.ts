import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/** Adds the visits that no sum knows yet. Whoever reads sums calls it first, so that nobody sees a number that is late. */
export async function refreshVisits(ctx: Context, brandId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from visits where brand_id = ${brandId} and not in_rollups limit 1`.execute(ctx.db)
  if (rows.length === 0) return
  await sql`
    with fresh as (
      update visits set in_rollups = true where brand_id = ${brandId} and not in_rollups
      returning brand_id, day, platform, page, country
    )
    insert into visit_rollups (brand_id, grain, dimension, start, platform, name, visits)
    select brand_id, grain, dimension, start, platform, name, count(*)
    from fresh
    cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date)) as span (grain, start)
    cross join lateral (values ('all', ''), ('page', page), ('country', country)) as part (dimension, name)
    group by brand_id, grain, dimension, start, platform, name
    order by brand_id, grain, dimension, start, platform, name
    on conflict (brand_id, grain, dimension, start, platform, name)
    do update set visits = visit_rollups.visits + excluded.visits`.execute(ctx.db)
}
