/** Measures how reliably, how fast and at what price engines answered the queries of an organization. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { backendLabel } from './registry.ts'

const Measured = z.object({
  queries: z
    .number()
    .int()
    .describe('Sample size: queries of runs with a result. Retries of one query count once.'),
  success_pct: z
    .number()
    .describe('Queries that did not fail, in percent. Refusals and empty answers count as success.'),
  median_ms: z
    .number()
    .int()
    .nullable()
    .describe('Median time from sending the query to its answer; null if all failed.'),
  p95_ms: z.number().int().nullable().describe('95% of the answers arrived within this time.'),
  mean_cost_micros: z
    .number()
    .int()
    .nullable()
    .describe('Mean cost of an answer, in millionths of a US dollar; null if all failed.'),
  mean_estimated_micros: z
    .number()
    .int()
    .describe('The part of the mean that is an upper estimate, because the model has no known price.'),
})

export const EngineReliability = Measured.extend({
  backend: z.string(),
  label: z.string().describe('Display name of the backend.'),
  platform: z.enum(platforms),
  weeks: z
    .array(Measured.extend({ week: z.iso.date().describe('Monday of the week (UTC).') }))
    .describe('The same by week, oldest first.'),
}).meta({ id: 'EngineReliability' })

const windowDays = 84

type Row = z.output<typeof Measured> & {
  backend: string
  platform: z.output<typeof EngineReliability>['platform']
  week: string | null
}

/** Covers the last twelve weeks of runs; imported and simulated answers are not counted. Most queries first. */
export async function measureReliability(ctx: Context): Promise<z.input<typeof EngineReliability>[]> {
  const since = utcDay(new Date(ctx.now().getTime() - windowDays * 86_400_000))
  const { rows } = await sql<Row>`
    with sent as (
      select backend, platform, date_trunc('week', day)::date::text as week, status <> 'failed' as succeeded, cost_micros, cost_estimated,
        extract(epoch from answered_at - queried_at) * 1000 as took_ms
      from answers
      where brand_id in (select id from brands where organization_id = ${ctx.organizationId})
        and day >= ${since} and job_id is not null and surface <> 'simulated'
    )
    select backend, platform, week, count(*)::int as queries,
      round(100.0 * count(*) filter (where succeeded) / count(*), 1)::float8 as success_pct,
      round(percentile_cont(0.5) within group (order by took_ms) filter (where succeeded))::int as median_ms,
      round(percentile_cont(0.95) within group (order by took_ms) filter (where succeeded))::int as p95_ms,
      round(avg(cost_micros) filter (where succeeded))::int as mean_cost_micros,
      coalesce(round(avg(case when cost_estimated then cost_micros else 0 end) filter (where succeeded)), 0)::int
        as mean_estimated_micros
    from sent
    group by grouping sets ((backend, platform), (backend, platform, week))
    order by week, queries desc, backend, platform`.execute(ctx.db)
  const weeks = rows.filter((row) => row.week !== null)
  return rows
    .filter((row) => row.week === null)
    .map(({ week: _, ...total }) => ({
      ...total,
      label: backendLabel(total.backend),
      weeks: weeks
        .filter(({ backend, platform }) => backend === total.backend && platform === total.platform)
        .map(({ backend: _b, platform: _p, week, ...measured }) => ({ ...measured, week: week ?? '' })),
    }))
}
