import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plainMessage } from '../languages/message.ts'
import { failure } from './client/failures.ts'
import type { EngineFailure } from './engine.ts'
import { type CallOutcome, createEngineLimiter, type Permit } from './limiter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal
const answered: CallOutcome = { outcome: 'answered' }
const limited = (retryAfterMs: number | null) =>
  failure('rate_limited', plainMessage('Rate limited.'), { status: 429, retryAfterMs })
const outage = failure('unavailable', plainMessage('Unavailable.'), { status: 503 })

/** Callers of a limiter: the permits they hold and the failures they were rejected with. */
function getCallers(limits: { maxInFlight: number; perMinute: number }) {
  const limiter = createEngineLimiter(limits)
  const permits: Permit[] = []
  const rejections: EngineFailure[] = []
  const flush = () => vi.advanceTimersByTimeAsync(0)
  return {
    limiter,
    permits,
    rejections,
    acquire: async (many: number) => {
      for (let n = 0; n < many; n += 1) {
        void limiter.acquire(never).then((permit) => {
          if (permit.outcome === 'acquired') permits.push(permit)
          else rejections.push(permit)
        })
      }
      await flush()
    },
    release: async (...outcomes: (CallOutcome | null)[]) => {
      for (const outcome of outcomes) permits.shift()?.release(outcome)
      await flush()
    },
    releaseAll: async (outcome: CallOutcome) => {
      while (permits.length > 0) {
        permits.shift()?.release(outcome)
        await flush()
      }
    },
    advance: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

test('a 429 halves the limit, once for all queries in flight, and the limit grows back slowly', async () => {
  const { acquire, permits, release, advance } = getCallers({ maxInFlight: 8, perMinute: 0 })
  await acquire(100)
  expect(permits).toHaveLength(8)
  await release(...Array.from({ length: 8 }, () => limited(2_000)))
  expect(permits).toHaveLength(0)
  await advance(1_999)
  expect(permits).toHaveLength(0)
  await advance(1)
  expect(permits).toHaveLength(4)
  await release(limited(1_000), ...Array.from({ length: 3 }, () => answered))
  await advance(1_000)
  expect(permits).toHaveLength(2)
  for (let n = 0; n < 4; n += 1) await release(answered)
  expect(permits).toHaveLength(3)
  for (let n = 0; n < 6; n += 1) await release(answered)
  expect(permits).toHaveLength(4)
})

test('without Retry-After, each 429 in a row pauses for longer', async () => {
  const { acquire, permits, release } = getCallers({ maxInFlight: 1, perMinute: 0 })
  await acquire(4)
  const waits: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const from = performance.now()
    await release(limited(null))
    expect(permits).toHaveLength(0)
    // A timer can fire a fraction of a millisecond early, and is then set again.
    while (permits.length === 0) await vi.advanceTimersToNextTimerAsync()
    waits.push(performance.now() - from)
  }
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(1_000 * 2 ** index)
    expect(wait).toBeLessThanOrEqual(2_000 * 2 ** index)
  }
})

test('queries start at the configured rate per minute, evenly spread', async () => {
  const { acquire, permits, release, advance } = getCallers({ maxInFlight: 100, perMinute: 50 })
  await acquire(200)
  expect(permits).toHaveLength(1)
  await advance(59_999)
  expect(permits).toHaveLength(50)
  await release(...Array.from({ length: 50 }, () => answered))
  expect(permits).toHaveLength(0)
  await advance(1)
  expect(permits).toHaveLength(1)
})

test('an open circuit lets one probe through, and an answer closes it for all waiting queries', async () => {
  const { acquire, permits, release, releaseAll, advance, rejections } = getCallers({
    maxInFlight: 8,
    perMinute: 0,
  })
  await acquire(20)
  await releaseAll(outage)
  await advance(9_999)
  expect(permits).toHaveLength(0)
  await advance(1)
  expect(permits).toHaveLength(1)
  await release(answered)
  expect(permits).toHaveLength(4)
  expect(rejections).toEqual([])
})

test('after three openings in a row queries are rejected until the next probe', async () => {
  const { acquire, permits, release, releaseAll, advance, rejections } = getCallers({
    maxInFlight: 8,
    perMinute: 0,
  })
  await acquire(20)
  await releaseAll(outage)
  await advance(10_000)
  await release(outage)
  expect(rejections).toEqual([])
  await advance(20_000)
  await release(outage)
  expect(rejections).toEqual(Array.from({ length: 6 }, () => outage))
  await acquire(3)
  expect(rejections).toHaveLength(9)
  await advance(40_000)
  await acquire(3)
  expect(permits).toHaveLength(1)
  await release(answered)
  expect(permits).toHaveLength(2)
})

test('a Retry-After beyond the maximum rejects queries until it is over', async () => {
  const { acquire, permits, release, advance, rejections } = getCallers({ maxInFlight: 2, perMinute: 0 })
  await acquire(5)
  await release(limited(900_000))
  expect(rejections).toHaveLength(3)
  expect(rejections[0]).toMatchObject({ kind: 'rate_limited', retryAfterMs: 900_000 })
  await advance(900_000)
  await release(null)
  await acquire(1)
  expect(permits).toHaveLength(1)
})

test('a rejected query does not count as an outage, and an aborted wait takes no permit', async () => {
  const { acquire, limiter, permits, release } = getCallers({ maxInFlight: 2, perMinute: 0 })
  await acquire(2)
  const aborted = new AbortController()
  const waiting = limiter.acquire(aborted.signal)
  aborted.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await acquire(10)
  for (let n = 0; n < 5; n += 1) {
    await release(
      failure('rejected', plainMessage('No.'), { status: 400 }),
      failure('malformed', plainMessage('Not JSON.')),
    )
    expect(permits).toHaveLength(2)
  }
})

test('processes divide the limits, and one that is alone again has all of them', async () => {
  const { limiter, acquire, permits, release } = getCallers({ maxInFlight: 8, perMinute: 0 })
  await acquire(20)
  expect(permits).toHaveLength(8)
  limiter.shareWith(2)
  await release(...Array.from({ length: 7 }, () => answered))
  expect(permits).toHaveLength(2)
  limiter.shareWith(0)
  await release()
  expect(permits).toHaveLength(8)
  limiter.shareWith(99)
  await release(...Array.from({ length: 8 }, () => answered))
  expect(permits).toHaveLength(1)
})

test('processes divide the queries per minute', async () => {
  const { limiter, acquire, permits, advance } = getCallers({ maxInFlight: 100, perMinute: 60 })
  limiter.shareWith(2)
  await acquire(10)
  await advance(6_000)
  expect(permits).toHaveLength(3)
})

test('a limiter is in use while queries are in flight or waiting', async () => {
  const { limiter, acquire, release } = getCallers({ maxInFlight: 1, perMinute: 0 })
  expect(limiter.isInUse()).toBe(false)
  await acquire(2)
  await release(answered)
  expect(limiter.isInUse()).toBe(true)
  await release(answered)
  expect(limiter.isInUse()).toBe(false)
})
