/** What questions will cost: by what each engine has cost this organization of late, or before that by what is known of it. */

import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import { resolvePlatforms } from '../../engines/registry.ts'
import { findVendor } from '../../engines/vendors.ts'

export const PlatformEstimate = z
  .object({
    platform: z.enum(platforms),
    questions: z.number().int(),
    cost_micros: z.number().int().nullable().describe('Null: nobody says what this engine costs.'),
    basis: z
      .enum(['past', 'typical', 'simulated', 'unknown'])
      .describe(
        '`past`: the mean of the last 30 days. `typical`: of recorded answers, or a price list. `simulated`: costs nothing. `unknown`: counts nothing.',
      ),
  })
  .meta({ id: 'PlatformEstimate' })

export type PlatformEstimate = z.output<typeof PlatformEstimate>

export async function estimateQueries(
  ctx: Context,
  questions: ReadonlyMap<Platform, number>,
): Promise<PlatformEstimate[]> {
  const backends = resolvePlatforms(ctx.config)
  const past = await meanCosts(ctx, 'answers')
  return [...questions].map(([platform, count]) => {
    const { backend = null, surface } = backends.get(platform) ?? {}
    if (surface === 'simulated') return { platform, questions: count, cost_micros: 0, basis: 'simulated' }
    const known = backend === null ? undefined : past.get(backend)
    const each = known ?? findVendor(backend ?? '')?.typicalCostMicros
    const basis = known !== undefined ? 'past' : each !== undefined ? 'typical' : 'unknown'
    return {
      platform,
      questions: count,
      cost_micros: each === undefined ? null : Math.round(each * count),
      basis,
    }
  })
}

/** What is known of it; what nobody prices adds nothing. */
export const totalMicros = (estimates: readonly { cost_micros: number | null }[]): number =>
  estimates.reduce((sum, { cost_micros }) => sum + (cost_micros ?? 0), 0)

const lookBackDays = 30

/** Engine → micro-dollars a call, of those calls that told a price. */
export async function meanCosts(ctx: Context, kind: 'answers' | 'sentiment'): Promise<Map<string, number>> {
  const since = new Date(ctx.now().getTime() - lookBackDays * 86_400_000)
  const { rows } = await sql<{ engine: string; mean: number }>`
    select engine, (sum(cost_micros) / sum(calls - unpriced))::float8 as mean from spend
    where organization_id = ${ctx.organizationId} and kind = ${kind} and day >= ${utcDay(since)}
    group by engine
    having sum(calls - unpriced) > 0`.execute(ctx.db)
  return new Map(rows.map(({ engine, mean }) => [engine, mean]))
}
