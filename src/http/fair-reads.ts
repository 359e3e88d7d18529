/**
 * Limits how many responses are computed from answers at the same time, and shares this number fairly between organizations:
 * one with many requests waits for its own requests, not the others for it.
 */
import type { Resource } from '../core/context.ts'
import { keyedSemaphore } from '../core/semaphore.ts'

export type FairReads = {
  /** Calls `read` when it is the turn of the organization. */
  run<T>(organizationId: string, read: () => Promise<T>): Promise<T>
}

/** Database connections that reads leave to authentication, writes and jobs. */
const reservedConnections = 3

export const fairReads: Resource<FairReads> = {
  name: 'reads of answers',
  open: ({ config }) => createFairReads(config.DATABASE_POOL - reservedConnections),
}

/** A request that ended early keeps its turn, because its read may already run. */
const never = new AbortController().signal

export function createFairReads(permits: number): FairReads {
  const acquire = keyedSemaphore(permits)
  return {
    run: async (organizationId, read) => {
      const release = await acquire(organizationId, never)
      try {
        return await read()
      } finally {
        release()
      }
    },
  }
}
