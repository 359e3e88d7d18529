/** What is told of a run: who asked for it, what it asks, and how each platform fares, while it goes on and afterwards. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { type Job, jobStatuses } from '../core/jobs.ts'
import { idAfter, type Page, pageOf } from '../core/paging.ts'
import { Plan, questionsOf } from './plan.ts'
import { RunResult, runKind } from './runs.ts'
import { tallyAnswers } from './tally.ts'

const Platform = z.enum(platforms)
const Count = z.number().int().min(0)

export const RunRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    status: z.enum(jobStatuses),
    progress: z.object({ phase: z.string(), completed: Count, total: Count }).nullable(),
    result: RunResult.nullable(),
    failed_reason: z.string().nullable(),
    platforms: z.array(Platform).describe('Those that are asked.'),
    started_by: z.object({
      kind: z.string().describe('user, api_key, cron, system: the schedule is system.'),
      name: z.string().nullable().describe('Of the person, while they are there.'),
    }),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'Run' })

export const RunReport = RunRecord.extend({
  prompts: Count.describe('Prompts that are asked; 0 until the run has begun.'),
  cost_micros: Count.describe('Of what was answered so far, in millionths of a dollar.'),
  by_platform: z.array(
    z.object({
      platform: Platform,
      planned: Count.describe('Questions; 0 until the run has begun.'),
      answered: Count,
      failed: Count,
      cost_micros: Count,
      error: z.string().nullable().describe('Why questions failed or were not asked, the last reason first.'),
    }),
  ),
}).meta({ id: 'RunReport' })

type RunRow = {
  id: string
  brand_id: string
  status: string
  progress: unknown
  result: unknown
  failed_reason: string | null
  platforms: unknown
  started_by: unknown
  starter: string | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** Newest first. The plan, which holds the text of every prompt, is left in the database. */
export async function pageOfRuns(
  ctx: Context,
  brandId: string,
  page: Page,
): Promise<{ items: z.input<typeof RunRecord>[]; next_cursor: string | null }> {
  const before = idAfter(page)
  const { rows } = await sql<RunRow>`
    select ${columns}
    from ${runsWithStarters}
    where jobs.brand_id = ${brandId} and kind = ${runKind} and ${before === null ? sql`true` : sql`jobs.id < ${before}`}
    order by jobs.id desc
    limit ${page.limit + 1}`.execute(ctx.db)
  const { items, next_cursor } = pageOf(rows, page)
  return { items: items.map(showRun), next_cursor }
}

export async function reportOn(ctx: Context, run: Job): Promise<z.input<typeof RunReport>> {
  const { rows } = await sql<RunRow>`
    select ${columns} from ${runsWithStarters}
    where jobs.brand_id = ${run.brand_id} and jobs.id = ${run.id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A run that was just found is gone')
  const counts = await tallyAnswers(ctx, run)
  const record = showRun(row)
  const plan = z.object({ plan: Plan.default([]) }).parse(run.input).plan
  const planned = Map.groupBy(questionsOf(plan), ({ platform }) => platform)
  return {
    ...record,
    prompts: plan.length,
    cost_micros: counts.reduce((sum, { cost_micros }) => sum + cost_micros, 0),
    by_platform: record.platforms.map((platform) => {
      const count = counts.find((each) => each.platform === platform)
      const ended = record.result?.platforms.find((each) => each.platform === platform)
      return {
        platform,
        planned: planned.get(platform)?.length ?? 0,
        answered: count?.answered ?? 0,
        failed: count?.failed ?? 0,
        cost_micros: count?.cost_micros ?? 0,
        error: ended?.error ?? count?.failure ?? null,
      }
    }),
  }
}

const columns = sql`
  jobs.id, jobs.brand_id, jobs.status, progress, result, failed_reason, input -> 'platforms' as platforms, started_by,
  users.name as starter, jobs.created_at, started_at, finished_at`

const runsWithStarters = sql`jobs left join users on users.id = (started_by ->> 'user_id')::uuid`

const Starter = z.object({ kind: z.string() })

function showRun({ starter, started_by, ...row }: RunRow): z.output<typeof RunRecord> {
  return RunRecord.parse({
    ...row,
    started_by: { kind: Starter.parse(started_by).kind, name: starter },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  })
}
