/**
 * A run asks the engines a brand's prompts once (or several times each) and keeps the answers. It is a job of kind
 * `track`; a brand has at most one unfinished run.
 */
import { z } from 'zod'
import { type Platform, platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { type Brand, canSee } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { resolvePlatforms } from '../engines/registry.ts'
import { enqueueJob, findUnfinishedJob, getJob, type Job } from '../jobs/job.ts'
import { lockOrganization, requireQuota } from '../plans/plans.ts'
import { requireBudget } from '../plans/spend-ledger.ts'
import { listActivePrompts } from '../prompts/prompts.ts'
import { countQueries, type Plan, planRun } from './plan.ts'
import { listBrandPlatforms } from './platforms.ts'
import { committedMicros, requireRunAllowance, requireSubscription } from './run-limits.ts'
import { estimateQueries, type PlatformEstimate, totalMicros } from './spend/estimate.ts'

export const runKind = 'track'

/** What a run's job row holds; its plan is made and kept by the worker that begins it. */
export const RunInput = z.object({
  platforms: z.array(z.enum(platforms)),
  prompt_ids: z.array(z.uuid()).nullable(),
  /** What it was expected to cost, as far as that was known. */
  estimate_micros: z.number().int().optional(),
})

export type RunInput = z.output<typeof RunInput>

export const RunResult = z
  .object({
    answers: z.number().int().describe('Replies of any kind; those refused or empty enter no number.'),
    refused: z.number().int().describe('Answers that declined to answer.'),
    empty: z.number().int().describe('Answers without text.'),
    simulated: z.number().int().describe('Answers of the simulator: nobody said them.'),
    failed: z.number().int(),
    skipped: z.number().int(),
    mentions: z.number().int().describe('Times the answers name the brand.'),
    citations: z.number().int(),
    costMicros: z.number().int(),
    stopped: z
      .string()
      .nullable()
      .describe('Why the run ended before everything was asked, such as a spending limit that was reached.'),
    platforms: z.array(
      z.object({
        platform: z.enum(platforms),
        answered: z.number().int(),
        failed: z.number().int(),
        skipped: z.number().int().describe('Questions that were not asked.'),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'RunResult' })

export type RunResult = z.output<typeof RunResult>

/** The same where answers speak snake_case. */
export const RunOutcome = RunResult.omit({ costMicros: true })
  .extend({ cost_micros: RunResult.shape.costMicros })
  .meta({ id: 'RunOutcome' })

export const outcomeOf = ({ costMicros, ...result }: RunResult): z.output<typeof RunOutcome> => ({
  ...result,
  cost_micros: costMicros,
})

export type RunRequest = {
  platforms?: Platform[] | undefined
  promptIds?: string[] | undefined
  /** Whether the caps on what people start apply; the schedule has none. */
  capped?: boolean
}

/**
 * Throws `brand_paused`, `conflict` with the unfinished run's `jobId`, `invalid_request` when there is nothing to ask,
 * `subscription_required`, `plan_limit` or `run_cap` when the month's money does not hold what it is expected to cost, and
 * where capped `run_cap` or `cooldown`.
 */
export function startRun(ctx: Context, brand: Brand, request: RunRequest): Promise<string> {
  return transaction(ctx, async (tx) => {
    // Whoever else starts something for the organization waits here, so that what is counted below stays true.
    await lockOrganization(tx)
    await requireSubscription(tx)
    if (brand.status === 'paused')
      throw new AppError('brand_paused', 'This brand is paused; set it active to track it.')
    const unfinished = await findUnfinishedJob(tx, brand.id, runKind)
    if (unfinished) throw runInProgressError(unfinished.id)
    const input = await resolveRunInput(tx, brand.id, request)
    const { platforms: chosen } = input
    if (request.capped) await requireRunAllowance(tx, brand)
    const expectedMicros = totalMicros(await estimateRun(tx, brand.id, input))
    await requireBudget(tx, { expectedMicros, promisedMicros: await committedMicros(tx) })
    const jobId = await enqueueJob(tx, brand.id, runKind, { ...input, estimate_micros: expectedMicros })
    await recordEvent(tx, 'run.requested', { brandId: brand.id, data: { job_id: jobId, platforms: chosen } })
    return jobId
  })
}

/** What a run would ask. Throws `invalid_request` when that is nothing, and `not_found` for a prompt that is not there. */
export async function resolveRunInput(ctx: Context, brandId: string, request: RunRequest): Promise<RunInput> {
  const chosen = await choosePlatforms(ctx, brandId, request.platforms)
  await requirePrompts(ctx, brandId, request.promptIds)
  return { platforms: chosen, prompt_ids: request.promptIds ?? null }
}

/** Empty when no active prompt is meant for the chosen platforms. */
export async function buildPlan(ctx: Context, brandId: string, input: RunInput): Promise<Plan> {
  const settings = await listBrandPlatforms(ctx, brandId)
  const prompts = await listActivePrompts(ctx, brandId)
  return planRun(
    input.prompt_ids === null ? prompts : prompts.filter(({ id }) => input.prompt_ids?.includes(id)),
    input.platforms.map((platform) => ({
      platform,
      runs_per_prompt: settings.find((setting) => setting.platform === platform)?.runs_per_prompt ?? 1,
    })),
  )
}

export const estimateRun = async (
  ctx: Context,
  brandId: string,
  input: RunInput,
): Promise<PlatformEstimate[]> => estimateQueries(ctx, countQueries(await buildPlan(ctx, brandId, input)))

export const runInProgressError = (jobId: string) =>
  new AppError('conflict', 'A run of this brand is under way; wait for it or cancel it.', {
    extra: { jobId },
  })

/** A run of a brand that the caller may see; other jobs are not runs. */
export async function getRun(ctx: Context, id: string): Promise<Job> {
  const job = await getJob(ctx, id, (brandId) => canSee(ctx, brandId))
  if (job.kind !== runKind) throw notFound('job')
  return job
}

async function choosePlatforms(
  tx: Context,
  brandId: string,
  wanted: Platform[] | undefined,
): Promise<Platform[]> {
  const backends = resolvePlatforms(tx.config)
  const unconfigured = wanted?.find((platform) => !backends.get(platform)?.configured)
  if (unconfigured) {
    throw invalid(
      'platforms',
      `${platformLabels[unconfigured]} is not configured; set ${backends.get(unconfigured)?.missing}`,
    )
  }
  if (wanted) {
    const named = [...new Set(wanted)]
    await requireQuota(tx, 'platforms', async () => 0, named.length)
    return named
  }
  const settings = await listBrandPlatforms(tx, brandId)
  const enabled = settings.filter((setting) => setting.enabled && backends.get(setting.platform)?.configured)
  if (enabled.length === 0) {
    throw invalid(
      'platforms',
      'no platform of this brand is both enabled and configured; set an engine key such as OPENAI_API_KEY, or enable one',
    )
  }
  return enabled.map((setting) => setting.platform)
}

async function requirePrompts(tx: Context, brandId: string, wanted: string[] | undefined): Promise<void> {
  const active = await listActivePrompts(tx, brandId)
  if (active.length === 0) throw invalid('brandId', 'this brand has no active prompt; add one first')
  if (wanted?.length === 0) throw invalid('promptIds', 'must name at least one prompt')
  const known = new Set(active.map(({ id }) => id))
  if (wanted?.some((id) => !known.has(id))) throw notFound('active prompt')
}
