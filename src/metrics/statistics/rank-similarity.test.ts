import { expect, test } from 'vitest'
import { jaccard, rboExt } from './rank-similarity.ts'

const letters = (text: string) => [...text]

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

test('the Jaccard index ignores order', () => {
  expect(jaccard(letters('abc'), letters('cba'))).toBe(1)
  expect(jaccard(letters('abc'), letters('bcde'))).toBe(2 / 5)
})

test('one empty list gives 0, two empty lists give null', () => {
  for (const measure of [jaccard, rboExt]) {
    expect(measure([], ['a'])).toBe(0)
    expect(measure([], [])).toBeNull()
  }
})
