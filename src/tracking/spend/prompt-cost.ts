/** Estimates what more prompts or follow-ups of a brand cost in the coming month, on its platforms and schedule. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../../../vocabulary/platforms.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { resolveOwnPlatforms } from '../../engines/organization-keys.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import { isAskedOn, type Prompt } from '../../prompts/prompts.ts'
import type { QueryCount } from '../plan.ts'
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

export const PromptCostQuery = {
  turns_before: z
    .enum(['0', '1', '2'])
    .transform(Number)
    .default(0)
    .describe(
      'Questions before in the same conversation: 1 or 2 for a follow-up. The conversation so far is sent again, and only platforms that take conversations count. Default: 0.',
    ),
}

/** What decides which platforms a prompt is asked on. `turnsBefore`: the questions before it in its conversation. */
type NewPrompt = Pick<Prompt, 'platforms' | 'persona_id'> & { turnsBefore: number }

export async function estimatePrompts(
  ctx: Context,
  brand: Brand,
  prompts: readonly NewPrompt[],
): Promise<z.input<typeof PromptCost>> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
  const tracked = await trackedPlatforms(ctx, { organizationId: ctx.organizationId })
  const { rows } = await sql<{ platform: Platform; queries: number }>`
    select platform, runs_per_prompt * (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as queries
    from (${tracked}) as tracked
    where brand_id = ${brand.id} and (${maxPlatforms}::int is null or rank <= ${maxPlatforms}::int)
    order by platform`.execute(ctx.db)
  const backends = await resolveOwnPlatforms(ctx)
  const counts = new Map<Platform, QueryCount>()
  for (const { platform, queries } of rows) {
    const takesConversations = backends.get(platform)?.takesConversations ?? false
    const asked = prompts.filter(
      (prompt) => isAskedOn(prompt, platform) && (prompt.turnsBefore === 0 || takesConversations),
    )
    if (queries * asked.length > 0)
      counts.set(platform, {
        queries: queries * asked.length,
        turnsBefore: queries * asked.reduce((sum, { turnsBefore }) => sum + turnsBefore, 0),
      })
  }
  const platforms = await estimateQueries(ctx, counts)
  return {
    queries: platforms.reduce((sum, { questions }) => sum + questions, 0),
    ...totalCost(platforms),
    platforms,
  }
}
