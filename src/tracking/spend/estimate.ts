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
import { getResentCost, getTypicalCost } from '../../engines/registry.ts'
import { findVendor, type Vendor } from '../../engines/vendors.ts'
import type { QueryCount } from '../plan.ts'

/** The part of a cost next to it that is an upper estimate. */
export const EstimatedMicros = z
  .number()
  .int()
  .describe(
    'The part of the cost that is an upper estimate, because the model has no known price. It counts toward every limit; PRICE_OVERRIDES sets the price.',
  )

export const PlatformEstimate = z
  .object({
    platform: z.enum(platforms),
    questions: z.number().int(),
    cost_micros: z.number().int(),
    estimated_micros: EstimatedMicros,
    basis: z
      .enum(['past', 'typical', 'simulated'])
      .describe(
        '`past`: the mean of the last 30 days. `typical`: the median of recorded answers, or a price list. `simulated`: free.',
      ),
  })
  .meta({ id: 'PlatformEstimate' })

export type PlatformEstimate = z.output<typeof PlatformEstimate>

export async function estimateQueries(
  ctx: Context,
  counts: ReadonlyMap<Platform, QueryCount>,
): Promise<PlatformEstimate[]> {
  const backends = await resolveOwnPlatforms(ctx)
  const past = await meanCosts(ctx, 'answers')
  return [...counts].map(([platform, { queries, turnsBefore }]) => {
    const { backend = '' } = backends.get(platform) ?? {}
    const vendor = findVendor(backend)
    // Only the simulator is not a vendor.
    if (!vendor)
      return { platform, questions: queries, cost_micros: 0, estimated_micros: 0, basis: 'simulated' }
    const mean = past.get(backend)
    const { micros, estimatedMicros } = mean ?? typicalMean(ctx, vendor, platform)
    const resent = getResentCost(ctx.config, vendor, ctx.now(), platform)
    const resentMicros = resent.costMicros * turnsBefore
    return {
      platform,
      questions: queries,
      cost_micros: Math.round(micros * queries + resentMicros),
      estimated_micros: Math.round(estimatedMicros * queries + (resent.costEstimated ? resentMicros : 0)),
      basis: mean ? 'past' : 'typical',
    }
  })
}

function typicalMean({ config, now }: Context, vendor: Vendor, platform: Platform): MeanCost {
  const { costMicros, costEstimated } = getTypicalCost(config, vendor, now(), platform)
  return { micros: costMicros, estimatedMicros: costEstimated ? costMicros : 0 }
}

/** In millionths of a US dollar. */
type Cost = { cost_micros: number; estimated_micros: number }

export function totalCost(costs: readonly Cost[]): Cost {
  const sum = (key: keyof Cost) => costs.reduce((all, cost) => all + cost[key], 0)
  return { cost_micros: sum('cost_micros'), estimated_micros: sum('estimated_micros') }
}

const windowDays = 30

export type MeanCost = { micros: number; estimatedMicros: number }

/** Returns the mean micro-dollars per call by engine. */
export async function meanCosts(ctx: Context, kind: 'answers' | 'sentiment'): Promise<Map<string, MeanCost>> {
  const since = new Date(ctx.now().getTime() - windowDays * 86_400_000)
  const { rows } = await sql<{ engine: string; micros: number; estimated: number }>`
    select engine, (sum(cost_micros) / sum(calls))::float8 as micros,
      (sum(estimated_micros) / sum(calls))::float8 as estimated
    from spend
    where organization_id = ${ctx.organizationId} and kind = ${kind} and day >= ${utcDay(since)}
    group by engine
    having sum(calls) > 0`.execute(ctx.db)
  return new Map(
    rows.map(({ engine, micros, estimated }) => [engine, { micros, estimatedMicros: estimated }]),
  )
}
