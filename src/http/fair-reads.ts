/**
 * Limits how many responses are computed from answers at the same time, and shares this number fairly between organizations:
 * one with many requests waits for its own requests, not the others for it.
 */
import type { Resource } from '../core/context.ts'
import { fairSemaphore, type SemaphoreGroup } from '../core/semaphore.ts'

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
  const join = fairSemaphore(permits)
  const groups = new Map<string, { group: SemaphoreGroup; reads: number }>()
  const enter = (organizationId: string) => {
    const entry = groups.get(organizationId) ?? { group: join(), reads: 0 }
    groups.set(organizationId, entry)
    entry.reads += 1
    return entry
  }
  return {
    run: async (organizationId, read) => {
      const entry = enter(organizationId)
      const release = await entry.group.acquire(never)
      try {
        return await read()
      } finally {
        release()
        entry.reads -= 1
        if (entry.reads === 0) {
          groups.delete(organizationId)
          entry.group.close()
        }
      }
    },
  }
}
