import { asRecords, asString, valueAt } from './json.ts'

/** `isHtml`: the body is an HTML page, such as one of a proxy. */
export type Reply = { status: number; headers: Headers; body: unknown; isHtml?: boolean }

/**
 * Returns how long the vendor asks to wait, or null if it does not say. In order of trust: `retry-after-ms` and
 * `retry-after` (OpenAI, Anthropic, Azure), Google's RetryInfo in the body, the reset of an exhausted limit, and
 * OpenAI's "try again in 20s".
 */
export function retryAfterMs(reply: Reply, now: Date): number | null {
  return (
    headerDelayMs(reply.headers, now) ??
    retryInfoMs(reply.body) ??
    limitResetMs(reply.headers, now) ??
    messageDelayMs(reply.body)
  )
}

function headerDelayMs(headers: Headers, now: Date): number | null {
  const milliseconds = headers.get('retry-after-ms')
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds))
  const value = headers.get('retry-after')
  if (value === null) return null
  return /^\d+(\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1000) : untilMs(value, now)
}

function retryInfoMs(body: unknown): number | null {
  const info = asRecords(valueAt(body, 'error', 'details')).find((detail) =>
    asString(detail['@type'])?.endsWith('.RetryInfo'),
  )
  const delay = asString(info?.retryDelay)
  return delay === null ? null : durationMs(delay)
}

/**
 * Returns the longest delay until an exhausted limit resets, or any limit if none is known to be exhausted. Headers:
 * `x-ratelimit-reset-requests: 6m0s`, `anthropic-ratelimit-tokens-reset: 2026-08-19T14:34:40Z`, OpenRouter's
 * `x-ratelimit-reset: <epoch ms>`.
 */
function limitResetMs(headers: Headers, now: Date): number | null {
  const resets = [...headers].filter(([name]) => name.includes('ratelimit') && name.includes('reset'))
  const exhausted = resets.filter(([name]) => headers.get(name.replace('reset', 'remaining')) === '0')
  const delays = (exhausted.length > 0 ? exhausted : resets)
    .map(([, value]) => durationMs(value) ?? untilMs(value, now))
    .filter((delay) => delay !== null)
  return delays.length === 0 ? null : Math.max(...delays)
}

function messageDelayMs(body: unknown): number | null {
  const delay = /try again in ([\d.]+(?:ms|s|m|h)[\d.mhs]*)/.exec(
    asString(valueAt(body, 'error', 'message')) ?? '',
  )?.[1]
  return delay === undefined ? null : durationMs(delay.replace(/\.$/, ''))
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `12ms`, `34.4s`, `6m0s` and `1h2m3s`; returns null for anything else. */
export function durationMs(duration: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(duration)) return null
  const parts = [...duration.matchAll(/(?<![\d.])([\d.]+)(ms|s|m|h|d)/g)]
  return Math.ceil(
    parts.reduce((total, [, amount, unit]) => total + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0),
  )
}

/** Parses an HTTP or ISO date, or seconds or milliseconds since 1970. A time in the past is a delay of 0. */
function untilMs(time: string, now: Date): number | null {
  const number = /^\d{10,13}$/.test(time) ? Number(time) : null
  const timeMs = number === null ? Date.parse(time) : number < 1e11 ? number * 1000 : number
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - now.getTime())
}
