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
import type { SpendKind } from '../../plans/spend-ledger.ts'
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
  const getCost = await readQueryCosts(ctx)
  return [...counts].map(([platform, { queries, turnsBefore }]) => {
    const { query, resent, basis } = getCost(platform)
    return {
      platform,
      questions: Math.round(queries),
      cost_micros: Math.round(query.micros * queries + resent.micros * turnsBefore),
      estimated_micros: Math.round(query.estimatedMicros * queries + resent.estimatedMicros * turnsBefore),
      basis,
    }
  })
}

/** `resent`: the cost of each question and answer that is sent again with a follow-up. */
type QueryCost = { query: MeanCost; resent: MeanCost; basis: PlatformEstimate['basis'] }

export async function readQueryCosts(ctx: Context): Promise<(platform: Platform) => QueryCost> {
  const backends = await resolveOwnPlatforms(ctx)
  const past = await meanCosts(ctx, 'answers')
  return (platform) => {
    const { backend = '' } = backends.get(platform) ?? {}
    const vendor = findVendor(backend)
    // Only the simulator is not a vendor.
    if (!vendor) return { query: noCost, resent: noCost, basis: 'simulated' }
    const typical = getTypicalQueryCost(ctx, vendor, platform)
    const query = past.get(backend)
    return query ? { ...typical, query, basis: 'past' } : typical
  }
}

const noCost: MeanCost = { micros: 0, estimatedMicros: 0 }

export function getTypicalQueryCost({ config, now }: Context, vendor: Vendor, platform: Platform): QueryCost {
  const toMean = ({ costMicros: micros, costEstimated }: ReturnType<typeof getTypicalCost>) => ({
    micros,
    estimatedMicros: costEstimated ? micros : 0,
  })
  return {
    query: toMean(getTypicalCost(config, vendor, now(), platform)),
    resent: toMean(getResentCost(config, vendor, now(), platform)),
    basis: 'typical',
  }
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
export async function meanCosts(ctx: Context, kind: SpendKind): Promise<Map<string, MeanCost>> {
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
