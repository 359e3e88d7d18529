import { expect, test } from 'vitest'
import { createFairReads } from './fair-reads.ts'

/** Reads that end when the test ends them, in the order of their start. */
function startedReads(permits: number) {
  const reads = createFairReads(permits)
  const started: { organization: string; end: () => void }[] = []
  return {
    started: () => started.map(({ organization }) => organization),
    request: (organization: string) =>
      reads.run(organization, () => new Promise<void>((end) => started.push({ organization, end }))),
    endFirst: async () => {
      started.shift()?.end()
      await nextTick()
    },
  }
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('the request of another organization runs before the waiting ones of an organization with many', async () => {
  const { request, started, endFirst } = startedReads(2)
  for (let n = 0; n < 20; n += 1) void request('large')
  await nextTick()
  expect(started()).toEqual(['large', 'large'])
  void request('small')
  await endFirst()
  expect(started()).toEqual(['large', 'small'])
  await endFirst()
  expect(started()).toEqual(['small', 'large'])
})

test('an organization alone uses all permits, also after another has ended', async () => {
  const { request, started, endFirst } = startedReads(4)
  void request('small')
  for (let n = 0; n < 20; n += 1) void request('large')
  await nextTick()
  expect(started()).toEqual(['small', 'large', 'large'])
  await endFirst()
  expect(started()).toEqual(['large', 'large', 'large', 'large'])
})

test('a failed read releases its permit', async () => {
  const reads = createFairReads(1)
  await expect(reads.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await reads.run('one', async () => 'read')).toBe('read')
})
