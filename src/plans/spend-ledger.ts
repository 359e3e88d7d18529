/**
 * What an organization pays for, call by call, and the most it may pay in a month (UTC): the lowest of what its plan, its
 * own people and the settings allow.
 */

import { sql } from 'kysely'
import { formatCost } from '../../vocabulary/formats.ts'
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { AppError, notFound } from '../core/errors.ts'
import { planOf, utcMonthStart } from './plans.ts'

export const spendKinds = ['answers', 'sentiment', 'briefs', 'suggestions', 'volumes', 'tests'] as const
export type SpendKind = (typeof spendKinds)[number]

type Payee = {
  kind: SpendKind
  /** Who is paid: the backend of an engine, the vendor of the language model. */
  engine: string
  /** Null: for no brand. */
  brandId: string | null
}

/** Null when nobody says what it cost. */
type Cost = number | null

export type CostEntry = Payee & { costMicros: Cost }

type Tenant = Omit<Context, 'actor'>

/** In the transaction that keeps what was paid for, at its end: others who pay the same engine wait for the row. */
export const recordCost = (tx: Tenant, { costMicros, ...payee }: CostEntry): Promise<void> =>
  recordCosts(tx, payee, [costMicros])

/** The same for some calls at once. */
export async function recordCosts(
  tx: Tenant,
  { kind, engine, brandId }: Payee,
  costsMicros: readonly Cost[],
): Promise<void> {
  const told = costsMicros.filter((cost) => cost !== null)
  await sql`
    insert into spend as known (organization_id, day, kind, engine, brand_id, calls, unpriced, cost_micros)
    values (
      ${tx.organizationId}, ${utcDay(tx.now())}, ${kind}, ${engine}, ${brandId ?? noBrand},
      ${costsMicros.length}, ${costsMicros.length - told.length}, ${told.reduce((sum, cost) => sum + cost, 0)}
    )
    on conflict (organization_id, day, kind, engine, brand_id) do update set
      calls = known.calls + excluded.calls, unpriced = known.unpriced + excluded.unpriced,
      cost_micros = known.cost_micros + excluded.cost_micros`.execute(tx.db)
}

export const noBrand = '00000000-0000-0000-0000-000000000000'

export type Budget = {
  limitMicros: number
  spentMicros: number
  /** Who set the limit. */
  limitedBy: 'plan' | 'organization' | 'setting'
  /** When the month is over. */
  resetsAt: Date
}

/** Null: there is no limit. */
export async function findBudget(ctx: Tenant): Promise<Budget | null> {
  const { plan, spend_limit_micros: own, spent } = await accountOf(ctx)
  const ofPlan = planOf(ctx.config, plan).limits.spend_micros_per_month
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

export const spentThisMonth = async (ctx: Tenant): Promise<number> => (await accountOf(ctx)).spent

/** By one statement, for a run asks it whenever it has kept answers. */
async function accountOf(ctx: Tenant) {
  const { rows } = await sql<{ plan: string; spend_limit_micros: number | null; spent: number }>`
    select plan, spend_limit_micros, (
      select coalesce(sum(cost_micros), 0)::int8 from spend
      where spend.organization_id = organizations.id and day >= ${utcDay(utcMonthStart(ctx.now()))}
    ) as spent
    from organizations where id = ${ctx.organizationId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw notFound('organization')
  return row
}

export const configuredLimitMicros = ({ SPEND_USD_PER_MONTH: usd }: Config): number | null =>
  usd === 0 ? null : Math.round(usd * 1_000_000)

/**
 * Throws when the month's budget is used up, or does not hold what this is expected to cost: `plan_limit` with the `quota`
 * where the plan is what limits, `run_cap` elsewhere.
 */
export async function requireBudget(
  ctx: Tenant,
  { expectedMicros = 0, promisedMicros = 0 }: { expectedMicros?: number; promisedMicros?: number } = {},
): Promise<void> {
  const budget = await findBudget(ctx)
  if (budget === null) return
  const { limitMicros: limit, spentMicros, limitedBy, resetsAt } = budget
  const used = spentMicros + promisedMicros
  if (used < limit && used + expectedMicros <= limit) return
  const quota = { resource: 'spend_micros', limit, used, resets_at: resetsAt.toISOString() }
  const message = used < limit ? tooMuch(budget, used, expectedMicros) : usedUp(budget)
  if (limitedBy === 'plan') throw new AppError('plan_limit', message, { extra: { quota } })
  const retryAfter = Math.ceil((resetsAt.getTime() - ctx.now().getTime()) / 1000)
  throw new AppError('run_cap', message, { extra: { ...quota, retry_after_seconds: retryAfter } })
}

/** Why nothing more is to be paid for, in words; null while there is budget. */
export const findExhaustedBudget = async (ctx: Tenant): Promise<string | null> =>
  exhaustedBudgetMessage(await findBudget(ctx))

export const exhaustedBudgetMessage = (budget: Budget | null): string | null =>
  budget === null || budget.spentMicros < budget.limitMicros ? null : usedUp(budget)

const usedUp = ({ limitMicros, limitedBy, resetsAt }: Budget) =>
  `The month's ${limitNames[limitedBy]} of ${formatCost(limitMicros)} is used up; it starts anew on ${utcDay(resetsAt)}.`

const tooMuch = ({ limitMicros, limitedBy, resetsAt }: Budget, used: number, expected: number) =>
  `This would cost about ${formatCost(expected)}, and of the month's ${limitNames[limitedBy]} of ${formatCost(limitMicros)} only ${formatCost(limitMicros - used)} are left; it starts anew on ${utcDay(resetsAt)}.`

const limitNames = {
  plan: 'spending under your plan',
  organization: 'spending limit',
  setting: 'spending limit',
} as const satisfies Record<Budget['limitedBy'], string>
