import { expect, test } from 'vitest'
import { fairSemaphore, keyedSemaphore, semaphore, TooManyWaiting } from './semaphore.ts'

const never = new AbortController().signal
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('grants at most the given number of permits, in the order of the requests; a second release has no effect', async () => {
  const acquire = semaphore(2)
  const order: number[] = []
  const releases: (() => void)[] = []
  for (const n of [1, 2, 3, 4]) {
    void acquire(never).then((release) => {
      order.push(n)
      releases.push(release)
    })
  }
  await nextTick()
  expect(order).toEqual([1, 2])
  const first = releases.shift()
  first?.()
  first?.()
  await nextTick()
  expect(order).toEqual([1, 2, 3])
})

test('a group that requests more than its share leaves the shares of other groups free', async () => {
  const join = fairSemaphore(8)
  const greedy = join()
  const late = join()
  let granted = 0
  for (let n = 0; n < 20; n += 1) void greedy.acquire(never).then(() => (granted += 1))
  await nextTick()
  expect(granted).toBe(4)
  const release = await late.acquire(never)
  release()
  late.close()
  await nextTick()
  expect(granted).toBe(8)
})

test('an aborted request takes no permit', async () => {
  const acquire = semaphore(1)
  const release = await acquire(never)
  const aborting = new AbortController()
  const waiting = acquire(aborting.signal)
  aborting.abort(new Error('aborted'))
  await expect(waiting).rejects.toThrow('aborted')
  release()
  const releaseNext = await acquire(never)
  releaseNext()
})

/** Requests a permit of a semaphore with one permit for each name, `key` or `key/member`; `serve` returns the order of the grants. */
function requestInTurn(slots: ReturnType<typeof keyedSemaphore>, names: readonly string[]) {
  const order: string[] = []
  const requests = names.map(async (name) => {
    const [key = '', member = ''] = name.split('/')
    const release = await slots.acquire(key, { member })
    order.push(name)
    await nextTick()
    release()
  })
  return { serve: () => Promise.all(requests).then(() => order) }
}

test('keys take turns, even when there are fewer permits than keys', async () => {
  const requests = requestInTurn(keyedSemaphore(1), ['a', 'a', 'a', 'b', 'b', 'c'])
  expect(await requests.serve()).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
})

test('the members of a key take turns, and a key with many members has no more turns than others', async () => {
  const requests = requestInTurn(keyedSemaphore(1), ['a/1', 'a/1', 'a/1', 'a/2', 'a/3', 'b/1', 'b/1'])
  expect(await requests.serve()).toEqual(['a/1', 'b/1', 'a/1', 'b/1', 'a/2', 'a/3', 'a/1'])
})

test('a key or member with too many waiting requests gets an error, and the others wait', async () => {
  const slots = keyedSemaphore(1, { waiting: 2, waitingPerMember: 1 })
  const release = await slots.acquire('a', { member: '1' })
  const granted = [slots.acquire('a', { member: '1' }), slots.acquire('a', { member: '2' })]
  await expect(slots.acquire('a', { member: '2' })).rejects.toThrow(TooManyWaiting)
  await expect(slots.acquire('a', { member: '3' })).rejects.toThrow(TooManyWaiting)
  granted.push(slots.acquire('b'))
  release()
  for (const each of granted) void each.then((end) => end())
  expect(await Promise.all(granted)).toHaveLength(3)
  // Nothing is left over: the semaphore is free again.
  ;(await slots.acquire('a'))()
})

test('a key has at most its number of permits, while others are free', async () => {
  const slots = keyedSemaphore(3, { perGroup: 2 })
  let granted = 0
  for (let n = 0; n < 3; n += 1) void slots.acquire('a').then(() => (granted += 1))
  await nextTick()
  expect(granted).toBe(2)
  await slots.acquire('b')
})
