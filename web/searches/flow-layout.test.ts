import { expect, test } from 'vitest'
import { getFlow, height } from './flow-layout.ts'

const search = (name: string, results: number, own = 0, competitor = 0, other = 1) => ({
  search: name,
  results,
  own_cited: own,
  citations: { own, competitor, other },
})

test.each([1, 2, 8])('%s boxes fit into the chart, in order and without overlap', (count) => {
  const searches = Array.from({ length: count }, (_, index) => search(String(index), 2 ** (count - index)))
  const { boxes } = getFlow(searches)
  let end = 0
  for (const { y, size } of boxes) {
    expect(y).toBeGreaterThanOrEqual(end)
    expect(size).toBeGreaterThanOrEqual(26)
    end = y + size
  }
  expect(end).toBeLessThanOrEqual(height + 0.001)
})

test('thickness is the number of answers, and is divided like the citations of these answers', () => {
  const { left, right, ends, start } = getFlow([search('a', 30, 1, 1, 2), search('b', 10, 0, 0, 3)])
  const [a, b] = left
  expect((a?.size ?? 0) / (b?.size ?? 1)).toBeCloseTo(3)
  expect(start.size).toBeCloseTo((a?.size ?? 0) + (b?.size ?? 0))
  const parts = right.map(({ key, size, isOwn }) => [key, Math.round((100 * size) / start.size), isOwn])
  expect(parts).toEqual([
    ['a own', 19, true],
    ['a competitor', 19, false],
    ['a other', 38, false],
    ['b other', 25, false],
  ])
  expect(ends.map(({ owner, size }) => [owner, Math.round((100 * size) / start.size)])).toEqual([
    ['own', 19],
    ['competitor', 19],
    ['other', 63],
  ])
})

test('a search without citations leads nowhere', () => {
  expect(getFlow([search('a', 3, 0, 0, 0)]).right).toEqual([])
})

test.each([
  [0, 0, 9],
  [9, 0, 0],
  [1, 1, 98],
])('the texts of %s, %s and %s citations do not overlap', (own, competitor, other) => {
  const labels = getFlow([search('a', 40, own, competitor, other)]).ends.map(({ label }) => label)
  const [first = 0, second = 0, third = 0] = labels
  expect(second - first).toBeGreaterThanOrEqual(60)
  expect(third - second).toBeGreaterThanOrEqual(60)
  expect(first).toBeGreaterThanOrEqual(30)
  expect(third).toBeLessThanOrEqual(height - 30)
})
