/**
 * Estimates the cost of queries from the mean cost of each engine in the last 30 days or, before that, from typical
 * prices.
 */

import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import { resolveOwnPlatforms } from '../../engines/organization-keys.ts'
import { typicalCostMicros } from '../../engines/registry.ts'
import { findVendor } from '../../engines/vendors.ts'

export const PlatformEstimate = z
  .object({
    platform: z.enum(platforms),
    questions: z.number().int(),
    cost_micros: z.number().int().nullable().describe('Null: the price of this engine is unknown.'),
    basis: z
      .enum(['past', 'typical', 'simulated', 'unknown'])
      .describe(
        '`past`: the mean of the last 30 days. `typical`: the median of recorded answers, or a price list. `simulated`: free. `unknown`: not included in sums.',
      ),
  })
  .meta({ id: 'PlatformEstimate' })

export type PlatformEstimate = z.output<typeof PlatformEstimate>

export async function estimateQueries(
  ctx: Context,
  questions: ReadonlyMap<Platform, number>,
): Promise<PlatformEstimate[]> {
  const backends = await resolveOwnPlatforms(ctx)
  const past = await meanCosts(ctx, 'answers')
  return [...questions].map(([platform, count]) => {
    const { backend = null, surface } = backends.get(platform) ?? {}
    if (surface === 'simulated') return { platform, questions: count, cost_micros: 0, basis: 'simulated' }
    const vendor = findVendor(backend ?? '')
    const known = backend === null ? undefined : past.get(backend)
    const unitMicros = known ?? (vendor && typicalCostMicros(ctx.config, vendor, ctx.now(), platform))
    const basis = known !== undefined ? 'past' : unitMicros !== undefined ? 'typical' : 'unknown'
    return {
      platform,
      questions: count,
      cost_micros: unitMicros === undefined ? null : Math.round(unitMicros * count),
      basis,
    }
  })
}

/** Sums the known costs. Returns null if there are costs and all of them are unknown, 0 if there are none. */
export function totalMicros(costs: readonly { cost_micros: number | null }[]): number | null {
  const known = costs.flatMap(({ cost_micros }) => cost_micros ?? [])
  return known.length === 0 && costs.length > 0 ? null : known.reduce((sum, micros) => sum + micros, 0)
}

const windowDays = 30

/** Returns the mean micro-dollars per call by engine. */
export async function meanCosts(ctx: Context, kind: 'answers' | 'sentiment'): Promise<Map<string, number>> {
  const since = new Date(ctx.now().getTime() - windowDays * 86_400_000)
  const { rows } = await sql<{ engine: string; mean: number }>`
    select engine, (sum(cost_micros) / sum(calls))::float8 as mean from spend
    where organization_id = ${ctx.organizationId} and kind = ${kind} and day >= ${utcDay(since)}
    group by engine
    having sum(calls) > 0`.execute(ctx.db)
  return new Map(rows.map(({ engine, mean }) => [engine, mean]))
}
