/**
 * Reports on runs: who started a run, what it queries and how each platform progresses, during and after the run.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { type Context, seesCosts } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { getFailedReason, type Job, jobStatuses } from '../jobs/job.ts'
import { localizedText } from '../languages/localized.ts'
import { countQueries, findPlan } from './plan.ts'
import { countRunAnswers, countRunsAnswers, type PlatformCounts } from './run-counts.ts'
import { EstimatedMicros, totalCost } from './spend/estimate.ts'
import { RunInput, RunReportResult, runKind, StoredRunCounts, toRunReportResult } from './tracking.ts'

const Platform = z.enum(platforms)
const Count = z.number().int().min(0)

const PlatformProgress = z.object({
  platform: Platform,
  answered: Count,
  failed: Count,
  error: localizedText().nullable().describe('Why queries failed or were not sent; the most recent reason.'),
})

export const RunRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    status: z.enum(jobStatuses),
    progress: z.object({ phase: z.string(), completed: Count, total: Count }).nullable(),
    result: RunReportResult.nullable(),
    failed_reason: localizedText().nullable(),
    platforms: z.array(Platform).describe('The platforms that the run queries.'),
    started_by: z.object({
      kind: z.string().describe('user, api_key, cron or system; the scheduler is system.'),
      name: z.string().nullable().describe('The name that the user had; null if no user started the run.'),
    }),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    by_platform: z
      .array(PlatformProgress)
      .describe('The progress of each platform, whatever the status of the run.'),
  })
  .meta({ id: 'Run' })

export const RunReport = RunRecord.extend({
  prompts: Count.describe('Prompts in the run; 0 until the run has started.'),
  cost_micros: Count.nullable().describe(
    'Cost of the answers so far, in millionths of a US dollar. Null for viewers.',
  ),
  estimated_micros: EstimatedMicros,
  by_platform: z.array(
    PlatformProgress.extend({
      planned: Count.describe('Planned queries; 0 until the run has started.'),
      cost_micros: Count.nullable(),
      estimated_micros: EstimatedMicros,
    }),
  ),
}).meta({ id: 'RunReport' })

type RunRow = Omit<Job, 'input'> & { platforms: unknown }

/** Lists runs, newest first. */
export async function listRuns(
  ctx: Context,
  brandId: string,
  page: Page,
): Promise<{ items: z.input<typeof RunRecord>[]; next_cursor: string | null }> {
  const before = cursorId(page)
  const { rows } = await sql<RunRow>`
    select id, brand_id, status, progress, result, failed_reason, input -> 'platforms' as platforms, actor_kind,
      actor_name, created_at, started_at, finished_at
    from jobs
    where brand_id = ${brandId} and kind = ${runKind} and ${before === null ? sql`true` : sql`id < ${before}`}
    order by id desc
    limit ${page.limit + 1}`.execute(ctx.db)
  const { items, next_cursor } = toPage(rows, page)
  // A completed run has its counts in its result.
  const incompleteIds = items.filter(({ status }) => status !== 'completed').map(({ id }) => id)
  const counts = await countRunsAnswers(ctx, brandId, incompleteIds)
  return { items: items.map((row) => showRun(ctx, row, counts.get(row.id) ?? [])), next_cursor }
}

export async function buildRunReport(ctx: Context, run: Job): Promise<z.input<typeof RunReport>> {
  const counts = await countRunAnswers(ctx, run)
  const record = showRun(ctx, { ...run, ...RunInput.parse(run.input) }, counts)
  const getCost = (counted: readonly PlatformCounts[]) =>
    seesCosts(ctx) ? totalCost(counted) : { cost_micros: null, estimated_micros: 0 }
  const plan = (await findPlan(ctx, run)) ?? []
  const planned = countQueries(plan)
  return {
    ...record,
    prompts: plan.length,
    ...getCost(counts),
    by_platform: record.by_platform.map((progress) => ({
      ...progress,
      planned: planned.get(progress.platform)?.queries ?? 0,
      ...getCost(counts.filter(({ platform }) => platform === progress.platform)),
    })),
  }
}

function showRun(ctx: Context, row: RunRow, counts: readonly PlatformCounts[]): z.input<typeof RunRecord> {
  const result = StoredRunCounts.nullable().parse(row.result)
  const platforms = RunRecord.shape.platforms.parse(row.platforms)
  return {
    id: row.id,
    brand_id: row.brand_id,
    status: RunRecord.shape.status.parse(row.status),
    progress: RunRecord.shape.progress.parse(row.progress),
    result: result && toRunReportResult(ctx, result),
    failed_reason: getFailedReason(row),
    platforms,
    started_by: { kind: row.actor_kind, name: row.actor_name },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    by_platform: platforms.map((platform) => {
      const final = result?.platforms.find((each) => each.platform === platform)
      const count = counts.find((each) => each.platform === platform)
      return {
        platform,
        answered: final?.answered ?? count?.answered ?? 0,
        failed: final?.failed ?? count?.failed ?? 0,
        error: final?.error ?? count?.failure ?? null,
      }
    }),
  }
}
