/**
 * A plan sets what an organization may use; a quota is one of its limits with the amount used. Plans apply to the cloud
 * deployment only. A self-hosted installation has the limits in its settings, by default none.
 */
import type { Config } from '../core/config.ts'
import type { OrganizationContext } from '../core/context.ts'
import { AppError, conflict } from '../core/errors.ts'
import { type Message, message } from '../languages/message.ts'

/** Null means unlimited. */
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
  /** A cloud organization without a subscription: it can be set up and viewed, but not tracked. */
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

/** Returns the plan that applies in this deployment. Throws for an unknown name, which `setPlan` never stores. */
export function planFor(config: Config, name: string): Plan {
  if (config.DEPLOYMENT === 'self_hosted') return plans.self_hosted
  if (!isPlanName(name)) throw new Error(`Unknown plan "${name}"`)
  return plans[name]
}

export const defaultPlan = (config: Config): PlanName =>
  config.DEPLOYMENT === 'cloud' ? 'none' : 'self_hosted'

/** Each quota with its limit in the plan, and whether it resets every month (UTC). */
const quotas = {
  brands: { limit: 'brands', monthly: false, label: message('plans.general.brands') },
  prompts: { limit: 'prompts', monthly: false, label: message('plans.general.activePrompts') },
  members: { limit: 'members', monthly: false, label: message('plans.general.membersAndOpenInvitations') },
  platforms: { limit: 'platforms', monthly: false, label: message('plans.general.platformsPerBrand') },
  site_audits: {
    limit: 'site_audits_per_month',
    monthly: true,
    label: message('plans.general.siteAuditsPerMonth'),
  },
  briefs: { limit: 'briefs_per_month', monthly: true, label: message('plans.general.briefsPerMonth') },
} as const satisfies Record<string, { limit: keyof PlanLimits; monthly: boolean; label: Message }>

export type Quota = {
  resource: keyof typeof quotas
  /** Null means unlimited. */
  limit: number | null
  used: number
  remaining: number | null
  /** When the count resets; null for quotas that do not reset. */
  resets_at: string | null
}

/** `countSince` counts the use since a time: the start of the month for a monthly quota, otherwise the epoch. */
export async function getQuota(
  ctx: OrganizationContext,
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
 * Throws `plan_limit` with the `quota` when the plan does not allow `more`. Call it in the transaction that creates the
 * resource, before creating it: it locks the organization, so concurrent requests cannot exceed the quota together.
 */
export async function requireQuota(
  tx: OrganizationContext,
  resource: Quota['resource'],
  countSince: (since: Date) => Promise<number>,
  more = 1,
): Promise<void> {
  // Self-hosted deployments have no quotas, so they skip the lock.
  if (tx.config.DEPLOYMENT === 'self_hosted') return
  await lockOrganization(tx)
  const quota = await getQuota(tx, resource, countSince)
  const { limit, used, resets_at } = quota
  if (limit === null || used + more <= limit) return
  throw new AppError('plan_limit', quotaMessage({ ...quota, limit }, more), {
    extra: { quota: { resource, limit, used, resets_at } },
  })
}

function quotaMessage(
  { resource, limit, used, resets_at }: Quota & { limit: number },
  more: number,
): Message {
  const { label } = quotas[resource]
  const reached =
    more > 1
      ? message('plans.general.requestExceedsLimit', {
          label,
          limit,
          needed: used + more,
        })
      : message('plans.general.limitReached', { label, limit, used })
  if (resets_at === null) return reached
  return message('plans.general.reachedTheCountResetsOnDay', {
    reached,
    day: Date.parse(resets_at),
  })
}

export async function getPlan(ctx: OrganizationContext): Promise<Plan> {
  if (ctx.config.DEPLOYMENT === 'self_hosted') return planFor(ctx.config, 'self_hosted')
  const { plan } = await ctx.db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return planFor(ctx.config, plan)
}

/**
 * Throws `conflict` with the text `full` when there are `max` already; applies to every plan and deployment. Call it in the
 * transaction that creates one more, before creating it: it locks the organization, so concurrent requests cannot exceed
 * the maximum together.
 */
export async function requireRoom(
  tx: OrganizationContext,
  { max, count, full }: { max: number; count: () => Promise<number>; full: Message },
): Promise<void> {
  await lockOrganization(tx)
  if ((await count()) >= max) throw conflict(full)
}

/**
 * Serializes transactions of the organization, such as those that check and use its quotas. Inserts that reference the organization do
 * not wait.
 */
export async function lockOrganization(tx: OrganizationContext): Promise<void> {
  await tx.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', tx.organizationId)
    .forNoKeyUpdate()
    .execute()
}

/** Returns the start of the month (UTC) that contains `at`, or of the month `monthsLater` after it. */
export const utcMonthStart = (at: Date, monthsLater = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1))
