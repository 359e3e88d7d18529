/**
 * How jobs are worked on. Whoever works on one holds a session advisory lock: a job that is active while its lock is free
 * has lost its worker, and is taken up again: as often as it gets further, and three times without.
 */
import { sql } from 'kysely'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import {
  type Job,
  type JobData,
  JobFailed,
  type JobHandler,
  type JobProgress,
  type JobStatus,
  publishJobUpdate,
} from './job.ts'
import { jobQueue } from './queue.ts'

const maxAttempts = 3

/** Takes a waiting job, works on it and writes how it ended. Does nothing when another worker has it. */
export async function runJob(
  base: AppContext,
  wake: { brandId: string; jobId: string },
  handler: JobHandler,
  stopping: AbortSignal,
): Promise<void> {
  await withJobLock(base, wake.jobId, async (lost) => {
    const taken = await claimJob(base, wake)
    if (!taken) return
    const { job, organizationId } = taken
    const ctx = systemContext(base, organizationId)
    const cancelled = new AbortController()
    const reporter = reportProgress(ctx, job, () => cancelled.abort(new Error('cancelled')))
    try {
      const signal = AbortSignal.any([cancelled.signal, stopping, lost])
      const result = await handler(ctx, { job, organizationId, signal, report: reporter.report })
      await finishJob(ctx, job, { status: 'completed', result, progress: reporter.latest() })
    } catch (error) {
      await endUnfinished(ctx, job, error, {
        cancelled: cancelled.signal.aborted,
        released: stopping.aborted || lost.aborted,
      })
    } finally {
      reporter.stop()
    }
  })
}

/**
 * Frees active jobs whose worker is gone, and wakes waiting ones whose wake-up is. Run at start and every few seconds;
 * harmless when nothing is wrong.
 */
export async function recoverJobs(base: AppContext): Promise<number> {
  await wakeForgotten(base)
  const active = await base.db
    .selectFrom('jobs')
    .innerJoin('brands', 'brands.id', 'jobs.brand_id')
    .selectAll('jobs')
    .select('brands.organization_id')
    .where('jobs.status', '=', 'active')
    .execute()
  let freed = 0
  for (const { organization_id: organizationId, ...job } of active) {
    const held = await withJobLock(base, job.id, async () => {
      const ctx = systemContext(base, organizationId)
      if (await releaseJob(ctx, job, 'Its worker stopped in the middle')) freed += 1
    })
    if (held) base.log.warn({ jobId: job.id, attempts: job.attempts }, 'job lost its worker')
  }
  return freed
}

