/**
 * Things that come one by one are written together: while one batch is being committed the next one gathers, and each
 * caller goes on when its own is durable. So a burst costs as many commits as the disk takes, not as many as there are callers.
 */
export type GroupCommit<T> = {
  /** Resolves when the item is durable; rejects when it is not. */
  add(item: T): Promise<void>
}

type Waiting<T> = { item: T; done: () => void; failed: (error: unknown) => void }

/** A second batch sets out beside the first when it is worth a commit of its own: the disk and we then work at once. */
const worthACommit = 32

export function groupCommit<T>(
  write: (items: T[]) => Promise<void>,
  { mostAtOnce: maxBatchSize, mostUnderWay: maxInFlight }: { mostAtOnce: number; mostUnderWay: 1 | 2 },
): GroupCommit<T> {
  let waiting: Waiting<T>[] = []
  let underWay = 0

  async function work(): Promise<void> {
    const batch = waiting.slice(0, maxBatchSize)
    waiting = waiting.slice(maxBatchSize)
    try {
      await write(batch.map(({ item }) => item))
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    underWay -= 1
    startIfWorthIt()
  }

  function startIfWorthIt(): void {
    const needed = underWay === 0 ? 1 : worthACommit
    if (underWay >= maxInFlight || waiting.length < needed) return
    underWay += 1
    // After this turn of the loop, so that what came in with it is in the batch too.
    queueMicrotask(work)
  }

  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, done, failed })
        startIfWorthIt()
      }),
  }
}
