/** What is told of a run: who asked for it, what it asks, and how each platform fares, while it goes on and afterwards. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { type Job, jobStatuses } from '../jobs/job.ts'
import { countQueries, findPlan } from './plan.ts'
import { countRunAnswers, countRunsAnswers, type PlatformCounts } from './run-counts.ts'
import { outcomeOf, RunOutcome, RunResult, runKind } from './tracking.ts'

const Platform = z.enum(platforms)
const Count = z.number().int().min(0)

const Fare = z.object({
  platform: Platform,
  answered: Count,
  failed: Count,
  error: z.string().nullable().describe('Why questions failed or were not asked, the last reason first.'),
})

export const RunRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    status: z.enum(jobStatuses),
    progress: z.object({ phase: z.string(), completed: Count, total: Count }).nullable(),
    result: RunOutcome.nullable(),
    failed_reason: z.string().nullable(),
    platforms: z.array(Platform).describe('Those that are asked.'),
    started_by: z.object({
      kind: z.string().describe('user, api_key, cron, system: the schedule is system.'),
      name: z.string().nullable().describe('Of the person, while they are there.'),
    }),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    by_platform: z.array(Fare).describe('How each platform fared so far, whatever became of the run.'),
  })
  .meta({ id: 'Run' })

export const RunReport = RunRecord.extend({
  prompts: Count.describe('Prompts that are asked; 0 until the run has begun.'),
  cost_micros: Count.describe('Of what was answered so far, in millionths of a dollar.'),
  by_platform: z.array(
    Fare.extend({
      planned: Count.describe('Questions; 0 until the run has begun.'),
      cost_micros: Count,
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

/** Newest first. */
export async function pageOfRuns(
  ctx: Context,
  brandId: string,
  page: Page,
): Promise<{ items: z.input<typeof RunRecord>[]; next_cursor: string | null }> {
  const before = cursorId(page)
  const { rows } = await sql<RunRow>`
    select ${columns}
    from ${runsWithStarters}
    where jobs.brand_id = ${brandId} and kind = ${runKind} and ${before === null ? sql`true` : sql`jobs.id < ${before}`}
    order by jobs.id desc
    limit ${page.limit + 1}`.execute(ctx.db)
  const { items, next_cursor } = toPage(rows, page)
  // What a completed run came to stands in its result.
  const others = items.filter(({ status }) => status !== 'completed').map(({ id }) => id)
  const tallies = await countRunsAnswers(ctx, brandId, others)
  return { items: items.map((row) => showRun(row, tallies.get(row.id) ?? [])), next_cursor }
}

export async function buildRunReport(ctx: Context, run: Job): Promise<z.input<typeof RunReport>> {
  const { rows } = await sql<RunRow>`
    select ${columns} from ${runsWithStarters}
    where jobs.brand_id = ${run.brand_id} and jobs.id = ${run.id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A run that was just found is gone')
  const counts = await countRunAnswers(ctx, run)
  const record = showRun(row, counts)
  const plan = (await findPlan(ctx, run)) ?? []
  const planned = countQueries(plan)
  return {
    ...record,
    prompts: plan.length,
    cost_micros: counts.reduce((sum, { cost_micros }) => sum + cost_micros, 0),
    by_platform: record.by_platform.map((fare) => ({
      ...fare,
      planned: planned.get(fare.platform) ?? 0,
      cost_micros: counts.find(({ platform }) => platform === fare.platform)?.cost_micros ?? 0,
    })),
  }
}

const columns = sql`
  jobs.id, jobs.brand_id, jobs.status, progress, result, failed_reason, input -> 'platforms' as platforms, started_by,
  users.name as starter, jobs.created_at, started_at, finished_at`

const runsWithStarters = sql`jobs left join users on users.id = (started_by ->> 'user_id')::uuid`

const Starter = z.object({ kind: z.string() })

function showRun(
  { starter, started_by, ...row }: RunRow,
  tallies: readonly PlatformCounts[],
): z.output<typeof RunRecord> {
  const ended = RunResult.nullable().parse(row.result)
  return RunRecord.parse({
    ...row,
    result: ended && outcomeOf(ended),
    started_by: { kind: Starter.parse(started_by).kind, name: starter },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    by_platform: z
      .array(Platform)
      .parse(row.platforms)
      .map((platform) => {
        const end = ended?.platforms.find((each) => each.platform === platform)
        const tally = tallies.find((each) => each.platform === platform)
        return {
          platform,
          answered: end?.answered ?? tally?.answered ?? 0,
          failed: end?.failed ?? tally?.failed ?? 0,
          error: end?.error ?? tally?.failure ?? null,
        }
      }),
  })
}
