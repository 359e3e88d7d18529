/** What each plan allows. Only the cloud deployment has limits; a self-hosted install is never limited by its plan. */
import type { Config } from '../core/config.ts'

/** Null is unlimited. */
export type PlanLimits = {
  brands: number | null
  prompts: number | null
  members: number | null
  runs_per_day: number | null
  run_cooldown_seconds: number | null
  site_audits_per_month: number | null
}

export type Plan = { subscribed: boolean; limits: PlanLimits }
export type PlanName = keyof typeof plans

const unlimited: PlanLimits = {
  brands: null,
  prompts: null,
  members: null,
  runs_per_day: null,
  run_cooldown_seconds: null,
  site_audits_per_month: null,
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
      runs_per_day: 0,
      run_cooldown_seconds: null,
      site_audits_per_month: 0,
    },
  },
  starter: {
    subscribed: true,
    limits: {
      brands: 1,
      prompts: 100,
      members: 5,
      runs_per_day: 5,
      run_cooldown_seconds: 3600,
      site_audits_per_month: 10,
    },
  },
  growth: {
    subscribed: true,
    limits: {
      brands: 10,
      prompts: 1000,
      members: 25,
      runs_per_day: 25,
      run_cooldown_seconds: 900,
      site_audits_per_month: 100,
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

export const firstPlan = (config: Config): PlanName =>
  config.DEPLOYMENT === 'cloud' ? 'none' : 'self_hosted'
