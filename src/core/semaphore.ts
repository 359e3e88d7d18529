/**
 * Counting semaphores. Whatever several tenants wait for is a `keyedSemaphore`, with the organization as the key;
 * `fairSemaphore` shares permits between groups that have a lifetime.
 */
import { message } from '../languages/message.ts'
import { AppError } from './errors.ts'

/** Waits for a permit and returns the function that releases it. Rejects with the reason of `signal`. */
export type Acquire = (signal: AbortSignal) => Promise<() => void>

/** Returns a semaphore with `permits` permits, which are granted in the order of the requests. For one tenant only. */
export function semaphore(permits: number): Acquire {
  return fairSemaphore(permits)().acquire
}

/** One user of a fair semaphore. Its members, if it has any, take turns. After `close` no permits are reserved for it. */
export type SemaphoreGroup = {
  acquire(signal: AbortSignal, member?: string): Promise<() => void>
  close(): void
}

/** Returns a group without a limit. */
export const unlimited = (): SemaphoreGroup => ({
  acquire: async () => () => undefined,
  close: () => undefined,
})

/** `perGroup`: permits. `waiting`, `waitingPerMember`: requests of a group or member; further ones are rejected with `TooManyWaiting`. */
type Limits = { perGroup?: number; waiting?: number; waitingPerMember?: number }

const retryAfterSeconds = 5

export class TooManyWaiting extends AppError {
  constructor() {
    super('rate_limited', message('core.semaphore.tooManyOfTheseRequestsOf'), {
      extra: { retry_after_seconds: retryAfterSeconds },
    })
  }
}

/** `waiting`: the requests of each member that has any. The member that has waited longest for its turn is first. */
type Group = { held: number; waiting: Map<string, (() => void)[]> }

/**
 * Returns a function that creates a group of a semaphore with `permits` permits. Each group has an equal share of them.
 * It can hold more, up to the limit, while the unused shares of the other groups stay free, so a group whose work hangs
 * cannot block them. Groups that hold equally many permits take turns, and so do the members of a group.
 */
export function fairSemaphore(permits: number, limits: Limits = {}): () => SemaphoreGroup {
  /** The group that released a permit last is the last. */
  const groups = new Set<Group>()
  let free = permits
  const grantPermits = () => {
    while (free > 0) {
      const next = nextGroup(groups, { permits, free, perGroup: limits.perGroup ?? permits })
      if (next === null) return
      free -= 1
      next.held += 1
      takeNext(next)?.()
    }
  }
  return () => {
    const group: Group = { held: 0, waiting: new Map() }
    groups.add(group)
    return {
      close: () => {
        groups.delete(group)
        grantPermits()
      },
      acquire: async (signal, member = '') => {
        signal.throwIfAborted()
        await new Promise<void>((resolve, reject) => {
          const abort = () => {
            removeRequest(group, member, grant)
            reject(signal.reason)
          }
          const grant = () => {
            signal.removeEventListener('abort', abort)
            resolve()
          }
          signal.addEventListener('abort', abort, { once: true })
          group.waiting.set(member, group.waiting.get(member) ?? [])
          group.waiting.get(member)?.push(grant)
          grantPermits()
          if (!exceedsLimits(group, member, limits)) return
          signal.removeEventListener('abort', abort)
          removeRequest(group, member, grant)
          reject(new TooManyWaiting())
        })
        return once(() => {
          free += 1
          group.held -= 1
          // The others are next. A closed group remains closed.
          if (groups.delete(group)) groups.add(group)
          grantPermits()
        })
      },
    }
  }
}

export type KeyedSemaphore = {
  /**
   * Waits for a permit of the key and returns the function that releases it. The members of a key, such as the share links
   * of an organization, take turns. Rejects with the reason of `signal`, and with `TooManyWaiting`.
   */
  acquire(key: string, options?: { member?: string; signal?: AbortSignal }): Promise<() => void>
  /** Calls `work` when it is the turn of the key. */
  run<T>(key: string, work: () => Promise<T>, options?: { member?: string; signal?: AbortSignal }): Promise<T>
}

const never = new AbortController().signal

/** Returns a semaphore that shares its permits between the keys that have or wait for one. */
export function keyedSemaphore(permits: number, limits: Limits = {}): KeyedSemaphore {
  const join = fairSemaphore(permits, limits)
  const entries = new Map<string, { group: SemaphoreGroup; users: number }>()
  const acquire: KeyedSemaphore['acquire'] = async (key, { member, signal = never } = {}) => {
    const entry = entries.get(key) ?? { group: join(), users: 0 }
    entries.set(key, entry)
    entry.users += 1
    const leave = () => {
      entry.users -= 1
      if (entry.users > 0) return
      entries.delete(key)
      entry.group.close()
    }
    const release = await entry.group.acquire(signal, member).catch((error: unknown) => {
      leave()
      throw error
    })
    return once(() => {
      release()
      leave()
    })
  }
  return {
    acquire,
    run: async (key, work, options) => {
      const release = await acquire(key, options)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/** Returns the waiting group with the fewest permits that may take one, or null. */
function nextGroup(
  groups: ReadonlySet<Group>,
  { permits, free, perGroup }: { permits: number; free: number; perGroup: number },
): Group | null {
  const share = Math.max(1, Math.floor(permits / groups.size))
  const reserved = [...groups].reduce((sum, { held }) => sum + Math.max(0, share - held), 0)
  return [...groups]
    .filter(({ held, waiting }) => waiting.size > 0 && held < perGroup && (held < share || free > reserved))
    .reduce<Group | null>((least, each) => (least === null || each.held < least.held ? each : least), null)
}

/** Removes the first request of the member whose turn it is, who is then the last. */
function takeNext({ waiting }: Group): (() => void) | undefined {
  for (const [member, requests] of waiting) {
    const request = requests.shift()
    waiting.delete(member)
    if (requests.length > 0) waiting.set(member, requests)
    return request
  }
  return undefined
}

function removeRequest({ waiting }: Group, member: string, request: () => void): void {
  const others = (waiting.get(member) ?? []).filter((each) => each !== request)
  if (others.length > 0) waiting.set(member, others)
  else waiting.delete(member)
}

function exceedsLimits(
  { waiting }: Group,
  member: string,
  { waiting: most = Number.POSITIVE_INFINITY, waitingPerMember = most }: Limits,
): boolean {
  const ofMember = waiting.get(member)?.length ?? 0
  const ofGroup = [...waiting.values()].reduce((sum, requests) => sum + requests.length, 0)
  return ofMember > waitingPerMember || ofGroup > most
}

/** Returns a function that calls `work` the first time only. */
function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
