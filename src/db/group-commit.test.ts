import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** Returns a writer whose batches end when the test calls `end`. */
function manualWriter() {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const write = (items: number[]) =>
    new Promise<void>((resolve, reject) => {
      batches.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    })
  return { batches, write }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('items added while a batch is written form the next batch', async () => {
  const { batches, write } = manualWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 2 })
  const first = add(1)
  await nextTurn()
  const others = [add(2), add(3)]
  await nextTurn()
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  batches[0]?.end()
  await first
  await nextTurn()
  expect(batches[1]?.items).toEqual([2, 3])
  batches[1]?.end()
  await Promise.all(others)
})

test('at most two batches are in flight, the second only when it is large, and none exceeds the maximum size', async () => {
  const { batches, write } = manualWriter()
  const { add } = groupCommit(write, { maxBatchSize: 40, maxInFlight: 2 })
  const all = Array.from({ length: 1 }, (_, n) => add(n))
  await nextTurn()
  all.push(...Array.from({ length: 100 }, (_, n) => add(n)))
  await nextTurn()
  expect(batches.map(({ items }) => items.length)).toEqual([1, 40])
  for (let n = 0; n < batches.length; n += 1) {
    batches[n]?.end()
    await nextTurn()
  }
  await Promise.all(all)
  expect(batches.reduce((sum, { items }) => sum + items.length, 0)).toBe(101)
  expect(Math.max(...batches.map(({ items }) => items.length))).toBe(40)
})

test('a failed batch rejects its items only, and the next batch is written', async () => {
  const { batches, write } = manualWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 2 })
  const failed = add(1)
  await nextTurn()
  const written = add(2)
  batches[0]?.end(new Error('the disk is full'))
  await expect(failed).rejects.toThrow('the disk is full')
  await nextTurn()
  batches[1]?.end()
  await written
})

test('with one batch in flight allowed, even a large next batch waits', async () => {
  const { batches, write } = manualWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 1 })
  const all = [add(0)]
  await nextTurn()
  all.push(...Array.from({ length: 80 }, (_, n) => add(n)))
  await nextTurn()
  expect(batches.map(({ items }) => items.length)).toEqual([1])
  batches[0]?.end()
  await nextTurn()
  expect(batches.map(({ items }) => items.length)).toEqual([1, 80])
  batches[1]?.end()
  await Promise.all(all)
})
