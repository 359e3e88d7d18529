import { expect, test } from 'vitest'
import { fairSemaphore, semaphore } from './semaphore.ts'

const never = new AbortController().signal
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more are let in than there are places, in the order they came', async () => {
  const enter = semaphore(2)
  const order: number[] = []
  const leaving: (() => void)[] = []
  for (const n of [1, 2, 3, 4]) {
    void enter(never).then((leave) => {
      order.push(n)
      leaving.push(leave)
    })
  }
  await settled()
  expect(order).toEqual([1, 2])
  const first = leaving.shift()
  first?.()
  first?.()
  await settled()
  expect(order).toEqual([1, 2, 3])
})

test('one who takes all it can get leaves the others their part', async () => {
  const join = fairSemaphore(8)
  const greedy = join()
  const late = join()
  let taken = 0
  for (let n = 0; n < 20; n += 1) void greedy.acquire(never).then(() => (taken += 1))
  await settled()
  expect(taken).toBe(4)
  const leave = await late.acquire(never)
  leave()
  late.close()
  await settled()
  expect(taken).toBe(8)
})

test('who stops waiting takes no place', async () => {
  const enter = semaphore(1)
  const leave = await enter(never)
  const stopping = new AbortController()
  const waiting = enter(stopping.signal)
  stopping.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  leave()
  const again = await enter(never)
  again()
})
