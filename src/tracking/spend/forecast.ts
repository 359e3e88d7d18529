/** Forecasts what the current schedules of all active brands will cost in the coming month, and in the rest of this one. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, utcDay } from '../../core/days.ts'
import { findSentimentModel } from '../../llm/sentiment-model.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import type { CheckFrequency } from '../platforms.ts'
import { trackedPlatforms } from '../tracked-platforms.ts'
import {
  EstimatedMicros,
  estimateQueries,
  type MeanCost,
  meanCosts,
  PlatformEstimate,
  totalCost,
} from './estimate.ts'
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
export const countScheduledQueries = async (
  ctx: Context,
  refreshes: Partial<Record<CheckFrequency, number>>,
): Promise<Map<Platform, number>> => sumByPlatform(await listScheduledQueries(ctx, refreshes))

type ScheduledQueries = { brand_id: string; platform: Platform; questions: number }

async function listScheduledQueries(
  ctx: Context,
  refreshes: Partial<Record<CheckFrequency, number>>,
): Promise<ScheduledQueries[]> {
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
  const tracked = await trackedPlatforms(ctx, { organizationId: ctx.organizationId })
  const { rows } = await sql<ScheduledQueries>`
    with scheduled as materialized (
      select brand_id, platform, runs_per_prompt * (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as queries
      from (${tracked}) as tracked
      where ${maxPlatforms}::int is null or rank <= ${maxPlatforms}::int
    )
    select scheduled.brand_id, scheduled.platform, round(sum(queries::float8 / coalesce(every, 1)))::int8 as questions
    from scheduled join prompts on prompts.brand_id = scheduled.brand_id
    left join prompt_frequencies on prompt_frequencies.brand_id = prompts.brand_id
      and prompt_frequencies.prompt_id = prompts.id and prompt_frequencies.platform = scheduled.platform
    where queries > 0 and deleted_at is null and is_active
      and (prompts.platforms is null or scheduled.platform = any(prompts.platforms))
    group by scheduled.brand_id, scheduled.platform`.execute(ctx.db)
  return rows
}

function sumByPlatform(rows: readonly ScheduledQueries[]): Map<Platform, number> {
  const groups = Map.groupBy(rows, ({ platform }) => platform)
  return new Map(
    platforms.flatMap((platform) => {
      const group = groups.get(platform)
      return group ? [[platform, group.reduce((sum, { questions }) => sum + questions, 0)]] : []
    }),
  )
}

/** Estimates what the scheduled runs of the other days of this month will cost, in micro-dollars by brand. */
export async function forecastRestOfMonth(ctx: Context): Promise<Map<string, number>> {
  const tomorrow = new Date(Date.parse(dayAfter(utcDay(ctx.now()))))
  if (tomorrow.getTime() === utcMonthStart(ctx.now(), 1).getTime()) return new Map()
  const rows = await listScheduledQueries(ctx, countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, tomorrow))
  const estimates = await estimateQueries(ctx, sumByPlatform(rows))
  const sentiment = await meanSentimentCost(ctx)
  const costs = new Map(
    estimates.map(({ platform, cost_micros, questions, basis }) => [
      platform,
      cost_micros / questions + (basis === 'simulated' ? 0 : sentiment.micros),
    ]),
  )
  return new Map(
    [...Map.groupBy(rows, ({ brand_id }) => brand_id)].map(([brandId, ofBrand]) => [
      brandId,
      Math.round(
        ofBrand.reduce((sum, { platform, questions }) => sum + questions * (costs.get(platform) ?? 0), 0),
      ),
    ]),
  )
}

async function meanSentimentCost(ctx: Context): Promise<MeanCost> {
  const model = await findSentimentModel(ctx)
  const mean = model ? (await meanCosts(ctx, 'sentiment')).get(model.vendor) : undefined
  return mean ?? { micros: 0, estimatedMicros: 0 }
}

async function estimateSentiment(ctx: Context, estimates: readonly PlatformEstimate[]) {
  const { micros, estimatedMicros } = await meanSentimentCost(ctx)
  const paid = estimates.filter(({ basis }) => basis !== 'simulated')
  const answers = paid.reduce((sum, { questions }) => sum + questions, 0)
  return {
    cost_micros: Math.round(micros * answers),
    estimated_micros: Math.round(estimatedMicros * answers),
  }
}
