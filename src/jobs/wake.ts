/**
 * The wake-ups of jobs. Among jobs of one kind, each further job of an organization has a lower priority, so an organization
 * that requests many jobs delays its own, not the first ones of the others.
 */
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { AppContext } from '../core/context.ts'
import { jobQueue } from './queue.ts'

export type Wake = { organizationId: string; brandId: string; jobId: string }

/** Wakes a worker in the transaction of `tx`, `afterSeconds` from now. */
export async function wakeWorker(
  tx: AppContext,
  kind: JobKind,
  { organizationId, brandId, jobId }: Wake,
  afterSeconds = 0,
): Promise<void> {
  const queue = tx.use(jobQueue)
  const waiting = await queue.countWaiting(tx.db, kind, organizationId)
  const options = { group: organizationId, priority: -waiting, ...(afterSeconds > 0 && { afterSeconds }) }
  await queue.send(tx.db, kind, { organizationId, brandId, jobId }, options)
}

const batchSize = 2_000

/** Like `wakeWorker`, for jobs of many organizations, each due `afterSeconds` from now. */
export async function wakeWorkers(
  tx: AppContext,
  kind: JobKind,
  wakes: readonly (Wake & { afterSeconds: number })[],
): Promise<void> {
  const byOrganization = Map.groupBy(wakes, ({ organizationId }) => organizationId)
  const tasks = [...byOrganization.values()].flatMap((ofOne) =>
    ofOne.map(({ afterSeconds, ...data }, index) => ({
      data,
      afterSeconds,
      priority: -index,
      group: data.organizationId,
    })),
  )
  for (let start = 0; start < tasks.length; start += batchSize)
    await tx.use(jobQueue).sendAll(tx.db, kind, tasks.slice(start, start + batchSize))
}
