import { expect, test } from 'vitest'
import { createFairReads, type Reads } from './fair-reads.ts'

/** Reads that end when the test ends them, in the order of their start. */
function startedReads(permits: number) {
  const reads = createFairReads(permits)
  const started: { organization: string; end: () => void }[] = []
  return {
    started: () => started.map(({ organization }) => organization),
    request: (organization: string, of: Reads = 'metric') =>
      reads.run(organization, of, () => new Promise<void>((end) => started.push({ organization, end }))),
    endFirst: async () => {
      started.shift()?.end()
      await nextTick()
    },
  }
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('the request of another organization runs before the waiting ones of an organization with many', async () => {
  const { request, started, endFirst } = startedReads(3)
  for (let n = 0; n < 20; n += 1) void request('large')
  await nextTick()
  expect(started()).toEqual(['large', 'large'])
  void request('small')
  await nextTick()
  expect(started()).toEqual(['large', 'large', 'small'])
  void request('other')
  await endFirst()
  expect(started()).toEqual(['large', 'small', 'other'])
})

test('an organization alone uses all permits but one, also after another has ended', async () => {
  const { request, started, endFirst } = startedReads(4)
  void request('small')
  for (let n = 0; n < 20; n += 1) void request('large')
  await nextTick()
  expect(started()).toEqual(['small', 'large', 'large'])
  await endFirst()
  expect(started()).toEqual(['large', 'large', 'large'])
})

test('a failed read releases its permit', async () => {
  const reads = createFairReads(1)
  await expect(reads.run('one', 'metric', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
  expect(await reads.run('one', 'metric', async () => 'read')).toBe('read')
})

test('an organization has one long read at a time, and long reads leave permits to metrics', async () => {
  const { request, started, endFirst } = startedReads(7)
  for (const organization of ['a', 'b', 'c'])
    for (let n = 0; n < 3; n += 1) void request(organization, 'long')
  await nextTick()
  expect(started()).toEqual(['a', 'b'])
  void request('a')
  void request('d')
  await nextTick()
  expect(started()).toEqual(['a', 'b', 'a', 'd'])
  await endFirst()
  expect(started()).toEqual(['b', 'a', 'd', 'c'])
})

test('a long read does not wait for all metrics of its organization', async () => {
  const { request, started, endFirst } = startedReads(3)
  for (let n = 0; n < 20; n += 1) void request('large')
  const long = request('large', 'long')
  let isDone = false
  void long.then(() => (isDone = true))
  await nextTick()
  // Two metrics have started; the next turns are of a metric, the long read and a metric.
  for (let n = 0; n < 5; n += 1) await endFirst()
  expect(started()).toHaveLength(2)
  expect(isDone).toBe(true)
})

test('an organization with many waiting long reads gets 429; the others wait', async () => {
  const { request, endFirst } = startedReads(7)
  const waiting = Array.from({ length: 21 }, () => request('large', 'long'))
  await expect(request('large', 'long')).rejects.toMatchObject({ code: 'rate_limited' })
  waiting.push(request('small', 'long'))
  for (const _ of waiting) await endFirst()
  await Promise.all(waiting)
})
