/** What the schedules of all active brands will cost in the coming month, as they stand now. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import { trackedPlatforms } from '../platforms.ts'
import { estimateQueries, meanCosts, PlatformEstimate, totalMicros } from './estimate.ts'
import { countRefreshes, type Refreshes } from './refresh-count.ts'

export const NextMonth = z
  .object({
    month: z.string().describe('YYYY-MM, UTC.'),
    cost_micros: z
      .number()
      .int()
      .nullable()
      .describe('Null: DAILY_CRON_SCHEDULE is of a kind that is not counted here.'),
    platforms: z.array(PlatformEstimate),
    sentiment_cost_micros: z
      .number()
      .int()
      .describe('Of that sum: sentiment by the language model, by what it has cost of late.'),
  })
  .meta({ id: 'SpendEstimate' })

export async function forecastNextMonth(ctx: Context): Promise<z.input<typeof NextMonth>> {
  const start = utcMonthStart(ctx.now(), 1)
  const month = start.toISOString().slice(0, 7)
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, start)
  if (refreshes === null) return { month, cost_micros: null, platforms: [], sentiment_cost_micros: 0 }
  const asked = await estimateQueries(ctx, await scheduledQuestions(ctx, refreshes))
  const judgements = await estimateJudgements(ctx, asked)
  return {
    month,
    cost_micros: totalMicros(asked) + judgements,
    platforms: asked,
    sentiment_cost_micros: judgements,
  }
}

/** Active prompts of active brands, as often as their platforms are refreshed. */
async function scheduledQuestions(ctx: Context, refreshes: Refreshes): Promise<Map<Platform, number>> {
  const { platforms: most } = (await getPlan(ctx)).limits
  const { rows } = await sql<{ platform: Platform; questions: number }>`
    select platform, sum(runs_per_prompt * times * prompts)::int8 as questions
    from (${trackedPlatforms(ctx.config)}) as tracked
    cross join lateral (select (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as times) as frequency
    cross join lateral (
      select count(*) as prompts from prompts
      where prompts.brand_id = tracked.brand_id and deleted_at is null and is_active
        and (prompts.platforms is null or tracked.platform = any(prompts.platforms))
    ) as asked
    where organization_id = ${ctx.organizationId} and (${most}::int is null or place <= ${most}::int)
      and times > 0 and prompts > 0
    group by platform`.execute(ctx.db)
  const counted = new Map(rows.map(({ platform, questions }) => [platform, questions]))
  return new Map(
    platforms.flatMap((platform) => {
      const questions = counted.get(platform)
      return questions === undefined ? [] : [[platform, questions]]
    }),
  )
}

async function estimateJudgements(ctx: Context, asked: readonly PlatformEstimate[]): Promise<number> {
  if (ctx.config.SENTIMENT !== 'model') return 0
  const [mean = 0] = (await meanCosts(ctx, 'sentiment')).values()
  const real = asked.filter(({ basis }) => basis !== 'simulated')
  return Math.round(mean * real.reduce((sum, { questions }) => sum + questions, 0))
}
