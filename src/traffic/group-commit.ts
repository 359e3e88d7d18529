/**
 * Things that come one by one are written together: while one batch is being committed the next one gathers, and each
 * caller goes on when its own is durable. So a burst costs as many commits as the disk takes, not as many as there are callers.
 */
export type GroupCommit<T> = {
  /** Resolves when the item is durable; rejects when it is not. */
  add(item: T): Promise<void>
  /** Resolves when everything that was added is durable or refused. */
  drain(): Promise<void>
}

type Waiting<T> = { item: T; done: () => void; failed: (error: unknown) => void }

export function groupCommit<T>(write: (items: T[]) => Promise<void>, mostAtOnce: number): GroupCommit<T> {
  let waiting: Waiting<T>[] = []
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        await write(batch.map(({ item }) => item))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    working = null
  }

  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, done, failed })
        // After this turn of the loop, so that what came in with it is in the first batch too.
        working ??= Promise.resolve().then(work)
      }),
    drain: async () => {
      await working
    },
  }
}
