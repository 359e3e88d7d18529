/**
 * Visits from AI platforms, counted per day and per month: in total, by page, by country, simulated ones, and in bursts. Readers
 * also count the visits since the last refresh, so that a visit is visible at once.
 */
import { type RawBuilder, sql } from 'kysely'
import { bucketsInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { DailyVisits, VisitCount } from '../rollup-rows.ts'

/** The rollups that each visit adds one to. */
const countedAs = sql`
  cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date)) as bucket (grain, start)
  join lateral (
    values
      ('all', '', true), ('page', page, true), ('country', country, true),
      ('simulated', '', simulated), ('burst', '', is_burst)
  ) as part (dimension, name, is_counted) on is_counted`

/** The counts of a brand, in one or two rows: of the rollups, and of visits that these do not include yet. */
export const visitCounts = (brandId: string): RawBuilder<unknown> => sql`(
  select grain, dimension, start, platform, name, visits from visit_rollups where brand_id = ${brandId}
  union all
  select grain, dimension, start, platform, name, 1 from visits ${countedAs} where brand_id = ${brandId} and not in_rollups
) as counts`

/** Adds the visits that the rollups do not include yet. */
export async function refreshVisits(ctx: Context, brandId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from visits where brand_id = ${brandId} and not in_rollups limit 1`.execute(ctx.db)
  if (rows.length === 0) return
  await sql`
    with added as (
      update visits set in_rollups = true where brand_id = ${brandId} and not in_rollups
      returning brand_id, day, platform, page, country, simulated, is_burst
    )
    insert into visit_rollups (brand_id, grain, dimension, start, platform, name, visits)
    select brand_id, grain, dimension, start, platform, name, count(*)
    from added ${countedAs}
    group by brand_id, grain, dimension, start, platform, name
    order by brand_id, grain, dimension, start, platform, name
    on conflict (brand_id, grain, dimension, start, platform, name)
    do update set visits = visit_rollups.visits + excluded.visits`.execute(ctx.db)
}

export type VisitMismatch = { start: string; counted: number; stored: number }

/** Recounts the visits. Returns the first count that differs from the rollups, if any. */
export async function findVisitMismatch(ctx: Context, brandId: string): Promise<VisitMismatch | undefined> {
  const { rows } = await sql<VisitMismatch>`
    with counted as (
      select grain, dimension, start, platform, name, count(*) as visits
      from visits ${countedAs}
      where brand_id = ${brandId} and in_rollups
      group by grain, dimension, start, platform, name
    ),
    stored as (select * from visit_rollups where brand_id = ${brandId}),
    complete as (
      select coalesce(visits_deleted_before, '-infinity') as since from organizations where id = ${ctx.organizationId}
    )
    select start::text, coalesce(counted.visits, 0) as counted, coalesce(stored.visits, 0) as stored
    from stored full join counted using (grain, dimension, start, platform, name)
    where stored.visits is distinct from counted.visits and start >= (select since from complete)
    order by start limit 1`.execute(ctx.db)
  return rows[0]
}

/** Returns the visits of the scope by platform, page or country, most visits first; `burst`: one row, if any. Only the filter on platforms applies. */
export async function readVisits(
  ctx: Context,
  scope: Scope,
  dimension: 'platform' | 'page' | 'country' | 'burst',
): Promise<VisitCount[]> {
  const [stored, name] = dimension === 'platform' ? ['all', sql`platform`] : [dimension, sql`name`]
  const { rows } = await sql<VisitCount>`
    select ${name} as name, sum(visits)::int8 as visits from ${visitCounts(scope.brand.id)}
    where dimension = ${stored} and ${bucketsInScope(scope)} and ${onPlatforms(scope)}
    group by 1 order by visits desc, 1`.execute(ctx.db)
  return rows
}

/** Returns the visits of the scope by day and platform, in ascending order of days, most visits first. */
export async function readDailyVisits(ctx: Context, scope: Scope): Promise<DailyVisits[]> {
  const { rows } = await sql<DailyVisits>`
    select start::text as date, platform, sum(visits)::int8 as visits from ${visitCounts(scope.brand.id)}
    where dimension = 'all' and grain = 'day' and ${daysInScope(scope, 'start')}
      and ${onPlatforms(scope)}
    group by 1, 2 order by 1, visits desc, 2`.execute(ctx.db)
  return rows
}

/** Returns whether the scope contains visits that the simulator generated. */
export async function hasSimulatedVisits(ctx: Context, scope: Scope): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${visitCounts(scope.brand.id)}
    where dimension = 'simulated' and grain = 'day' and ${daysInScope(scope, 'start')}
      and ${onPlatforms(scope)}
    limit 1`.execute(ctx.db)
  return rows.length > 0
}

const onPlatforms = ({ platforms }: Scope): RawBuilder<boolean> =>
  platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`
