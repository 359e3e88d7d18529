/** Forecasts what the current schedules of all active brands will cost in the coming month, and in the rest of this one. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, utcDay } from '../../core/days.ts'
import { resolveOwnPlatforms } from '../../engines/organization-keys.ts'
import { findChosenModel, type ModelUse } from '../../llm/chosen-model.ts'
import { getPlan, utcMonthStart } from '../../plans/plans.ts'
import { askedOn } from '../../prompts/prompts.ts'
import type { QueryCount } from '../plan.ts'
import type { CheckFrequency } from '../platforms.ts'
import { trackedPlatforms } from '../tracked-platforms.ts'
import {
  EstimatedMicros,
  estimateQueries,
  type MeanCost,
  meanCosts,
  PlatformEstimate,
  readQueryCosts,
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
    claims_cost_micros: z
      .number()
      .int()
      .describe(
        'Part of cost_micros: the comparison of claims by a language model, at its recent mean cost.',
      ),
  })
  .meta({ id: 'SpendEstimate' })

export async function forecastNextMonth(ctx: Context): Promise<z.input<typeof NextMonth>> {
  const start = utcMonthStart(ctx.now(), 1)
  const month = start.toISOString().slice(0, 7)
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, start)
  const estimates = await estimateQueries(ctx, sumByPlatform(await listScheduledQueries(ctx, refreshes)))
  const sentiment = await estimateModel(ctx, 'sentiment', estimates)
  const claims = await estimateModel(ctx, 'claims', estimates)
  return {
    month,
    ...totalCost([...estimates, sentiment, claims]),
    platforms: estimates,
    sentiment_cost_micros: sentiment.cost_micros,
    claims_cost_micros: claims.cost_micros,
  }
}

/** Counts the queries of active prompts of active brands, by platform. `refreshes`: how many, by frequency; default 0. */
export const countScheduledQueries = async (
  ctx: Context,
  refreshes: Partial<Record<CheckFrequency, number>>,
): Promise<Map<Platform, number>> =>
  new Map(
    [...sumByPlatform(await listScheduledQueries(ctx, refreshes))].map(([platform, { queries }]) => [
      platform,
      Math.round(queries),
    ]),
  )

/** Not whole numbers if prompts are not asked in every run. */
type ScheduledQueries = QueryCount & { brand_id: string; platform: Platform }

async function listScheduledQueries(
  ctx: Context,
  refreshes: Partial<Record<CheckFrequency, number>>,
): Promise<ScheduledQueries[]> {
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
  const tracked = await trackedPlatforms(ctx, { organizationId: ctx.organizationId })
  const backends = await resolveOwnPlatforms(ctx)
  const conversational = platforms.filter((platform) => backends.get(platform)?.takesConversations)
  const { rows } = await sql<ScheduledQueries>`
    with scheduled as materialized (
      select brand_id, platform, runs_per_prompt * (${JSON.stringify(refreshes)}::jsonb ->> check_frequency)::int as queries
      from (${tracked}) as tracked
      where ${maxPlatforms}::int is null or rank <= ${maxPlatforms}::int
    ), active as materialized (
      select prompts.brand_id, prompts.id, prompts.follows, prompts.platforms, prompts.persona_id
      from prompts join brands on brands.id = prompts.brand_id
      where brands.organization_id = ${ctx.organizationId} and deleted_at is null and is_active
    )
    select
      brand_id, platform, sum(asked) as queries, sum(asked * turns_before) as "turnsBefore"
    from (
      select
        scheduled.brand_id, scheduled.platform, queries::float8 / coalesce(every, 1) as asked,
        case when prompts.follows is null then 0 when previous.follows is null then 1 else 2 end as turns_before
      from scheduled
      join active prompts on prompts.brand_id = scheduled.brand_id
      left join active previous on previous.brand_id = prompts.brand_id and previous.id = prompts.follows
      left join active first on first.brand_id = prompts.brand_id and first.id = previous.follows
      left join prompt_frequencies on prompt_frequencies.brand_id = prompts.brand_id
        and prompt_frequencies.prompt_id = coalesce(first.id, previous.id, prompts.id)
        and prompt_frequencies.platform = scheduled.platform
      where queries > 0 and ${askedOn(sql`scheduled.platform`)}
        and (prompts.follows is null or (
          scheduled.platform = any(${conversational}::text[]) and previous.id is not null
          and (previous.follows is null or first.id is not null)
        ))
    ) planned
    group by brand_id, platform`.execute(ctx.db)
  return rows
}

