import { z } from 'zod'
import { AnswerRecord } from '../answers/answer-record.ts'
import { listLatestAnswers } from '../answers/read-answer-records.ts'
import { brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NextCursor, pageLimit, pageQuery, pageSchema } from '../core/paging.ts'
import { type ResourceLoader, raw, route } from '../http/route.ts'
import { cancelJob, getFailedReason, type Job, jobStatuses } from '../jobs/job.ts'
import { localizedText } from '../languages/localized.ts'
import { PlatformParameter, Platforms } from './platform-fields.ts'
import {
  createVariants,
  previewVariants,
  VariantPreview,
  VariantReport,
  VariantRequest,
} from './prompt-variants.ts'
import { getRunEstimate, RunEstimate } from './run-estimate.ts'
import { buildRunReport, listRuns, RunRecord, RunReport } from './run-report.ts'
import { checkDeliveryHead, maxDeliveryBytes, receiveCallback } from './scraper-callbacks.ts'
import { getRun, RunStatusResult, StoredRunCounts, startRun, withCosts } from './tracking.ts'

const Progress = z
  .object({
    phase: z.enum(['preparing', 'querying-platforms', 'awaiting-results', 'finalizing']),
    completed: z.number().int(),
    total: z.number().int(),
  })
  .nullable()

