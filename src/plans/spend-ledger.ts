/**
 * Records what an organization pays for, call by call, and enforces its monthly budget (UTC): the lowest of the limits set
 * by its plan, by its admins and by the settings. A limit for a single brand counts only the spend on that brand.
 */
import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { OrganizationContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { AppError, notFound } from '../core/errors.ts'
import { costValue, type Message, message } from '../languages/message.ts'
import { planFor, utcMonthStart } from './plans.ts'

export const spendKinds = [
  'answers',
  'sentiment',
  'claims',
  'briefs',
  'suggestions',
  'volumes',
  'tests',
] as const
export type SpendKind = (typeof spendKinds)[number]

type Payee = {
  kind: SpendKind
  /** The vendor that is paid: an engine's backend or the language model. */
  engine: string
  /** Null when the call was not made for a brand. */
  brandId: string | null
}

/** In millionths of a US dollar. Estimated: the vendor reported no cost, and the model has no known price. */
type Cost = { costMicros: number; costEstimated?: boolean }

export type CostEntry = Payee & Cost

/**
 * Call it at the end of the transaction that stores the result: concurrent calls to the same engine wait for the ledger row
 * until the transaction ends.
 */
export const recordCost = (tx: OrganizationContext, entry: CostEntry): Promise<void> =>
  recordCosts(tx, entry, [entry])

/** Like `recordCost`, for several calls. */
export async function recordCosts(
  tx: OrganizationContext,
  { kind, engine, brandId }: Payee,
  costs: readonly Cost[],
): Promise<void> {
  await sql`
    insert into spend as known (organization_id, day, kind, engine, brand_id, calls, cost_micros, estimated_micros)
    values (
      ${tx.organizationId}, ${utcDay(tx.now())}, ${kind}, ${engine}, ${brandId ?? noBrand},
      ${costs.length}, ${sumUp(costs)}, ${sumUp(costs.filter(({ costEstimated }) => costEstimated))}
    )
    on conflict (organization_id, day, kind, engine, brand_id) do update set
      calls = known.calls + excluded.calls, cost_micros = known.cost_micros + excluded.cost_micros,
      estimated_micros = known.estimated_micros + excluded.estimated_micros`.execute(tx.db)
}

const sumUp = (costs: readonly Cost[]) => costs.reduce((sum, { costMicros }) => sum + costMicros, 0)

export const noBrand = '00000000-0000-0000-0000-000000000000'

export type Budget = {
  limitMicros: number
  spentMicros: number
  /** What sets the limit. */
  limitedBy: 'plan' | 'organization' | 'setting' | 'brand'
  /** Start of the next month (UTC). */
  resetsAt: Date
}

/** Returns the budget with the least left: of the organization and, with `brandId`, of the brand. Returns null when no limit is set. */
export const findBudget = async (ctx: OrganizationContext, brandId?: string): Promise<Budget | null> =>
  (await listBudgets(ctx, brandId))[0] ?? null

/** Lists the budgets, the one with the least left first. */
export async function listBudgets(ctx: OrganizationContext, brandId?: string): Promise<Budget[]> {
  const { plan, spend_limit_micros: own, spent, brand_limit, brand_spent } = await loadMonth(ctx, brandId)
  const ofPlan = planFor(ctx.config, plan).limits.spend_micros_per_month
  const resetsAt = utcMonthStart(ctx.now(), 1)
  return [
    { limitMicros: ofPlan, spentMicros: spent, limitedBy: 'plan' as const },
    { limitMicros: own, spentMicros: spent, limitedBy: 'organization' as const },
    { limitMicros: configuredLimitMicros(ctx.config), spentMicros: spent, limitedBy: 'setting' as const },
    { limitMicros: brand_limit, spentMicros: brand_spent, limitedBy: 'brand' as const },
  ]
    .flatMap(({ limitMicros, ...budget }) =>
      limitMicros === null ? [] : [{ ...budget, limitMicros, resetsAt }],
    )
    .sort((a, b) => a.limitMicros - a.spentMicros - (b.limitMicros - b.spentMicros))
}

export const spentThisMonth = async (ctx: OrganizationContext): Promise<number> =>
  (await loadMonth(ctx)).spent

type Month = {
  plan: string
  spend_limit_micros: number | null
  spent: number
  brand_limit: number | null
  brand_spent: number
}

/** Runs one statement, because a run calls it after each batch of answers. */
async function loadMonth(ctx: OrganizationContext, brandId = noBrand): Promise<Month> {
  const { rows } = await sql<Month>`
    select plan, spend_limit_micros, month.*, (
      select brands.spend_limit_micros from brands
      where brands.organization_id = ${ctx.organizationId} and brands.id = ${brandId}
    ) as brand_limit
    from organizations cross join (
      select coalesce(sum(cost_micros), 0)::int8 as spent,
        coalesce(sum(cost_micros) filter (where brand_id = ${brandId}), 0)::int8 as brand_spent
      from spend
      where organization_id = ${ctx.organizationId} and day >= ${utcDay(utcMonthStart(ctx.now()))}
    ) as month
    where organizations.id = ${ctx.organizationId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw notFound(message('common.texts.noSuchOrganization'))
  return row
}

export const configuredLimitMicros = ({ SPEND_USD_PER_MONTH: usd }: Config): number | null =>
  usd === 0 ? null : Math.round(usd * 1_000_000)

/**
 * Throws when the month's budget is exhausted or smaller than the expected cost: `plan_limit` with the `quota` when the
 * plan sets the limit, otherwise `run_cap`. `promisedMicros`: cost of work of other brands that has started but is not recorded
 * yet.
 */
export async function requireBudget(
  ctx: OrganizationContext,
  {
    brandId,
    expectedMicros = 0,
    promisedMicros = 0,
  }: { brandId?: string; expectedMicros?: number; promisedMicros?: number } = {},
): Promise<void> {
  for (const budget of await listBudgets(ctx, brandId)) {
    const { limitMicros: limit, spentMicros, limitedBy, resetsAt } = budget
    const used = spentMicros + (limitedBy === 'brand' ? 0 : promisedMicros)
    if (used < limit && used + expectedMicros <= limit) continue
    const quota = { resource: 'spend_micros', limit, used, resets_at: resetsAt.toISOString() }
    const text =
      used < limit ? insufficientBudgetMessage(budget, used, expectedMicros) : usedUpMessage(budget)
    if (limitedBy === 'plan') throw new AppError('plan_limit', text, { extra: { quota } })
    const retryAfter = Math.ceil((resetsAt.getTime() - ctx.now().getTime()) / 1000)
    throw new AppError('run_cap', text, { extra: { ...quota, retry_after_seconds: retryAfter } })
  }
}

/** Returns a message when the budget is exhausted, otherwise null. */
export const findExhaustedBudget = async (
  ctx: OrganizationContext,
  brandId?: string,
): Promise<Message | null> => exhaustedBudgetMessage(await findBudget(ctx, brandId))

export const exhaustedBudgetMessage = (budget: Budget | null): Message | null =>
  budget !== null && isExhausted(budget) ? usedUpMessage(budget) : null

export const isExhausted = ({ spentMicros, limitMicros }: Budget): boolean => spentMicros >= limitMicros

function usedUpMessage({ limitMicros, limitedBy, resetsAt }: Budget): Message {
  const limit = costValue(limitMicros)
  const day = resetsAt.getTime()
  if (limitedBy === 'brand') return message('plans.spendLedger.brandLimitUsedUp', { limit, day })
  return limitedBy === 'plan'
    ? message('plans.spendLedger.theMonthSPlanBudgetOf', { limit, day })
    : message('plans.spendLedger.theMonthSSpendLimitOf', { limit, day })
}

function insufficientBudgetMessage(
  { limitMicros, limitedBy, resetsAt }: Budget,
  usedMicros: number,
  expectedMicros: number,
): Message {
  const cost = costValue(expectedMicros)
  const rest = costValue(limitMicros - usedMicros)
  const limit = costValue(limitMicros)
  const day = resetsAt.getTime()
  if (limitedBy === 'brand') return message('plans.spendLedger.exceedsBrandLimit', { cost, rest, limit, day })
  return limitedBy === 'plan'
    ? message('plans.spendLedger.exceedsPlanBudget', { cost, rest, limit, day })
    : message('plans.spendLedger.exceedsSpendLimit', { cost, rest, limit, day })
}
