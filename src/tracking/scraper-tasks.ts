/** Stores the scraper tasks of a run, so that a resumed run waits for the same tasks instead of ordering them again. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import type { KnownTask, TaskStore } from '../engines/task-store.ts'
import { type CallbackPoller, createCallbackPoller, type TaskName } from './callback-poller.ts'
import type { PlannedQuery } from './plan.ts'

/** Creates the task stores of one run. `onOrdered` is called when a scraper has accepted a query. */
export function createTaskStore(
  ctx: Context,
  run: { brandId: string; jobId: string },
  onOrdered: (query: PlannedQuery) => void,
) {
  const poller = createCallbackPoller(ctx)
  const tasks = new Map<PlannedQuery, RunTask>()
  return {
    forQuery: (query: PlannedQuery, backend: string, results: 'polled' | 'delivered'): TaskStore => {
      const options = { ...run, backend, poller: results === 'delivered' ? poller : null }
      const task = tasks.get(query) ?? runTask(ctx, options, query, () => onOrdered(query))
      tasks.set(query, task)
      return task
    },
    /** Called when the answer is stored. */
    complete: async (query: PlannedQuery) => tasks.get(query)?.complete(),
  }
}

type RunTask = TaskStore & { complete(): Promise<void> }
type Run = { brandId: string; jobId: string; backend: string; poller: CallbackPoller | null }

function runTask(
  ctx: Context,
  run: Run,
  { prompt, platform, region, sample }: PlannedQuery,
  onOrdered: () => void,
): RunTask {
  const { poller } = run
  let taskName: TaskName = { id: null, reference: '' }
  const isThisTask = sql`brand_id = ${run.brandId} and job_id = ${run.jobId} and prompt_id = ${prompt.id}
    and platform = ${platform} and region = ${region} and sample = ${sample}`
  return {
    load: async () => {
      // After a change of backend, the previous backend's task is discarded.
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
      taskName = known
      if (known.id !== null) onOrdered()
      return known
    },
    save: async ({ id, costMicros }) => {
      await sql`
        update scraper_tasks set task_id = ${id}, cost_micros = ${costMicros}, ordered_at = ${ctx.now()}
        where ${isThisTask}`.execute(ctx.db)
      taskName = { ...taskName, id }
      onOrdered()
    },
    discard: async () => {
      await sql`
        update scraper_tasks set reference = ${randomUUID()}, task_id = null, cost_micros = null, ordered_at = null
        where ${isThisTask}`.execute(ctx.db)
    },
    delivered: poller && ((waitMs, signal) => poller.wait(taskName, waitMs, signal)),
    complete: async () => poller?.clear(taskName),
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
