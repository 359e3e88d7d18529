/**
 * The scheduler starts runs that are due. A platform of a brand is due when its last check with an answer was in an
 * earlier hour, day, ISO week or month (UTC), as its `check_frequency` says. The cron expression therefore limits how
 * often a platform can be checked.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { type AppContext, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { wakeWorkers } from '../jobs/wake.ts'
import { planFor, planNames, utcMonthStart } from '../plans/plans.ts'
import { configuredLimitMicros } from '../plans/spend-ledger.ts'
import { askedOn } from '../prompts/prompts.ts'
import { trackedPlatforms } from './tracked-platforms.ts'
import { runKind } from './tracking.ts'

export type StartedRuns = { triggered: number; skipped: number; jobs: { brandId: string; jobId: string }[] }

/**
 * Starts a run for every active brand that has a due platform. Brands with an unfinished run are skipped and stay due.
 * Uses one statement to find the brands and a few to start them, so thousands of brands take seconds.
 */
export function startDueRuns(base: AppContext): Promise<StartedRuns> {
  return transaction(base, async (tx) => {
    // Serializes concurrent calls, so the second sees the runs that the first has started.
    await sql`select pg_advisory_xact_lock(${refreshLock})`.execute(tx.db)
    const active = await countActive(tx)
    const due = await listDue(tx)
    const jobs = await startRuns(tx, due)
    base.log.info({ triggered: jobs.length, skipped: active - jobs.length }, 'due runs started')
    return { triggered: jobs.length, skipped: active - jobs.length, jobs }
  })
}

const refreshLock = 7_340_114

