/**
 * A job is background work for one brand with visible progress: `waiting`, `active`, and finally `completed`, `failed` or
 * `cancelled`. The row in `jobs` is the source of truth; the queue only wakes a worker (see worker.ts).
 */
import { type Selectable, sql } from 'kysely'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { Resource } from '../core/context.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { AppError, notFound } from '../core/errors.ts'
import { getActor, recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import type { Jobs } from '../db/schema.generated.ts'
import { messageSchema } from '../languages/localized.ts'
import { inEnglish, type Message, message } from '../languages/message.ts'
import { wakeWorker } from './wake.ts'

export type Job = Selectable<Jobs>
export const jobStatuses = ['waiting', 'active', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]
export type JobProgress = { phase: string; completed: number; total: number }
export type JobData = Record<string, unknown>

/** The state of a job. Published while the job runs and once when it ends. */
export type JobUpdate = Pick<Job, 'brand_id' | 'id' | 'kind'> & {
  status: JobStatus
  progress: JobProgress | null
  result: JobData | null
  failedReason: Message | null
}

export type JobUpdatePublisher = {
  /** Returns immediately and never throws. */
  publish(update: JobUpdate): void
  /** Waits briefly for updates in flight, then drops them. */
  close(): Promise<void>
}

/** Receives the updates of this process's jobs; without a realtime server it drops them. */
export const jobUpdates: Resource<JobUpdatePublisher> = {
  name: 'job updates',
  open: () => ({ publish: () => undefined, close: async () => undefined }),
  close: (publisher) => publisher.close(),
}

/** The input of a job handler. */
export type RunningJob = {
  job: Job
  organizationId: string
  /** Aborted when the job is cancelled, the service stops or the worker loses its lock. */
  signal: AbortSignal
  report(progress: JobProgress): void
}

export type JobHandler = (ctx: Context, running: RunningJob) => Promise<JobData>

/** An expected failure of a job. Users see its text as `failedReason`; `message` is in English. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly text: Message

  constructor(text: Message) {
    super(inEnglish(text))
    this.text = text
  }
}

/** Returns why a job failed, as the row has it. */
export const getFailedReason = ({ failed_reason }: Pick<Job, 'failed_reason'>): Message | null =>
  messageSchema.nullable().parse(failed_reason)

/**
 * Creates a job and wakes a worker, both in the transaction of `tx`. Returns the job id. Throws `conflict` with `jobId` when
 * the brand has an unfinished job of this kind and subject.
 */
export async function enqueueJob(
  tx: Context,
  brandId: string,
  kind: JobKind,
  input: JobData,
  subject = '',
): Promise<string> {
  const id = newId(tx.now().getTime())
  const inserted = await tx.db
    .insertInto('jobs')
    .values({
      brand_id: brandId,
      id,
      kind,
      subject,
      input: JSON.stringify(input),
      started_by: JSON.stringify(getActor(tx)),
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const unfinished = await findUnfinishedJob(tx, brandId, kind, subject)
    throw new AppError('conflict', message('jobs.job.aJobOfThisKindIs'), {
      extra: { jobId: unfinished?.id ?? null },
    })
  }
  await wakeWorker(tx, kind, { organizationId: tx.organizationId, brandId, jobId: id })
  return id
}

/** Returns the id of the brand's unfinished job of this kind, or of a new one. */
export async function enqueueOrJoinJob(tx: Context, brandId: string, kind: JobKind): Promise<string> {
  try {
    return await enqueueJob(tx, brandId, kind, {})
  } catch (error) {
    if (error instanceof AppError && typeof error.extra.jobId === 'string') return error.extra.jobId
    throw error
  }
}

export function findUnfinishedJob(
  ctx: AppContext,
  brandId: string,
  kind: JobKind,
  subject = '',
): Promise<Job | undefined> {
  return ctx.db
    .selectFrom('jobs')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('status', 'in', ['waiting', 'active'])
    .orderBy('status', 'desc')
    .executeTakeFirst()
}

/** Returns a job of a brand that the caller can access. Throws `not_found`. */
export async function getJob(ctx: Context, id: string, visible: (brandId: string) => boolean): Promise<Job> {
  const job = await ctx.db
    .selectFrom('brands')
    .innerJoin('jobs', 'jobs.brand_id', 'brands.id')
    .selectAll('jobs')
    .where('brands.organization_id', '=', ctx.organizationId)
    .where('jobs.id', '=', id)
    .executeTakeFirst()
  if (!job || !visible(job.brand_id)) throw notFound(message('common.texts.noSuchJob'))
  return job
}

/**
 * Returns `cancelled` for a job that was waiting, and `cancelling` for an active one, whose worker stops within a second.
 * Throws `job_finished`.
 */
export async function cancelJob(ctx: Context, job: Job): Promise<'cancelled' | 'cancelling'> {
  const status = await transaction(ctx, async (tx) => {
    const { rows } = await sql<{ status: JobStatus }>`
      update jobs set
        cancel_requested = true,
        status = case when status = 'waiting' then 'cancelled' else status end,
        finished_at = case when status = 'waiting' then ${tx.now()}::timestamptz end
      where brand_id = ${job.brand_id} and id = ${job.id} and status in ('waiting', 'active')
      returning status`.execute(tx.db)
    const [changed] = rows
    if (!changed) throw new AppError('job_finished', message('jobs.job.thisJobHasAlreadyFinished'))
    await recordEvent(tx, 'job.cancelled', {
      brandId: job.brand_id,
      data: { job_id: job.id, kind: job.kind },
    })
    return changed.status
  })
  if (status !== 'cancelled') return 'cancelling'
  publishJobUpdate(ctx, job, { status })
  return status
}

export function publishJobUpdate(
  ctx: AppContext,
  { brand_id, id, kind }: Job,
  state: Partial<JobUpdate> & Pick<JobUpdate, 'status'>,
) {
  ctx
    .use(jobUpdates)
    .publish({ brand_id, id, kind, progress: null, result: null, failedReason: null, ...state })
}
