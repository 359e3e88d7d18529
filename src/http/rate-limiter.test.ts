import { expect, test } from 'vitest'
import { AppError } from '../core/errors.ts'
import { createRateLimiter, enforceRateLimit, ipRateLimitKey } from './rate-limiter.ts'

function clock(startMs = Date.UTC(2026, 0, 1)) {
  let nowMs = startMs
  return { now: () => new Date(nowMs), advance: (ms: number) => (nowMs += ms) }
}

test('a key over its limit is rejected until the next minute', () => {
  const { now, advance } = clock()
  const { take } = createRateLimiter({ perMinute: 2, now })
  expect(take('a')).toEqual({ ok: true, limit: 2, remaining: 1, resetSeconds: 60 })
  advance(20_500)
  expect(take('a')).toEqual({ ok: true, limit: 2, remaining: 0, resetSeconds: 40 })
  expect(take('a')).toEqual({ ok: false, limit: 2, remaining: 0, resetSeconds: 40 })
  expect(take('b').ok).toBe(true)
  advance(39_500)
  expect(take('a')).toEqual({ ok: true, limit: 2, remaining: 1, resetSeconds: 60 })
})

test('a limit of 0 is unlimited and sets no headers', () => {
  const { take } = createRateLimiter({ perMinute: 0, now: clock().now })
  const sent: string[] = []
  for (let i = 0; i < 5; i++) enforceRateLimit(take('a'), (name) => sent.push(name))
  expect(sent).toEqual([])
})

test('a clock that is set back blocks no key', () => {
  const { now, advance } = clock()
  const { take } = createRateLimiter({ perMinute: 1, now })
  take('a')
  advance(-3_600_000)
  expect(take('a')).toEqual({ ok: true, limit: 1, remaining: 0, resetSeconds: 60 })
})

test('a flood of keys evicts the oldest windows first', () => {
  const { take } = createRateLimiter({ perMinute: 1, now: clock().now })
  take('first')
  for (let i = 0; i < 49_999; i++) take(`key ${i}`)
  expect(take('first').ok).toBe(false)
  take('one too many')
  expect(take('first').ok).toBe(true)
  expect(take('one too many').ok).toBe(false)
})

test('a rejected request has the reset time in its headers and in the error', () => {
  const { take } = createRateLimiter({ perMinute: 1, now: clock().now })
  take('a')
  const headers: Record<string, string> = {}
  const rejected = (() => {
    try {
      enforceRateLimit(take('a'), (name, value) => {
        headers[name] = value
      })
    } catch (error) {
      return error
    }
  })()
  expect(rejected).toBeInstanceOf(AppError)
  expect(rejected).toMatchObject({ code: 'rate_limited', extra: { retry_after_seconds: 60 } })
  expect(headers).toEqual({ 'RateLimit-Limit': '1', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '60' })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['1::3:4:5:6:7:8', '1:0:3:4'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s has the key %s', (ip, key) => {
  expect(ipRateLimitKey(ip)).toBe(key)
})
