/**
 * The queue (pg-boss) wakes workers. The row of the job has its state (job.ts).
 * A wake-up is sent in the transaction that creates the work, so it is never lost with it. PostgreSQL notifies the workers
 * when the transaction commits.
 */

import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Resource } from '../core/context.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { Db } from '../db/database.ts'
import { listen } from '../db/listen.ts'

export type TaskData = Record<string, string>
export type TaskHandler = (data: TaskData, signal: AbortSignal) => Promise<void>

/** Of the tasks that are due, those with the highest `priority` are received first, by default 0. */
type SendOptions = { key?: string; afterSeconds?: number; priority?: number; group?: string }
type DelayedTask = { data: TaskData; afterSeconds: number; priority: number; group: string }
type WorkOptions = {
  concurrency: number
  /** At most this many of the tasks in progress are of the same group. */
  perGroup?: number
}

export type Queue = {
  /** Sends in the transaction of `db`, if it is one. With `key`, a task is dropped while one with the same key waits. */
  send(db: Db, kind: string, data: TaskData, options?: SendOptions): Promise<void>
  /** Sends many tasks, each due `afterSeconds` from now. */
  sendAll(db: Db, kind: string, tasks: readonly DelayedTask[]): Promise<void>
  /** Returns the number of tasks of the organization that wait, including those that are not due. */
  countWaiting(db: Db, kind: string, organizationId: string): Promise<number>
  work(kind: string, options: WorkOptions, handler: TaskHandler): Promise<void>
  /**
   * Schedules a task once per tick across all processes. Ticks missed while all were down run once. Null ends the
   * schedule.
   */
  schedule(kind: string, cron: string | null): Promise<void>
  /** Stops claiming tasks, then waits at most `timeoutMs` for those in progress. */
  stop(timeoutMs: number): Promise<void>
}

/** The queue of this process, provided at start because it needs a database pool and the kinds of jobs. */
export const jobQueue: Resource<Queue> = {
  name: 'job queue',
  open: () => {
    throw new Error('This process has no job queue')
  },
  close: (queue) => queue.stop(0),
}

/**
 * Workers also look for tasks at this interval: for those that become due later, and for those whose notification was lost
 * with a connection.
 */
const pollingIntervalSeconds = 5

/** `dedicated`: see `openDedicatedConnection`. It receives the notifications once this process has workers. */
export type QueueConnections = { pool: pg.Pool; dedicated: pg.Pool }

export async function openQueue(
  { pool, dedicated }: QueueConnections,
  log: Logger,
  kinds: readonly string[],
): Promise<Queue> {
  const notifications = listenOnDemand(dedicated)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values), listen: notifications.listen },
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    // Vacuum and index advice is for the database administrator, not for the log of the service.
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', throttledErrorLog(log))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const kind of kinds) {
    // The queue must not repeat paid calls: engines retry single calls, and our own tables resume jobs.
    if (!known.has(kind)) await boss.createQueue(kind, { retryLimit: 0, policy: 'standard', notify: true })
  }
  return {
    async send(db, kind, data, options = {}) {
      await boss.send(kind, data, {
        db: fromKysely(db),
        expireInSeconds: 86_000,
        ...(options.key !== undefined && { singletonKey: options.key }),
        ...(options.afterSeconds !== undefined && { startAfter: options.afterSeconds }),
        ...(options.priority !== undefined && { priority: options.priority }),
        ...(options.group !== undefined && { group: { id: options.group } }),
      })
    },
    async sendAll(db, kind, tasks) {
      const jobs = tasks.map(({ data, afterSeconds, priority, group }) => ({
        data,
        priority,
        group: { id: group },
        startAfter: afterSeconds,
        expireInSeconds: 86_000,
      }))
      await boss.insert(kind, jobs, { db: fromKysely(db) })
    },
    async countWaiting(db, kind, organizationId) {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pgboss.job
        where name = ${kind} and state < 'active' and data ->> 'organizationId' = ${organizationId}`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },
    async work(kind, { concurrency, perGroup }, handler) {
      await notifications.start()
      const options = {
        pollingIntervalSeconds,
        notifyPollingIntervalSeconds: pollingIntervalSeconds,
        localConcurrency: concurrency,
        ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
      }
      await boss.work<TaskData>(kind, options, async ([job]) => {
        // After a task, workers look for the next one immediately.
        if (job) await handler(job.data, job.signal).finally(() => notifications.notify(kind))
      })
    },
    async schedule(kind, cron) {
      if (cron === null) return boss.unschedule(kind)
      await boss.schedule(kind, cron, {}, { tz: 'UTC', missed: 'once' })
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: false }),
  }
}

/** Listens for the notifications of the queue when the first worker starts; processes without workers need none. */
function listenOnDemand(dedicated: pg.Pool) {
  let open: (() => Promise<() => void>) | undefined
  let listening: Promise<() => void> | undefined
  let notify: (kind: string) => void = () => undefined
  return {
    /** The queue calls this when it starts. */
    async listen(channel: string, onNotification: (kind: string) => void, onConnected: () => void) {
      notify = onNotification
      open = () => listen(dedicated, channel, { onNotification, onConnected })
      return { close: async () => (await listening)?.() }
    },
    async start(): Promise<void> {
      listening ??= open?.()
      await listening
    },
    /** Notifies the workers of this process. */
    notify: (kind: string): void => notify(kind),
  }
}

const logIntervalMs = 10_000

/** While the database is unavailable, every worker of every queue fails every few seconds. Logs one of these errors per interval. */
function throttledErrorLog(log: Logger): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (isDatabaseUnavailable(error)) {
      if (performance.now() - loggedAt < logIntervalMs) return
      loggedAt = performance.now()
    }
    log.error({ err: error }, 'queue error')
  }
}
