import { expect, test } from 'vitest'
import { fairSemaphore, semaphore } from './semaphore.ts'

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
