/**
 * Requests per minute and key, counted in memory: no request waits for the database. What several processes count is
 * put together about once a second (`shared-limits.ts`).
 */
import { isIPv6 } from 'node:net'
import { AppError } from '../core/errors.ts'

/** `limit` 0: nothing is limited. */
export type RateLimitResult = { ok: boolean; limit: number; remaining: number; resetSeconds: number }
/** What one process has counted of a key since the others last heard of it. `startMs`: when its minute began here. */
export type UnsharedCount = { key: string; startMs: number; count: number }
export type RateLimiter = {
  take(key: string): RateLimitResult
  /** Of the keys that are used much: a few requests of each would not be worth a row. */
  unshared(): UnsharedCount[]
  /** All processes together have counted `used`, those of `told` among them, in a minute that began at `startMs`. */
  applyShared(told: UnsharedCount, all: { startMs: number; used: number }): void
}

const windowMs = 60_000
/** Some 10 MB at most. Beyond it the oldest window is forgotten, so a flood of keys costs accuracy, never memory. */
const mostKeys = 50_000
/** A key is told to the other processes from this part of its limit on. */
const toldFrom = 1 / 20

/** `told`: how many of the used ones the other processes know. */
type Window = { startMs: number; used: number; told: number }

/** A key's minute begins with its first request. */
export function createRateLimiter({ perMinute, now }: { perMinute: number; now: () => Date }): RateLimiter {
  const windows = new Map<string, Window>()
  return {
    take(key) {
      if (perMinute === 0) return { ok: true, limit: 0, remaining: 0, resetSeconds: 0 }
      const nowMs = now().getTime()
      const open = windows.get(key)
      const current = open && isWithin(open.startMs, nowMs) ? open : { startMs: nowMs, used: 0, told: 0 }
      if (current !== open) {
        // Set anew, the key goes to the end: the map stays in the order in which windows began.
        windows.delete(key)
        windows.set(key, current)
        forgetOldest(windows)
      }
      current.used += 1
      return {
        ok: current.used <= perMinute,
        limit: perMinute,
        remaining: Math.max(0, perMinute - current.used),
        resetSeconds: Math.ceil((current.startMs + windowMs - nowMs) / 1000),
      }
    },
    unshared() {
      const nowMs = now().getTime()
      const least = Math.max(1, perMinute * toldFrom)
      return [...windows].flatMap(([key, { startMs, used, told }]) =>
        used >= least && used > told && isWithin(startMs, nowMs)
          ? [{ key, startMs, count: used - told }]
          : [],
      )
    },
    applyShared(told, all) {
      const open = windows.get(told.key)
      // Another minute has begun here in the meantime.
      if (open?.startMs !== told.startMs) return
      const since = open.used - open.told - told.count
      Object.assign(open, { startMs: all.startMs, used: all.used + since, told: all.used })
    },
  }
}

/** Tells the caller where they stand; throws `rate_limited` when that is too far. */
export function enforceRateLimit(
  taken: RateLimitResult,
  setHeader: (name: string, value: string) => void,
): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(taken))) setHeader(name, value)
  if (taken.ok) return
  throw new AppError('rate_limited', `Too many requests. Try again in ${taken.resetSeconds} seconds.`, {
    extra: { retry_after_seconds: taken.resetSeconds },
  })
}

export function rateLimitHeaders({
  limit,
  remaining,
  resetSeconds,
}: RateLimitResult): Record<string, string> {
  if (limit === 0) return {}
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}

/** The key of an address: an IPv6 one counts by its /64, because one customer commonly holds all of it. */
export function ipRateLimitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

// A clock set back must not leave a key locked out until it has caught up.
const isWithin = (startMs: number, nowMs: number) => nowMs >= startMs && nowMs < startMs + windowMs

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= mostKeys) return
  for (const key of windows.keys()) {
    windows.delete(key)
    return
  }
}