/** A wake-up is lost with the worker that dies, or loses the database, after taking it and before taking the job. */
async function wakeForgotten(base: AppContext): Promise<void> {
  const { rows } = await sql<{ brandId: string; jobId: string; kind: string }>`
    select brand_id as "brandId", id as "jobId", kind from jobs
    where status = 'waiting' and not exists (
      select from pgboss.job wake
      where wake.name = jobs.kind and wake.state < 'active' and wake.data ->> 'jobId' = jobs.id::text)`.execute(
    base.db,
  )
  for (const { kind, ...wake } of rows) await base.use(jobQueue).send(base.db, kind, wake)
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

async function endUnfinished(
  ctx: Context,
  job: Job,
  error: unknown,
  why: { cancelled: boolean; released: boolean },
): Promise<void> {
  if (why.cancelled) {
    await finishJob(ctx, job, { status: 'cancelled' })
  } else if (why.released) {
    // A stop that was asked for is nobody's failure: the attempt does not count.
    await releaseJob(ctx, job, 'The service was stopped', { counts: false })
  } else if (error instanceof JobFailed) {
    await finishJob(ctx, job, { status: 'failed', failedReason: error.message })
  } else if (isDatabaseUnavailable(error)) {
    // Nobody's failure either, but counted: what breaks its connection every time must end some day.
    await releaseJob(ctx, job, 'The database went away')
  } else {
    ctx.log.error({ err: error, jobId: job.id }, 'job failed unexpectedly')
    await finishJob(ctx, job, {
      status: 'failed',
      failedReason: 'Something went wrong on our side; the log has the details.',
    })
  }
}

type Ending =
  | { status: 'completed'; result: JobData; progress: JobProgress | null }
  | { status: 'failed'; failedReason: string }
  | { status: 'cancelled' }

async function finishJob(ctx: Context, job: Job, ending: Ending): Promise<void> {
  const ended = await ctx.db
    .updateTable('jobs')
    .set({
      status: ending.status,
      finished_at: ctx.now(),
      result: ending.status === 'completed' ? JSON.stringify(ending.result) : null,
      failed_reason: ending.status === 'failed' ? ending.failedReason : null,
      // The last report may not have been written yet; what is over shows how it ended.
      ...(ending.status === 'completed' && ending.progress && { progress: JSON.stringify(ending.progress) }),
    })
    .where('brand_id', '=', job.brand_id)
    .where('id', '=', job.id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  ctx.log.info({ jobId: job.id, kind: job.kind, status: ending.status }, 'job ended')
  if (ended.numUpdatedRows > 0n) publishJobUpdate(ctx, job, ending)
}

/** Back to waiting for another worker; failed for good after the third attempt, cancelled if that was asked for. */
async function releaseJob(ctx: Context, job: Job, why: string, { counts = true } = {}): Promise<boolean> {
  const released = await transaction(ctx, async (tx) => {
    const spent = counts ? sql`attempts >= ${maxAttempts}` : sql`false`
    // Another of its kind waits already: that one does what is left to do.
    const superseded = sql`exists (
      select 1 from jobs other where other.brand_id = ${job.brand_id} and other.kind = ${job.kind} and other.subject = ${job.subject} and other.status = 'waiting')`
    const { rows } = await sql<{ status: JobStatus; failedReason: string | null }>`
      update jobs set
        attempts = greatest(0, attempts - ${counts ? 0 : 1}),
        status = case when cancel_requested or ${superseded} then 'cancelled' when ${spent} then 'failed' else 'waiting' end,
        failed_reason = case when ${spent} and not cancel_requested and not ${superseded} then ${`${why}, for the third time without getting further.`} end,
        finished_at = case when cancel_requested or ${spent} or ${superseded} then ${tx.now()}::timestamptz end
      where brand_id = ${job.brand_id} and id = ${job.id} and status = 'active'
      returning status, failed_reason as "failedReason"`.execute(tx.db)
    const [released] = rows
    if (released?.status === 'waiting')
      await tx.use(jobQueue).send(tx.db, job.kind, { brandId: job.brand_id, jobId: job.id })
    return released
  })
  if (released) publishJobUpdate(ctx, job, released)
  return released !== undefined
}

const tickMs = 500

/**
 * Writes progress at most twice a second, and learns on the same way whether a person has cancelled. A job that got
 * further than ever may lose its worker three times more.
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
        .set(latest === null ? { status: 'active' } : progressOf(latest))
        .where('brand_id', '=', job.brand_id)
        .where('id', '=', job.id)
        .where('status', '=', 'active')
        .returning('cancel_requested')
        .executeTakeFirst()
      if (row) publishJobUpdate(ctx, job, { status: 'active', progress: latest })
      if (row?.cancel_requested) onCancel()
    } catch (error) {
      ctx.log.warn({ err: error, jobId: job.id }, 'progress was not written')
    } finally {
      writing = false
    }
  }
  const timer = setInterval(write, tickMs)
  return {
    report: (progress) => {
      if (latest?.phase !== progress.phase) setImmediate(write)
      latest = progress
    },
    latest: () => latest,
    stop: () => clearInterval(timer),
  }
}

const progressOf = (progress: JobProgress) => ({
  progress: JSON.stringify(progress),
  furthest: sql<number>`greatest(furthest, ${progress.completed})`,
  attempts: sql<number>`case when ${progress.completed} > furthest then 0 else attempts end`,
})

/**
 * Runs `work` while a connection of its own holds the job's lock; false when another connection has it. `lost` is
 * aborted when that connection breaks: from then on another worker may hold the job.
 */
async function withJobLock(
  base: AppContext,
  jobId: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const connection = await base.database.acquireConnection()
  let isSound = false
  try {
    const [row] = await connection.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [jobId],
    )
    if (row?.held) {
      // One that went away without a word is noticed when it is asked.
      const watch = setInterval(() => {
        connection.query('select 1', []).catch(() => undefined)
      }, 2_000)
      await work(connection.lost).finally(() => clearInterval(watch))
      await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [jobId])
    }
    isSound = !connection.lost.aborted
    return row?.held === true
  } catch (error) {
    // The lock ends with its connection, which does not come back into the pool.
    if (!connection.lost.aborted) throw error
    base.log.warn({ err: error, jobId }, 'a job was let go together with its connection')
    return true
  } finally {
    connection.release(isSound)
  }
}