const TrackingJob = z
  .object({
    success: z.literal(true),
    jobId: z.uuid(),
    brandId: z.uuid(),
    status: z.enum(jobStatuses),
    progress: Progress,
    result: RunStatusResult.nullable(),
    failedReason: localizedText().nullable(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'TrackingJob' })

const RunId = Uuid.describe('Id of the run.')

const runRequest = {
  body: z.strictObject({
    brandId: BrandId,
    platforms: Platforms.optional().describe('Default: the platforms of the brand.'),
    promptIds: z
      .array(Uuid)
      .min(1)
      .max(10_000)
      .optional()
      .describe('Default: all active prompts of the brand.'),
  }),
  find: { brand: brandFrom('body', 'brandId') },
}

const variantRequest = { body: VariantRequest, find: { brand: brandFrom('body', 'brand_id') } }

export const variantRoutes = {
  'POST /api/prompts/variants': route({
    ...variantRequest,
    access: 'write',
    summary: 'Ask prompts in other markets or as other personas',
    description:
      'Creates, for each prompt, persona and market, a prompt with the same text, topic, tags and platforms. Existing ones are skipped. Follow-ups are not copied, and texts are not translated.',
    errors: ['plan_limit', 'too_large'],
    returns: VariantReport,
    run: (ctx, { found, body }) => createVariants(ctx, found.brand, body),
  }),
  'POST /api/prompts/variants/preview': route({
    ...variantRequest,
    access: 'write',
    summary: 'Preview prompts in other markets or as other personas',
    description:
      'Returns how many prompts would be created, what they would cost in the coming month, and which countries an engine cannot serve. Creates nothing.',
    errors: ['too_large'],
    returns: VariantPreview,
    run: (ctx, { found, body }) => previewVariants(ctx, found.brand, body),
  }),
}

export const runRoutes = {
  'POST /scraper/callback': raw({
    access: 'none',
    summary: 'Receive a result from the scraper',
    description:
      'Requests are signed with SCRAPER_WEBHOOK_SECRET and accepted for 5 minutes. Repeated deliveries of a result are ignored.',
    maxBodyBytes: maxDeliveryBytes,
    acceptsCompressed: true,
    errors: ['unauthorized', 'not_found'],
    returns: {
      'application/json':
        '`{ "received": true, "duplicate": false }`, once the result is stored. Signed: `X-Scraper-Timestamp` (seconds since 1970) and `X-Scraper-Signature: v1=<hex HMAC-SHA256 of "{timestamp}.{body}">`.',
    },
    checkHead: (ctx, { headers }) => void checkDeliveryHead(ctx, headers),
    run: async (ctx, { headers, body }, reply) => {
      const { duplicate } = await receiveCallback(
        ctx,
        headers,
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      )
      return reply.header('Cache-Control', 'no-store').send({ received: true, duplicate })
    },
  }),
  'POST /api/tracking/check': route({
    access: 'write',
    scope: 'run',
    summary: 'Start a tracking run',
    description:
      'Queries the platforms of the brand with its active prompts. Returns immediately; poll GET /api/tracking/job/{jobId}, or subscribe to `tracking.complete`.',
    ...runRequest,
    errors: ['conflict', 'brand_paused', 'plan_limit', 'subscription_required', 'run_cap', 'cooldown'],
    returns: z.object({ success: z.literal(true), jobId: z.uuid() }),
    status: 202,
    run: async (ctx, { found, body }) => ({
      success: true as const,
      jobId: await startRun(ctx, found.brand, { ...body, capped: true }),
    }),
  }),
  'POST /api/tracking/estimate': route({
    access: 'write',
    scope: 'read',
    summary: 'Estimate what a tracking run would cost',
    description:
      'Takes the same request as POST /api/tracking/check and returns the number of queries, the expected cost and the duration. Starts nothing.',
    ...runRequest,
    errors: ['plan_limit', 'subscription_required'],
    returns: RunEstimate,
    run: async (ctx, { found, body }) => getRunEstimate(ctx, found.brand, body),
  }),
  'GET /api/tracking/status': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the status of a tracking run',
    description: '`result` is null until the run has finished.',
    query: { jobId: RunId },
    find: { job: runFrom('query') },
    returns: TrackingJob,
    run: async (ctx, { found }) => showTrackingJob(ctx, found.job),
  }),
  'GET /api/tracking/job/:jobId': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get a tracking run',
    description: 'Returns the same as GET /api/tracking/status.',
    params: { jobId: RunId },
    find: { job: runFrom('params') },
    returns: TrackingJob,
    run: async (ctx, { found }) => showTrackingJob(ctx, found.job),
  }),
  'DELETE /api/tracking/job/:jobId': route({
    access: 'write',
    scope: 'run',
    summary: 'Cancel a tracking run',
    description:
      'A waiting run is cancelled immediately. An active one stops before its next query; the answers stored so far are kept.',
    params: { jobId: RunId },
    find: { job: runFrom('params') },
    errors: ['job_finished'],
    returns: z.object({
      success: z.literal(true),
      jobId: z.uuid(),
      status: z.enum(['cancelled', 'cancelling']),
    }),
    run: async (ctx, { found: { job } }) => {
      return { success: true as const, jobId: job.id, status: await cancelJob(ctx, job) }
    },
  }),
  'GET /api/tracking/results': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'List the latest answers',
    description:
      'The newest answer to each prompt on each platform, with mentions, citations, sentiment and visibility score. Without `limit`, all of them.',
    query: {
      brandId: BrandId,
      platform: PlatformParameter.optional().describe('Only answers of this platform.'),
      limit: pageLimit.optional().describe('Maximum number of answers to return.'),
      cursor: pageQuery.cursor,
    },
    find: { brand: brandFrom('query', 'brandId') },
    returns: z.object({ results: z.array(AnswerRecord), next_cursor: NextCursor }),
    run: (ctx, { found, query }) => listLatestAnswers(ctx, found.brand, query),
  }),
  'GET /api/runs': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'List the runs of a brand',
    description: 'Newest first, with the number of answers by outcome and the cost.',
    query: { brand_id: BrandId, ...pageQuery },
    find: { brand: brandFrom('query', 'brand_id') },
    returns: pageSchema(RunRecord),
    run: (ctx, { found, query }) => listRuns(ctx, found.brand.id, query),
  }),
  'GET /api/runs/:run': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'Get a run',
    description: 'Returns the progress and outcome of each platform, with the reasons of failures.',
    params: { run: RunId },
    find: { run: runFrom('params', 'run') },
    returns: RunReport,
    run: (ctx, { found }) => buildRunReport(ctx, found.run),
  }),
}

function runFrom(location: 'params' | 'query', name = 'jobId'): ResourceLoader<Job> {
  return { in: location, name, schema: Uuid, load: (ctx, id) => getRun(ctx, String(id)) }
}

function showTrackingJob(ctx: Context, job: Job): z.input<typeof TrackingJob> {
  return {
    success: true,
    jobId: job.id,
    brandId: job.brand_id,
    status: TrackingJob.shape.status.parse(job.status),
    progress: Progress.parse(job.progress),
    result: job.result === null ? null : withCosts(ctx, StoredRunCounts.parse(job.result)),
    failedReason: getFailedReason(job),
    createdAt: job.created_at.toISOString(),
    startedAt: job.started_at?.toISOString() ?? null,
    finishedAt: job.finished_at?.toISOString() ?? null,
  }
}
