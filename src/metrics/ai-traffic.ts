/** Visits to the brand's site that came from AI platforms. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { daysInScope, type Scope, sqlAnd } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../core/days.ts'
import { pageQuery } from '../core/paging.ts'
import { countOwnCitedPages } from './citations/own-cited-pages.ts'
import { defineOtherMetric } from './metric.ts'
import { readWindow } from './rollups/snapshot.ts'
import { refreshVisits } from './rollups/visit-rollups.ts'
import { Count, MetricHeader, metricHeader } from './values.ts'

const AiTraffic = z
  .object({
    ...MetricHeader,
    total_visits: Count,
    platform_breakdown: z.array(z.object({ platform: z.string(), visits: Count })),
    top_pages: z.array(
      z.object({
        url: z.string().describe('A path, without its query.'),
        visits: Count,
        citations: Count.describe(
          'Times that answers of the window cite this path on a domain of the brand.',
        ),
      }),
    ),
    cited_pages: z
      .array(z.object({ url: z.string(), citations: Count, visits: Count }))
      .describe('The pages of the brand that answers cite most, with the visits that came to them.'),
    country_breakdown: z.array(
      z.object({ country: z.string().describe('ISO 3166-1 alpha-2; ZZ when unknown.'), visits: Count }),
    ),
    daily: z.array(z.object({ date: z.iso.date(), visits: Count })),
    daily_by_platform: z.array(z.object({ date: z.iso.date(), platform: z.string(), visits: Count })),
  })
  .meta({ id: 'AiTraffic' })

export const aiTraffic = defineOtherMetric({
  summary: 'Count visits that came from AI platforms',
  description:
    'Visits, counted by the tracking script, whose referrer or utm_source is an AI platform; bots and repeats within half an hour are left out. ' +
    'A visit has no model, prompt or region of a question: of the filters only `platform` applies.',
  query: { limit: pageQuery.limit.describe('Of top_pages and cited_pages.') },
  returns: AiTraffic,
  read,
})

async function read(
  ctx: Context,
  scope: Scope,
  { limit }: { limit: number },
): Promise<z.input<typeof AiTraffic>> {
  await refreshVisits(ctx, scope.brand.id)
  return readWindow(ctx, scope.brand.id, async (at) => {
    const platforms = await sumVisits(at, scope, 'all', sql`platform`)
    const pages = await sumVisits(at, scope, 'page', sql`name`)
    const countries = await sumVisits(at, scope, 'country', sql`name`)
    const cited = await countOwnCitedPages(at, scope)
    const citations = new Map(cited)
    const visits = new Map(pages.map((page) => [page.name, page.visits]))
    return {
      ...metricHeader(scope),
      total_visits: platforms.reduce((sum, { visits }) => sum + visits, 0),
      platform_breakdown: platforms.map(({ name, visits }) => ({ platform: name, visits })),
      top_pages: pages
        .slice(0, limit)
        .map(({ name, visits }) => ({ url: name, visits, citations: citations.get(name) ?? 0 })),
      cited_pages: cited
        .slice(0, limit)
        .map(([url, citations]) => ({ url, citations, visits: visits.get(url) ?? 0 })),
      country_breakdown: countries.map(({ name, visits }) => ({ country: name, visits })),
      ...(await readDays(at, scope)),
    }
  })
}

/** Most first. */
async function sumVisits(
  ctx: Context,
  scope: Scope,
  dimension: 'all' | 'page' | 'country',
  by: RawBuilder<unknown>,
): Promise<{ name: string; visits: number }[]> {
  const { rows } = await sql<{ name: string; visits: number }>`
    select ${by} as name, sum(visits)::int8 as visits from visit_rollups
    where brand_id = ${scope.brand.id} and dimension = ${dimension} and ${spansOf(scope)} and ${onPlatforms(scope)}
    group by 1 order by visits desc, 1`.execute(ctx.db)
  return rows
}

async function readDays(ctx: Context, scope: Scope) {
  const { rows } = await sql<{ date: string; platform: string; visits: number }>`
    select start::text as date, platform, sum(visits)::int8 as visits from visit_rollups
    where brand_id = ${scope.brand.id} and dimension = 'all' and grain = 'day' and ${daysInScope(scope, 'start')}
      and ${onPlatforms(scope)}
    group by 1, 2 order by 1, visits desc, 2`.execute(ctx.db)
  const daily = [...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    visits: ofDay.reduce((sum, { visits }) => sum + visits, 0),
  }))
  return { daily, daily_by_platform: rows }
}

const onPlatforms = ({ platforms }: Scope): RawBuilder<boolean> =>
  platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`

/** Whole months from their sums, the days at both ends from theirs. */
function spansOf({ from, to }: Scope): RawBuilder<boolean> {
  const firstMonth = from === null || periodStart('month', from) === from ? from : nextStart('month', from)
  const endMonth = to === null || dayBefore(nextStart('month', to)) === to ? null : periodStart('month', to)
  const until = endMonth ?? (to === null ? null : nextStart('month', to))
  if (firstMonth !== null && until !== null && firstMonth >= until)
    return sql`grain = 'day' and ${daysInScope({ from, to }, 'start')}`
  const months = sqlAnd([
    sql`grain = 'month'`,
    ...(firstMonth === null ? [] : [sql`start >= ${firstMonth}::date`]),
    ...(until === null ? [] : [sql`start < ${until}::date`]),
  ])
  const before = firstMonth === null ? [] : [sql`start < ${firstMonth}::date`]
  const after = until === null ? [] : [sql`start >= ${until}::date`]
  const ends = [...before, ...after]
  if (ends.length === 0) return months
  return sql`(${months} or (grain = 'day' and ${daysInScope({ from, to }, 'start')} and (${sql.join(ends, sql` or `)})))`
}
