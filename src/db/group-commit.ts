/**
 * Group commit: items that arrive one by one are written together. While one batch commits, the next one collects, and each
 * caller resumes when its own batch is durable. A burst therefore takes as many commits as the disk can do, not one each.
 */
export type GroupCommit<T> = {
  /** Resolves when the item is durable; rejects when its batch failed. */
  add(item: T): Promise<void>
}

type PendingItem<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/** A second batch starts while the first one commits only when it has this many items. */
const minConcurrentBatchSize = 32

export function groupCommit<T>(
  write: (items: T[]) => Promise<void>,
  { maxBatchSize, maxInFlight }: { maxBatchSize: number; maxInFlight: 1 | 2 },
): GroupCommit<T> {
  let pending: PendingItem<T>[] = []
  let inFlight = 0

  async function writeBatch(): Promise<void> {
    const batch = pending.slice(0, maxBatchSize)
    pending = pending.slice(maxBatchSize)
    try {
      await write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    inFlight -= 1
    startBatch()
  }

  function startBatch(): void {
    const minBatchSize = inFlight === 0 ? 1 : minConcurrentBatchSize
    if (inFlight >= maxInFlight || pending.length < minBatchSize) return
    inFlight += 1
    // Deferred, so that items added in the same tick join the batch.
    queueMicrotask(writeBatch)
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        pending.push({ item, resolve, reject })
        startBatch()
      }),
  }
}