async function countActive(tx: AppContext): Promise<number> {
  const { count } = await tx.db
    .selectFrom('brands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('is_demo', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

type DueBrand = { brand_id: string; organization_id: string; platforms: Platform[] }

/**
 * Lists the brands with a platform that is due, configured, within the plan and used by an active prompt, and with
 * budget left.
 */
async function listDue(tx: AppContext): Promise<DueBrand[]> {
  const plans =
    tx.config.DEPLOYMENT === 'self_hosted'
      ? sql`select id as organization_id, null::int as most, ${spendLimit(tx.config, sql`null::int8`)} as ceiling from organizations`
      : sql`
        select organizations.id as organization_id, plan.most, ${spendLimit(tx.config, sql`plan.spend_micros`)} as ceiling
        from organizations
        join jsonb_to_recordset(${JSON.stringify(subscribedPlans(tx.config))}::jsonb)
          as plan (name text, most int, spend_micros int8) on plan.name = organizations.plan`
  const tracked = await trackedPlatforms(tx, { withinLimits: true })
  const { rows } = await sql<DueBrand>`
    with
      plans as (${plans}),
      spent as (
        select organization_id, sum(cost_micros) as micros from spend
        where day >= ${utcMonthStart(tx.now())}::date group by organization_id
      ),
      solvent as (
        select organization_id, most from plans left join spent using (organization_id)
        where ceiling is null or ceiling > coalesce(micros, 0)
      ),
      exhausted as (
        select brands.id from brands
        left join spend on spend.organization_id = brands.organization_id and spend.brand_id = brands.id
          and day >= ${utcMonthStart(tx.now())}::date
        where brands.spend_limit_micros is not null
        group by brands.id, brands.spend_limit_micros
        having coalesce(sum(cost_micros), 0) >= brands.spend_limit_micros
      ),
      due as (
        select brand_id, organization_id, array_agg(platform order by platform) as platforms
        from (${tracked}) as tracked join solvent using (organization_id)
        where (most is null or rank <= most)
          and ${isDue(sql`check_frequency`, sql`last_checked_at`, tx.now())}
        group by brand_id, organization_id
      )
    select brand_id, organization_id, platforms from due
    where brand_id not in (select id from exhausted)
      -- Uncorrelated subqueries: for new tables without statistics, PostgreSQL would evaluate a correlated one for each brand.
      and brand_id not in (select brand_id from jobs where kind = ${runKind} and status in ('waiting', 'active'))
      and brand_id in (
        select prompts.brand_id from prompts join due on due.brand_id = prompts.brand_id
        where prompts.deleted_at is null and prompts.is_active
          and exists (select 1 from unnest(due.platforms) as platform where ${askedOn(sql`platform`)})
      )
    order by brand_id`.execute(tx.db)
  return rows
}

/** The lowest of the organization's monthly spending limits; null when there is none. */
const spendLimit = (config: Config, planLimit: RawBuilder<unknown>) =>
  sql`least(${planLimit}, spend_limit_micros, ${configuredLimitMicros(config)}::int8)`

const subscribedPlans = (config: Config) =>
  planNames.flatMap((name) => {
    const { subscribed, limits } = planFor(config, name)
    return subscribed ? [{ name, most: limits.platforms, spend_micros: limits.spend_micros_per_month }] : []
  })

/** Whether a platform with this frequency and last check is due at `now`. */
export const isDue = (
  frequency: RawBuilder<unknown>,
  lastChecked: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => {
  const period = sql`case ${frequency} when 'hourly' then 'hour' when 'daily' then 'day' when 'weekly' then 'week' else 'month' end`
  return sql<boolean>`(
    ${frequency} <> 'manual' and (
      ${lastChecked} is null
      or date_trunc(${period}, ${lastChecked}, 'UTC') < date_trunc(${period}, ${now}::timestamptz, 'UTC')
    ))`
}

const batchSize = 2_000

async function startRuns(tx: AppContext, due: readonly DueBrand[]): Promise<StartedRuns['jobs']> {
  const jobs: StartedRuns['jobs'] = []
  const maxDelaySeconds = spreadSeconds(due.length)
  for (let start = 0; start < due.length; start += batchSize) {
    jobs.push(...(await insertRuns(tx, due.slice(start, start + batchSize))))
  }
  const organizations = new Map(due.map(({ brand_id, organization_id }) => [brand_id, organization_id]))
  const wakes = jobs.map((job) => ({
    ...job,
    organizationId: organizations.get(job.brandId) ?? '',
    afterSeconds: delaySeconds(job.brandId, maxDelaySeconds),
  }))
  await wakeWorkers(tx, runKind, wakes)
  return jobs
}

/** Inserts a run with its event for each brand that has no unfinished run. */
async function insertRuns(tx: AppContext, due: readonly DueBrand[]): Promise<StartedRuns['jobs']> {
  const now = tx.now()
  const inputs = due.map(({ platforms }) =>
    JSON.stringify({ platforms, prompt_ids: null, is_scheduled: true }),
  )
  const { rows } = await sql<{ brandId: string; jobId: string }>`
    insert into jobs (brand_id, id, kind, input, actor_kind, created_at)
    select brand_id, job_id, ${runKind}, input, 'system', ${now}::timestamptz
    from unnest(
      ${due.map(({ brand_id }) => brand_id)}::uuid[], ${due.map(() => newId(now.getTime()))}::uuid[], ${inputs}::jsonb[]
    ) as wanted (brand_id, job_id, input)
    on conflict do nothing
    returning brand_id as "brandId", id as "jobId"`.execute(tx.db)
  await recordRuns(tx, due, rows)
  return rows
}

async function recordRuns(
  tx: AppContext,
  due: readonly DueBrand[],
  started: StartedRuns['jobs'],
): Promise<void> {
  if (started.length === 0) return
  const now = tx.now()
  const jobs = new Map(started.map(({ brandId, jobId }) => [brandId, jobId]))
  await tx.db
    .insertInto('audit_log')
    .values(
      due.flatMap(({ brand_id, organization_id, platforms }) => {
        const jobId = jobs.get(brand_id)
        if (jobId === undefined) return []
        return {
          organization_id,
          id: newId(now.getTime()),
          kind: 'run.requested',
          actor_kind: 'system',
          brand_id,
          data: JSON.stringify({ job_id: jobId, platforms }),
          created_at: now,
        }
      }),
    )
    .execute()
}

const maxSpreadSeconds = 1_800

/**
 * Starts five brands per second, but all within half an hour, so that an hourly schedule finishes before the next hour.
 */
const spreadSeconds = (brands: number) => Math.min(maxSpreadSeconds, Math.floor(brands / 5))

/** Delays each brand by a hash of its id, so its start time does not depend on other brands. */
function delaySeconds(brandId: string, maxDelaySeconds: number): number {
  const fraction = createHash('sha256').update(brandId).digest().readUInt32LE() / 2 ** 32
  return Math.floor(fraction * maxDelaySeconds)
}
