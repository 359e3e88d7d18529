import { expect, test, vi } from 'vitest'
import { fairSemaphore } from '../core/semaphore.ts'
import { failure } from './client/failures.ts'
import { type EngineQueue, runEngineQueue } from './engine-queue.ts'
import { createEngineLimiter, type Outcome } from './limiter.ts'

const never = new AbortController().signal
const answer: Outcome = { outcome: 'answered' }
const questions = (n: number) => Array.from({ length: n }, (_, index) => index)

/** A lane whose engine holds every question until it is let go. */
function holdingLane(more: Partial<EngineQueue<number, Outcome>> = {}) {
  const held: { item: number; signal: AbortSignal; reply(result: Outcome): void }[] = []
  const replies: { item: number; result: Outcome }[] = []
  const lane: EngineQueue<number, Outcome> = {
    gate: createEngineLimiter({ inFlight: 4, perMinute: 0 }),
    join: fairSemaphore(100),
    maxInFlight: 8,
    signal: never,
    ask: (item, signal) =>
      new Promise((resolve) => {
        held.push({ item, signal, reply: resolve })
        signal.addEventListener('abort', () => resolve(failure('aborted', 'Cancelled.')))
      }),
    onReply: async ({ item, result }) => void replies.push({ item, result }),
    ...more,
  }
  return { lane, held, replies }
}

test('two runs together ask no more at once than one engine and the process allow', async () => {
  const join = fairSemaphore(3)
  const engines = [1, 2].map(() => createEngineLimiter({ inFlight: 2, perMinute: 0 }))
  const lanes = engines.flatMap((gate) => [holdingLane({ gate, join }), holdingLane({ gate, join })])
  const working = Promise.all(lanes.map(({ lane }) => runEngineQueue(questions(4), lane)))
  const flying = () => lanes.flatMap(({ held }) => held)
  for (let left = 16; left > 0; left -= 1) {
    await expect.poll(() => flying().length).toBeGreaterThan(0)
    expect(flying().length).toBeLessThanOrEqual(3)
    lanes
      .find(({ held }) => held.length > 0)
      ?.held.shift()
      ?.reply(answer)
  }
  await working
  expect(lanes.flatMap(({ replies }) => replies)).toHaveLength(16)
})

test('a reply that cannot be kept ends the lane, and what the others ask for is given up', async () => {
  const { lane, held } = holdingLane({
    onReply: async () => {
      throw new Error('the database is gone')
    },
  })
  const working = runEngineQueue(questions(20), lane)
  await expect.poll(() => held.length).toBe(4)
  held[0]?.reply(answer)
  await expect(working).rejects.toThrow('the database is gone')
  // The fifth was let in when the first had its answer, before that was to be kept.
  expect(held.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
})

test('what was answered while the lane was being ended is kept, and no more is asked', async () => {
  const ending = new AbortController()
  const { lane, held, replies } = holdingLane({ signal: ending.signal })
  const working = runEngineQueue(questions(20), lane)
  await expect.poll(() => held.length).toBe(4)
  held[2]?.reply(answer)
  ending.abort(new Error('cancelled'))
  await expect(working).rejects.toThrow('cancelled')
  expect(replies).toEqual([{ item: 2, result: answer }])
  expect(held).toHaveLength(4)
})

test('a refused key stops the lane at once: who waits goes home, who is asking may finish', async () => {
  const { lane, held, replies } = holdingLane()
  const working = runEngineQueue(questions(20), lane)
  await expect.poll(() => held.length).toBe(4)
  const refused = failure('bad_key', 'The key was refused.', { status: 401 })
  held[0]?.reply(failure('unavailable', 'Away.', { status: 503 }))
  held[1]?.reply(refused)
  held[2]?.reply(answer)
  held[3]?.reply(answer)
  expect(await working).toBe(refused)
  expect(held).toHaveLength(4)
  expect(replies.map(({ item }) => item).sort()).toEqual([1, 2, 3])
})

test('when it is enough nothing more is asked, what is in flight is kept, and nobody has failed', async () => {
  const enough = new AbortController()
  const { lane, held, replies } = holdingLane({ stopSignal: enough.signal })
  const working = runEngineQueue(questions(20), lane)
  await expect.poll(() => held.length).toBe(4)
  enough.abort()
  for (const { reply } of held) reply(answer)
  expect(await working).toBeNull()
  expect(held).toHaveLength(4)
  expect(replies).toHaveLength(4)
})

test('an engine that stays away is given up: the reason is returned and the rest is not asked', async () => {
  const away = failure('rate_limited', 'Come back in an hour.', { status: 429, retryAfterMs: 3_600_000 })
  const { lane, held, replies } = holdingLane()
  const working = runEngineQueue(questions(20), lane)
  await expect.poll(() => held.length).toBe(4)
  for (const { reply } of held) reply(away)
  expect(await working).toBe(away)
  expect(held).toHaveLength(4)
  expect(replies).toHaveLength(4)
})

test('a question that was turned away is asked up to six times, one whose engine failed up to three', async () => {
  // No jitter: each is asked again as soon as the engine allows.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const triesOf = async (result: Outcome) => {
    let tries = 0
    const { lane, replies } = holdingLane({
      gate: { acquire: async () => ({ outcome: 'entered', release: () => undefined }) },
      ask: async () => {
        tries += 1
        return result
      },
    })
    await runEngineQueue([7], lane)
    expect(replies).toEqual([{ item: 7, result }])
    return tries
  }
  expect(await triesOf(failure('rate_limited', 'Fewer.', { status: 429, retryAfterMs: 1 }))).toBe(6)
  expect(await triesOf(failure('unavailable', 'Away.', { status: 503, retryAfterMs: 1 }))).toBe(3)
  expect(await triesOf(failure('rejected', 'No.', { status: 400 }))).toBe(1)
  random.mockRestore()
})
