/** How much may go on at once: places that are taken before a piece of work and left after it. */

/** Resolves when there is a place, with what leaves it; throws the signal's reason. */
export type Acquire = (signal: AbortSignal) => Promise<() => void>

/** At most so many at once; those who wait are let in in the order they came. */
export function semaphore(most: number): Acquire {
  return fairSemaphore(most)().acquire
}

/** One among several who draw from the same places; after `close` the others need not keep any free for it. */
export type SemaphoreGroup = { acquire: Acquire; close(): void }

/** For what takes no place. */
export const unlimited = (): SemaphoreGroup => ({
  acquire: async () => () => undefined,
  close: () => undefined,
})

/**
 * At most so many at once, shared by those who join. Each can count on an equal part: it may take more while that leaves
 * the parts of the others free, so that one whose work hangs never keeps the others waiting.
 */
export function fairSemaphore(most: number): () => SemaphoreGroup {
  const shares = new Set<{ held: number; waiting: (() => void)[] }>()
  let free = most
  const letIn = () => {
    while (free > 0) {
      const part = Math.max(1, Math.floor(most / shares.size))
      const kept = [...shares].reduce((sum, { held }) => sum + Math.max(0, part - held), 0)
      const next = [...shares]
        .filter(({ held, waiting }) => waiting.length > 0 && (held < part || free > kept))
        .reduce<{ held: number; waiting: (() => void)[] } | null>(
          (least, each) => (least === null || each.held < least.held ? each : least),
          null,
        )
      if (next === null) return
      free -= 1
      next.held += 1
      next.waiting.shift()?.()
    }
  }
  return () => {
    const own = { held: 0, waiting: [] as (() => void)[] }
    shares.add(own)
    const leave = () => {
      free += 1
      own.held -= 1
      letIn()
    }
    return {
      close: () => {
        shares.delete(own)
        letIn()
      },
      acquire: async (signal) => {
        signal.throwIfAborted()
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            own.waiting = own.waiting.filter((each) => each !== begin)
            reject(signal.reason)
          }
          const begin = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          signal.addEventListener('abort', giveUp, { once: true })
          own.waiting.push(begin)
          letIn()
        })
        let isLeft = false
        return () => {
          if (!isLeft) leave()
          isLeft = true
        }
      },
    }
  }
}
