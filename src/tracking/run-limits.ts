/** The checks before a run starts: subscription, daily cap, cooldown and the month's budget. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { getPlan } from '../plans/plans.ts'

/** Throws `subscription_required`. */
export async function requireSubscription(ctx: Context): Promise<void> {
  if ((await getPlan(ctx)).subscribed) return
  throw new AppError(
    'subscription_required',
    message('tracking.runLimits.trackingRequiresASubscriptionYour'),
    { extra: { quota: { resource: 'runs', limit: 0, used: 0, resets_at: null } } },
  )
}

/**
 * Applies the caps on manual runs; of the plan's and the settings' caps the stricter one applies. Throws `run_cap` and
 * `cooldown`.
 */
export async function requireRunAllowance(tx: Context, brand: Brand): Promise<void> {
  const { limits } = await getPlan(tx)
  const { TRACKING_RUNS_PER_DAY, TRACKING_COOLDOWN_SECONDS } = tx.config
  const perDay = Math.min(limits.runs_per_day ?? Infinity, TRACKING_RUNS_PER_DAY || Infinity)
  if (perDay < Infinity) await requireDailyAllowance(tx, perDay)
  const cooldown = Math.max(limits.run_cooldown_seconds ?? 0, TRACKING_COOLDOWN_SECONDS)
  if (cooldown > 0) await requireCooldown(tx, brand, cooldown)
}

async function requireDailyAllowance(tx: Context, perDay: number): Promise<void> {
  const now = tx.now()
  const used = await countStarted(tx, dayStart(now, 0))
  if (used < perDay) return
  const retryAfter = Math.ceil((dayStart(now, 1).getTime() - now.getTime()) / 1000)
  throw new AppError('run_cap', message('tracking.runLimits.todaySRunsAreUsedUp', { used, perDay }), {
    extra: { limit: perDay, used, retry_after_seconds: retryAfter },
  })
}

/** Counts the runs that people, API keys and agents of the organization started. Reads the audit log, so runs of deleted brands count too. */
async function countStarted(tx: Context, since: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from audit_log
    where organization_id = ${tx.organizationId} and kind = 'run.requested' and actor_user_id is not null
      and created_at >= ${since}`.execute(tx.db)
  return rows[0]?.used ?? 0
}

async function requireCooldown(tx: Context, brand: Brand, cooldownSeconds: number): Promise<void> {
  const last = await tx.db
    .selectFrom('jobs')
    .select('created_at')
    .where('brand_id', '=', brand.id)
    .where('kind', '=', 'run')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waitMs = last ? last.created_at.getTime() + cooldownSeconds * 1000 - tx.now().getTime() : 0
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError('cooldown', message('tracking.runLimits.thisBrandWasTrackedRecentlyTry', { seconds }), {
    extra: { retry_after_seconds: seconds },
  })
}

/** Sums what unfinished runs are still expected to cost. */
export async function committedMicros(tx: Context): Promise<number> {
  const { rows } = await sql<{ promised: number }>`
    select coalesce(sum(greatest(0, (jobs.input ->> 'estimate_micros')::int8 - (
      select coalesce(sum(cost_micros), 0) from answers
      where answers.brand_id = jobs.brand_id and answers.job_id = jobs.id
    ))), 0)::int8 as promised
    from brands join jobs on jobs.brand_id = brands.id
    where brands.organization_id = ${tx.organizationId} and jobs.kind = 'run'
      and jobs.status in ('waiting', 'active')`.execute(tx.db)
  return rows[0]?.promised ?? 0
}

const dayStart = (at: Date, offsetDays: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + offsetDays))
