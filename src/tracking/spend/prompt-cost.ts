/** Estimates what more prompts of a brand cost in the coming month, on its platforms and schedule. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../../../vocabulary/platforms.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import { isAskedOn, type Prompt } from '../../prompts/prompts.ts'
import { trackedPlatforms } from '../tracked-platforms.ts'
import { EstimatedMicros, estimateQueries, PlatformEstimate, totalCost } from './estimate.ts'
import { countRefreshes } from './refresh-count.ts'

export const PromptCost = z
  .object({
    queries: z.number().int().describe('Queries in the coming month.'),
    cost_micros: z.number().int().describe('Millionths of a US dollar.'),
    estimated_micros: EstimatedMicros,
    platforms: z.array(PlatformEstimate),
  })
  .meta({ id: 'PromptCost' })

/** `prompts`: what decides which platforms each of them is asked on. */
export async function estimatePrompts(
  ctx: Context,
  brand: Brand,
  prompts: readonly Pick<Prompt, 'platforms' | 'persona_id'>[],
): Promise<z.input<typeof PromptCost>> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
  const tracked = await trackedPlatforms(ctx, { organizationId: ctx.organizationId })
  const { rows } = await sql<{ platform: Platform; queries: number }>`
    select platform, runs_per_prompt * (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as queries
    from (${tracked}) as tracked
    where brand_id = ${brand.id} and (${maxPlatforms}::int is null or rank <= ${maxPlatforms}::int)
    order by platform`.execute(ctx.db)
  const counts = new Map<Platform, number>()
  for (const { platform, queries } of rows) {
    const asked = prompts.filter((prompt) => isAskedOn(prompt, platform)).length
    if (queries * asked > 0) counts.set(platform, queries * asked)
  }
  const platforms = await estimateQueries(ctx, counts)
  return {
    queries: platforms.reduce((sum, { questions }) => sum + questions, 0),
    ...totalCost(platforms),
    platforms,
  }
}
