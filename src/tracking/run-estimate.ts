/** The expected cost of a run and the budget it would be paid from. */
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { findBudget } from '../plans/spend-ledger.ts'
import { committedMicros } from './run-limits.ts'
import { EstimatedMicros, PlatformEstimate, totalCost } from './spend/estimate.ts'
import { estimateRun, type RunRequest, resolveRunInput } from './tracking.ts'

const Micros = z.number().int()

export const RunEstimate = z
  .object({
    success: z.literal(true),
    questions: z.number().int(),
    costMicros: Micros.describe('Millionths of a US dollar.'),
    estimatedMicros: EstimatedMicros,
    platforms: z.array(
      PlatformEstimate.omit({ cost_micros: true, estimated_micros: true }).extend({
        costMicros: PlatformEstimate.shape.cost_micros,
        estimatedMicros: EstimatedMicros,
      }),
    ),
    budget: z
      .object({
        limitMicros: Micros,
        spentMicros: Micros,
        promisedMicros: Micros.describe('The remaining expected cost of unfinished runs.'),
        leftMicros: Micros,
      })
      .nullable()
      .describe(
        'The one with the least left, of the organization or of the brand, in the current month (UTC); null: there is no limit.',
      ),
  })
  .meta({ id: 'RunEstimate' })

/** Throws the same errors as a run of the same request when there is nothing to query. */
export async function getRunEstimate(
  ctx: Context,
  brand: Brand,
  request: RunRequest,
): Promise<z.input<typeof RunEstimate>> {
  const platforms = await estimateRun(ctx, brand.id, await resolveRunInput(ctx, brand.id, request))
  const { cost_micros: costMicros, estimated_micros: estimatedMicros } = totalCost(platforms)
  return {
    success: true,
    questions: platforms.reduce((sum, { questions }) => sum + questions, 0),
    costMicros,
    estimatedMicros,
    platforms: platforms.map(({ cost_micros, estimated_micros, ...each }) => ({
      ...each,
      costMicros: cost_micros,
      estimatedMicros: estimated_micros,
    })),
    budget: await currentBudget(ctx, brand.id),
  }
}

async function currentBudget(ctx: Context, brandId: string): Promise<z.input<typeof RunEstimate>['budget']> {
  const budget = await findBudget(ctx, brandId)
  if (budget === null) return null
  const { limitMicros, spentMicros, limitedBy } = budget
  const promisedMicros = limitedBy === 'brand' ? 0 : await committedMicros(ctx)
  const leftMicros = Math.max(0, limitMicros - spentMicros - promisedMicros)
  return { limitMicros, spentMicros, promisedMicros: promisedMicros, leftMicros }
}
