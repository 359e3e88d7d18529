import { z } from 'zod'
import { jobKinds } from '../../vocabulary/job-kinds.ts'
import { canSee } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { loadById, route } from '../http/route.ts'
import { cancelJob, getFailedReason, getJob, type Job, jobStatuses } from '../jobs/job.ts'
import { localizeAll, localizedText } from '../languages/localized.ts'
import { runKind, StoredRunCounts, toRunReportResult } from './tracking.ts'

const JobRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    kind: z.enum(jobKinds),
    status: z.enum(jobStatuses),
    progress: z
      .object({ phase: z.string(), completed: z.number().int(), total: z.number().int() })
      .nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
    failed_reason: localizedText().nullable(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'Job' })

const loadJob = loadById('job', (ctx, id) => getJob(ctx, id, (brandId) => canSee(ctx, brandId)))

export const jobRoutes = {
  'GET /api/jobs/:job': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get a background job',
    description:
      'A run, reanalysis, site audit or other job with its progress. The fields of `result` depend on `kind`.',
    params: { job: Uuid.describe('Id of the job.') },
    find: { job: loadJob },
    returns: JobRecord,
    run: async (ctx, { found }) => showJob(ctx, found.job),
  }),
  'DELETE /api/jobs/:job': route({
    access: 'write',
    scope: 'run',
    summary: 'Cancel a background job',
    description: 'A waiting job is cancelled immediately, an active one as soon as its worker notices.',
    params: { job: Uuid.describe('Id of the job.') },
    find: { job: loadJob },
    errors: ['job_finished'],
    returns: z.object({ id: z.uuid(), status: z.enum(['cancelled', 'cancelling']) }),
    run: async (ctx, { found: { job } }) => ({ id: job.id, status: await cancelJob(ctx, job) }),
  }),
}

function showJob(ctx: Context, job: Job): z.input<typeof JobRecord> {
  return {
    ...job,
    status: JobRecord.shape.status.parse(job.status),
    progress: JobRecord.shape.progress.parse(job.progress),
    result: JobRecord.shape.result.parse(localizeAll(getResult(ctx, job))),
    failed_reason: getFailedReason(job),
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
  }
}

const getResult = (ctx: Context, { kind, result }: Job): unknown =>
  kind === runKind && result !== null ? toRunReportResult(ctx, StoredRunCounts.parse(result)) : result
