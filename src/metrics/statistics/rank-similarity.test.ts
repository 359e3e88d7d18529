import { expect, test } from 'vitest'
import { averageOverlap, jaccard, rboExt, rboMin } from './rank-similarity.ts'

const letters = (text: string) => [...text]

test('average overlap gives the worked example of the RBO paper, figure 5', () => {
  const byDepth = [1, 2, 3, 4, 5, 6, 7].map((depth) =>
    averageOverlap(letters('abcdefg'), letters('zcavwxy'), depth)?.toFixed(3),
  )
  expect(byDepth).toEqual(['0.000', '0.000', '0.222', '0.292', '0.313', '0.317', '0.312'])
})

test.each([
  ['abcdefg', 'abcdefg', 1, 12],
  ['abcdefg', 'bacdefg', 0.9, 12],
  ['12345', '23415', 0.828, 3],
  ['abcdefg', 'zcavwxy', 0.288217, 6],
  ['abc', 'xyz', 0, 12],
])('RBO of %s and %s is the published %d', (first, second, expected, digits) => {
  expect(rboExt(letters(first), letters(second))).toBeCloseTo(expected, digits)
  expect(rboExt(letters(second), letters(first))).toBeCloseTo(expected, digits)
})

test('agreement up to the shorter list is extrapolated', () => {
  expect(rboExt(letters('ab'), letters('abcd'))).toBeCloseTo(1, 12)
})

test('the minimum RBO of two equal lists of seven has the published residual', () => {
  const least = rboMin(letters('abcdefg'), letters('abcdefg'))
  expect(least).toBeCloseTo(0.767139, 6)
  expect(1 - (least ?? 0)).toBeCloseTo(0.23286, 5)
})

test('the Jaccard index ignores order', () => {
  expect(jaccard(letters('abc'), letters('cba'))).toBe(1)
  expect(jaccard(letters('abc'), letters('bcde'))).toBe(2 / 5)
})

test('one empty list gives 0, two empty lists give null', () => {
  for (const measure of [jaccard, averageOverlap, rboExt, rboMin]) {
    expect(measure([], ['a'])).toBe(0)
    expect(measure([], [])).toBeNull()
  }
})
