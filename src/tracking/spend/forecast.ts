/** Forecasts what the current schedules of all active brands will cost in the coming month. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { findSentimentModel } from '../../llm/sentiment-model.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import type { CheckFrequency } from '../platforms.ts'
import { trackedPlatforms } from '../tracked-platforms.ts'
import { EstimatedMicros, estimateQueries, meanCosts, PlatformEstimate, totalCost } from './estimate.ts'
import { countRefreshes } from './refresh-count.ts'

export const NextMonth = z
  .object({
    month: z.string().describe('YYYY-MM, UTC.'),
    cost_micros: z.number().int(),
    estimated_micros: EstimatedMicros,
    platforms: z.array(PlatformEstimate),
    sentiment_cost_micros: z
      .number()
      .int()
      .describe('Part of cost_micros: LLM sentiment, at its recent mean cost.'),
  })
  .meta({ id: 'SpendEstimate' })

export async function forecastNextMonth(ctx: Context): Promise<z.input<typeof NextMonth>> {
  const start = utcMonthStart(ctx.now(), 1)
  const month = start.toISOString().slice(0, 7)
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, start)
  const estimates = await estimateQueries(ctx, await countScheduledQueries(ctx, refreshes))
  const sentiment = await estimateSentiment(ctx, estimates)
  return {
    month,
    ...totalCost([...estimates, sentiment]),
    platforms: estimates,
    sentiment_cost_micros: sentiment.cost_micros,
  }
}

/** Counts the queries of active prompts of active brands, by platform. `refreshes`: how many, by frequency; default 0. */
export async function countScheduledQueries(
  ctx: Context,
  refreshes: Partial<Record<CheckFrequency, number>>,
): Promise<Map<Platform, number>> {
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
  const tracked = await trackedPlatforms(ctx, { organizationId: ctx.organizationId })
  const { rows } = await sql<{ platform: Platform; questions: number }>`
    with scheduled as materialized (
      select brand_id, platform, runs_per_prompt * (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as queries
      from (${tracked}) as tracked
      where ${maxPlatforms}::int is null or rank <= ${maxPlatforms}::int
    )
    select platform, sum(queries)::int8 as questions
    from scheduled join prompts on prompts.brand_id = scheduled.brand_id
    where queries > 0 and deleted_at is null and is_active
      and (prompts.platforms is null or scheduled.platform = any(prompts.platforms))
    group by platform`.execute(ctx.db)
  const countsByPlatform = new Map(rows.map(({ platform, questions }) => [platform, questions]))
  return new Map(
    platforms.flatMap((platform) => {
      const questions = countsByPlatform.get(platform)
      return questions === undefined ? [] : [[platform, questions]]
    }),
  )
}

async function estimateSentiment(ctx: Context, estimates: readonly PlatformEstimate[]) {
  const model = await findSentimentModel(ctx)
  const mean = model ? (await meanCosts(ctx, 'sentiment')).get(model.vendor) : undefined
  const { micros, estimatedMicros } = mean ?? { micros: 0, estimatedMicros: 0 }
  const paid = estimates.filter(({ basis }) => basis !== 'simulated')
  const answers = paid.reduce((sum, { questions }) => sum + questions, 0)
  return {
    cost_micros: Math.round(micros * answers),
    estimated_micros: Math.round(estimatedMicros * answers),
  }
}
