import { expect, test } from 'vitest'
import { maxAttempts, parseRetryAfterMs, retryDelayMs } from './retry-schedule.ts'

const hourMs = 3_600_000
const total = (random: number) =>
  Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelayMs(index + 1, null, random)).reduce(
    (sum, delay) => sum + delay,
  )

test('the delays grow fourfold from 30 seconds to six hours', () => {
  const delays = Array.from({ length: 8 }, (_, index) => retryDelayMs(index + 1, null, 0.5) / 1000)
  expect(delays).toEqual([30, 120, 480, 1920, 7680, 21_600, 21_600, 21_600])
})

test('all attempts together take 16 to 26 hours', () => {
  expect(total(0)).toBeGreaterThan(16 * hourMs)
  expect(total(1)).toBeLessThan(26 * hourMs)
})

test('the jitter is at most a fifth', () => {
  expect(retryDelayMs(1, null, 0)).toBe(24_000)
  expect(retryDelayMs(1, null, 1)).toBe(36_000)
})

test('a longer Retry-After is respected, up to six hours, and a shorter one does not shorten the delay', () => {
  expect(retryDelayMs(1, 90_000, 0)).toBe(90_000)
  expect(retryDelayMs(1, 1_000, 0.5)).toBe(30_000)
  expect(retryDelayMs(1, 48 * hourMs, 0)).toBe(6 * hourMs)
})

test('Retry-After is a number of seconds or a date', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  expect(parseRetryAfterMs('30', now)).toBe(30_000)
  expect(parseRetryAfterMs('0.5', now)).toBe(500)
  expect(parseRetryAfterMs('Sun, 22 Nov 2026 10:01:00 GMT', now)).toBe(60_000)
  expect(parseRetryAfterMs('Sun, 22 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(parseRetryAfterMs('soon', now)).toBeNull()
  expect(parseRetryAfterMs(null, now)).toBeNull()
})
