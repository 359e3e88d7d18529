/**
 * A run asks the engines a brand's prompts once (or several times each) and keeps the answers. It is a job of kind
 * `track`; a brand has at most one unfinished run.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { requireQuota } from '../accounts/plans.ts'
import { type Brand, canSee } from '../brands/brands.ts'
import { platformsOf } from '../brands/platforms.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError, invalid, notFound } from '../core/errors.ts'
import { record } from '../core/events.ts'
import { enqueueJob, findUnfinished, getJob, type Job } from '../core/jobs.ts'
import { platformBackends } from '../engines/registry.ts'
import { listActivePrompts } from '../prompts/prompts.ts'
import { Plan } from './plan.ts'

export const runKind = 'track'

/** What a run's job row holds; `plan` is added by the worker that begins it. */
export const RunInput = z.object({
  platforms: z.array(z.enum(platforms)),
  prompt_ids: z.array(z.uuid()).nullable(),
  plan: Plan.optional(),
})

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
    platforms: z.array(
      z.object({
        platform: z.enum(platforms),
        answered: z.number().int(),
        failed: z.number().int(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'RunResult' })

export type RunResult = z.output<typeof RunResult>

export type RunRequest = {
  platforms?: Platform[] | undefined
  promptIds?: string[] | undefined
  /** Whether the caps on what people start apply; the schedule has none. */
  capped?: boolean
}

/**
 * Throws `brand_paused`, `conflict` with the unfinished run's `jobId`, `invalid_request` when there is nothing to ask,
 * and where capped `run_cap` or `cooldown`.
 */
export function startRun(ctx: Context, brand: Brand, request: RunRequest): Promise<string> {
  return transaction(ctx, async (tx) => {
    if (brand.status === 'paused')
      throw new AppError('brand_paused', 'This brand is paused; set it active to track it.')
    const unfinished = await findUnfinished(tx, brand.id, runKind)
    if (unfinished) throw underWay(unfinished.id)
    const chosen = await choosePlatforms(tx, brand.id, request.platforms)
    await requirePrompts(tx, brand.id, request.promptIds)
    if (request.capped) await requireCapacity(tx, brand)
    const jobId = await enqueueJob(tx, brand.id, runKind, {
      platforms: chosen,
      prompt_ids: request.promptIds ?? null,
    })
    await record(tx, 'run.requested', { brandId: brand.id, data: { job_id: jobId, platforms: chosen } })
    return jobId
  })
}

export const underWay = (jobId: string) =>
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
  const backends = platformBackends(tx.config)
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
  const settings = await platformsOf(tx, brandId)
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

async function requireCapacity(ctx: Context, brand: Brand): Promise<void> {
  const { TRACKING_RUNS_PER_DAY: perDay, TRACKING_COOLDOWN_SECONDS: cooldown } = ctx.config
  const now = ctx.now()
  if (perDay > 0) {
    const used = await runsToday(ctx)
    if (used >= perDay) {
      const retryAfter = Math.ceil((nextDay(now).getTime() - now.getTime()) / 1000)
      throw new AppError('run_cap', `The runs of today are used up (${used} of ${perDay}).`, {
        extra: { limit: perDay, used, retry_after_seconds: retryAfter },
      })
    }
  }
  if (cooldown > 0) {
    const last = await ctx.db
      .selectFrom('jobs')
      .select('created_at')
      .where('brand_id', '=', brand.id)
      .where('kind', '=', runKind)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    const waitMs = last ? last.created_at.getTime() + cooldown * 1000 - now.getTime() : 0
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new AppError(
        'cooldown',
        `This brand was tracked a moment ago; try again in ${seconds} seconds.`,
        {
          extra: { retry_after_seconds: seconds },
        },
      )
    }
  }
}

async function runsToday(ctx: Context): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used
    from brands join jobs on jobs.brand_id = brands.id
    where brands.organization_id = ${ctx.organizationId} and jobs.kind = ${runKind}
      and jobs.created_at >= date_trunc('day', ${ctx.now()}::timestamptz, 'UTC')`.execute(ctx.db)
  return rows[0]?.used ?? 0
}

function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
