/** When a failed delivery is attempted again. Pure. */

const firstDelayMs = 30_000
const factor = 4
const maxDelayMs = 6 * 3_600_000
const jitter = 0.2

/** 30 s, 2 min, 8 min, 32 min, 2 h and three times 6 h: 20 to 25 hours in total. */
export const maxAttempts = 9

/**
 * Returns the delay after the attempt with this number, from 1: exponential, at most six hours, and at least what the
 * receiver demands with Retry-After. `random` is from 0 to 1; the jitter spreads the retries of an outage.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const delayMs = Math.min(maxDelayMs, firstDelayMs * factor ** (attempt - 1))
  const spreadMs = delayMs * (1 + jitter * (2 * random - 1))
  return Math.round(Math.max(spreadMs, Math.min(retryAfterMs ?? 0, maxDelayMs) * (1 + jitter * random)))
}

/** Parses a header Retry-After, in seconds or as a date (RFC 9110, 10.2.3). Returns null for anything else. */
export function parseRetryAfterMs(value: string | null, now: Date): number | null {
  if (value === null) return null
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value.trim())) return Math.round(Number(value) * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
