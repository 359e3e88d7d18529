/** Visits to the brand's site that came from AI platforms. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { pageQuery } from '../core/paging.ts'
import { mountedAsIs } from './metric.ts'
import { Count, Subject, subjectOf } from './numbers.ts'
import { readSettled } from './settle.ts'
import { daysInScope, type Scope } from './window.ts'

const AiTraffic = z
  .object({
    ...Subject,
    total_visits: Count,
    platform_breakdown: z.array(z.object({ platform: z.string(), visits: Count })),
    top_pages: z.array(z.object({ url: z.string().describe('A path, without its query.'), visits: Count })),
    country_breakdown: z.array(
      z.object({ country: z.string().describe('ISO 3166-1 alpha-2; ZZ when unknown.'), visits: Count }),
    ),
    daily: z.array(z.object({ date: z.iso.date(), visits: Count })),
  })
  .meta({ id: 'AiTraffic' })

export const aiTraffic = mountedAsIs({
  summary: 'Count visits that came from AI platforms',
  description:
    'Visits to pages with the tracking script whose referrer or utm_source is an AI platform; bots and repeats within half an hour are left out. ' +
    'A visit has no model, prompt or region of a question: of the filters only `platform` applies.',
  query: { limit: pageQuery.limit.describe('Of top_pages.') },
  returns: AiTraffic,
  read,
})

function read(ctx: Context, scope: Scope, { limit }: { limit: number }): Promise<z.input<typeof AiTraffic>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const platforms = await sumVisits(at, scope, 'all', sql`platform`)
    const pages = await sumVisits(at, scope, 'page', sql`name`)
    const countries = await sumVisits(at, scope, 'country', sql`name`)
    const days = await sumVisits(at, scope, 'all', sql`day::text`)
    return {
      ...subjectOf(scope),
      total_visits: platforms.reduce((sum, { visits }) => sum + visits, 0),
      platform_breakdown: platforms.map(({ name, visits }) => ({ platform: name, visits })),
      top_pages: pages.slice(0, limit).map(({ name, visits }) => ({ url: name, visits })),
      country_breakdown: countries.map(({ name, visits }) => ({ country: name, visits })),
      daily: days
        .map(({ name, visits }) => ({ date: name, visits }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
    }
  })
}

async function sumVisits(
  ctx: Context,
  scope: Scope,
  dimension: 'all' | 'page' | 'country',
  by: RawBuilder<unknown>,
): Promise<{ name: string; visits: number }[]> {
  const { rows } = await sql<{ name: string; visits: number }>`
    select ${by} as name, sum(visits)::int8 as visits from daily_visits
    where brand_id = ${scope.brand.id} and dimension = ${dimension} and ${daysInScope(scope, 'day')}
      and ${scope.platforms === null ? sql`true` : sql`platform = any(${scope.platforms}::text[])`}
    group by 1 order by visits desc, 1`.execute(ctx.db)
  return rows
}