function sumByPlatform(rows: readonly ScheduledQueries[]): Map<Platform, QueryCount> {
  const groups = Map.groupBy(rows, ({ platform }) => platform)
  const sum = (group: readonly ScheduledQueries[], key: keyof QueryCount) =>
    group.reduce((all, row) => all + row[key], 0)
  return new Map(
    platforms.flatMap((platform) => {
      const group = groups.get(platform)
      return group
        ? [[platform, { queries: sum(group, 'queries'), turnsBefore: sum(group, 'turnsBefore') }]]
        : []
    }),
  )
}

/** Estimates what the scheduled runs of the other days of this month will cost, in micro-dollars by brand. */
export async function forecastRestOfMonth(ctx: Context): Promise<Map<string, number>> {
  const tomorrow = new Date(Date.parse(dayAfter(utcDay(ctx.now()))))
  if (tomorrow.getTime() === utcMonthStart(ctx.now(), 1).getTime()) return new Map()
  const rows = await listScheduledQueries(ctx, countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, tomorrow))
  const getCost = await readQueryCosts(ctx)
  const models = [await meanModelCost(ctx, 'sentiment'), await meanModelCost(ctx, 'claims')]
  const perAnswer = models.reduce((sum, { micros }) => sum + micros, 0)
  const costOf = ({ platform, queries, turnsBefore }: ScheduledQueries) => {
    const { query, resent, basis } = getCost(platform)
    const perQuery = query.micros + (basis === 'simulated' ? 0 : perAnswer)
    return queries * perQuery + turnsBefore * resent.micros
  }
  return new Map(
    [...Map.groupBy(rows, ({ brand_id }) => brand_id)].map(([brandId, ofBrand]) => [
      brandId,
      Math.round(ofBrand.reduce((sum, each) => sum + costOf(each), 0)),
    ]),
  )
}

/** Returns the mean cost of a language model per query. */
async function meanModelCost(ctx: Context, use: ModelUse): Promise<MeanCost> {
  const model = await findChosenModel(ctx, use)
  const mean = model ? (await meanCosts(ctx, use)).get(model.vendor) : undefined
  if (!mean) return { micros: 0, estimatedMicros: 0 }
  const share = await shareReadBy(ctx, use)
  return { micros: share * mean.micros, estimatedMicros: share * mean.estimatedMicros }
}

/**
 * Returns the share of answers that a model reads: all for sentiment; for claims, those of the last 30 days that name their
 * brand, or all before the first answer.
 */
export async function shareReadBy({ db, organizationId, now }: Context, use: ModelUse): Promise<number> {
  if (use === 'sentiment') return 1
  const { rows } = await sql<{ share: number }>`
    select coalesce(avg((answers.mention_counts[1] > 0)::int), 1)::float8 as share
    from answers join brands on brands.id = answers.brand_id
    where brands.organization_id = ${organizationId} and answers.status = 'answered'
      and answers.day >= ${utcDay(now())}::date - 30`.execute(db)
  return rows[0]?.share ?? 1
}

async function estimateModel(ctx: Context, use: ModelUse, estimates: readonly PlatformEstimate[]) {
  const { micros, estimatedMicros } = await meanModelCost(ctx, use)
  const paid = estimates.filter(({ basis }) => basis !== 'simulated')
  const answers = paid.reduce((sum, { questions }) => sum + questions, 0)
  return {
    cost_micros: Math.round(micros * answers),
    estimated_micros: Math.round(estimatedMicros * answers),
  }
}
