/** Counting semaphores. `fairSemaphore` shares its permits between groups, and `keyedSemaphore` between keys. */

/** Waits for a permit and returns the function that releases it. Rejects with the reason of `signal`. */
export type Acquire = (signal: AbortSignal) => Promise<() => void>

/** Returns a semaphore with `permits` permits, which are granted in the order of the requests. */
export function semaphore(permits: number): Acquire {
  return fairSemaphore(permits)().acquire
}

/** One user of a fair semaphore. After `close` no permits are reserved for it. */
export type SemaphoreGroup = { acquire: Acquire; close(): void }

/** Returns a group without a limit. */
export const unlimited = (): SemaphoreGroup => ({
  acquire: async () => () => undefined,
  close: () => undefined,
})

type Group = { held: number; waiting: (() => void)[] }

/**
 * Returns a function that creates a group of a semaphore with `permits` permits. Each group has an equal share of them.
 * It can hold more, up to `mostPerGroup`, while the unused shares of the other groups stay free, so a group whose work hangs
 * cannot block them.
 */
export function fairSemaphore(permits: number, mostPerGroup = permits): () => SemaphoreGroup {
  const groups = new Set<Group>()
  let free = permits
  const grantPermits = () => {
    while (free > 0) {
      const next = nextGroup(groups, { permits, free, mostPerGroup })
      if (next === null) return
      free -= 1
      next.held += 1
      next.waiting.shift()?.()
    }
  }
  return () => {
    const group: Group = { held: 0, waiting: [] }
    groups.add(group)
    return {
      close: () => {
        groups.delete(group)
        grantPermits()
      },
      acquire: async (signal) => {
        signal.throwIfAborted()
        await new Promise<void>((resolve, reject) => {
          const abort = () => {
            group.waiting = group.waiting.filter((each) => each !== grant)
            reject(signal.reason)
          }
          const grant = () => {
            signal.removeEventListener('abort', abort)
            resolve()
          }
          signal.addEventListener('abort', abort, { once: true })
          group.waiting.push(grant)
          grantPermits()
        })
        let isReleased = false
        return () => {
          if (isReleased) return
          isReleased = true
          free += 1
          group.held -= 1
          grantPermits()
        }
      },
    }
  }
}

/** Waits for a permit of a key and returns the function that releases it. Rejects with the reason of `signal`. */
export type AcquireForKey = (key: string, signal: AbortSignal) => Promise<() => void>

/** Returns a semaphore that shares its permits between the keys that have or wait for one, at most `mostPerKey` for each. */
export function keyedSemaphore(permits: number, mostPerKey = permits): AcquireForKey {
  const join = fairSemaphore(permits, mostPerKey)
  const groups = new Map<string, { group: SemaphoreGroup; users: number }>()
  return async (key, signal) => {
    const entry = groups.get(key) ?? { group: join(), users: 0 }
    groups.set(key, entry)
    entry.users += 1
    const leave = () => {
      entry.users -= 1
      if (entry.users > 0) return
      groups.delete(key)
      entry.group.close()
    }
    const release = await entry.group.acquire(signal).catch((error: unknown) => {
      leave()
      throw error
    })
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      release()
      leave()
    }
  }
}

/** Returns the waiting group with the fewest permits that may take one, or null. */
function nextGroup(
  groups: ReadonlySet<Group>,
  { permits, free, mostPerGroup }: { permits: number; free: number; mostPerGroup: number },
): Group | null {
  const share = Math.max(1, Math.floor(permits / groups.size))
  const reserved = [...groups].reduce((sum, { held }) => sum + Math.max(0, share - held), 0)
  return [...groups]
    .filter(
      ({ held, waiting }) => waiting.length > 0 && held < mostPerGroup && (held < share || free > reserved),
    )
    .reduce<Group | null>((least, each) => (least === null || each.held < least.held ? each : least), null)
}
