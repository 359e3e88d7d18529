/**
 * Fixed-window rate limiter: requests per minute and key, counted in memory so that no request waits for the database.
 * `shared-rate-limits.ts` adds up the counts of several processes about once a second.
 */
import { isIPv6 } from 'node:net'
import { AppError } from '../core/errors.ts'
import { message } from '../languages/message.ts'

/** `limit` 0 is unlimited. */
export type RateLimitResult = { ok: boolean; limit: number; remaining: number; resetSeconds: number }
/** Requests of a key that this process has not shared yet. `startMs`: start of the window on this process's clock. */
export type UnsharedCount = { key: string; startMs: number; count: number }
export type RateLimiter = {
  /** `requests`: how many requests to count. Default 1. */
  take(key: string, requests?: number): RateLimitResult
  /** Returns only keys above `sharedFrom` of their limit; a few requests are not worth a row. */
  unshared(): UnsharedCount[]
  /** Sets the window to `total`, the count of all processes including `shared`. */
  applyShared(shared: UnsharedCount, total: { startMs: number; used: number }): void
}

const windowMs = 60_000
/** About 10 MB. The oldest window is evicted beyond it, so a flood of keys costs accuracy, never memory. */
const maxKeys = 50_000
/** Share of its limit from which on the count of a key is shared. */
const sharedFrom = 1 / 20

/** `shared`: the part of `used` that the other processes know. */
type Window = { startMs: number; used: number; shared: number }

/** The window of a key starts with its first request. */
export function createRateLimiter({ perMinute, now }: { perMinute: number; now: () => Date }): RateLimiter {
  const windows = new Map<string, Window>()
  return {
    take(key, requests = 1) {
      if (perMinute === 0) return { ok: true, limit: 0, remaining: 0, resetSeconds: 0 }
      const nowMs = now().getTime()
      const open = windows.get(key)
      const current = open && isWithin(open.startMs, nowMs) ? open : { startMs: nowMs, used: 0, shared: 0 }
      if (current !== open) {
        // Insertion order is the order of the window starts: the first key has the oldest window.
        windows.delete(key)
        windows.set(key, current)
        evictOldest(windows)
      }
      current.used += requests
      return {
        ok: current.used <= perMinute,
        limit: perMinute,
        remaining: Math.max(0, perMinute - current.used),
        resetSeconds: Math.ceil((current.startMs + windowMs - nowMs) / 1000),
      }
    },
    unshared() {
      const nowMs = now().getTime()
      const minimum = Math.max(1, perMinute * sharedFrom)
      return [...windows].flatMap(([key, { startMs, used, shared }]) =>
        used >= minimum && used > shared && isWithin(startMs, nowMs)
          ? [{ key, startMs, count: used - shared }]
          : [],
      )
    },
    applyShared(shared, total) {
      const open = windows.get(shared.key)
      // A new window has started since.
      if (open?.startMs !== shared.startMs) return
      const unshared = open.used - open.shared - shared.count
      Object.assign(open, { startMs: total.startMs, used: total.used + unshared, shared: total.used })
    },
  }
}

/** Sets the rate limit headers. Throws `rate_limited` when the limit is exceeded. */
export function enforceRateLimit(
  taken: RateLimitResult,
  setHeader: (name: string, value: string) => void,
): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(taken))) setHeader(name, value)
  if (taken.ok) return
  throw new AppError(
    'rate_limited',
    message('http.rateLimiter.tooManyRequestsTryAgainIn', { seconds: taken.resetSeconds }),
    {
      extra: { retry_after_seconds: taken.resetSeconds },
    },
  )
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

/** Returns the rate limit key of an IP address: IPv6 counts by /64, which usually belongs to one customer. */
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

/** False also for a start in the future: a clock set back must not lock a key out until it catches up. */
const isWithin = (startMs: number, nowMs: number) => nowMs >= startMs && nowMs < startMs + windowMs

function evictOldest(windows: Map<string, unknown>): void {
  if (windows.size <= maxKeys) return
  for (const key of windows.keys()) {
    windows.delete(key)
    return
  }
}
