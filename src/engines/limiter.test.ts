import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure } from './client/failures.ts'
import type { EngineFailure } from './engine.ts'
import { createEngineLimiter, type Outcome, type Permit } from './limiter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal
const answered: Outcome = { outcome: 'answered' }
const limited = (retryAfterMs: number | null) =>
  failure('rate_limited', 'Fewer, please.', { status: 429, retryAfterMs })
const away = failure('unavailable', 'It is away.', { status: 503 })

/** Callers who come to the gate, and what became of each. */
function callersAt(limits: { inFlight: number; perMinute: number }) {
  const gate = createEngineLimiter(limits)
  const inside: Permit[] = []
  const turnedAway: EngineFailure[] = []
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    gate,
    inside,
    turnedAway,
    come: async (many: number) => {
      for (let n = 0; n < many; n += 1) {
        void gate.acquire(never).then((pass) => {
          if (pass.outcome === 'entered') inside.push(pass)
          else turnedAway.push(pass)
        })
      }
      await settle()
    },
    leave: async (...outcomes: (Outcome | null)[]) => {
      for (const outcome of outcomes) inside.shift()?.release(outcome)
      await settle()
    },
    leaveAll: async (outcome: Outcome) => {
      while (inside.length > 0) {
        inside.shift()?.release(outcome)
        await settle()
      }
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

test('after a 429 half as many are let in, once for all that were under way, and slowly more again', async () => {
  const { come, inside, leave, pass } = callersAt({ inFlight: 8, perMinute: 0 })
  await come(100)
  expect(inside).toHaveLength(8)
  await leave(...Array.from({ length: 8 }, () => limited(2_000)))
  expect(inside).toHaveLength(0)
  await pass(1_999)
  expect(inside).toHaveLength(0)
  await pass(1)
  expect(inside).toHaveLength(4)
  await leave(limited(1_000), ...Array.from({ length: 3 }, () => answered))
  await pass(1_000)
  expect(inside).toHaveLength(2)
  for (let n = 0; n < 4; n += 1) await leave(answered)
  expect(inside).toHaveLength(3)
  for (let n = 0; n < 6; n += 1) await leave(answered)
  expect(inside).toHaveLength(4)
})

test('an engine that does not say how long to wait is given longer each time', async () => {
  const { come, inside, leave } = callersAt({ inFlight: 1, perMinute: 0 })
  await come(4)
  const waits: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const from = performance.now()
    await leave(limited(null))
    expect(inside).toHaveLength(0)
    await vi.advanceTimersToNextTimerAsync()
    waits.push(performance.now() - from)
    expect(inside).toHaveLength(1)
  }
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(1_000 * 2 ** index)
    expect(wait).toBeLessThanOrEqual(2_000 * 2 ** index)
  }
})

test('so many calls begin a minute as the setting says, evenly spread', async () => {
  const { come, inside, leave, pass } = callersAt({ inFlight: 100, perMinute: 50 })
  await come(200)
  expect(inside).toHaveLength(1)
  await pass(59_999)
  expect(inside).toHaveLength(50)
  await leave(...Array.from({ length: 50 }, () => answered))
  expect(inside).toHaveLength(0)
  await pass(1)
  expect(inside).toHaveLength(1)
})

test('an engine that fails time after time is tried by one call at a time, and everybody goes on when it is back', async () => {
  const { come, inside, leave, leaveAll, pass, turnedAway } = callersAt({ inFlight: 8, perMinute: 0 })
  await come(20)
  await leaveAll(away)
  await pass(9_999)
  expect(inside).toHaveLength(0)
  await pass(1)
  expect(inside).toHaveLength(1)
  await leave(answered)
  expect(inside).toHaveLength(4)
  expect(turnedAway).toEqual([])
})

test('an engine that stays away turns everybody away, and is tried again later by one', async () => {
  const { come, inside, leave, leaveAll, pass, turnedAway } = callersAt({ inFlight: 8, perMinute: 0 })
  await come(20)
  await leaveAll(away)
  await pass(10_000)
  await leave(away)
  expect(turnedAway).toEqual([])
  await pass(20_000)
  await leave(away)
  expect(turnedAway).toEqual(Array.from({ length: 6 }, () => away))
  await come(3)
  expect(turnedAway).toHaveLength(9)
  await pass(40_000)
  await come(3)
  expect(inside).toHaveLength(1)
  await leave(answered)
  expect(inside).toHaveLength(2)
})

test('a pause that nobody can wait for turns everybody away until it is over', async () => {
  const { come, inside, leave, pass, turnedAway } = callersAt({ inFlight: 2, perMinute: 0 })
  await come(5)
  await leave(limited(900_000))
  expect(turnedAway).toHaveLength(3)
  expect(turnedAway[0]).toMatchObject({ kind: 'rate_limited', retryAfterMs: 900_000 })
  await pass(900_000)
  await leave(null)
  await come(1)
  expect(inside).toHaveLength(1)
})

test('a bad question is no outage, and who gives up waiting takes nobody’s place', async () => {
  const { come, gate, inside, leave } = callersAt({ inFlight: 2, perMinute: 0 })
  await come(2)
  const impatient = new AbortController()
  const waiting = gate.acquire(impatient.signal)
  impatient.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await come(10)
  for (let n = 0; n < 5; n += 1) {
    await leave(failure('rejected', 'No.', { status: 400 }), failure('malformed', 'Not JSON.'))
    expect(inside).toHaveLength(2)
  }
})
