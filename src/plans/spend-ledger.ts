/**
 * Records what an organization pays for, call by call, and enforces its monthly budget (UTC): the lowest of the limits set
 * by its plan, by its admins and by the settings.
 */
import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { OrganizationContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { AppError, notFound } from '../core/errors.ts'
import { costValue, type Message, message } from '../languages/message.ts'
import { planFor, utcMonthStart } from './plans.ts'

export const spendKinds = ['answers', 'sentiment', 'briefs', 'suggestions', 'volumes', 'tests'] as const
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
  /** What sets the lowest limit. */
  limitedBy: 'plan' | 'organization' | 'setting'
  /** Start of the next month (UTC). */
  resetsAt: Date
}

/** Returns null when no limit is set. */
export async function findBudget(ctx: OrganizationContext): Promise<Budget | null> {
  const { plan, spend_limit_micros: own, spent } = await loadMonth(ctx)
  const ofPlan = planFor(ctx.config, plan).limits.spend_micros_per_month
  const [lowest] = [
    { limitMicros: ofPlan, limitedBy: 'plan' as const },
    { limitMicros: own, limitedBy: 'organization' as const },
    { limitMicros: configuredLimitMicros(ctx.config), limitedBy: 'setting' as const },
  ]
    .flatMap(({ limitMicros, limitedBy }) => (limitMicros === null ? [] : [{ limitMicros, limitedBy }]))
    .sort((a, b) => a.limitMicros - b.limitMicros)
  return lowest === undefined
    ? null
    : { ...lowest, spentMicros: spent, resetsAt: utcMonthStart(ctx.now(), 1) }
}

export const spentThisMonth = async (ctx: OrganizationContext): Promise<number> =>
  (await loadMonth(ctx)).spent

/** Runs one statement, because a run calls it after each batch of answers. */
async function loadMonth(ctx: OrganizationContext) {
  const { rows } = await sql<{ plan: string; spend_limit_micros: number | null; spent: number }>`
    select plan, spend_limit_micros, (
      select coalesce(sum(cost_micros), 0)::int8 from spend
      where spend.organization_id = organizations.id and day >= ${utcDay(utcMonthStart(ctx.now()))}
    ) as spent
    from organizations where id = ${ctx.organizationId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw notFound(message('common.texts.noSuchOrganization'))
  return row
}

export const configuredLimitMicros = ({ SPEND_USD_PER_MONTH: usd }: Config): number | null =>
  usd === 0 ? null : Math.round(usd * 1_000_000)

/**
 * Throws when the month's budget is exhausted or smaller than the expected cost: `plan_limit` with the `quota` when the
 * plan sets the limit, otherwise `run_cap`. `promisedMicros`: cost of work that has started but is not recorded yet.
 */
export async function requireBudget(
  ctx: OrganizationContext,
  { expectedMicros = 0, promisedMicros = 0 }: { expectedMicros?: number; promisedMicros?: number } = {},
): Promise<void> {
  const budget = await findBudget(ctx)
  if (budget === null) return
  const { limitMicros: limit, spentMicros, limitedBy, resetsAt } = budget
  const used = spentMicros + promisedMicros
  if (used < limit && used + expectedMicros <= limit) return
  const quota = { resource: 'spend_micros', limit, used, resets_at: resetsAt.toISOString() }
  const text = used < limit ? insufficientBudgetMessage(budget, used, expectedMicros) : usedUpMessage(budget)
  if (limitedBy === 'plan') throw new AppError('plan_limit', text, { extra: { quota } })
  const retryAfter = Math.ceil((resetsAt.getTime() - ctx.now().getTime()) / 1000)
  throw new AppError('run_cap', text, { extra: { ...quota, retry_after_seconds: retryAfter } })
}

/** Returns a message when the budget is exhausted, otherwise null. */
export const findExhaustedBudget = async (ctx: OrganizationContext): Promise<Message | null> =>
  exhaustedBudgetMessage(await findBudget(ctx))

export const exhaustedBudgetMessage = (budget: Budget | null): Message | null =>
  budget === null || budget.spentMicros < budget.limitMicros ? null : usedUpMessage(budget)

function usedUpMessage({ limitMicros, limitedBy, resetsAt }: Budget): Message {
  const limit = costValue(limitMicros)
  const day = resetsAt.getTime()
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
  return limitedBy === 'plan'
    ? message('plans.spendLedger.exceedsPlanBudget', { cost, rest, limit, day })
    : message('plans.spendLedger.exceedsSpendLimit', { cost, rest, limit, day })
}
