/**
 * Runs jobs. A worker holds a session-level advisory lock while it runs a job, so an active job whose lock is free belongs to
 * a crashed worker. Such a job is released for another attempt, at most three times without progress.
 */
import { sql } from 'kysely'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { runInTurns } from '../core/in-turns.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { type Message, message } from '../languages/message.ts'
import { messageForCustomer } from './customer-message.ts'
import {
  type Job,
  type JobData,
  JobFailed,
  type JobHandler,
  type JobProgress,
  type JobStatus,
  publishJobUpdate,
} from './job.ts'
import { type Wake, wakeWorker } from './wake.ts'

const maxAttempts = 3

/** Claims a waiting job, runs its handler and stores the outcome. Does nothing when another worker has claimed it. */
export async function runJob(
  base: AppContext,
  wake: { brandId: string; jobId: string },
  handler: JobHandler,
  stopping: AbortSignal,
): Promise<void> {
  await withJobLock(base, wake.jobId, async (lost) => {
    const claimed = await claimJob(base, wake)
    if (!claimed) return
    const { job, organizationId } = claimed
    const ctx = systemContext(base, organizationId)
    const cancelled = new AbortController()
    const reporter = reportProgress(ctx, job, () => cancelled.abort(new Error('cancelled')))
    try {
      const signal = AbortSignal.any([cancelled.signal, stopping, lost])
      const result = await handler(ctx, { job, organizationId, signal, report: reporter.report })
      await finishJob(ctx, job, { status: 'completed', result, progress: reporter.latest() })
    } catch (error) {
      await handleJobError(ctx, job, error, {
        cancelled: cancelled.signal.aborted,
        released: stopping.aborted || lost.aborted,
      })
    } finally {
      reporter.stop()
    }
  })
}

/**
 * Releases active jobs whose worker crashed, and sends lost wake-ups of waiting jobs again. Runs at start and every few
 * seconds. Returns the number of released jobs.
 */
export async function recoverJobs(base: AppContext): Promise<number> {
  await resendLostWakeUps(base)
  const active = await base.db
    .selectFrom('jobs')
    .innerJoin('brands', 'brands.id', 'jobs.brand_id')
    .selectAll('jobs')
    .select('brands.organization_id')
    .where('jobs.status', '=', 'active')
    .execute()
  let released = 0
  const recover = async ({ organization_id: organizationId, ...job }: (typeof active)[number]) => {
    const locked = await withJobLock(base, job.id, async () => {
      const ctx = systemContext(base, organizationId)
      if (await releaseJob(ctx, job, crashed)) released += 1
    })
    if (locked) base.log.warn({ jobId: job.id, attempts: job.attempts }, 'job worker crashed')
  }
  await runInTurns(base, active, { failure: 'a job could not be recovered', work: recover })
  return released
}

/** A wake-up is lost when a worker crashes or loses its database connection between receiving it and claiming the job. */
async function resendLostWakeUps(base: AppContext): Promise<void> {
  const { rows } = await sql<Wake & { kind: JobKind }>`
    with waiting as materialized (
      select organization_id, brand_id, jobs.id, kind from jobs join brands on brands.id = brand_id
      where jobs.status = 'waiting'
    )
    select organization_id as "organizationId", brand_id as "brandId", id as "jobId", kind from waiting
    -- One set of all wake-ups: with the estimates of new tables, PostgreSQL would search all of them for each job.
    where (kind, id::text) not in (
      select name, data ->> 'jobId' from pgboss.job where state < 'active' and data ->> 'jobId' is not null)`.execute(
    base.db,
  )
  for (const { kind, ...wake } of rows) await wakeWorker(base, kind, wake)
}

async function claimJob(base: AppContext, { brandId, jobId }: { brandId: string; jobId: string }) {
  const job = await base.db
    .updateTable('jobs')
    .set((eb) => ({
      status: 'active',
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(base.now())),
    }))
    .where('brand_id', '=', brandId)
    .where('id', '=', jobId)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (!job) return undefined
  const brand = await base.db
    .selectFrom('brands')
    .select('organization_id')
    .where('id', '=', brandId)
    .executeTakeFirst()
  return brand && { job, organizationId: brand.organization_id }
}

async function handleJobError(
  ctx: Context,
  job: Job,
  error: unknown,
  cause: { cancelled: boolean; released: boolean },
): Promise<void> {
  if (cause.cancelled) {
    await finishJob(ctx, job, { status: 'cancelled' })
  } else if (cause.released) {
    // A shutdown is not a failure, so the attempt does not count.
    await releaseJob(ctx, job, null)
  } else if (error instanceof JobFailed) {
    ctx.log.warn({ jobId: job.id, kind: job.kind, reason: error.message }, 'job failed')
    await finishJob(ctx, job, {
      status: 'failed',
      failedReason: messageForCustomer(ctx.config, error.text),
    })
  } else if (isDatabaseUnavailable(error)) {
    ctx.log.warn({ err: error, jobId: job.id, attempts: job.attempts }, 'job interrupted by the database')
    // Counts as an attempt, so that a job that always breaks its connection ends eventually. An unreachable worker of a
    // distributed database is not the fault of the job.
    const counts = (await ctx.database.listUnreachableWorkers()).length === 0
    await releaseJob(ctx, job, counts ? databaseUnavailable : null)
  } else {
    ctx.log.error({ err: error, jobId: job.id }, 'job failed unexpectedly')
    await finishJob(ctx, job, {
      status: 'failed',
      failedReason: message('common.texts.anUnexpectedErrorOccurredTheLog'),
    })
  }
}

