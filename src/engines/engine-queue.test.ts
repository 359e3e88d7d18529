import { expect, test, vi } from 'vitest'
import { fairSemaphore } from '../core/semaphore.ts'
import { plainMessage } from '../languages/message.ts'
import { failure } from './client/failures.ts'
import { type EngineQueue, runEngineQueue } from './engine-queue.ts'
import { type CallOutcome, createEngineLimiter } from './limiter.ts'

const never = new AbortController().signal
const answer: CallOutcome = { outcome: 'answered' }
const numbers = (n: number) => Array.from({ length: n }, (_, index) => index)

/** Returns a queue whose engine answers a query only when the test calls `reply`. */
function holdingQueue(more: Partial<EngineQueue<number, CallOutcome>> = {}) {
  const held: { item: number; signal: AbortSignal; reply(result: CallOutcome): void }[] = []
  const replies: { item: number; result: CallOutcome }[] = []
  const queue: EngineQueue<number, CallOutcome> = {
    limiter: createEngineLimiter({ maxInFlight: 4, perMinute: 0 }),
    joinSemaphore: fairSemaphore(100),
    maxInFlight: 8,
    signal: never,
    query: (item, signal) =>
      new Promise((resolve) => {
        held.push({ item, signal, reply: resolve })
        signal.addEventListener('abort', () => resolve(failure('aborted', plainMessage('Cancelled.'))))
      }),
    onResult: async ({ item, result }) => void replies.push({ item, result }),
    ...more,
  }
  return { queue, held, replies }
}

test('queues of several runs together respect the limits of the engine and of the process', async () => {
  const joinSemaphore = fairSemaphore(3)
  const limiters = [1, 2].map(() => createEngineLimiter({ maxInFlight: 2, perMinute: 0 }))
  const queues = limiters.flatMap((limiter) => [
    holdingQueue({ limiter, joinSemaphore }),
    holdingQueue({ limiter, joinSemaphore }),
  ])
  const working = Promise.all(queues.map(({ queue }) => runEngineQueue(numbers(4), queue)))
  const inFlight = () => queues.flatMap(({ held }) => held)
  for (let left = 16; left > 0; left -= 1) {
    await expect.poll(() => inFlight().length).toBeGreaterThan(0)
    expect(inFlight().length).toBeLessThanOrEqual(3)
    queues
      .find(({ held }) => held.length > 0)
      ?.held.shift()
      ?.reply(answer)
  }
  await working
  expect(queues.flatMap(({ replies }) => replies)).toHaveLength(16)
})

test('a result that cannot be stored ends the queue and aborts the queries in flight', async () => {
  const { queue, held } = holdingQueue({
    onResult: async () => {
      throw new Error('the database is gone')
    },
  })
  const working = runEngineQueue(numbers(20), queue)
  await expect.poll(() => held.length).toBe(4)
  held[0]?.reply(answer)
  await expect(working).rejects.toThrow('the database is gone')
  // The fifth query started when the first was answered, before storing its result failed.
  expect(held.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
})

test('results that arrive while the queue is aborted are stored, and no further query starts', async () => {
  const ending = new AbortController()
  const { queue, held, replies } = holdingQueue({ signal: ending.signal })
  const working = runEngineQueue(numbers(20), queue)
  await expect.poll(() => held.length).toBe(4)
  held[2]?.reply(answer)
  ending.abort(new Error('cancelled'))
  await expect(working).rejects.toThrow('cancelled')
  expect(replies).toEqual([{ item: 2, result: answer }])
  expect(held).toHaveLength(4)
})

test('a rejected key stops the queue: waiting queries are dropped, queries in flight finish', async () => {
  const { queue, held, replies } = holdingQueue()
  const working = runEngineQueue(numbers(20), queue)
  await expect.poll(() => held.length).toBe(4)
  const rejected = failure('bad_key', plainMessage('The key was rejected.'), { status: 401 })
  held[0]?.reply(failure('unavailable', plainMessage('Away.'), { status: 503 }))
  held[1]?.reply(rejected)
  held[2]?.reply(answer)
  held[3]?.reply(answer)
  expect(await working).toBe(rejected)
  expect(held).toHaveLength(4)
  expect(replies.map(({ item }) => item).sort()).toEqual([1, 2, 3])
})

test('the stop signal starts no further query, stores those in flight, and is not a failure', async () => {
  const enough = new AbortController()
  const { queue, held, replies } = holdingQueue({ stopSignal: enough.signal })
  const working = runEngineQueue(numbers(20), queue)
  await expect.poll(() => held.length).toBe(4)
  enough.abort()
  for (const { reply } of held) reply(answer)
  expect(await working).toBeNull()
  expect(held).toHaveLength(4)
  expect(replies).toHaveLength(4)
})

test('an engine that stays unavailable stops the queue with the reason', async () => {
  const away = failure('rate_limited', plainMessage('Come back in an hour.'), {
    status: 429,
    retryAfterMs: 3_600_000,
  })
  const { queue, held, replies } = holdingQueue()
  const working = runEngineQueue(numbers(20), queue)
  await expect.poll(() => held.length).toBe(4)
  for (const { reply } of held) reply(away)
  expect(await working).toBe(away)
  expect(held).toHaveLength(4)
  expect(replies).toHaveLength(4)
})

test('a rate-limited query is tried up to six times, one that failed otherwise up to three times', async () => {
  // No jitter: each retry starts as soon as the engine allows.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const getAttempts = async (result: CallOutcome) => {
    let attempts = 0
    const { queue, replies } = holdingQueue({
      limiter: { acquire: async () => ({ outcome: 'acquired', release: () => undefined }) },
      query: async () => {
        attempts += 1
        return result
      },
    })
    await runEngineQueue([7], queue)
    expect(replies).toEqual([{ item: 7, result }])
    return attempts
  }
  expect(
    await getAttempts(failure('rate_limited', plainMessage('Fewer.'), { status: 429, retryAfterMs: 1 })),
  ).toBe(6)
  expect(
    await getAttempts(failure('unavailable', plainMessage('Away.'), { status: 503, retryAfterMs: 1 })),
  ).toBe(3)
  expect(await getAttempts(failure('rejected', plainMessage('No.'), { status: 400 }))).toBe(1)
  random.mockRestore()
})
