/**
 * The queue wakes workers; what a job is, and how far it came, stands in our own tables. A wake-up that comes twice or
 * late is therefore harmless, and one is never lost: it is sent in the transaction that makes the work true.
 */

import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Resource } from '../core/context.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { Db } from '../db/database.ts'

export type TaskData = Record<string, string>
export type TaskHandler = (data: TaskData, signal: AbortSignal) => Promise<void>

export type Queue = {
  /** Sends within the caller's transaction when `db` is one. `key` drops the task while an equal one waits. */
  send(db: Db, kind: string, data: TaskData, options?: { key?: string; afterSeconds?: number }): Promise<void>
  /** The same for many at once, each `afterSeconds` from now. */
  sendAll(db: Db, kind: string, tasks: readonly { data: TaskData; afterSeconds: number }[]): Promise<void>
  work(kind: string, options: { concurrency: number }, handler: TaskHandler): Promise<void>
  /** A repeated task: once per tick however many processes there are; a tick missed while all were down runs once. */
  schedule(kind: string, cron: string): Promise<void>
  /** Stops taking tasks, then waits for those at hand, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

/** The queue of this process, provided at start: opening it takes a database and the kinds of jobs. */
export const jobQueue: Resource<Queue> = {
  name: 'job queue',
  open: () => {
    throw new Error('This process has no job queue')
  },
  close: (queue) => queue.stop(0),
}

export async function openQueue(pool: pg.Pool, log: Logger, kinds: readonly string[]): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    superviseIntervalSeconds: 10,
    // Vacuum and index advice belongs to whoever runs the database, not into the service's log.
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', throttledErrorLog(log))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  for (const kind of kinds) {
    // Only the asker retries a paid call, and our own records resume a job: the queue itself never repeats one.
    if (!(await boss.getQueue(kind))) await boss.createQueue(kind, { retryLimit: 0, policy: 'standard' })
  }
  return {
    async send(db, kind, data, options = {}) {
      await boss.send(kind, data, {
        db: fromKysely(db),
        expireInSeconds: 86_000,
        ...(options.key !== undefined && { singletonKey: options.key }),
        ...(options.afterSeconds !== undefined && { startAfter: options.afterSeconds }),
      })
    },
    async sendAll(db, kind, tasks) {
      const jobs = tasks.map(({ data, afterSeconds }) => ({
        data,
        startAfter: afterSeconds,
        expireInSeconds: 86_000,
      }))
      await boss.insert(kind, jobs, { db: fromKysely(db) })
    },
    async work(kind, { concurrency }, handler) {
      await boss.work<TaskData>(
        kind,
        { pollingIntervalSeconds: 0.5, localConcurrency: concurrency },
        async ([job]) => {
          if (job) await handler(job.data, job.signal)
        },
      )
    },
    async schedule(kind, cron) {
      await boss.schedule(kind, cron, {}, { tz: 'UTC', missed: 'once' })
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: false }),
  }
}

const sameComplaintMs = 10_000

/** While the database is away, every worker of every queue fails twice a second; one line now and then says as much. */
function throttledErrorLog(log: Logger): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (isDatabaseUnavailable(error)) {
      if (performance.now() - saidAt < sameComplaintMs) return
      saidAt = performance.now()
    }
    log.error({ err: error }, 'queue error')
  }
}
