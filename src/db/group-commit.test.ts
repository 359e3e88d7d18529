import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** Writes that end when they are told to. */
function slowWriter() {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const write = (items: number[]) =>
    new Promise<void>((resolve, reject) => {
      batches.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    })
  return { batches, write }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what comes while a batch is written goes together into the next', async () => {
  const { batches, write } = slowWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 2 })
  const first = add(1)
  await turn()
  const others = [add(2), add(3)]
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  batches[0]?.end()
  await first
  await turn()
  expect(batches[1]?.items).toEqual([2, 3])
  batches[1]?.end()
  await Promise.all(others)
})

test('two batches at most are under way, the second only when it is large, and none is larger than allowed', async () => {
  const { batches, write } = slowWriter()
  const { add } = groupCommit(write, { maxBatchSize: 40, maxInFlight: 2 })
  const all = Array.from({ length: 1 }, (_, n) => add(n))
  await turn()
  all.push(...Array.from({ length: 100 }, (_, n) => add(n)))
  await turn()
  expect(batches.map(({ items }) => items.length)).toEqual([1, 40])
  for (let n = 0; n < batches.length; n += 1) {
    batches[n]?.end()
    await turn()
  }
  await Promise.all(all)
  expect(batches.reduce((sum, { items }) => sum + items.length, 0)).toBe(101)
  expect(Math.max(...batches.map(({ items }) => items.length))).toBe(40)
})

test('a batch that fails is refused to those in it, and the next is written', async () => {
  const { batches, write } = slowWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 2 })
  const lost = add(1)
  await turn()
  const kept = add(2)
  batches[0]?.end(new Error('the disk is full'))
  await expect(lost).rejects.toThrow('the disk is full')
  await turn()
  batches[1]?.end()
  await kept
})

test('where one batch at a time is written, the next waits however large it is', async () => {
  const { batches, write } = slowWriter()
  const { add } = groupCommit(write, { maxBatchSize: 100, maxInFlight: 1 })
  const all = [add(0)]
  await turn()
  all.push(...Array.from({ length: 80 }, (_, n) => add(n)))
  await turn()
  expect(batches.map(({ items }) => items.length)).toEqual([1])
  batches[0]?.end()
  await turn()
  expect(batches.map(({ items }) => items.length)).toEqual([1, 80])
  batches[1]?.end()
  await Promise.all(all)
})
