/**
 * What an organization may use. Plans limit the cloud deployment only; an install of one's own has the limits that its
 * settings say, and none by default.
 */
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'

/** Null is unlimited. */
export type PlanLimits = {
  brands: number | null
  /** Active prompts of all brands together. */
  prompts: number | null
  members: number | null
  /** Platforms that one brand is tracked on. */
  platforms: number | null
  runs_per_day: number | null
  run_cooldown_seconds: number | null
  spend_micros_per_month: number | null
  site_audits_per_month: number | null
  briefs_per_month: number | null
}

export type Plan = { subscribed: boolean; limits: PlanLimits }
export type PlanName = keyof typeof plans

const unlimited: PlanLimits = {
  brands: null,
  prompts: null,
  members: null,
  platforms: null,
  runs_per_day: null,
  run_cooldown_seconds: null,
  spend_micros_per_month: null,
  site_audits_per_month: null,
  briefs_per_month: null,
}

export const plans = {
  self_hosted: { subscribed: true, limits: unlimited },
  /** A cloud organization that has not subscribed yet: it can be set up and looked at, but not tracked. */
  none: {
    subscribed: false,
    limits: {
      brands: 1,
      prompts: 25,
      members: 2,
      platforms: 3,
      runs_per_day: 0,
      run_cooldown_seconds: null,
      spend_micros_per_month: 0,
      site_audits_per_month: 0,
      briefs_per_month: 0,
    },
  },
  starter: {
    subscribed: true,
    limits: {
      brands: 1,
      prompts: 100,
      members: 5,
      platforms: 3,
      runs_per_day: 5,
      run_cooldown_seconds: 3600,
      spend_micros_per_month: 100_000_000,
      site_audits_per_month: 10,
      briefs_per_month: 20,
    },
  },
  growth: {
    subscribed: true,
    limits: {
      brands: 10,
      prompts: 1000,
      members: 25,
      platforms: 6,
      runs_per_day: 25,
      run_cooldown_seconds: 900,
      spend_micros_per_month: 1_000_000_000,
      site_audits_per_month: 100,
      briefs_per_month: 200,
    },
  },
  enterprise: { subscribed: true, limits: unlimited },
} satisfies Record<string, Plan>

export const planNames: readonly PlanName[] = ['self_hosted', 'none', 'starter', 'growth', 'enterprise']

export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name)

/** The plan as it applies here. Throws for a name that no plan has: `setPlan` never stores one. */
export function planOf(config: Config, name: string): Plan {
  if (config.DEPLOYMENT === 'self_hosted') return plans.self_hosted
  if (!isPlanName(name)) throw new Error(`No plan is named ${name}`)
  return plans[name]
}

export const defaultPlan = (config: Config): PlanName =>
  config.DEPLOYMENT === 'cloud' ? 'none' : 'self_hosted'

/** What there is a quota of: the limit that says how much, and whether it is counted by the month (UTC). */
const quotas = {
  brands: { limit: 'brands', monthly: false, words: 'brands' },
  prompts: { limit: 'prompts', monthly: false, words: 'active prompts' },
  members: { limit: 'members', monthly: false, words: 'members' },
  platforms: { limit: 'platforms', monthly: false, words: 'platforms of a brand' },
  site_audits: { limit: 'site_audits_per_month', monthly: true, words: 'site audits in a month' },
  briefs: { limit: 'briefs_per_month', monthly: true, words: 'briefs in a month' },
} as const satisfies Record<string, { limit: keyof PlanLimits; monthly: boolean; words: string }>

export type Quota = {
  resource: keyof typeof quotas
  /** Null is unlimited. */
  limit: number | null
  used: number
  remaining: number | null
  /** When it is counted anew; null for what does not come back with the month. */
  resets_at: string | null
}

/** A quota and how much of it is used; `countSince` counts, from the start of the month where it is monthly. */
export async function getQuota(
  ctx: Omit<Context, 'actor'>,
  resource: Quota['resource'],
  countSince: (since: Date) => Promise<number>,
): Promise<Quota> {
  const { monthly, limit: name } = quotas[resource]
  const limit = (await getPlan(ctx)).limits[name]
  const used = await countSince(monthly ? utcMonthStart(ctx.now()) : new Date(0))
  return {
    resource,
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resets_at: monthly ? utcMonthStart(ctx.now(), 1).toISOString() : null,
  }
}

/**
 * Throws `plan_limit` with the `quota` when the plan does not allow `more` of it. To be called in the transaction that
 * makes the thing, before it is made: until that ends, nobody else of the organization gets through here.
 */
export async function requireQuota(
  tx: Omit<Context, 'actor'>,
  resource: Quota['resource'],
  countSince: (since: Date) => Promise<number>,
  more = 1,
): Promise<void> {
  // Without plans there is nothing to count, and nobody waits for anybody.
  if (tx.config.DEPLOYMENT === 'self_hosted') return
  await lockOrganization(tx)
  const quota = await getQuota(tx, resource, countSince)
  const { limit, used, resets_at } = quota
  if (limit === null || used + more <= limit) return
  const anew = resets_at === null ? '' : ` The count starts anew on ${resets_at.slice(0, 10)}.`
  throw new AppError(
    'plan_limit',
    `Your plan limits ${quotas[resource].words} to ${limit}; ${used} used already.${anew}`,
    { extra: { quota: { resource, limit, used, resets_at } } },
  )
}

export async function getPlan(ctx: Omit<Context, 'actor'>): Promise<Plan> {
  if (ctx.config.DEPLOYMENT === 'self_hosted') return planOf(ctx.config, 'self_hosted')
  const { plan } = await ctx.db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return planOf(ctx.config, plan)
}

/** Until this transaction ends, whoever else counts what the organization uses waits here. */
export async function lockOrganization(tx: Omit<Context, 'actor'>): Promise<void> {
  await tx.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', tx.organizationId)
    .forNoKeyUpdate()
    .execute()
}

/** The first moment of the month (UTC) that `at` lies in, or of one so many months later. */
export const utcMonthStart = (at: Date, later = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
