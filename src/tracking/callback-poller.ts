/** Waits for what the scraper delivers to any process, for all tasks of a run with one query. */
import { sql } from 'kysely'
import { decompress } from '../answers/compression.ts'
import type { AppContext } from '../core/context.ts'

export type CallbackPoller = {
  /** The body that was delivered, or null after this long; looks at least once. Rejects with the signal's reason. */
  wait(task: TaskName, waitMs: number, signal: AbortSignal): Promise<unknown>
  /** The answer is stored: what was delivered is not needed any more. */
  clear(task: TaskName): Promise<void>
}

/** By the scraper's name, or as long as that is unknown by ours. */
export type TaskName = { id: string | null; reference: string }

const lookEveryMs = 500

export function createCallbackPoller({ db }: Pick<AppContext, 'db'>): CallbackPoller {
  const waiters = new Set<Waiter>()
  let isLooking = false

  const look = async () => {
    try {
      const delivered = await findDeliveries(
        db,
        [...waiters].map(({ task }) => task),
      )
      const nowMs = performance.now()
      for (const waiter of waiters) {
        const body = delivered.get(waiter.task.id ?? '') ?? delivered.get(waiter.task.reference)
        if (body !== undefined || nowMs >= waiter.untilMs) waiter.end(body ?? null)
      }
    } catch (error) {
      for (const waiter of waiters) waiter.fail(error)
    }
    isLooking = waiters.size > 0
    if (isLooking) setTimeout(look, lookEveryMs)
  }

  return {
    wait: (task, waitMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const giveUp = () => waiter.fail(signal.reason)
        const leave = () => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', giveUp)
        }
        const waiter: Waiter = {
          task,
          untilMs: performance.now() + waitMs,
          end: (body) => {
            leave()
            resolve(body)
          },
          fail: (error) => {
            leave()
            reject(error)
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiters.add(waiter)
        if (isLooking) return
        isLooking = true
        // Those who begin to wait at the same moment are looked for together.
        setImmediate(look)
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
  untilMs: number
  end(body: unknown): void
  fail(error: unknown): void
}

/** Bodies by the name of their task, the scraper's and ours. */
async function findDeliveries(db: AppContext['db'], tasks: TaskName[]): Promise<Map<string, unknown>> {
  const ids = tasks.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ task_id: string; reference: string | null; body: Buffer }>`
    select task_id, reference, body from scraper_callbacks
    where body is not null and (task_id = any(${ids}::text[]) or reference = any(${tasks.map(({ reference }) => reference)}::text[]))`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ task_id: id, reference, body }) => {
      const told: unknown = JSON.parse(decompress(body))
      const named: [string, unknown] = [id, told]
      return reference === null ? [named] : [named, [reference, told] as const]
    }),
  )
}
