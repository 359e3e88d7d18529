/** Waits for scraper results that any process received, with one query for all tasks of a run. */
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'

export type CallbackPoller = {
  /** Returns the delivered body, or null after `waitMs`. Checks at least once. Rejects with the signal's reason. */
  wait(task: TaskName, waitMs: number, signal: AbortSignal): Promise<unknown>
  /** Deletes the delivered body once its answer is stored. */
  clear(task: TaskName): Promise<void>
}

/** Identifies a task by the scraper's id or, while that is unknown, by our reference. */
export type TaskName = { id: string | null; reference: string }

const pollIntervalMs = 500

export function createCallbackPoller({ db }: Pick<AppContext, 'db'>): CallbackPoller {
  const waiters = new Set<Waiter>()
  let isPolling = false

  const poll = async () => {
    try {
      const delivered = await findDeliveries(
        db,
        [...waiters].map(({ task }) => task),
      )
      const nowMs = performance.now()
      for (const waiter of waiters) {
        const body = delivered.get(waiter.task.id ?? '') ?? delivered.get(waiter.task.reference)
        if (body !== undefined || nowMs >= waiter.deadlineMs) waiter.resolve(body ?? null)
      }
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error)
    }
    isPolling = waiters.size > 0
    if (isPolling) setTimeout(poll, pollIntervalMs)
  }

  return {
    wait: (task, waitMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const onAbort = () => waiter.reject(signal.reason)
        const unsubscribe = () => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', onAbort)
        }
        const waiter: Waiter = {
          task,
          deadlineMs: performance.now() + waitMs,
          resolve: (body) => {
            unsubscribe()
            resolve(body)
          },
          reject: (error) => {
            unsubscribe()
            reject(error)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiters.add(waiter)
        if (isPolling) return
        isPolling = true
        // Tasks that start waiting in the same tick share the first query.
        setImmediate(poll)
      }),
    clear: async ({ id, reference }) => {
      await sql`
        update scraper_callbacks set body = null
        where task_id = ${id} or reference = ${reference}`.execute(db)
    },
  }
}

type Waiter = {
  task: TaskName
  deadlineMs: number
  resolve(body: unknown): void
  reject(error: unknown): void
}

/** Returns the bodies by task id and by reference. */
async function findDeliveries(db: AppContext['db'], tasks: TaskName[]): Promise<Map<string, unknown>> {
  const ids = tasks.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ task_id: string; reference: string | null; body: string }>`
    select task_id, reference, body from scraper_callbacks
    where body is not null and (task_id = any(${ids}::text[]) or reference = any(${tasks.map(({ reference }) => reference)}::text[]))`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ task_id: id, reference, body }) => {
      const result: unknown = JSON.parse(body)
      const byId: [string, unknown] = [id, result]
      return reference === null ? [byId] : [byId, [reference, result] as const]
    }),
  )
}
