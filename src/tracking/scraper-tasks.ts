/** What is kept of the tasks that scrapers work on for a run, so that whoever takes the run up again waits for the same ones. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import type { KnownTask, TaskStore } from '../engines/task-store.ts'
import { type CallbackPoller, createCallbackPoller, type TaskName } from './callback-poller.ts'
import type { PlannedQuery } from './plan.ts'

/** The tasks of one run; `onOrdered` is told when a scraper has one. */
export function createTaskStore(
  ctx: Context,
  run: { brandId: string; jobId: string },
  onOrdered: (question: PlannedQuery) => void,
) {
  const inbox = createCallbackPoller(ctx)
  const tasks = new Map<PlannedQuery, RunTask>()
  return {
    of: (question: PlannedQuery, backend: string, results: 'polled' | 'delivered'): TaskStore => {
      const told = { ...run, backend, inbox: results === 'delivered' ? inbox : null }
      const task = tasks.get(question) ?? runTask(ctx, told, question, () => onOrdered(question))
      tasks.set(question, task)
      return task
    },
    /** The answer is stored. */
    end: async (question: PlannedQuery) => tasks.get(question)?.end(),
  }
}

type RunTask = TaskStore & { end(): Promise<void> }
type Run = { brandId: string; jobId: string; backend: string; inbox: CallbackPoller | null }

function runTask(
  ctx: Context,
  run: Run,
  { prompt, platform, region, sample }: PlannedQuery,
  onOrdered: () => void,
): RunTask {
  const { inbox } = run
  let named: TaskName = { id: null, reference: '' }
  const own = sql`brand_id = ${run.brandId} and job_id = ${run.jobId} and prompt_id = ${prompt.id}
    and platform = ${platform} and region = ${region} and sample = ${sample}`
  return {
    load: async () => {
      // A backend that has been chosen since knows nothing of the other's task.
      const { rows } = await sql<Row>`
        insert into scraper_tasks as task (brand_id, job_id, prompt_id, platform, region, sample, backend, reference)
        values (${run.brandId}, ${run.jobId}, ${prompt.id}, ${platform}, ${region}, ${sample}, ${run.backend}, ${randomUUID()})
        on conflict (brand_id, job_id, prompt_id, platform, region, sample) do update set
          backend = excluded.backend,
          reference = case when task.backend = excluded.backend then task.reference else excluded.reference end,
          task_id = case when task.backend = excluded.backend then task.task_id end,
          cost_micros = case when task.backend = excluded.backend then task.cost_micros end,
          ordered_at = case when task.backend = excluded.backend then task.ordered_at end
        returning reference, task_id, cost_micros, ordered_at`.execute(ctx.db)
      const known = knownTask(rows[0], ctx.now())
      named = known
      if (known.id !== null) onOrdered()
      return known
    },
    save: async ({ id, costMicros }) => {
      await sql`
        update scraper_tasks set task_id = ${id}, cost_micros = ${costMicros}, ordered_at = ${ctx.now()}
        where ${own}`.execute(ctx.db)
      named = { ...named, id }
      onOrdered()
    },
    discard: async () => {
      await sql`
        update scraper_tasks set reference = ${randomUUID()}, task_id = null, cost_micros = null, ordered_at = null
        where ${own}`.execute(ctx.db)
    },
    delivered: inbox && ((waitMs, signal) => inbox.wait(named, waitMs, signal)),
    end: async () => inbox?.clear(named),
  }
}

type Row = { reference: string; task_id: string | null; cost_micros: number | null; ordered_at: Date | null }

function knownTask(row: Row | undefined, now: Date): KnownTask {
  if (row === undefined) throw new Error('PostgreSQL returned no row of an upsert')
  return {
    reference: row.reference,
    id: row.task_id,
    costMicros: row.cost_micros,
    ageMs: row.ordered_at === null ? 0 : Math.max(1, now.getTime() - row.ordered_at.getTime()),
  }
}