type Outcome =
  | { status: 'completed'; result: JobData; progress: JobProgress | null }
  | { status: 'failed'; failedReason: Message }
  | { status: 'cancelled' }

async function finishJob(ctx: Context, job: Job, outcome: Outcome): Promise<void> {
  const ended = await ctx.db
    .updateTable('jobs')
    .set({
      status: outcome.status,
      finished_at: ctx.now(),
      result: outcome.status === 'completed' ? JSON.stringify(outcome.result) : null,
      failed_reason: outcome.status === 'failed' ? JSON.stringify(outcome.failedReason) : null,
      // The last progress report may not have been written yet.
      ...(outcome.status === 'completed' &&
        outcome.progress && { progress: JSON.stringify(outcome.progress) }),
    })
    .where('brand_id', '=', job.brand_id)
    .where('id', '=', job.id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  ctx.log.info({ jobId: job.id, kind: job.kind, status: outcome.status }, 'job ended')
  if (ended.numUpdatedRows > 0n) publishJobUpdate(ctx, job, outcome)
}

const crashed = message('jobs.worker.itsWorkerCrashedForTheThird')
const databaseUnavailable = message('jobs.worker.theDatabaseBecameUnavailableForThe')

/**
 * Sets the job back to waiting, to `failed` after the third attempt, or to `cancelled` when that was requested. `reason`: why
 * the job fails after the third attempt; null if this attempt does not count.
 */
async function releaseJob(ctx: Context, job: Job, reason: Message | null): Promise<boolean> {
  const released = await transaction(ctx, async (tx) => {
    const spent = reason === null ? sql`false` : sql`attempts >= ${maxAttempts}`
    // Another job of this kind is waiting and will do the remaining work.
    const superseded = sql`exists (
      select 1 from jobs other where other.brand_id = ${job.brand_id} and other.kind = ${job.kind} and other.subject = ${job.subject} and other.status = 'waiting')`
    const { rows } = await sql<{ status: JobStatus; failedReason: Message | null }>`
      update jobs set
        attempts = greatest(0, attempts - ${reason === null ? 1 : 0}),
        status = case when cancel_requested or ${superseded} then 'cancelled' when ${spent} then 'failed' else 'waiting' end,
        failed_reason = case when ${spent} and not cancel_requested and not ${superseded} then ${JSON.stringify(reason)}::jsonb end,
        finished_at = case when cancel_requested or ${spent} or ${superseded} then ${tx.now()}::timestamptz end
      where brand_id = ${job.brand_id} and id = ${job.id} and status = 'active'
      returning status, failed_reason as "failedReason"`.execute(tx.db)
    const [released] = rows
    if (released?.status === 'waiting')
      await wakeWorker(tx, job.kind, {
        organizationId: tx.organizationId,
        brandId: job.brand_id,
        jobId: job.id,
      })
    return released
  })
  if (released) publishJobUpdate(ctx, job, released)
  return released !== undefined
}

const progressIntervalMs = 500

/**
 * Writes progress twice a second and calls `onCancel` when the row has a cancel request. Progress beyond the furthest so
 * far resets the attempts.
 */
function reportProgress(
  ctx: Context,
  job: Job,
  onCancel: () => void,
): { report(progress: JobProgress): void; latest(): JobProgress | null; stop(): void } {
  let latest: JobProgress | null = null
  let writing = false
  const write = async () => {
    if (writing) return
    writing = true
    try {
      const row = await ctx.db
        .updateTable('jobs')
        .set(latest === null ? { status: 'active' } : getProgress(latest))
        .where('brand_id', '=', job.brand_id)
        .where('id', '=', job.id)
        .where('status', '=', 'active')
        .returning('cancel_requested')
        .executeTakeFirst()
      if (row) publishJobUpdate(ctx, job, { status: 'active', progress: latest })
      if (row?.cancel_requested) onCancel()
    } catch (error) {
      ctx.log.warn({ err: error, jobId: job.id }, 'failed to write job progress')
    } finally {
      writing = false
    }
  }
  const timer = setInterval(write, progressIntervalMs)
  return {
    report: (progress) => {
      if (latest?.phase !== progress.phase) setImmediate(write)
      latest = progress
    },
    latest: () => latest,
    stop: () => clearInterval(timer),
  }
}

const getProgress = (progress: JobProgress) => ({
  progress: JSON.stringify(progress),
  furthest: sql<number>`greatest(furthest, ${progress.completed})`,
  attempts: sql<number>`case when ${progress.completed} > furthest then 0 else attempts end`,
})

/**
 * Runs `work` while a dedicated connection holds the job's lock. Returns false when another connection holds it. `lost`
 * is aborted when the connection breaks; another worker can then claim the job.
 */
async function withJobLock(
  base: AppContext,
  jobId: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const connection = await base.database.acquireConnection()
  let isReusable = false
  try {
    const [row] = await connection.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [jobId],
    )
    if (row?.held) {
      // A half-open connection is detected only by a query.
      const keepAlive = setInterval(() => {
        connection.query('select 1', []).catch(() => undefined)
      }, 2_000)
      await work(connection.lost).finally(() => clearInterval(keepAlive))
      await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [jobId])
    }
    isReusable = !connection.lost.aborted
    return row?.held === true
  } catch (error) {
    // PostgreSQL released the lock with the connection, which does not return to the pool.
    if (!connection.lost.aborted) throw error
    base.log.warn({ err: error, jobId }, 'job released after a lost database connection')
    return true
  } finally {
    connection.release(isReusable)
  }
}
