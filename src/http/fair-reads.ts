/**
 * Limits how many requests read answers or rollups at the same time, and shares this number fairly between organizations:
 * one with many requests waits for its own requests, not the others for it.
 */
import type { Resource } from '../core/context.ts'
import { keyedSemaphore } from '../core/semaphore.ts'

/**
 * What a request reads. `metric`: at most as much as a metric, one window of rollups. `long`: can take longer, such as the
 * replay of a rule over months; an organization has one at a time.
 */
export type Reads = 'metric' | 'long'

export type FairReads = {
  /** Calls `work` when it is the turn of the organization. Throws `rate_limited` when too many of its long reads wait. */
  run<T>(organizationId: string, reads: Reads, work: () => Promise<T>): Promise<T>
}

/** Database connections that reads leave to authentication, writes and jobs. */
const reservedConnections = 3

export const fairReads: Resource<FairReads> = {
  name: 'reads of answers',
  open: ({ config }) => createFairReads(config.DATABASE_POOL - reservedConnections),
}

/** Of all organizations. The others of the permits are for metrics. */
const longReads = 2
/** Per organization. Each may wait for all others. */
const maxWaitingLongReads = 20

/** A request that ended early keeps its turn, because its read may already run. */
export function createFairReads(permits: number): FairReads {
  // One organization leaves a permit to the others.
  const all = keyedSemaphore(permits, { perGroup: Math.max(1, permits - 1) })
  const long = keyedSemaphore(longReads, { perGroup: 1, waiting: maxWaitingLongReads })
  return {
    run: async (organizationId, reads, work) => {
      // The long one and the metrics of an organization take turns, so that metrics do not hold a permit for long reads.
      const read = () => all.run(organizationId, work, { member: reads })
      if (reads === 'metric') return read()
      return long.run(organizationId, read)
    },
  }
}
