/** What a run would cost, for whoever is about to start it, beside what there is to spend. */
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { findBudget } from '../plans/spend-ledger.ts'
import { committedMicros } from './run-limits.ts'
import { PlatformEstimate, totalMicros } from './spend/estimate.ts'
import { estimateRun, type RunRequest, resolveRunInput } from './tracking.ts'

const Micros = z.number().int()

export const RunEstimate = z
  .object({
    success: z.literal(true),
    questions: z.number().int(),
    costMicros: Micros.describe('Millionths of a US dollar; without the engines that nobody prices.'),
    platforms: z.array(
      PlatformEstimate.omit({ cost_micros: true }).extend({ costMicros: PlatformEstimate.shape.cost_micros }),
    ),
    budget: z
      .object({
        limitMicros: Micros,
        spentMicros: Micros,
        promisedMicros: Micros.describe('What runs that have not ended are still expected to cost.'),
        leftMicros: Micros,
      })
      .nullable()
      .describe('Of this month (UTC); null: there is no limit.'),
  })
  .meta({ id: 'RunEstimate' })

/** Throws what a run of the same request would throw because there is nothing to ask. */
export async function getRunEstimate(
  ctx: Context,
  brand: Brand,
  request: RunRequest,
): Promise<z.input<typeof RunEstimate>> {
  const platforms = await estimateRun(ctx, brand.id, await resolveRunInput(ctx, brand.id, request))
  return {
    success: true,
    questions: platforms.reduce((sum, { questions }) => sum + questions, 0),
    costMicros: totalMicros(platforms),
    platforms: platforms.map(({ cost_micros: costMicros, ...each }) => ({ ...each, costMicros })),
    budget: await budgetNow(ctx),
  }
}

async function budgetNow(ctx: Context): Promise<z.input<typeof RunEstimate>['budget']> {
  const budget = await findBudget(ctx)
  if (budget === null) return null
  const { limitMicros, spentMicros } = budget
  const promised = await committedMicros(ctx)
  const leftMicros = Math.max(0, limitMicros - spentMicros - promised)
  return { limitMicros, spentMicros, promisedMicros: promised, leftMicros }
}
