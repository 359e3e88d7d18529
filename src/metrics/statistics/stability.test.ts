import { expect, test } from 'vitest'
import { jaccard, rboExt } from './rank-similarity.ts'
import { seededRandom } from './seeded-random.ts'
import { computeStability } from './stability.ts'

const nothing = { pairs: 0, overlap: null, interval: null, order: null, same: null }

test('compares the answers of a run with each other and with the answers of the next run', () => {
  const { withinRuns, betweenRuns, ...counts } = computeStability([
    [
      [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
      [['a'], []],
    ],
  ])
  expect(counts).toEqual({ answers: 4, runs: 2 })
  // {a,b} and {a,b,c}: 2 of 3; {a} and {}: nothing in common.
  expect(withinRuns).toMatchObject({ pairs: 2, overlap: (2 / 3 + 0) / 2, same: 0 })
  // {a,b} with {a}: 1 of 2, with {}: 0; {a,b,c} with {a}: 1 of 3, with {}: 0.
  expect(betweenRuns).toMatchObject({ pairs: 4, overlap: (1 / 2 + 1 / 3) / 4, same: 0 })
})

test('order similarity is independent of set overlap', () => {
  const first = [...'abcdefg']
  const { betweenRuns } = computeStability([[[first], [[...'bacdefg']]]])
  expect(betweenRuns).toMatchObject({ pairs: 1, overlap: 1, same: 1 })
  expect(betweenRuns.order).toBeCloseTo(0.9, 10)
})

test('ignores pairs of answers without names, and does not compare different cells', () => {
  expect(computeStability([[[[]], [[]]]])).toMatchObject({
    answers: 2,
    withinRuns: nothing,
    betweenRuns: nothing,
  })
  expect(computeStability([[[['a']]], [[['a']]]])).toMatchObject({ runs: 2, betweenRuns: nothing })
  expect(computeStability([])).toEqual({
    answers: 0,
    runs: 0,
    withinRuns: nothing,
    betweenRuns: nothing,
  })
})

test('returns an interval around the mean from eight pairs of runs on', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => [day % 3 === 0 ? ['a'] : ['a', 'b']])
  expect(computeStability([days(8)]).betweenRuns.interval).toBeNull()
  const { overlap, interval, pairs } = computeStability([days(31)]).betweenRuns
  expect(pairs).toBe(30)
  // Two of three consecutive pairs of runs change half of the names.
  expect(overlap).toBeCloseTo((10 + 20 * 0.5) / 30, 10)
  expect(interval?.low).toBeLessThan(overlap ?? 0)
  expect(interval?.high).toBeGreaterThan(overlap ?? 0)
})

test('compares pairs with the measures for two rankings', () => {
  const random = seededRandom(3)
  const names = [...'abcdefghijk']
  const draw = () => names.filter(() => random() < 0.4).sort(() => random() - 0.5)
  for (let round = 0; round < 300; round += 1) {
    const [first, second] = [draw(), draw()]
    const { betweenRuns } = computeStability([[[first], [second]]])
    expect(betweenRuns.overlap).toBe(jaccard(first, second))
    if (betweenRuns.order === null) expect(rboExt(first, second)).toBeNull()
    else expect(betweenRuns.order).toBeCloseTo(rboExt(first, second) ?? -1, 12)
  }
})
